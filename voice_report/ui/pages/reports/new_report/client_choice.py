"""Whom the report is about: chosen before talking, at any step after that, or at the latest when it is archived."""

from typing import Any

import reflex as rx

from .....db.session import run_reading
from .....services.clients import clients
from .....services.shared.identity import CurrentUser
from ....kit import button, dialog, icon
from ....kit.overlay.dialog import dialog_buttons
from ....shell.actions import action
from ....shell.client_search import ClientSearch, client_combobox
from ....shell.session import current_user
from .choices import TemplateState
from .draft_sync import DraftState, open_draft


class ClientState(ClientSearch, rx.State):
    """The clients to choose from; the chosen one is part of the draft.

    ``offered``: the organization has clients. ``choosing`` is while the dialog is open, ``error`` the sentence at the
    archive's field. ``by_field``: this report's client was chosen in that field, which stays there.
    """

    offered: bool = False
    choosing: bool = False
    by_field: bool = False
    error: str = ""

    @action
    async def open_choice(self):
        """Show the dialog, with the person's own latest clients on top."""
        user = await current_user(self)
        await self._search(user, "")
        self.choosing = True

    @action
    async def close_choice(self):
        await current_user(self)
        self.choosing = False

    @action
    async def choose_client(self, client_id: str, draft_id: str | None = None):
        """Set the chosen client, and save it in the draft; an empty id clears the choice."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if not draft._is_named(draft_id):
            return
        draft._set_client(None)
        self.by_field = self.by_field or not self.choosing
        self.choosing, self.error = False, ""
        if client_id:
            await draft._show_client(user, str(client_id))
            await (await self.get_state(TemplateState))._suit(user, draft)
        if draft.draft_id:
            await draft._save_client(user)

    async def _offer(self, user: CurrentUser, draft: DraftState) -> None:
        """Load whether there are clients, and the name of the draft's client."""
        self.offered = user.organization is not None and await run_reading(clients.count_clients, user) > 0
        if self.offered and draft.client_id and not draft.client_words:
            await draft._show_client(user, draft.client_id)


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
    return rx.cond(ClientState.offered, chip)


def client_dialog() -> rx.Component:
    """Return the dialog with the field to choose a client; its list is open from the start."""
    return dialog(
        "Voor wie?",
        rx.cond(ClientState.choosing, rx.el.div(client_field(opened=True), class_name="client-choice")),
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
