"""Tooltips: the name of a button that is only an icon, after 700 ms (300 ms for the next one; spec section 9)."""

import reflex as rx

from ..scripts import script

_JS = script("components/tooltip.jsx")


class Tooltip(rx.Component):
    """Names the one child, which must be a plain element that takes focus."""

    library = _JS
    tag = "Tooltip"
    lib_dependencies: list[str] = ["@radix-ui/react-tooltip@1.2.8"]

    text: rx.Var[str]


def tooltip(child: rx.Component, text: str) -> rx.Component:
    """Show ``text`` beside ``child`` when it is hovered or focused. It repeats the accessible name, no more."""
    return Tooltip.create(child, text=text)
