"""The four statistics cards of the platform admin's page."""

from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from ....core.texts import dutch_number
from ....db.session import run_reading
from ....services.platform import overview
from ....services.platform.overview import PlatformStats
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ...kit import error_state
from ...shell.paged_list import Loaded


@dataclass
class Stat:
    """A card: its label, its number, and a note with a breakdown."""

    name: str
    number: str
    note: str


class PlatformState(Loaded, rx.State):
    """The counts, reloaded at each visit and after each change."""

    _roles: ClassVar = (PLATFORM_ADMIN,)

    stats: list[Stat] = []

    async def _read(self, user: CurrentUser) -> None:
        self.stats = cards(await run_reading(overview.stats, user))


async def count_again(state: rx.State, user: CurrentUser) -> None:
    await (await state.get_state(PlatformState))._read(user)


def cards(counts: PlatformStats) -> list[Stat]:
    """Return the four statistics cards, in the fixed order."""
    paid, trial = dutch_number(counts.paid), dutch_number(counts.trial)
    admins = dutch_number(counts.admins)
    return [
        Stat("Organisaties", dutch_number(counts.organizations), f"{paid} betaald, {trial} trial"),
        Stat("Gebruikers", dutch_number(counts.users), f"{dutch_number(counts.active_users)} actief"),
        Stat("Rapportages", dutch_number(counts.reports), "in totaal gemaakt"),
        Stat("Admins", dutch_number(counts.platform_admins + counts.admins), f"waarvan {admins} org admins"),
    ]


def stat_cards() -> rx.Component:
    """Show the cards, or that loading them failed."""

    def card(stat: rx.Var[Stat]) -> rx.Component:
        return rx.el.div(rx.el.dt(stat.name), rx.el.dd(stat.number), rx.el.dd(stat.note, class_name="note"))

    return rx.cond(
        PlatformState.loaded,
        rx.el.dl(rx.foreach(PlatformState.stats, card), class_name="stats card num"),
        error_state("Kon de cijfers niet laden. Probeer het later opnieuw.", PlatformState.load),
    )
