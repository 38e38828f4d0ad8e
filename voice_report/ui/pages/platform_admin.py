"""The platform admin's start page: the four counts (spec section 2, Platform admin dashboard)."""

from dataclasses import dataclass

import reflex as rx

from ...database import reading
from ...services import platform
from ...services.identity import PLATFORM_ADMIN
from ...services.platform import PlatformStats
from .. import routes
from ..actions import action
from ..components import error_state
from ..layout import main, member_shell, page, page_head
from ..session import SessionState, current_user


@dataclass
class Stat:
    """One card: what is counted, how many, and what part of it."""

    name: str
    number: str
    note: str


class PlatformState(rx.State):
    """What the platform admin sees, read anew at each visit."""

    loaded: bool = False
    failed: bool = False
    stats: list[Stat] = []

    @rx.event
    @action
    async def load(self):
        """Read the counts."""
        self.failed = True  # what the page shows when one of the next lines raises
        user = await current_user(self, PLATFORM_ADMIN)
        async with reading() as session:
            counts = await platform.stats(session, user)
        self.stats = cards(counts)
        self.failed, self.loaded = False, True


def cards(counts: PlatformStats) -> list[Stat]:
    """Return the four stat cards, in the order of the spec."""
    return [
        Stat("Organisaties", _number(counts.organizations), f"{counts.paid} betaald, {counts.trial} trial"),
        Stat("Gebruikers", _number(counts.users), f"{_number(counts.active_users)} actief"),
        Stat("Rapportages", _number(counts.reports), "in totaal gemaakt"),
        Stat("Admins", _number(counts.platform_admins + counts.admins), f"waarvan {counts.admins} org admins"),
    ]


def _number(count: int) -> str:
    return f"{count:,}".replace(",", ".")


def platform_admin() -> rx.Component:
    """The page for platform admins."""

    def card(stat: rx.Var[Stat]) -> rx.Component:
        return rx.el.div(rx.el.dt(stat.name), rx.el.dd(stat.number), rx.el.dd(stat.note, class_name="note"))

    return member_shell(
        main(
            page_head("Platform Admin"),
            rx.el.div(
                rx.cond(
                    PlatformState.loaded,
                    rx.el.dl(rx.foreach(PlatformState.stats, card), class_name="stats card num"),
                    error_state("Kon de cijfers niet laden. Probeer het later opnieuw.", PlatformState.load),
                ),
                class_name="page",
            ),
        ),
        ready=PlatformState.loaded | PlatformState.failed,
    )


def register(app: rx.App) -> None:
    """Add /platform-admin."""
    page(
        app,
        routes.PLATFORM_ADMIN,
        platform_admin,
        title="Platform Admin",
        on_load=[SessionState.require_platform_admin, PlatformState.load],
        indexed=False,
    )
