"""/steekproef: twenty rows of last month's logbook, each in order or to be inquired about, and the signature."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction
from ....errors import NotFound
from ....services.audit import samples
from ....services.audit.audited_reads import audited_read
from ....services.audit.samples import ASK, FINE, MAX_NOTE, Sample, SampleRow
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import badge, button, empty_state, error_state, field
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, member_shell, page_head, way_back
from ...shell.session import current_user


@dataclass
class SampleItem:
    """A row of the sample; ``judged`` is who said something of it."""

    id: str
    sequence: int
    when: str
    what: str
    who: str
    about: str
    reason: str
    is_own: bool
    said: str
    note: str
    judged: str


@dataclass
class MonthItem:
    """Another month that has a sample, and whether that waits for a signature."""

    name: str
    href: str
    state: str
    is_signed: bool


class SampleState(rx.State):
    """Last month's sample, or that of the month in the address, and what was said of it so far."""

    _roles: ClassVar = (ADMIN,)

    loaded: bool = False
    failed: bool = False
    items: list[SampleItem] = []
    about: str = ""
    progress: str = ""
    signed: str = ""
    may_sign: bool = False
    is_only_admin: bool = False
    others: list[MonthItem] = []
    _month: date = date.min

    @action
    async def load(self):
        """Load the sample; until last month's is drawn, within the hour after the month, it says so."""
        user = await current_user(self, ADMIN)
        self.loaded, self.failed = False, True  # shown if a line below raises
        self._month = _month_in(str(self.router.url.query_parameters.get("maand", ""))) or samples.last_month()
        await self._read(user)
        self.loaded, self.failed = True, False

    @action
    async def judge(self, sequence: int, said: str):
        """'In orde' or 'Navragen'; a note stays as it is."""
        user = await current_user(self, ADMIN)
        known = next((item.note for item in self.items if item.sequence == int(sequence)), "")
        await self._answer(user, int(sequence), str(said), known)

    @action
    async def comment(self, sequence: int, note: str):
        """The note at 'Navragen'."""
        user = await current_user(self, ADMIN)
        await self._answer(user, int(sequence), ASK, str(note))

    @action
    async def sign(self):
        """'Ondertekenen'."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(samples.sign, user, self._month)
        await self._read(user)

    async def _answer(self, user: CurrentUser, sequence: int, said: str, note: str) -> None:
        await run_in_transaction(samples.answer, user, self._month, sequence, said, note)
        await self._read(user)

    async def _read(self, user: CurrentUser) -> None:
        self.items, self.progress, self.signed, self.may_sign, self.others = [], "", "", False, []
        self.about = f"{_named(self._month).capitalize()}."
        found = None
        async with audited_read() as session:
            months = await samples.months(session, user)
            with suppress(NotFound):  # not drawn yet
                found = await samples.read(session, user, self._month)
        self.others = [_other(month, is_signed=is_signed) for month, is_signed in months if month != self._month]
        if found:
            self._show(found)

    def _show(self, found: Sample) -> None:
        self.items = [_item(row) for row in found.rows]
        number = texts.counted(len(found.rows), "regel", "regels")
        self.about = f"{number} van {_named(self._month)}. Niemand kiest welke."
        done = len(found.rows) - found.left
        self.progress = f"Nog {found.left} van {len(found.rows)}" if found.left else f"{done} van {done} bekeken"
        self.is_only_admin = found.is_only_admin and any(row.is_own for row in found.rows)
        self.may_sign = found.signed_at is None and not found.left and bool(found.rows)
        if found.signed_at:
            self.signed = f"Ondertekend door {found.signed_by}, {texts.dutch_moment(found.signed_at)}"


def _named(month: date) -> str:
    return f"{texts.month(month)} {month.year}"


def _other(month: date, *, is_signed: bool) -> MonthItem:
    state = "ondertekend" if is_signed else "nog te ondertekenen"
    return MonthItem(_named(month), f"{routes.SAMPLE}?maand={month:%Y-%m}", state, is_signed)


def _month_in(address: str) -> date | None:
    """Return the first day of the month in an address ('2026-10'); ``None`` for anything else."""
    try:
        return date.fromisoformat(f"{address}-01") if len(address) == len("2026-10") else None
    except ValueError:
        return None


def _item(row: SampleRow) -> SampleItem:
    entry = row.entry
    about = ", ".join(part for part in (entry.client or entry.client_id, entry.subject) if part)
    return SampleItem(
        id=str(entry.id),
        sequence=row.sequence,
        when=texts.short_day_and_time(entry.at),
        what=entry.what,
        who=entry.person,
        about=about,
        reason=entry.reason,
        is_own=row.is_own,
        said=row.answer.said if row.answer else "",
        note=row.answer.note if row.answer else "",
        judged=row.answer.by if row.answer else "",
    )


def sample_page() -> rx.Component:
    state = SampleState
    return member_shell(
        main(
            page_head(
                "Steekproef van het logboek",
                rx.el.p(state.about),
                back=way_back("Terug naar Privacy", routes.OUTSIDE),
            ),
            rx.el.div(
                rx.cond(
                    state.failed,
                    error_state("Kon de steekproef niet laden.", state.load),
                    rx.fragment(rx.cond(state.items.length() > 0, _sample(), _nothing()), _other_months()),
                ),
                class_name="page sample-page",
            ),
        ),
        ready=state.loaded | state.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _nothing() -> rx.Component:
    return empty_state(
        "Niets om na te kijken",
        "Van deze maand is er niets om na te kijken. Na het einde van een maand komt er een nieuwe steekproef.",
        art="archive",
    )


def _sample() -> rx.Component:
    state = SampleState
    return rx.fragment(
        rx.el.ul(rx.foreach(state.items, _card), class_name="sample-rows"),
        rx.el.div(
            rx.el.p(rx.cond(state.signed != "", state.signed, state.progress), role="status", class_name="num"),
            rx.cond(
                state.is_only_admin & (state.signed == ""),
                rx.el.p(
                    "Je bent de enige beheerder. Wat je zelf deed, blijft zonder oordeel. Dat staat erbij.",
                    class_name="quiet",
                ),
            ),
            rx.cond(
                state.signed == "",
                button("Ondertekenen", variant="primary", disabled=~state.may_sign, on_click=state.sign),
            ),
            class_name="sample-foot",
        ),
    )


def _other_months() -> rx.Component:
    """Return the way to other months; one without a signature stays in the privacy file until it is signed."""
    state = SampleState
    return rx.cond(
        state.others.length() > 0,
        rx.el.section(
            rx.el.h2("Andere maanden", id="maanden", class_name="subheading"),
            rx.el.ul(
                rx.foreach(
                    state.others,
                    lambda one: rx.el.li(
                        rx.el.a(one.name, href=one.href),
                        " ",
                        rx.cond(one.is_signed, badge(one.state, tone="green"), badge(one.state, tone="amber")),
                        key=one.href,
                    ),
                ),
                class_name="other-months",
            ),
            aria_labelledby="maanden",
        ),
    )


def _card(item: rx.Var[SampleItem]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.b(item.what),
            rx.el.span(item.about),
            rx.el.span(item.who, ", ", item.when, class_name="quiet num"),
            rx.cond(item.reason != "", rx.el.span(item.reason, class_name="quiet")),
            class_name="sample-row",
        ),
        rx.cond(item.is_own & (item.said == ""), badge(samples.BY_ANOTHER), _answers(item)),
        class_name="card pad",
        key=item.id,
    )


def _answers(item: rx.Var[SampleItem]) -> rx.Component:
    state = SampleState
    is_shut = (state.signed != "") | item.is_own

    def choice(label: str, said: str) -> rx.Component:
        return button(
            label,
            size="small",
            variant="secondary",
            what=item.what + ", " + item.when,
            disabled=is_shut,
            on_click=state.judge(item.sequence, said),
            custom_attrs={"aria-pressed": rx.cond(item.said == said, "true", "false")},
        )

    return rx.el.div(
        rx.el.div(choice("In orde", FINE), choice("Navragen", ASK), class_name="row"),
        rx.cond(
            item.said == ASK,
            field(
                "Opmerking",
                "note-" + item.id.to(str),
                hint="Zet hier geen gegevens van de cliënt.",
                default_value=item.note,
                max_length=MAX_NOTE,
                disabled=is_shut,
                on_blur=lambda text: state.comment(item.sequence, text),
            ),
        ),
        rx.cond(item.judged != "", rx.el.p("Door ", item.judged, class_name="quiet")),
        class_name="sample-answers",
    )
