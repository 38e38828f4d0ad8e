"""A switch: the browser's checkbox, styled and announced as a switch."""

from typing import Any

import reflex as rx


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
