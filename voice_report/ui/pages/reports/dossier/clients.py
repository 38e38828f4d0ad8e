"""State of the dossier's list of clients: those with archived reports, searched by name or id."""

from contextlib import AbstractContextManager

import reflex as rx

from .....services.archive import dossier
from .....services.audit.audited_reads import run_audited
from .....services.shared.identity import CurrentUser
from .....services.shared.pagination import Page
from ....shell.actions import action, on_failure
from ....shell.paged_list import MAX_QUERY, PagedList
from ....shell.session import current_user
from .items import ClientItem, client_item

NOT_LOADED = "Kon rapportages niet laden. Probeer het later opnieuw."


def loading() -> AbstractContextManager[None]:
    """Say that the reports could not be loaded when a bug ends this part of a handler."""
    return on_failure(NOT_LOADED, title="Fout bij laden", with_number=False)


class DossierClientsState(PagedList, rx.State):
    """The clients loaded so far. The typed text stays at a new visit; ``picking`` shows the list on a phone."""

    items: list[ClientItem] = []
    query: str = ""
    picking: bool = False

    @action
    async def search(self, query: str):
        """Show the clients whose name or id contains this text."""
        user = await current_user(self)
        self.query, self.following = str(query)[:MAX_QUERY], ""  # the cursor belongs to the former query
        self.picking = bool(self.query.strip())
        await self._read(user)

    async def _page(self, user: CurrentUser, after: str | None) -> Page[ClientItem]:
        with loading():
            return (await run_audited(dossier.list_clients, user, self.query, after=after)).map(client_item)
