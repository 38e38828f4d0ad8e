"""A drop-down list: the browser's native select, styled."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from .field import described, field_box
from .icon import icon


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
