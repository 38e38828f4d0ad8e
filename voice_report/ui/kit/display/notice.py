"""What a page tells without an interruption: notices, badges, empty and failed lists, and that it is loading."""

from typing import Any, Literal

import reflex as rx

from ....core.texts import LOADING
from ..form.button import button
from .icon import IconName, icon
from .markup import drawing


def _lines(**props: Any) -> rx.Component:
    return rx.el.div(*(rx.el.i() for _ in range(7)), class_name="skeleton", **props)


def skeleton() -> rx.Component:
    """Show placeholder lines in a card, announced as 'Laden...'."""
    return rx.el.div(
        _lines(aria_hidden=True),
        class_name="card pad",
        role="status",
        aria_busy=True,
        aria_label=LOADING,
    )


def loading_page() -> rx.Component:
    """Show a whole page that is loading: the text 'Laden...' and a skeleton."""
    return rx.el.div(
        rx.el.div(rx.el.h1(LOADING), role="status"),
        rx.el.div(_lines(), class_name="card pad", aria_hidden=True),
        class_name="page loading-page",
    )


_ART = {
    "voice": '<g class="art-coral"><path d="M5 25.2V34.8M15 19.2V40.8M25 10.8V49.2M35 16.8V43.2M45 7.2V52.8'
    'M55 15.6V44.4M65 22.8V37.2"/></g>'
    '<g class="art-faint"><path d="M84 14H112M122 14H146M84 30H100M110 30H142M84 46H118"/></g>',
    "archive": '<g class="art-petrol"><path d="M8 12V48M20 6V48M32 16V48M44 9V48M57 14L69 47"/></g>'
    '<g class="art-faint"><path d="M4 57H146M92 20V48M104 12V48M116 17V48M128 9V48M140 15V48"/></g>',
}


def empty_state(
    title: str, sentence: str, *actions: rx.Component, art: Literal["voice", "archive"] | None = "voice"
) -> rx.Component:
    """Show that there is nothing yet, why that is fine, and the possible next actions."""
    return rx.el.div(
        drawing(_ART[art], width=150, height=60, class_name="strokes art", stroke_width=5) if art else rx.fragment(),
        rx.el.h2(title, class_name="subheading"),
        rx.el.p(sentence),
        *actions,
        class_name="card state-box",
    )


def error_state(sentence: Any, on_retry: Any) -> rx.Component:
    """Show that loading failed, with 'Opnieuw proberen'."""
    return rx.el.div(
        rx.el.h2("Fout bij laden", class_name="subheading"),
        rx.el.p(sentence),
        button("Opnieuw proberen", icon_name="retry", on_click=on_retry),
        class_name="card state-box",
        role="alert",
    )


def badge(
    words: Any,
    *,
    tone: Literal["", "petrol", "green", "amber", "coral"] = "",
    icon_name: IconName | None = None,
) -> rx.Component:
    """Show a badge; its text carries the meaning, never its colour alone."""
    return rx.el.span(icon(icon_name) if icon_name else rx.fragment(), words, class_name=f"badge {tone}".strip())


def notice(
    title: Any,
    *children: Any,
    tone: Literal["amber", "coral", "petrol"] = "amber",
    icon_name: IconName = "alert",
    role: str = "status",
    **props: Any,
) -> rx.Component:
    """Show a notice. ``children`` are sentences or a row of buttons; ``role="alert"`` interrupts screen readers."""
    return rx.el.div(
        icon(icon_name),
        rx.el.div(
            rx.el.b(title, class_name="label"),
            *(rx.el.p(child) if isinstance(child, (str, rx.Var)) else child for child in children),
        ),
        class_name="notice" if tone == "amber" else f"notice {tone}",
        role=role,
        **props,
    )


def notice_actions(*buttons: rx.Component) -> rx.Component:
    """Put small plain buttons under a notice's text."""
    return rx.el.div(*buttons, class_name="row notice-actions")
