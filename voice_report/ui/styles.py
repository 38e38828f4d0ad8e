"""One stylesheet out of many: each stands beside the code that wears it, the build joins them.

The result is the one file that blocks the first paint; Vite minifies it and names it after its content.
"""

from pathlib import Path
from typing import Any

import reflex as rx

_UI = Path(__file__).parent
_ASSETS = _UI.parent.parent / "assets"
_JOINED = "styles/spraakrapport.css"  # below the framework's build directory

#: In the order in which they may overrule each other.
SOURCES = (
    _ASSETS / "tokens.css",
    _ASSETS / "app.css",
    *(
        _UI / "components" / f"{name}.css"
        for name in (
            "button", "field", "select", "choice", "switch", "card", "badge", "tabs", "notice", "strokes", "paper",
            "theme_toggle", "empty", "skeleton", "toast", "dialog", "side_menu", "dropdown", "tooltip",
        )
    ),
    _UI / "layout.css",
    _UI / "recorder" / "recorder.css",
    *(
        _UI / "pages" / f"{name}.css"
        for name in ("home", "login", "dashboard", "drafts", "new_report", "platform_admin", "prijzen")
    ),
)  # fmt: skip


def join() -> tuple[str, str]:
    """Return the path of the joined stylesheet in the build directory, and its content."""
    return _JOINED, "\n".join(source.read_text(encoding="utf-8") for source in SOURCES)


class Styles(rx.plugins.Plugin):
    """Writes the joined stylesheet and makes every page load it (rxconfig)."""

    def pre_compile(self, **context: Any) -> None:
        """Add the stylesheet to the files of the build."""
        context["add_save_task"](join)

    def get_stylesheet_paths(self, **context: Any) -> list[str]:
        """Name the stylesheet as the framework's own root stylesheet sees it."""
        return [f"./{Path(_JOINED).name}"]
