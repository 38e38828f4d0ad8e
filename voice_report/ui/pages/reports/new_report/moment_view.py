"""The dialog in which the report's date is changed."""

import reflex as rx

from ....components import button, date_field, dialog, dialog_buttons, focus_error
from ....components.field import field
from .moment import MomentState


def moment_dialog() -> rx.Component:
    """Return the dialog with a date and a time."""
    state = MomentState
    return dialog(
        "Wanneer was dit?",
        rx.el.form(
            date_field(label="Datum", name="day", default_value=state.day, error=state.day_error),
            field(
                "Tijd",
                "time",
                error=state.time_error,
                default_value=state.time,
                placeholder="uu.mm",
                input_mode="numeric",
                auto_complete="off",
                max_length=5,
            ),
            focus_error(round=state.refused),
            dialog_buttons(
                button("Annuleren", on_click=state.close_moment), button("Opslaan", variant="primary", type="submit")
            ),
            on_submit=state.change_moment,
            no_validate=True,
            class_name="form",
            key=state.opened.to(str),
        ),
        text="Deze datum en tijd staan op het verslag, ook als je het later aanpast.",
        open=state.changing,
        on_close=state.close_moment,
    )
