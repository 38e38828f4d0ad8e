"""The audit trail: organization admins see that of their organization, platform admins see all (security.md S27)."""

from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

import reflex as rx

from .... import texts
from ....database import transaction
from ....services.audit import viewer
from ....services.audit.viewer import Entry, Wanted
from ....services.shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ... import routes
from ...actions import action
from ...components import badge, button, empty_state, field, link_button
from ...layout import main, member_shell, page, page_head
from ...paged_list import PagedList, paged
from ...session import SessionState, current_user

_EXPORT = "/api/logbook/export"


@dataclass
class LogbookItem:
    """A row of the audit trail."""

    id: str
    when: str
    person: str
    organization: str
    what: str
    subject: str
    client: str
    failed: bool
    reason: str
    source: str


class LogbookState(PagedList, rx.State):
    """The filter, and the rows loaded so far."""

    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[LogbookItem] = []
    person: str = ""
    client: str = ""
    since: str = ""
    until: str = ""

    @rx.var
    def export_href(self) -> str:
        """Return the download URL for the same rows."""
        asked = {"person": self.person, "client": self.client, "since": self.since, "until": self.until}
        return f"{_EXPORT}?{urlencode({name: value for name, value in asked.items() if value})}"

    @rx.event
    @action
    async def search(self, form: dict):
        """Load the rows that match the filter."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        told = {name: str(form.get(name) or "")[:200].strip() for name in ("person", "client", "since", "until")}
        for name in ("since", "until"):
            viewer.day(told[name])  # validate before changing the state: on an error the screen stays the same
        self.person, self.client, self.since, self.until = told.values()
        await self._read(user)

    async def _page(self, user: CurrentUser, after: str | None) -> Page[LogbookItem]:
        wanted = Wanted(self.person, self.client, viewer.day(self.since), viewer.day(self.until))
        async with transaction() as session:  # viewing is recorded too
            return (await viewer.read(session, user, wanted, after=after)).map(_item)


def _item(entry: Entry) -> LogbookItem:
    return LogbookItem(
        id=str(entry.id),
        when=texts.dutch_moment(entry.at),
        person=entry.person,
        organization=entry.organization,
        what=entry.what,
        subject=entry.subject,
        client=" ".join(part for part in (entry.client, entry.client_id and f"({entry.client_id})") if part),
        failed=not entry.success,
        reason=entry.reason,
        source=entry.ip_address,
    )


def logbook_page() -> rx.Component:
    """Return the page with the filter and the rows."""
    return member_shell(
        main(
            page_head("Logboek", rx.el.p("Wie wat bekeek, wijzigde, downloadde of verwijderde, en wanneer.")),
            rx.el.div(
                paged(LogbookState, _rows(), _nothing(), failed="Kon het logboek niet laden.", head=_filter()),
                class_name="page logbook",
            ),
        ),
        ready=LogbookState.loaded | LogbookState.failed,
    )


def _filter() -> rx.Component:
    return rx.el.form(
        field("Medewerker", "person", default_value=LogbookState.person, placeholder="Naam of e-mailadres"),
        field("Cliënt", "client", default_value=LogbookState.client, placeholder="Naam of nummer"),
        field("Vanaf", "since", type="date", default_value=LogbookState.since),
        field("Tot en met", "until", type="date", default_value=LogbookState.until),
        rx.el.div(
            button("Zoeken", type="submit", variant="primary", icon_name="search"),
            link_button(  # a plain browser link: it is a file, not a page
                "Downloaden als CSV",
                href=LogbookState.export_href,
                custom_attrs={"reloadDocument": True, "download": ""},
            ),
            class_name="row",
        ),
        on_submit=LogbookState.search,
        class_name="card filter",
        role="search",
    )


def _nothing() -> rx.Component:
    return empty_state("Niets gevonden", "Er staat niets in het logboek dat hierbij past.", art="archive")


def _rows() -> rx.Component:
    head = ("Moment", "Wie", "Wat", "Cliënt", "IP-adres")
    return rx.el.table(
        rx.el.caption("Logboek, nieuwste eerst", class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(*(rx.el.th(words, scope="col") for words in head))),
        rx.el.tbody(rx.foreach(LogbookState.items, _row)),
        class_name="card trail num",
    )


def _row(item: rx.Var[LogbookItem]) -> rx.Component:
    return rx.el.tr(
        rx.el.td(item.when),
        rx.el.td(item.person, rx.cond(item.organization != "", rx.el.span(item.organization, class_name="quiet"))),
        rx.el.td(
            item.what,
            rx.cond(item.subject != "", rx.el.span("Betreft ", item.subject, class_name="quiet")),
            rx.cond(item.failed, badge("Niet gelukt", tone="coral")),
            rx.cond(item.reason != "", rx.el.span(item.reason, class_name="quiet")),
        ),
        rx.el.td(item.client),
        rx.el.td(item.source),
        key=item.id,
    )


def register(app: rx.App) -> None:
    """Add /logboek."""
    page(
        app,
        routes.LOGBOOK,
        logbook_page,
        title="Logboek",
        on_load=[SessionState.require_admin, LogbookState.load],
        indexed=False,
    )
