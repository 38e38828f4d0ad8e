"""Controls with their label, hint and error message: text, search, a list to choose from, a switch, a row of chips."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from ..display.icon import IconName, icon

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


def switch(label: str, name: str, *, hint: str = "", **props: Any) -> rx.Component:
    """Show a row with a label and a switch; ``props`` (``checked``, ``on_change``, ``disabled``) go to the checkbox."""
    hint_id = f"switch-{name}-hint"
    described = {"custom_attrs": {"aria-describedby": hint_id}} if hint else {}
    return rx.el.label(
        rx.el.span(
            rx.el.b(label, class_name="label"),
            rx.el.span(hint, id=hint_id, class_name="hint") if hint else rx.fragment(),
        ),
        rx.el.span(
            rx.el.input(type="checkbox", role="switch", name=name, aria_label=label, **described, **props),
            rx.el.span(),
            class_name="switch",
        ),
        class_name="switch-row",
    )


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


def field(label: str, name: str, *, hint: str = "", error: Any = "", id: str = "", **props: Any) -> rx.Component:
    """Show a text field. ``error`` is a sentence (or a var with a sentence); empty means no error.

    ``props`` go to the input: ``type``, ``value``, ``default_value``, ``on_change``, ``auto_complete``, ``required``...
    """
    id = id or f"field-{name}"
    control = rx.el.input(id=id, name=name, class_name="input", **described(id, hint, error), **props)
    return field_box(label, control, id=id, hint=hint, error=error)


def field_box(
    label: str | rx.Component, control: rx.Component, *, id: str, hint: str = "", error: Any = ""
) -> rx.Component:
    """Put label, hint and error around a control with the id ``id`` (a select, a textarea)."""
    wrong = error if isinstance(error, rx.Var) else bool(error)
    return rx.el.div(
        rx.el.label(label, html_for=id),
        control,
        rx.el.span(hint, id=f"{id}-hint", class_name="hint") if hint else rx.fragment(),
        rx.cond(wrong, field_error(error, id=f"{id}-error")),
        class_name=rx.cond(wrong, "field wrong", "field"),
    )


def field_error(sentence: Any, *, id: str) -> rx.Component:
    """Show the error message of the field above; screen readers announce it when it appears."""
    return rx.el.p(icon("alert"), sentence, id=id, class_name="error", role="alert")


def described(id: str, hint: str, error: Any) -> dict[str, Any]:
    """Return the aria attributes that link a control to its hint and error."""
    wrong = error if isinstance(error, rx.Var) else bool(error)
    hint_id = f"{id}-hint" if hint else ""
    return {
        "custom_attrs": {
            "aria-invalid": rx.cond(wrong, "true", "false"),
            "aria-describedby": rx.cond(wrong, f"{hint_id} {id}-error".strip(), hint_id),
        }
    }


def select(
    label: str,
    name: str,
    options: Sequence[tuple[str, str]] | rx.Var[list[dict[str, str]]],
    *,
    hint: str = "",
    error: Any = "",
    placeholder: str = "",
    **props: Any,
) -> rx.Component:
    """Show a labelled select.

    ``options`` are (value, label) pairs, or a var with a list of ``{"value", "label"}``. ``placeholder`` adds an empty
    first option.
    """
    id = f"field-{name}"
    if isinstance(options, rx.Var):
        choices: Any = rx.foreach(options, lambda option: rx.el.option(option["label"], value=option["value"]))
    else:
        choices = rx.fragment(*(rx.el.option(words, value=value) for value, words in options))
    control = rx.el.div(
        rx.el.select(
            rx.el.option(placeholder, value="") if placeholder else rx.fragment(),
            choices,
            id=id,
            name=name,
            class_name="select",
            **described(id, hint, error),
            **props,
        ),
        icon("down"),
        class_name="select-box",
    )
    return field_box(label, control, id=id, hint=hint, error=error)
