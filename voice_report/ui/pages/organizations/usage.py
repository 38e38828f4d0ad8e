"""The team's usage: a small chart of the reports per month, a table of the reports per user, and the mail about it."""

from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction, run_reading
from ....services.audit.audited_reads import run_audited
from ....services.organizations import month_mail, usage
from ....services.organizations.usage import TeamUsage
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import error_state, switch
from ...shell.actions import action
from ...shell.paged_list import Loaded
from ...shell.session import current_user


class MonthMailState(rx.State):
    """Whether this administrator gets the mail."""

    wanted: bool = False

    @action
    async def load(self):
        user = await current_user(self, ADMIN)
        self.wanted = await run_reading(month_mail.is_wanted, user)

    @action
    async def choose(self, wanted: bool):
        user = await current_user(self, ADMIN)

        async def save(session) -> None:
            await month_mail.choose(session, user, wanted=wanted is True)

        await run_in_transaction(save)
        self.wanted = wanted is True


def month_mail_switch() -> rx.Component:
    return switch(
        "Maandbericht",
        "month-mail",
        hint="Op de eerste van de maand in je mail: hoeveel verslagen, hoeveel credits over, tot wanneer dat reikt.",
        checked=MonthMailState.wanted,
        on_change=MonthMailState.choose,
    )


_BAR = 100  # height of the drawing, in its own units


@dataclass
class Month:
    """A month of the chart: its labels, its number of reports, and the start and height of its bar."""

    short: str
    name: str
    total: str
    top: str
    height: str


@dataclass
class Row:
    """A user's reports per month, and the total."""

    name: str
    reports: list[str]
    total: str


class UsageState(Loaded, rx.State):
    """The numbers of reports in the last months."""

    _roles: ClassVar = (ADMIN,)

    total: str = ""
    months: list[Month] = []
    people: list[Row] = []

    async def _read(self, user: CurrentUser) -> None:
        found = await run_audited(usage.by_month, user)
        self.months = months(found)
        self.people = [Row(one.name, [*map(str, one.reports)], str(one.total)) for one in found.people]
        self.total = str(sum(found.totals))


def months(found: TeamUsage) -> list[Month]:
    """Return the chart's months; the busiest month has the full height, and a month without reports a thin line."""
    highest = max(*found.totals, 1)
    heights = [max(round(_BAR * total / highest), 2) for total in found.totals]
    return [
        Month(texts.short_month(day), f"{texts.month(day)} {day.year}", str(total), str(_BAR - height), str(height))
        for day, total, height in zip(found.months, found.totals, heights, strict=True)
    ]


def usage_card() -> rx.Component:
    return rx.cond(
        UsageState.loaded,
        rx.el.section(
            rx.el.div(
                rx.el.h2("Gebruik per maand", id="gebruik", class_name="subheading"),
                rx.el.p(
                    UsageState.total,
                    rx.cond(UsageState.total == "1", " rapportage", " rapportages"),
                    class_name="quiet num",
                ),
                class_name="card-head",
            ),
            rx.cond(
                UsageState.people.length() > 0,
                rx.el.div(_chart(), _table(), class_name="usage"),
                rx.el.p("In de laatste zes maanden zijn er nog geen rapportages gemaakt.", class_name="soft"),
            ),
            month_mail_switch(),
            class_name="card pad",
            aria_labelledby="gebruik",
        ),
        error_state("Kon het gebruik niet laden. Probeer het later opnieuw.", UsageState.load),
    )


def _chart() -> rx.Component:
    """Return the chart with the same numbers as the last row of the table; hidden from screen readers."""

    def bar(month: rx.Var[Month]) -> rx.Component:
        return rx.el.div(
            rx.el.span(month.total, class_name="amount"),
            rx.el.svg(
                rx.el.rect(x="0", y=month.top, width="10", height=month.height),
                view_box=f"0 0 10 {_BAR}",
                preserve_aspect_ratio="none",
            ),
            rx.el.span(month.short),
        )

    return rx.el.div(rx.foreach(UsageState.months, bar), class_name="bars num", aria_hidden=True)


def _table() -> rx.Component:
    def heading(month: rx.Var[Month]) -> rx.Component:
        return rx.el.th(rx.el.abbr(month.short, title=month.name), scope="col")

    def row(person: rx.Var[Row]) -> rx.Component:
        return rx.el.tr(
            rx.el.th(person.name, scope="row"),
            rx.foreach(person.reports, lambda reports: rx.el.td(reports)),
            rx.el.td(person.total),
        )

    return rx.el.div(
        rx.el.table(
            rx.el.caption("Rapportages per persoon en per maand", class_name="visually-hidden"),
            rx.el.thead(
                rx.el.tr(
                    rx.el.th("Naam", scope="col"),
                    rx.foreach(UsageState.months, heading),
                    rx.el.th("Totaal", scope="col"),
                )
            ),
            rx.el.tbody(rx.foreach(UsageState.people, row)),
            rx.el.tfoot(
                rx.el.tr(
                    rx.el.th("Samen", scope="row"),
                    rx.foreach(UsageState.months, lambda month: rx.el.td(month.total)),
                    rx.el.td(UsageState.total),
                )
            ),
        ),
        class_name="usage-table num",
        role="region",
        aria_label="Rapportages per persoon en per maand",
        tab_index=0,
    )
