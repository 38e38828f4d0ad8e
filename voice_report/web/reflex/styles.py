"""One stylesheet from many: each is stored next to the code that uses it, and the build joins them.

Vite minifies the result and names it after its content hash. After the build the part of it that a page needs first is
inlined there: the page and these styles then arrive in one response, and nothing competes with them for a slow
connection before the first paint.
"""

import re
from pathlib import Path
from typing import Any

import reflex as rx

from . import critical_css, first_frame

_UI = Path(__file__).parents[2] / "ui"
_ASSETS = _UI.parent.parent / "assets"
_JOINED = "styles/spraakrapport.css"  # below the framework's build directory

#: In cascade order: later ones override earlier ones.
SOURCES = (
    _ASSETS / "tokens.css",
    _ASSETS / "app.css",
    *(
        _UI / f"{name}.css"
        for name in (
            "kit/form/button", "kit/form/field", "kit/form/select", "kit/form/combobox", "kit/form/choice",
            "kit/form/chips", "kit/form/switch", "kit/display/card", "kit/display/badge", "kit/display/tabs",
            "kit/display/notice", "kit/display/strokes", "kit/display/paper", "kit/display/theme_toggle",
            "kit/display/empty", "kit/display/skeleton", "kit/display/how_made", "kit/overlay/toast",
            "kit/overlay/dialog", "shell/browser/side_menu", "kit/overlay/dropdown", "kit/overlay/tooltip",
            "kit/overlay/more_actions", "kit/overlay/choice", "shell/browser/shortcuts", "shell/layout",
            "islands/recorder/recorder", "islands/recorder/view/lock_screen", "islands/editor/report_paper",
            "islands/copying/copying", "islands/measurements/measurements", "islands/insight/insight",
            "islands/vocabulary/own_words",
            "islands/outgoing/outgoing",
            "islands/playback/listening",
            "pages/public/home", "pages/public/example", "islands/sign_in/login", "pages/accounts/profile",
            "pages/accounts/security", "pages/organizations/page", "pages/organizations/identity_provider",
            "pages/organizations/templates", "pages/reports/dashboard", "pages/reports/drafts",
            "pages/reports/dossier", "pages/reports/words", "pages/reports/ready", "pages/audit/viewer",
            "pages/billing/statements", "pages/privacy/privacy",
            "pages/reports/new_report", "pages/platform/page", "pages/platform/egress", "pages/billing/pricing",
            "pages/public/legal", "pages/public/help",
            "offline/opname",
            "shell/low_screens", "shell/forced_colors", "shell/print",
        )
    ),
)  # fmt: skip


def join() -> tuple[str, str]:
    """Return the path of the joined stylesheet in the build directory, and its content."""
    return _JOINED, "\n".join(source.read_text(encoding="utf-8") for source in SOURCES)


class Styles(rx.plugins.Plugin):
    """Write the joined stylesheet and make every page load it (rxconfig)."""

    def pre_compile(self, **context: Any) -> None:
        """Add the stylesheet to the files of the build."""
        context["add_save_task"](join)

    def get_stylesheet_paths(self, **context: Any) -> list[str]:
        """Return the path of the stylesheet relative to the framework's root stylesheet."""
        return [f"./{Path(_JOINED).name}"]

    def post_build(self, **context: Any) -> None:
        """Put what each prerendered page needs of the stylesheet into it, before the framework compresses them."""
        pages = Path(context["static_dir"])
        for page in pages.rglob("*.html"):
            html = page.read_text(encoding="utf-8")
            found = _LINK.search(html)
            if found is not None:
                css = (pages / found["file"].lstrip("/")).read_text(encoding="utf-8")
                page.write_text(inline(html, css), encoding="utf-8")


_LINK = re.compile(r'<link(?=[^>]*\brel="(?P<rel>preload|stylesheet)")[^>]*\bhref="(?P<file>/[^"]+\.css)"[^>]*>')


def inline(html: str, css: str) -> str:
    """Return the page with what it needs of ``css`` inlined (``critical_css``), and its links to it disabled.

    The links stay: ``first_frame`` enables the stylesheet, and React looks for them during hydration and would add
    missing ones. A ``disabled`` stylesheet and a preload for no medium are not fetched.
    """
    if "</style" in css.lower():
        raise ValueError("The stylesheet would end its own element.")
    disabled = {"preload": ' media="not all"', "stylesheet": " disabled"}
    html = _LINK.sub(lambda link: link[0].replace("<link", "<link" + disabled[link["rel"]], 1), html)
    first = f"<style>{critical_css.needed(css, html)}</style>"
    html = re.sub(r"(?=<link[^>]*\.css\")", lambda _: first, html, count=1)
    return first_frame.defer(html)
