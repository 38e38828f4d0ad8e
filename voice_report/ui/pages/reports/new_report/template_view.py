"""The button that names the template, and the list to choose another from."""

import reflex as rx

from ....kit import dialog
from .style_choice import menu_button, pick
from .template_choice import TemplateGroup, TemplateItem, TemplateState


def template_button() -> rx.Component:
    """Return 'Sjabloon: Zorgrapportage', which opens the list."""
    return menu_button(rx.el.span("Sjabloon: "), TemplateState.name, TemplateState.open_choice)


def template_dialog() -> rx.Component:
    """Return the dialog with the templates, by sector, the last used one first."""
    return dialog(
        "Kies een sjabloon",
        rx.el.div(
            rx.el.div(rx.foreach(TemplateState.groups, _group), class_name="templates"), class_name="template-choice"
        ),
        open=TemplateState.choosing,
        closable=True,
        on_close=TemplateState.close_choice,
    )


def _group(group: rx.Var[TemplateGroup]) -> rx.Component:
    return rx.el.div(rx.el.h3(group.name), rx.foreach(group.templates, _item), key=group.name)


def _item(item: rx.Var[TemplateItem]) -> rx.Component:
    return pick(
        item.key,
        item.name,
        item.headings,
        chosen=item.key == TemplateState.key,
        on_click=TemplateState.choose(item.key),
        sheet=rx.el.span(
            rx.el.small(item.name),
            rx.foreach(item.guide, lambda part: rx.el.span(rx.el.b(part[0]), part[1], key=part[0])),
            class_name="template-sheet",
            aria_hidden=True,  # its headings are in the button's name already
        ),
    )
