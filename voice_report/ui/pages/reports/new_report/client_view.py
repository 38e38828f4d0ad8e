"""The chip that says whom the report is about, and the dialog to choose."""

from typing import Any

import reflex as rx

from ....components import button, dialog, icon
from ....components.combobox import combobox
from ....components.dialog import dialog_buttons
from .client_choice import ClientState
from .draft_sync import DraftState


def client_chip() -> rx.Component:
    """Return 'Voor wie? (mag later)', or who was chosen; nothing in an organization without clients."""
    chosen = rx.el.button(
        rx.el.span(DraftState.client_initials, class_name="initials", aria_hidden="true"),
        _words(DraftState.client_name, "geboren " + DraftState.client_born),
        icon("down"),
        **_opens,
        class_name="client-chip",
        aria_label="Cliënt: " + DraftState.client_name + ", geboren " + DraftState.client_born + ". Wijzigen",
    )
    nobody = rx.el.button(
        icon("person"),
        _words("Voor wie?", "(mag later)"),
        icon("down"),
        **_opens,
        class_name="client-chip open",
    )
    return rx.cond(ClientState.offered, rx.cond(DraftState.client_name != "", chosen, nobody), rx.fragment())


_opens: dict[str, Any] = {"type": "button", "aria_haspopup": "dialog", "on_click": ClientState.open_choice}


def _words(name: Any, about: Any) -> rx.Component:
    return rx.el.span(rx.el.b(rx.el.bdi(name)), " ", rx.el.span(about, class_name="num"), class_name="for-whom")


def client_dialog() -> rx.Component:
    """Return the dialog with the field to choose a client; its list is open from the start."""
    return dialog(
        "Voor wie?",
        rx.cond(ClientState.choosing, rx.el.div(client_field(opened=True), class_name="client-choice"), rx.fragment()),
        dialog_buttons(
            rx.cond(
                DraftState.client_id != "",
                button("Geen cliënt", variant="plain", on_click=ClientState.choose_client("")),
            ),
            button("Sluiten", on_click=ClientState.close_choice),
        ),
        open=ClientState.choosing,
        on_close=ClientState.close_choice,
    )


def client_field(**props: Any) -> rx.Component:
    """Return the field to choose a client by name; ``props`` go to the combobox."""
    return combobox(
        label="Cliënt",
        placeholder="Typ een naam",
        icon="down",
        found=["cliënt", "cliënten"],
        nothing="Geen cliënt gevonden",
        value=DraftState.client_id,
        words=DraftState.client_words,
        options=ClientState.options,
        answered=ClientState.answered,
        more=ClientState.more,
        on_search=ClientState.search_clients,
        on_choose=ClientState.choose_client,
        **props,
    )
