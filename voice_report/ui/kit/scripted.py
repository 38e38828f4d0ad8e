"""The components whose work a script does in the browser, each in the ``.jsx`` file of its name."""

from typing import Any, Literal

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors, has_too_many_connection_errors

from ... import clock
from ..scripts import component, no_args, one_text
from .display.icon import icon

#: A field with a list that the server fills. ``options`` are ``{"value", "label"}``, also with a ``"detail"``; they are
#: the results for the text in ``answered``, and ``more`` says that there are further results. ``value`` is the chosen
#: option (empty: none) and ``words`` its label. ``on_search(text)`` requests options; ``on_choose(value)`` reports the
#: choice. With ``clears``, further typing takes the choice back: ``on_choose("")``. Without it the choice stays until
#: another is picked, and other text is submitted under ``name``. ``opened``: the list is open from the start, with the
#: ``options`` that are there. ``found`` is the singular and plural of what is chosen, and ``nothing`` the sentence for
#: no results.
combobox = component(
    "kit/form/combobox.jsx", "Combobox", packages=["downshift@9.5.0"], label=str, name=str, placeholder=str, icon=str,
    value=str, words=str, options=list[dict[str, Any]], answered=str, more=bool, clears=bool, opened=bool,
    found=list[str], nothing=str, hint=str, error=str, on_search=one_text, on_choose=one_text,
).create  # fmt: skip

#: Shows ``before`` N seconden ``after``; at zero it replaces this page with ``to``. Starts when it is shown.
countdown = component("kit/display/countdown.jsx", "Countdown", seconds=int, to=str, before=str, after=str).create

#: A date as dd-mm-jjjj, typed or chosen, whatever the language of the browser: label, date, hint and error. Use it in a
#: form, which submits the typed text under ``name``.
date_field = component(
    "kit/form/date_field.jsx", "DateField", label=str, name=str, hint=str, error=str, default_value=str
).create

#: 'Downloaden' with the menu of the kinds of file that a report can be downloaded as; ``what`` follows its label in the
#: accessible name. With ``whole`` it is 'Alles in één bestand', the archive of a client. ``on_choose(format)``.
download_menu = component(
    "kit/overlay/download_menu.jsx", "DownloadMenu", packages=["@radix-ui/react-dropdown-menu@2.1.24"], what=str,
    whole=bool, on_choose=one_text,
).create  # fmt: skip

#: Puts ``made``, the id of a draft that this page has made, in the query string, so that the text is found again after
#: a reload; then calls ``on_named``. ``fresh``: the page has been loaded; until then ``made`` may be the former page's.
draft_in_url = component("shell/browser/draft_in_url.jsx", "DraftInUrl", made=str, fresh=bool, on_named=no_args).create

#: 'Hoe dit verslag is gemaakt', of the draft or report with the id ``report``: closed, and read when it is opened.
#: Its children stand under what was replaced.
how_made = component("kit/display/how_made.jsx", "HowMade", report=str).create

#: Moves the focus to the first field with an error (WCAG 3.3.1) when ``round`` changes, which counts the refusals of
#: the page's form, 0 for none.
focus_error = component("kit/form/focus_error.jsx", "FocusError", round=int).create

#: Shows child number ``step`` (from 1); 0 keeps the current child mounted, while the server does not know the step
#: (concepts/dictation.md). Each visit begins with its first child, until the server's state is of this ``visit``.
keep_step = component("shell/browser/keep_step.jsx", "KeepStep", step=int, visit=int).create

#: ``text``, in which every one of ``words`` is marked wherever it occurs; HTML in it is shown as plain text.
marked = component("kit/text/marked.jsx", "Marked", text=str, words=str).create

#: Shows its buttons in the row; on a narrow screen in a list above it, which the button 'Meer' opens.
more_actions = component("kit/overlay/more_actions.jsx", "MoreActions").create

#: A link that moves the focus to the element with the id ``target``.
skip_link = component("shell/browser/page_focus.jsx", "SkipLink", words=str, target=str).create

#: Shows nothing; focuses the new page's h1 after each navigation inside the app (WCAG 2.4.3).
page_focus = component("shell/browser/page_focus.jsx", "PageFocus").create

#: Shows nothing; focuses the element with the id ``target`` when ``round`` changes.
focus_on = component("shell/browser/page_focus.jsx", "FocusOn", target=str, round=int).create

#: The report's markdown (``reporting.markdown``) as a sheet of paper; HTML in it is shown as plain text (security.md
#: S24). ``heading``, ``date`` and ``author`` fill its head; ``streaming`` shows that more text follows; ``words`` that
#: were searched for are marked.
paper = component(
    "kit/display/paper.jsx", "Paper", markdown=str, heading=str, date=str, author=str, streaming=bool, label=str,
    words=str,
).create  # fmt: skip

#: Label, masked input with a 'Tonen' toggle, hint and error. Use it in a form, which submits it under ``name``.
password_field = component(
    "kit/form/password_field.jsx", "PasswordField", label=str, name=str, auto_complete=str, hint=str, error=str,
    required=bool,
).create  # fmt: skip

#: The button with the user's name and its menu 'Mijn Account' (wide screens). ``user_key`` is the user's key in the
#: recorder's store. ``offline_page``: this device may record without a network for this user (ui/offline).
user_menu = component(
    "shell/browser/session_menu.jsx", "UserMenu", packages=["@radix-ui/react-dropdown-menu@2.1.24"], name=str,
    initials=str, account_href=str, user_key=str, offline_page=bool,
).create  # fmt: skip

#: 'Uitloggen' as an item of the side menu.
log_out_item = component("shell/browser/session_menu.jsx", "LogOutItem", user_key=str).create

#: Listens for the keys, which press the buttons with the classes of ``shortcut_keys.js``; '?' shows the list.
shortcuts = component("shell/browser/shortcuts.jsx", "Shortcuts").create

#: 'Sneltoetsen' as an item of the side menu.
shortcuts_item = component("shell/browser/shortcuts.jsx", "ShortcutsItem").create

#: The menu button (under 960 px) and the menu with its children under ``heading``: 280 px wide, 350 px from small
#: screens up (decisions/0001); closes on a route change.
side_menu = component("shell/browser/side_menu.jsx", "SideMenu", heading=str).create

#: A button that moves to the element with the id 'archief'.
to_archive = component("shell/browser/to_archive.jsx", "ToArchive", label=str).create

_ConnectionNotice = component(
    "shell/browser/connection_notice.jsx", "ConnectionNotice", lost=bool, loaded=bool, lost_text=str, slow_text=str,
    offline_text=str,
)  # fmt: skip
_PrintButton = component("kit/display/print_button.jsx", "PrintButton", within=str, label=str)
_Tabs = component(
    "kit/display/tabs.jsx", "Tabs", packages=["@radix-ui/react-tabs@1.1.21"], value=str, label=str,
    tabs=list[list[str]], on_change=one_text,
)  # fmt: skip
_ThemeToggle = component("kit/display/theme_toggle.jsx", "ThemeToggle", words=bool)
_ThisYear = component("kit/display/this_year.jsx", "ThisYear", built=str)
_Tooltip = component("kit/overlay/tooltip.jsx", "Tooltip", packages=["@radix-ui/react-tooltip@1.2.16"], text=str)
_WaitingButton = component(
    "kit/form/waiting_button.jsx", "WaitingButton", words=str, disabled=bool, lost=bool, on_go=no_args
)


def connection_notice() -> rx.Component:
    """Return the notice about a lost connection, or else a new version (``new_version.js``), of which a page has one.

    It is a bar between header and content, which moves the page instead of covering it.
    """
    return _ConnectionNotice.create(
        lost=has_too_many_connection_errors,
        loaded=rx.State.is_hydrated,
        lost_text="Geen verbinding. We blijven het proberen; wat je typt of inspreekt blijft bewaard.",
        slow_text="Deze pagina krijgt geen verbinding. Misschien houdt een blokkeerder in je browser, of dit netwerk, "
        "haar tegen.",
        offline_text="Je bent offline. Wat je typt of inspreekt blijft bewaard.",
    )


def print_button(within: str, *, what: Any) -> rx.Component:
    """Show 'Afdrukken', which prints the element around it that matches ``within``; its style says how that looks.

    ``what`` follows the label in the accessible name.
    """
    label = "Afdrukken: " + what
    return _PrintButton.create(
        icon("print"), "Afdrukken", within=within, label=label, class_name="button secondary small"
    )


def print_page_button(variant: Literal["primary", "secondary"] = "secondary") -> rx.Component:
    """Show 'Afdrukken', which prints the page, with what is folded."""
    return _PrintButton.create(icon("print"), "Afdrukken", class_name=f"button {variant}")


def tabs(*panels: tuple[str, str, rx.Component], label: str, value: Any, on_change: Any) -> rx.Component:
    """Show tabs: arrow keys move, the panel follows (Radix tabs, unstyled).

    Each panel is (value, label of the tab, content); ``on_change`` is called with the chosen value.
    """
    return _Tabs.create(
        *(rx.el.div(content) for _, _, content in panels),
        label=label,
        tabs=[[key, words] for key, words, _ in panels],
        value=value,
        on_change=on_change,
    )


def theme_toggle(*, words: bool = False) -> rx.Component:
    """Show the choice between light and dark, as an icon button, or as a menu item with its name as text.

    The choice is stored in the browser; without one, the device's setting applies.
    """
    if words:
        return _ThemeToggle.create(class_name="item", words=True)
    return tooltip(_ThemeToggle.create(class_name="icon-button wide"), "Licht of donker")


def this_year() -> rx.Component:
    """Show the year in Europe/Amsterdam, of the visit: a page is served for as long as this version runs.

    Without scripts it is the year of the build.
    """
    return _ThisYear.create(built=str(clock.local_now().year))


def tooltip(child: rx.Component, text: str) -> rx.Component:
    """Show ``text`` next to ``child``, a plain, focusable element, 700 ms after hover or on focus (decisions/0001).

    The text only repeats the accessible name. The next tooltip takes 300 ms.
    """
    return _Tooltip.create(child, text=text)


def waiting_button(words: Any, *, class_name: Any = "button primary", **props: Any) -> rx.Component:
    """Return a button for what costs money, which does not act later by itself.

    It calls ``on_go`` when the server is there; until then it shows 'Wacht op verbinding…' with 'Niet meer doen'.
    """
    return _WaitingButton.create(words=words, lost=has_connection_errors, class_name=class_name, **props)
