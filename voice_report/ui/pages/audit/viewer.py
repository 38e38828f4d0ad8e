"""The audit trail: organization admins see that of their organization, platform admins see all (security.md S27)."""

from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

import reflex as rx

from .... import clock
from ....core import texts
from ....errors import Invalid
from ....services.audit import viewer
from ....services.audit.audited_reads import run_audited
from ....services.audit.viewer import AuditFilter
from ....services.shared import dates, step_up_reasons
from ....services.shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, require_step_up
from ....services.shared.pagination import Page
from ....services.shared.text import storable
from ...islands.sign_in.factors.step_up import step_up_download
from ...kit import button, chips, date_field, empty_state, field, focus_error, link_button
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import back_to_admin, main, member_shell, page_head
from ...shell.paged_list import PagedList, paged
from ...shell.session import current_user
from .log_table import KINDS, deed, log_table
from .repeated import Shown, merged

_EXPORT = "/api/logbook/export"


@dataclass
class LogbookItem:
    """A row of the audit trail, or several (``repeated``); ``heading`` is the day, on its first row."""

    id: str
    day: str
    time: str
    person: str
    organization: str
    kind: str
    what: str
    repeated: str
    subject: str
    detail: str
    failed: bool
    reason: str
    source: str
    heading: str = ""


class LogbookState(PagedList, rx.State):
    """The filter, and the rows loaded so far; ``refused`` counts the times that a date was wrong."""

    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[LogbookItem] = []
    kind: str = ""
    person: str = ""
    client: str = ""
    since: str = ""
    until: str = ""
    since_error: str = ""
    until_error: str = ""
    refused: int = 0

    @rx.var
    def export_href(self) -> str:
        """Return the download URL for the same rows."""
        asked = {
            "kind": self.kind,
            "person": self.person,
            "client": self.client,
            "since": _iso(self.since),
            "until": _iso(self.until),
        }
        return f"{_EXPORT}?{urlencode({name: value for name, value in asked.items() if value})}"

    @action
    async def search(self, form: dict):
        """Load the rows that match the filter; on a wrong date the rows on the screen stay."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.LOGBOOK)  # first: the press is repeated after the code
        told = {
            name: storable(str(form.get(name) or "")[:200]).strip() for name in ("person", "client", "since", "until")
        }
        self.since_error = self.until_error = ""
        try:
            dates.period(told["since"], told["until"])
        except Invalid as error:
            setattr(self, f"{error.code}_error", error.message)
            self.refused += 1
            return
        self.person, self.client, self.since, self.until = told.values()
        await self._read(user)

    @action
    async def choose_kind(self, kind: str):
        """Show the rows of this kind, or of all kinds."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.LOGBOOK)  # first: the press is repeated after the code
        self.kind = kind if kind in viewer.KINDS else ""
        await self._read(user)

    async def _begin(self) -> None:
        self.since_error = self.until_error = ""

    async def _page(self, user: CurrentUser, after: str | None) -> Page[LogbookItem]:
        wanted = AuditFilter(self.person, self.client, *dates.period(self.since, self.until), self.kind)
        read = await run_audited(viewer.read, user, wanted, after=after)
        page = Page([_item(shown) for shown in merged(read.items)], read.next)
        before = self.items[-1].day if after and self.items else ""
        for item in page.items:
            item.heading, before = item.day if item.day != before else "", item.day
        return page


def _iso(text: str) -> str:
    day = dates.optional(text)
    return day.isoformat() if day else ""


def _item(shown: Shown) -> LogbookItem:
    entry = shown.entry
    client = entry.client or entry.client_id
    number = entry.client_id if entry.client else ""
    detail = ", ".join(part for part in (number, entry.subject if client else "") if part)
    return LogbookItem(
        id=str(entry.id),
        day=texts.relative_day(entry.at, clock.now()),
        time=texts.time(entry.at),
        person=entry.person,
        organization=entry.organization,
        kind=entry.kind,
        what=shown.what,
        repeated=shown.repeated,
        subject=client or entry.subject,
        detail=detail,
        failed=not entry.success,
        reason=entry.reason,
        source=entry.ip_address,
    )


def logbook_page() -> rx.Component:
    """Return the page with the filter and the rows."""
    return member_shell(
        main(
            page_head(
                "Logboek",
                rx.el.p("Wie wat bekeek, wijzigde, kopieerde, downloadde of verwijderde, en wanneer."),
                back=back_to_admin(),
            ),
            rx.el.div(
                paged(LogbookState, _rows(), _nothing(), failed="Kon het logboek niet laden.", head=_filter()),
                class_name="page logbook",
            ),
        ),
        ready=LogbookState.loaded | LogbookState.failed,
        section=routes.ADMIN,
    )


def _filter() -> rx.Component:
    state = LogbookState
    return rx.el.form(
        chips("Handeling", "kind", (("", "Alles"), *KINDS), value=state.kind, on_change=state.choose_kind),
        rx.el.div(
            field("Medewerker", "person", default_value=state.person, placeholder="Naam of e-mailadres"),
            field("Cliënt", "client", default_value=state.client, placeholder="Naam of nummer"),
            rx.el.div(
                date_field(label="Vanaf", name="since", default_value=state.since, error=state.since_error),
                date_field(label="Tot en met", name="until", default_value=state.until, error=state.until_error),
                class_name="dates",
            ),
            class_name="filter-fields",
        ),
        rx.el.div(
            button("Zoeken", type="submit", variant="primary", icon_name="search"),
            link_button(  # a plain browser link: it is a file, not a page
                "Downloaden als CSV",
                href=LogbookState.export_href,
                icon_name="download",
                custom_attrs=step_up_download(step_up_reasons.LOGBOOK),
            ),
            class_name="filter-foot",
        ),
        focus_error(round=state.refused),
        on_submit=LogbookState.search,
        no_validate=True,
        class_name="filters",
        role="search",
    )


def _nothing() -> rx.Component:
    return empty_state("Niets gevonden", "Er staat niets in het logboek dat hierbij past.", art="archive")


def _rows() -> rx.Component:
    head = ("Moment", "Wie", "Wat", "Betreft", "IP-adres")
    return log_table("Logboek, nieuwste eerst", head, LogbookState.items, _cells)


def _cells(item: rx.Var[LogbookItem]) -> tuple[rx.Component, ...]:
    return (
        rx.el.td(item.person, rx.cond(item.organization != "", rx.el.small(item.organization)), class_name="person"),
        rx.el.td(
            deed(item.what, rx.cond(item.failed, "failed", item.kind), failed=item.failed, failed_icon="alert"),
            rx.cond(item.repeated != "", rx.el.small(item.repeated)),
            rx.cond(item.reason != "", rx.el.small(item.reason)),
            class_name="act",
        ),
        rx.el.td(item.subject, rx.cond(item.detail != "", rx.el.small(item.detail)), class_name="subject"),
        rx.el.td(item.source, class_name="source"),
    )
