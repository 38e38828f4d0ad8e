"""One of a list that opens from a button with the name of what is chosen now."""

from typing import Any

import reflex as rx

from ..display.icon import icon


def menu_button(label: rx.Component, name: Any, on_click: Any) -> rx.Component:
    """Return the button that names what is chosen now and opens the list."""
    return rx.el.button(
        label,
        rx.el.b(name),
        icon("down"),
        type="button",
        class_name="menu-button",
        aria_haspopup="dialog",
        on_click=on_click,
    )


def pick(
    key: rx.Var[str], name: Any, meaning: Any, *, chosen: Any, on_click: Any, sheet: rx.Component | None = None
) -> rx.Component:
    """Return one of those to choose from, marked when it is the ``chosen`` one; ``sheet`` is shown next to the list."""
    return rx.el.button(
        rx.el.b(name),
        rx.el.small(meaning),
        rx.cond(chosen, icon("check")),
        *([sheet] if sheet else []),
        type="button",
        class_name="pick",
        custom_attrs={"aria-pressed": rx.cond(chosen, "true", "false")},
        on_click=on_click,
        key=key,
    )
