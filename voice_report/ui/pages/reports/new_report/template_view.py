"""The button that names the template, and the list to choose another from."""

import reflex as rx

from ....components import dialog, icon
from .template_choice import TemplateGroup, TemplateItem, TemplateState


def template_button() -> rx.Component:
    """Return 'Sjabloon: Zorgrapportage', which opens the list."""
    return rx.el.button(
        rx.el.span("Sjabloon: "),
        TemplateState.name,
        icon("down"),
        type="button",
        class_name="menu-button",
        aria_haspopup="dialog",
        on_click=TemplateState.open_choice,
    )


def template_dialog() -> rx.Component:
    """Return the dialog with the templates, by sector, the last used one first."""
    return dialog(
        "Kies een sjabloon",
        rx.el.div(rx.foreach(TemplateState.groups, _group), class_name="templates"),
        open=TemplateState.choosing,
        on_close=TemplateState.close_choice,
    )


def _group(group: rx.Var[TemplateGroup]) -> rx.Component:
    return rx.el.div(rx.el.h3(group.name), rx.foreach(group.templates, _item), key=group.name)


def _item(item: rx.Var[TemplateItem]) -> rx.Component:
    chosen = item.key == TemplateState.key
    return rx.el.button(
        rx.el.b(item.name),
        rx.el.small(item.headings),
        rx.cond(chosen, icon("check"), rx.fragment()),
        type="button",
        class_name="pick",
        custom_attrs={"aria-pressed": rx.cond(chosen, "true", "false")},
        on_click=TemplateState.choose(item.key),
        key=item.key,
    )
