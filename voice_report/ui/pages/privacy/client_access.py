"""/inzage: the views of the dossier of the client that is open on /dossier; the address names no client."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

import reflex as rx

from .... import clock
from ....core import texts
from ....errors import Invalid
from ....services.audit import client_access
from ....services.audit.client_access import Overview
from ....services.shared import dates, export, step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser, require_step_up
from ...kit import button, date_field, empty_state, error_state, focus_error, switch
from ...kit.scripted import print_page_button
from ...shell import routes
from ...shell.actions import action
from ...shell.client_search import ChosenClientState
from ...shell.layout import main, member_shell, page_head, way_back
from ...shell.session import SessionState, current_user
from ..audit.log_table import deed, log_table

#: Lines that the page shows; a file has all of them.
MOST_LINES = 500
_DAYS = 92  # that the period has at first


@dataclass
class AccessItem:
    """A line of the overview; ``heading`` is the day, on its first line."""

    id: int
    time: str
    who: str
    kind: str
    what: str
    about: str
    repeated: str
    heading: str


@dataclass
class ProcessingItem:
    """What a party got, and how often."""

    party: str
    what: str
    where: str
    number: str


class ClientAccessState(rx.State):
    """The overview of the client whose dossier is open, by function or (``names``) by name."""

    _roles: ClassVar = (ADMIN,)

    loaded: bool = False
    failed: bool = False
    items: list[AccessItem] = []
    processing: list[ProcessingItem] = []
    client_name: str = ""
    client_about: str = ""
    paper: str = ""
    more: str = ""
    names: bool = False
    since: str = ""
    until: str = ""
    since_error: str = ""
    until_error: str = ""
    refused: int = 0
    _client_id: str = ""

    @action
    async def load(self):
        """Make the overview of the client that was chosen in the dossier; without one it says so."""
        user = await current_user(self, ADMIN)
        self.loaded, self.failed = False, True  # shown if a line below raises
        require_step_up(user, step_up_reasons.CLIENT_ACCESS)
        chosen = (await self.get_state(ChosenClientState))._client_id
        if chosen != self._client_id:
            self._client_id, self.names = chosen, False
            today = dates.today()
            self.since, self.until = texts.dutch_date(today - timedelta(days=_DAYS)), texts.dutch_date(today)
        self.items, self.processing, self.client_name = [], [], ""
        self.since_error = self.until_error = ""
        if chosen:
            await self._make(user)
        self.loaded, self.failed = True, False

    @action
    async def choose_dates(self, form: dict):
        """Make the overview of another period; on a wrong date the one on the screen stays."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.CLIENT_ACCESS)  # first: the press is repeated after the code
        since, until = (str(form.get(name) or "")[:200].strip() for name in ("since", "until"))
        self.since_error = self.until_error = ""
        former = self.since, self.until
        try:
            dates.period(since, until)
            self.since, self.until = since, until
            await self._make(user)
        except Invalid as error:
            self.since, self.until = former
            setattr(self, "until_error" if error.code == "until" else "since_error", error.message)
            self.refused += 1

    @action
    async def show_names(self, names: bool):
        """'Namen tonen': colleagues by name instead of by function."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.CLIENT_ACCESS)
        self.names = bool(names)
        await self._make(user)

    @action
    async def download(self):
        """'Downloaden als CSV': the whole overview, as it is chosen."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.CLIENT_ACCESS)
        since, until = dates.period(self.since, self.until)
        text = await client_access.export_csv(user, self._client_id, since=since, until=until, names=self.names)
        name = export.file_name(clock.now(), self.client_name, "csv", what="inzage")
        return rx.download(data=text.encode(), filename=name)

    async def _make(self, user: CurrentUser) -> None:
        since, until = dates.period(self.since, self.until)
        found = await client_access.read(user, self._client_id, since=since, until=until, names=self.names)
        self.client_name = found.client_name
        self.client_about = f"{found.client_id}, {texts.born_on(found.date_of_birth).lower()}"
        self.items = _items(found)
        beyond = len(found.lines) - len(self.items)
        more = texts.counted(beyond, "regel staat", "regels staan")
        self.more = f"Nog {more} alleen in het bestand. Kies een kortere periode om ze hier te zien." if beyond else ""
        self.processing = [
            ProcessingItem(one.party, one.what, one.where, texts.dutch_number(one.number)) for one in found.processing
        ]
        self.paper = _paper_words(found)


def _items(found: Overview) -> list[AccessItem]:
    items: list[AccessItem] = []
    before = ""
    for number, line in enumerate(found.lines[:MOST_LINES]):
        day = texts.relative_day(line.at, found.made_at)
        often = f"{line.number} keer, de eerste om {texts.time(line.at)} uur" if line.number > 1 else ""
        items.append(
            AccessItem(
                id=number,
                time=texts.time(line.at),
                who=line.who,
                kind=line.kind,
                what=line.what,
                about=line.about,
                repeated=", ".join(filter(None, (often, line.reason))),
                heading=day if day != before else "",
            )
        )
        before = day
    return items


def _paper_words(found: Overview) -> str:
    """Return the line below the title on paper: whose, of when, and who made it."""
    begin = f"Van {texts.dutch_date(found.since)}" if found.since else "Van het begin"
    end = f" tot en met {texts.dutch_date(found.until)}" if found.until else " tot nu"
    by = found.by if found.by != "Beheerder" else "een beheerder"
    made = f"Gemaakt op {texts.dutch_date(found.made_at)} om {texts.time(found.made_at)} uur door {by}"
    return f"{found.client_name}, {found.client_id}. {begin}{end}. {made} van "


def access_page() -> rx.Component:
    state = ClientAccessState
    return member_shell(
        main(
            page_head(
                "Wie heeft dit dossier gezien",
                rx.cond(
                    state.client_name != "",
                    rx.el.p(state.client_name, ", ", rx.el.span(state.client_about, class_name="num")),
                ),
                rx.cond(
                    state.client_name != "",
                    rx.el.div(
                        print_page_button("primary"),
                        button("Downloaden als CSV", icon_name="download", on_click=state.download),
                        class_name="row",
                    ),
                ),
                back=way_back("Terug naar het dossier", routes.DOSSIER),
            ),
            rx.el.div(
                rx.cond(
                    state.failed,
                    error_state("Kon het overzicht niet maken.", state.load),
                    rx.cond(state.client_name != "", _overview(), _nobody()),
                ),
                class_name="page access-page",
            ),
        ),
        ready=state.loaded | state.failed,
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _nobody() -> rx.Component:
    return empty_state(
        "Kies eerst een cliënt", "Open het dossier van een cliënt en kies daar 'Wie heeft dit gezien'.", art="archive"
    )


def _overview() -> rx.Component:
    state = ClientAccessState
    return rx.fragment(
        _choices(),
        rx.el.div(
            rx.el.b("Wie heeft dit dossier gezien"),
            rx.el.span(state.paper, SessionState.organization_name, ".", class_name="num"),
            class_name="paper-head",
        ),
        rx.cond(
            state.items.length() > 0,
            rx.fragment(
                log_table("Inzage, de laatste dag eerst", ("Moment", "Wie", "Wat", "Betreft"), state.items, _cells),
                rx.cond(state.more != "", rx.el.p(state.more, class_name="quiet num")),
            ),
            rx.el.p("In deze periode zag niemand dit dossier.", role="status", class_name="soft"),
        ),
        rx.cond(state.processing.length() > 0, _processing()),
        rx.el.p(
            "Geen gegevens van andere cliënten, geen adressen en geen toestellen. "
            "Dit overzicht maken staat zelf ook in het logboek.",
            class_name="quiet",
        ),
    )


def _choices() -> rx.Component:
    state = ClientAccessState
    return rx.el.div(
        rx.el.form(
            rx.el.div(
                date_field(label="Vanaf", name="since", default_value=state.since, error=state.since_error),
                date_field(label="Tot en met", name="until", default_value=state.until, error=state.until_error),
                class_name="dates",
            ),
            button("Tonen", type="submit"),
            focus_error(round=state.refused),
            on_submit=state.choose_dates,
            no_validate=True,
            class_name="access-dates",
            aria_label="Periode",
        ),
        switch(
            "Namen tonen",
            "names",
            hint="Uit: alleen de functie. Zo geef je het aan de cliënt mee.",
            checked=state.names,
            on_change=state.show_names,
        ),
        class_name="access-form",
    )


def _cells(item: rx.Var[AccessItem]) -> tuple[rx.Component, ...]:
    refused = item.kind == "refused"
    return (
        rx.el.td(item.who, class_name="person"),
        rx.el.td(deed(item.what, item.kind.to(str), failed=refused, failed_icon="x"), class_name="act"),
        rx.el.td(item.about, rx.cond(item.repeated != "", rx.el.small(item.repeated)), class_name="subject"),
    )


def _processing() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Verwerkt door", id="verwerkt", class_name="subheading"),
        rx.el.table(
            rx.el.caption("Verwerkers", class_name="visually-hidden"),
            rx.el.thead(rx.el.tr(rx.el.td(), *(rx.el.th(words, scope="col") for words in ("Wat", "Waar", "Hoe vaak")))),
            rx.el.tbody(rx.foreach(ClientAccessState.processing, _party)),
            class_name="plain-table num",
        ),
        class_name="card pad by-whom",
        aria_labelledby="verwerkt",
    )


def _party(one: rx.Var[ProcessingItem]) -> rx.Component:
    def cell(label: str, words: rx.Var[str]) -> rx.Component:
        return rx.el.td(words, custom_attrs={"data-label": label})

    return rx.el.tr(
        rx.el.th(one.party, scope="row"),
        cell("Wat", one.what),
        cell("Waar", one.where),
        cell("Hoe vaak", one.number),
        key=one.party + one.what + one.where,
    )
