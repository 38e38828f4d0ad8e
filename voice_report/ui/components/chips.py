"""One choice out of a few, in a row that may wrap: filters and periods."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from .icon import IconName, icon

Option = tuple[str, str] | tuple[str, str, IconName]  # value, words, icon


def chips(
    label: str, name: str, options: Sequence[Option], *, value: Any, on_change: Any, one_line: bool = False
) -> rx.Component:
    """Show the options as radio buttons; ``on_change`` gets the value of the chosen one.

    ``one_line``: on a phone they are in one line that scrolls, above what they filter.
    """

    def chip(key: str, words: str, icon_name: IconName | None = None) -> rx.Component:
        return rx.el.label(
            rx.el.input(type="radio", name=name, value=key, checked=value == key, on_change=on_change(key)),
            icon(icon_name) if icon_name else rx.fragment(),
            words,
            class_name="chip",
        )

    look = "chips one-line" if one_line else "chips"
    return rx.el.div(*(chip(*option) for option in options), class_name=look, role="radiogroup", aria_label=label)
