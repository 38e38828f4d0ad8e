"""The chip that says whom the report is about, and the dialog to choose."""

from typing import Any

import reflex as rx

from ....client_search import client_combobox
from ....components import button, dialog, icon
from ....components.dialog import dialog_buttons
from .client_choice import ClientState
from .draft_sync import DraftState


def client_chip() -> rx.Component:
    """Return 'Voor wie? (mag later)', or who was chosen; nothing in an organization without clients.

    It is one button in both cases, so that it gets the focus back from the dialog.
    """
    is_chosen, name, born = DraftState.client_name != "", DraftState.client_name, "geboren " + DraftState.client_born
    initials = rx.el.span(DraftState.client_initials, class_name="initials", aria_hidden="true")
    chip = rx.el.button(
        rx.cond(is_chosen, initials, icon("person")),
        rx.el.span(
            rx.el.b(rx.el.bdi(rx.cond(is_chosen, name, "Voor wie?"))),
            " ",
            rx.el.span(rx.cond(is_chosen, born, "(mag later)"), class_name="num"),
            class_name="for-whom",
        ),
        icon("down"),
        type="button",
        class_name=rx.cond(is_chosen, "client-chip", "client-chip open"),
        aria_haspopup="dialog",
        aria_label=rx.cond(is_chosen, "Cliënt: " + name + ", " + born + ". Wijzigen", "Voor wie? (mag later)"),
        on_click=ClientState.open_choice,
    )
    return rx.cond(ClientState.offered, chip, rx.fragment())


def client_dialog() -> rx.Component:
    """Return the dialog with the field to choose a client; its list is open from the start."""
    return dialog(
        "Voor wie?",
        rx.cond(ClientState.choosing, rx.el.div(client_field(opened=True), class_name="client-choice"), rx.fragment()),
        dialog_buttons(
            rx.cond(
                DraftState.client_id != "",
                button("Geen cliënt", variant="plain", on_click=ClientState.choose_client("", DraftState.draft_id)),
            ),
            button("Sluiten", on_click=ClientState.close_choice),
        ),
        open=ClientState.choosing,
        on_close=ClientState.close_choice,
    )


def client_field(**props: Any) -> rx.Component:
    """Return the field to choose a client by name; ``props`` go to the combobox."""
    return client_combobox(
        ClientState,
        value=DraftState.client_id,
        words=DraftState.client_words,
        on_choose=lambda client_id: ClientState.choose_client(client_id, DraftState.draft_id),
        **props,
    )
