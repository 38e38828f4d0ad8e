"""Light or dark: the choice is kept in the browser; without one, the device decides."""

import reflex as rx

from ..scripts import script
from .tooltip import tooltip


class ThemeToggle(rx.Component):
    """A button that switches between light and dark; with ``words`` it is an item of the side menu."""

    library = script("components/theme_toggle.jsx")
    tag = "ThemeToggle"

    words: rx.Var[bool]


def theme_toggle(*, words: bool = False) -> rx.Component:
    """Show the toggle as an icon button, or as a menu item with its name written out."""
    if words:
        return ThemeToggle.create(class_name="item", words=True)
    return tooltip(ThemeToggle.create(class_name="icon-button wide"), "Licht of donker")
