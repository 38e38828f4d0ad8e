"""Light or dark theme: the choice is stored in the browser; without a choice, the device setting applies."""

import reflex as rx

from ..scripts import script
from .tooltip import tooltip


class ThemeToggle(rx.Component):
    """A button that switches between light and dark; with ``words`` it is a side menu item."""

    library = script("components/theme_toggle.jsx")
    tag = "ThemeToggle"

    words: rx.Var[bool]


def theme_toggle(*, words: bool = False) -> rx.Component:
    """Show the toggle as an icon button, or as a menu item with its name as text."""
    if words:
        return ThemeToggle.create(class_name="item", words=True)
    return tooltip(ThemeToggle.create(class_name="icon-button wide"), "Licht of donker")
