"""A labelled field: label, control, hint, and error message."""

from typing import Any

import reflex as rx

from .icon import icon


def field(label: str, name: str, *, hint: str = "", error: Any = "", id: str = "", **props: Any) -> rx.Component:
    """Show a text field. ``error`` is a sentence (or a var with a sentence); empty means no error.

    ``props`` go to the input: ``type``, ``value``, ``default_value``, ``on_change``, ``auto_complete``, ``required``...
    """
    id = id or f"field-{name}"
    control = rx.el.input(id=id, name=name, class_name="input", **described(id, hint, error), **props)
    return field_box(label, control, id=id, hint=hint, error=error)


def field_box(label: str, control: rx.Component, *, id: str, hint: str = "", error: Any = "") -> rx.Component:
    """Put label, hint and error around a control with the id ``id`` (a select, a textarea)."""
    wrong = error if isinstance(error, rx.Var) else bool(error)
    return rx.el.div(
        rx.el.label(label, html_for=id),
        control,
        rx.el.span(hint, id=f"{id}-hint", class_name="hint") if hint else rx.fragment(),
        rx.cond(wrong, field_error(error, id=f"{id}-error"), rx.fragment()),
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
