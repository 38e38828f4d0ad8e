"""The clients to choose from in a combobox, found while the user types a name."""

import re
from typing import Any

import reflex as rx

from ...core import texts
from ...services.archive import client_choice
from ...services.audit.audited_reads import run_audited
from ...services.clients.clients import ClientView
from ...services.shared.identity import CurrentUser
from ...services.shared.text import storable
from ..kit import combobox
from .actions import action
from .session import current_user

_OFFERED = 20  # clients in the list below the field
#: What the field itself adds to a name ('Van Dijk, Johanna (86)'); further typing may leave part of it in the query.
_AS_SHOWN = re.compile(r",|\(\d*\)?$")


class ChosenClientState(rx.State):
    """The client whose dossier a person came from, for a page about that client: no address names a client.

    It outlives the page on which the client was chosen (``page_state``), not the tab.
    """

    _client_id: str = ""


class ClientSearch(rx.State, mixin=True):
    """``options`` are the clients found for the text in ``answered``, the user's latest first; ``more`` were found."""

    options: list[dict[str, str]] = []
    answered: str = "\n"  # matches no query
    more: bool = False

    @action
    async def search_clients(self, query: str):
        await self._search(await current_user(self), storable(str(query)[:100]).strip())

    async def _search(self, user: CurrentUser, text: str) -> None:
        query = _AS_SHOWN.sub(" ", text)
        found, recent = await run_audited(client_choice.search, user, query, limit=_OFFERED + 1)
        self.options = [_option(client, at < recent) for at, client in enumerate(found[:_OFFERED])]
        self.more, self.answered = len(found) > _OFFERED, text


def client_combobox(state: type[ClientSearch], **props: Any) -> rx.Component:
    """Return the field to choose a client by name, of those that ``state`` finds; ``props`` go to the combobox."""
    return combobox(
        label="Cliënt",
        placeholder="Typ een naam",
        icon="down",
        found=["cliënt", "cliënten"],
        nothing="Geen cliënt gevonden",
        options=state.options,
        answered=state.answered,
        more=state.more,
        on_search=state.search_clients,
        **props,
    )


def _option(client: ClientView, is_recent: bool) -> dict[str, str]:
    detail = f"{texts.dutch_date(client.date_of_birth)}, {client.id}"
    return {
        "value": client.id,
        "label": texts.client_words(client.first_name, client.last_name, client.date_of_birth),
        "detail": f"{detail}, laatst gebruikt" if is_recent else detail,
    }
