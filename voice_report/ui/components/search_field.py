"""A field that searches a list during typing."""

from typing import Any

import reflex as rx

from .icon import icon


def search_field(label: str, name: str, *, on_change: Any, value: Any = "") -> rx.Component:
    """Show the field, labelled; it begins with ``value``. ``on_change`` gets the text when the user pauses."""
    id = f"search-{name}"
    return rx.el.div(
        rx.el.label(label, html_for=id),
        rx.el.div(
            icon("search"),
            rx.el.input(
                id=id,
                type="search",
                name=name,
                class_name="input",
                auto_complete="off",
                max_length=100,
                default_value=value,
                on_change=on_change.debounce(250),
            ),
            class_name="search",
        ),
        class_name="field search-field",
        role="search",
    )
