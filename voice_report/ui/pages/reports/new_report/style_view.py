"""The button that names the style, and the list to choose another from."""

import reflex as rx

from ....components import dialog
from .choice_view import menu_button, pick
from .style_choice import StyleItem, StyleState


def style_button() -> rx.Component:
    """Return 'Leesbaar', which opens the list; nothing when the engine writes in one style only."""
    return rx.cond(
        StyleState.items.length() > 1,
        menu_button(
            rx.el.span("Manier van schrijven: ", class_name="visually-hidden"), StyleState.name, StyleState.open_choice
        ),
    )


def style_dialog() -> rx.Component:
    """Return the dialog with the styles and what they mean."""
    return dialog(
        "Manier van schrijven",
        rx.el.div(rx.foreach(StyleState.items, _item)),
        text="Geldt voor je volgende concept.",
        open=StyleState.choosing,
        closable=True,
        on_close=StyleState.close_choice,
    )


def _item(item: rx.Var[StyleItem]) -> rx.Component:
    return pick(
        item.key,
        item.name,
        item.meaning,
        chosen=item.key == StyleState.key,
        on_click=StyleState.choose(item.key),
    )
