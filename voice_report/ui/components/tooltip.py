"""Tooltips: the name of an icon-only button, after 700 ms (300 ms for the next tooltip; decisions/0001)."""

import reflex as rx

from ..scripts import script

_JS = script("components/tooltip.jsx")


class Tooltip(rx.Component):
    """A tooltip for its only child, which must be a plain, focusable element."""

    library = _JS
    tag = "Tooltip"
    lib_dependencies: list[str] = ["@radix-ui/react-tooltip@1.2.16"]

    text: rx.Var[str]


def tooltip(child: rx.Component, text: str) -> rx.Component:
    """Show ``text`` next to ``child`` on hover or focus. The text only repeats the accessible name."""
    return Tooltip.create(child, text=text)
