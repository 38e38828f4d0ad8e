"""The empty state of a list, and its error state when loading failed."""

from typing import Any, Literal

import reflex as rx

from .button import button
from .markup import drawing

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


def error_state(sentence: Any, on_retry: Any, *, title: str = "Fout bij laden") -> rx.Component:
    """Show that loading failed, with 'Opnieuw proberen'."""
    return rx.el.div(
        rx.el.h2(title, class_name="subheading"),
        rx.el.p(sentence),
        button("Opnieuw proberen", icon_name="retry", on_click=on_retry),
        class_name="card state-box",
        role="alert",
    )
