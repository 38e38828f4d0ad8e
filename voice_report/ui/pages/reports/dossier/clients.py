"""State of the dossier's list of clients: those with archived reports, searched by name or id."""

from collections.abc import Iterator
from contextlib import contextmanager

import reflex as rx

from ..... import logs
from .....database import transaction
from .....errors import DomainError, Unavailable
from .....services.reports import dossier
from .....services.shared.identity import CurrentUser
from .....services.shared.pagination import Page
from ....actions import action
from ....paged_list import MAX_QUERY, PagedList
from ....session import current_user
from .items import ClientItem, client_item

NOT_LOADED = "Kon rapportages niet laden. Probeer het later opnieuw."


@contextmanager
def loading() -> Iterator[None]:
    """Log an unexpected failure and raise ``Unavailable`` with the message of spec section 8 instead."""
    try:
        yield
    except DomainError:
        raise
    except Exception as error:
        logs.unexpected(error)
        raise Unavailable(NOT_LOADED, title="Fout bij laden") from error


class DossierClientsState(PagedList, rx.State):
    """The clients loaded so far. The typed text stays at a new visit; ``picking`` shows the list on a phone."""

    items: list[ClientItem] = []
    query: str = ""
    picking: bool = False

    @rx.event
    @action
    async def search(self, query: str):
        """Show the clients whose name or id contains this text."""
        user = await current_user(self)
        self.query = str(query)[:MAX_QUERY]
        self.picking = bool(self.query.strip())
        await self._read(user)

    async def _page(self, user: CurrentUser, after: str | None) -> Page[ClientItem]:
        with loading():
            async with transaction() as session:
                return (await dossier.list_clients(session, user, self.query, after=after)).map(client_item)
