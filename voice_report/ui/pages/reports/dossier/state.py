"""State of the dossier page: the client whose reports are shown, and the open reports.

A report's text is loaded when it is opened, so that the audit trail records each view. The URL contains no client.
"""

import asyncio
from dataclasses import replace
from datetime import date

import reflex as rx

from ..... import clock
from .....core import texts
from .....db.session import reading, run_in_transaction
from .....errors import Invalid, NotFound
from .....services.archive import dossier, search
from .....services.archive.dossier import ReportView
from .....services.audit.audited_reads import audited_read, run_audited
from .....services.exports import files
from .....services.privacy import terms
from .....services.processing import provenance
from .....services.shared import dates
from .....services.shared.identity import ADMIN, CurrentUser
from .....services.shared.pagination import Page
from ....kit import show_toast
from ....shell import routes
from ....shell.actions import action
from ....shell.client_search import ChosenClientState
from ....shell.paged_list import PagedList
from ....shell.session import current_user
from ...privacy import countdown
from ..profile_choice import ProfileState
from .clients import DossierClientsState, loading
from .items import ClientItem, ReportItem, client_item, closed, found_item, opened, report_item

OWN = "own"
REPORTS, MEASUREMENTS = "reports", "measurements"
PERIODS = {"": "Alles", "week": "Deze week", "last_week": "Vorige week", "month": "Deze maand", OWN: "Eigen periode"}


class DossierState(PagedList, rx.State):
    """The reports as the page shows them: of a client, or search results (``words`` is not empty).

    ``tab``: the client's reports, or its measured values. ``since`` and ``until`` are the dates of the period ``OWN``,
    as they were typed; ``refused`` counts wrong ones.
    """

    items: list[ReportItem] = []
    client: ClientItem = ClientItem()
    tab: str = REPORTS
    words: str = ""
    looked_until: str = ""
    search_error: str = ""
    period: str = ""
    since: str = ""
    until: str = ""
    since_error: str = ""
    until_error: str = ""
    refused: int = 0

    @action
    async def load(self):
        """Load the clients, and the reports of the client shown before, or of the first client."""
        self.loaded, self.failed = False, True  # shown if a line below raises
        user = await current_user(self)
        clients = await self.get_state(DossierClientsState)
        await clients._read(user)
        if not self.words and clients.items:
            with loading():
                await self._read_shown(user, clients.items[0].id)
        self.loaded, self.failed = True, False

    @action
    async def choose(self, client_id: str):
        """Show a client's reports, with the newest report open."""
        user = await current_user(self)
        (await self.get_state(DossierClientsState)).picking = False
        self.words = ""
        with loading():
            self._show(await self._reports(user, str(client_id), None))
            if self.items:
                await self._open(user, self.items[0])

    @action
    async def find(self, form: dict):
        """Search all reports; the typed words stay in the field."""
        user = await current_user(self)
        words = " ".join(str(form.get("words", ""))[:200].split())
        self.search_error = "" if words else "Vul in waar je naar zoekt."
        if not words:
            return
        self.words = words
        self._clear()
        await self._read(user)

    @action
    async def choose_period(self, period: str):
        """Show the reports of this period, or of all time; of the client, or of the search."""
        user = await current_user(self)
        self.period = period if period in PERIODS else ""
        self.since_error = self.until_error = ""
        self._clear()
        await self._read(user)

    @action
    async def choose_dates(self, form: dict):
        """Show the reports between two dates; on a wrong date those on the screen stay."""
        user = await current_user(self)
        since, until = (str(form.get(name) or "")[:200].strip() for name in ("since", "until"))
        self.since_error = self.until_error = ""
        try:
            dates.period(since, until)
        except Invalid as error:
            setattr(self, f"{error.code}_error", error.message)
            self.refused += 1
            return
        self.period, self.since, self.until = OWN, since, until
        self._clear()
        await self._read(user)

    @action
    async def back_to_client(self):
        """Leave the search results and show the client again."""
        user = await current_user(self)
        self.words = ""
        self._clear()
        await self._read(user)

    @action
    async def choose_tab(self, tab: str):
        """Show the client's reports, or its measured values over time."""
        await current_user(self)
        self.tab = MEASUREMENTS if tab == MEASUREMENTS else REPORTS

    @action
    async def show_report(self, report_id: str):
        """'Naar de rapportage': open the report that a measured value was said in, among the client's."""
        user = await current_user(self)
        with loading():
            item = self._item(str(report_id))
            if item is None:  # it is not among those that were loaded
                item = report_item(await _report(user, str(report_id)))
                self.items = [item, *self.items]
            if not item.open:
                await self._open(user, item)
        self.tab = REPORTS

    @action
    async def toggle(self, report_id: str):
        user = await current_user(self)
        item = self._item(report_id)
        if item is None:
            return
        with loading():
            await self._open(user, item) if not item.open else self._put(closed(item))

    @action
    async def toggle_transcript(self, report_id: str):
        """Show or hide the transcript next to the report."""
        user = await current_user(self)
        item = self._item(report_id)
        if item is None or not item.open:
            return
        if item.transcript_open:
            self._put(replace(item, transcript="", transcript_open=False))
            return
        with loading():
            report = await _report(user, item.id)
        self._put(replace(item, transcript=report.transcript, transcript_open=True))

    @action
    async def toggle_copying(self, report_id: str):
        """'Kopieer per kop': show the report field by field, or on paper again."""
        user = await current_user(self)
        item = self._item(report_id)
        if item is not None and item.report:
            await (await self.get_state(ProfileState))._offer(user, "")
            self._put(replace(item, copying=not item.copying))

    @action
    async def copied(self, report_id: str, whole: bool):
        """A field of the report was copied, or all of them."""
        user = await current_user(self)
        await run_in_transaction(dossier.note_copied, user, str(report_id))

    @action
    async def download(self, report_id: str, kind: str):
        """'Tekst', 'Word' and 'PDF' under 'Downloaden': a report as a file, with the client's name."""
        user = await current_user(self)
        file = await files.of_report(user, str(report_id), str(kind))
        await show_toast(self, "Download gestart")
        return rx.download(data=file.content, filename=file.name)

    @action
    async def download_all(self, kind: str):
        """'Alles in één bestand': the reports of the client in the chosen period."""
        user = await current_user(self)
        file = await files.of_client(user, self.client.id, str(kind), **self._period())
        await show_toast(self, "Download gestart")
        return rx.download(data=file.content, filename=file.name)

    @action
    async def show_access(self):
        """'Wie heeft dit gezien': the overview of the client on the page."""
        await current_user(self, ADMIN)
        (await self.get_state(ChosenClientState))._client_id = self.client.id
        return rx.redirect(routes.CLIENT_ACCESS)

    def _period(self) -> dict[str, date | None]:
        own = self.period == OWN
        since, until = dates.period(self.since, self.until) if own else dates.named(self.period, dates.today())
        return {"since": since, "until": until}

    async def _page(self, user: CurrentUser, after: str | None) -> Page[ReportItem]:
        with loading():
            return await (self._found(user, after) if self.words else self._reports(user, self.client.id, after))

    async def _read_shown(self, user: CurrentUser, first: str) -> None:
        try:
            page = await self._reports(user, self.client.id or first, None)
        except NotFound:  # the client shown before has no reports any more
            page = await self._reports(user, first, None)
        self._show(page)

    async def _reports(self, user: CurrentUser, client_id: str, after: str | None) -> Page[ReportItem]:
        async with audited_read() as session:
            client = await dossier.get_client(session, user, client_id)
            found = await dossier.client_reports(session, user, client_id, **self._period(), after=after)
        self.client, self.looked_until = client_item(client), ""
        return found.map(report_item)

    async def _found(self, user: CurrentUser, after: str | None) -> Page[ReportItem]:
        found = await run_audited(search.search, user, self.words, **self._period(), after=after)
        self.looked_until = texts.dutch_date(found.looked_until) if found.looked_until else ""
        words = self.words
        items = await asyncio.to_thread(lambda: [found_item(report, words) for report in found.reports])
        return Page(items, found.next)

    async def _open(self, user: CurrentUser, item: ReportItem) -> None:
        report = await _report(user, item.id)
        async with reading() as session:
            mark = await provenance.of_copy(session, user, report.id)
            found = await terms.of(session, user.organization_id)
        kept = countdown.of_report(found, report.created_at, report.transcript_removed_at, clock.now())
        fresh = opened(item, report, user, mark, kept)
        if not fresh.report:  # saved without a structured report: show the transcript instead
            fresh = replace(fresh, transcript=report.transcript, transcript_open=True)
        self._put(fresh)


async def _report(user: CurrentUser, report_id: str) -> ReportView:
    return await run_audited(dossier.get_report, user, report_id)
