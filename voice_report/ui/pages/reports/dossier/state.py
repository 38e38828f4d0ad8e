"""State of the dossier page: the clients loaded so far, the client whose reports are shown, and the open reports.

A report's text is loaded when it is opened, so that the audit trail records each view. The URL contains no client.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import reflex as rx

from ..... import logs, texts
from .....database import transaction
from .....errors import DomainError, NotFound, Unavailable
from .....services.reports import dossier, search
from .....services.reports.dossier import ReportView
from .....services.shared.identity import CurrentUser
from ....actions import action
from ....components import show_toast
from ....session import current_user
from .items import ClientItem, ReportItem, client_item, closed, found_item, opened, report_item

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


class DossierState(rx.State):
    """The archive as the page shows it: the reports of a client, or search results (``words`` is not empty)."""

    loaded: bool = False
    failed: bool = False
    query: str = ""
    picking: bool = False
    clients: list[ClientItem] = []
    more_clients: str = ""
    client: ClientItem = ClientItem()
    items: list[ReportItem] = []
    following: str = ""
    words: str = ""
    looked_until: str = ""
    search_error: str = ""

    @rx.event
    @action
    async def load(self):
        """Load the clients, and the reports of the client shown before, or of the first client."""
        self.loaded, self.failed = False, True  # shown if a line below raises
        user = await current_user(self)
        with loading():
            await self._read_clients(user)
            if not self.words and self.clients:
                await self._read_shown(user)
        self.loaded, self.failed = True, False

    @rx.event
    @action
    async def search_clients(self, query: str):
        """Show the clients whose name contains this text."""
        user = await current_user(self)
        self.query = str(query)[:100]
        self.picking = bool(self.query.strip())
        with loading():
            await self._read_clients(user)

    @rx.event
    @action
    async def load_more_clients(self):
        """Load the next clients, below the last one."""
        user = await current_user(self)
        if not self.more_clients:
            return
        with loading():
            async with transaction() as session:
                found = await dossier.list_clients(session, user, self.query, after=self.more_clients)
        known = {client.id for client in self.clients}
        fresh = [client_item(client) for client in found.items if client.client_id not in known]
        self.clients, self.more_clients = [*self.clients, *fresh], found.next or ""

    @rx.event
    @action
    async def choose(self, client_id: str):
        """Show a client's reports, with the newest report open."""
        user = await current_user(self)
        self.picking, self.words = False, ""
        with loading():
            await self._read_reports(user, str(client_id))
            if self.items:
                await self._open(user, self.items[0])

    @rx.event
    @action
    async def load_more(self):
        """Load the next reports below the last one, or search further back."""
        user = await current_user(self)
        if not self.following:
            return
        with loading():
            if self.words:
                await self._find(user, self.following)
            else:
                await self._read_reports(user, self.client.id, self.following)

    @rx.event
    @action
    async def find(self, form: dict):
        """Search all reports; the typed words stay in the field."""
        user = await current_user(self)
        words = " ".join(str(form.get("words", ""))[:200].split())
        self.search_error = "" if words else "Vul in waar je naar zoekt."
        if not words:
            return
        self.words, self.items = words, []
        with loading():
            await self._find(user, None)

    @rx.event
    @action
    async def back_to_client(self):
        """Leave the search results and show the client again."""
        user = await current_user(self)
        self.words, self.items, self.following = "", [], ""
        with loading():
            await self._read_reports(user, self.client.id)

    @rx.event
    @action
    async def toggle(self, report_id: str):
        """Open or close a report in the list."""
        user = await current_user(self)
        item = self._listed(report_id)
        if item is None:
            return
        with loading():
            await self._open(user, item) if not item.open else self._replace(closed(item))

    @rx.event
    @action
    async def toggle_transcript(self, report_id: str):
        """Show or hide the transcript next to the report."""
        user = await current_user(self)
        item = self._listed(report_id)
        if item is None or not item.open:
            return
        if item.transcript_open:
            self._replace(replace(item, transcript="", transcript_open=False))
            return
        with loading():
            report = await _read(user, item.id)
        self._replace(replace(item, transcript=report.transcript, transcript_open=True))

    @rx.event
    @action
    async def download(self, report_id: str):
        """Download a report as a text file with the client's name."""
        user = await current_user(self)
        async with transaction() as session:
            name, text = await dossier.export_report(session, user, str(report_id))
        await show_toast(self, "Download gestart")
        return rx.download(data=text.encode(), filename=name)

    async def _read_clients(self, user: CurrentUser) -> None:
        async with transaction() as session:
            found = await dossier.list_clients(session, user, self.query)
        self.clients, self.more_clients = [client_item(client) for client in found.items], found.next or ""

    async def _read_shown(self, user: CurrentUser) -> None:
        try:
            await self._read_reports(user, self.client.id or self.clients[0].id)
        except NotFound:  # the client shown before has no reports any more
            await self._read_reports(user, self.clients[0].id)

    async def _read_reports(self, user: CurrentUser, client_id: str, after: str | None = None) -> None:
        async with transaction() as session:
            client = await dossier.get_client(session, user, client_id)
            found = await dossier.client_reports(session, user, client_id, after=after)
        self.client, self.looked_until = client_item(client), ""
        self._show([report_item(report) for report in found.items], found.next, below=bool(after))

    async def _find(self, user: CurrentUser, after: str | None) -> None:
        async with transaction() as session:
            found = await search.search(session, user, self.words, after=after)
        self.looked_until = texts.dutch_date(found.looked_until) if found.looked_until else ""
        self._show([found_item(report, self.words) for report in found.reports], found.next, below=bool(after))

    def _show(self, fresh: list[ReportItem], following: str | None, *, below: bool) -> None:
        known = {item.id for item in self.items} if below else set()
        self.items = [*(self.items if below else []), *(item for item in fresh if item.id not in known)]
        self.following = following or ""

    async def _open(self, user: CurrentUser, item: ReportItem) -> None:
        report = await _read(user, item.id)
        fresh = opened(item, report)
        if not fresh.report:  # saved without a structured report: show the transcript instead
            fresh = replace(fresh, transcript=report.transcript, transcript_open=True)
        self._replace(fresh)

    def _listed(self, report_id: str) -> ReportItem | None:
        return next((item for item in self.items if item.id == report_id), None)

    def _replace(self, fresh: ReportItem) -> None:
        self.items = [fresh if item.id == fresh.id else item for item in self.items]


async def _read(user: CurrentUser, report_id: str) -> ReportView:
    async with transaction() as session:  # viewing is recorded in the audit trail
        return await dossier.get_report(session, user, report_id)
