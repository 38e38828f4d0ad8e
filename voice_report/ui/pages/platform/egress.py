"""/uitgaand: what left this installation and to where, and the engines that it is set up with."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from ....core import texts
from ....db.session import run_reading
from ....engines import Profile
from ....services.processing import egress
from ....services.processing.egress import Line, Overview
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ... import installation
from ...kit import error_state
from ...shell import routes
from ...shell.layout import main, member_shell, page_head, way_back
from ...shell.paged_list import Loaded

_KINDS = {
    "engine": "Spraak en tekst",
    "own_engine": "Spraak en tekst",
    "mail": "Mail",
    "payment": "Betalingen",
    "sign_in": "Inloggen via de organisatie",
    "name_server": "Nakijken van domeinen",
    "model": "Ophalen van een spraakmodel",
}
RESTORED = "Er is een back-up teruggezet: wat er na het maken daarvan uitging, is niet geteld."
_REGIONS = {"local": "op deze server", "eu": "binnen de EU", "other": "buiten de EU"}


@dataclass
class LineItem:
    """A row of the table."""

    key: str
    host: str
    kind: str
    connections: str
    size: str
    last: str


@dataclass
class RegisteredItem:
    """An engine: its name, and what the installation states about it."""

    key: str
    name: str
    facts: list[list[str]]


class EgressState(Loaded, rx.State):
    """What left, as it was when the page was opened."""

    _roles: ClassVar = (PLATFORM_ADMIN,)

    headline: str = ""
    counted: str = ""
    lines: list[LineItem] = []
    engines: list[RegisteredItem] = []

    async def _read(self, user: CurrentUser) -> None:
        self._show(await run_reading(egress.overview, user))

    def _show(self, found: Overview) -> None:
        self.headline = headline(found)
        self.counted = counted_line(found)
        self.lines = [_line(one) for one in found.lines]
        self.engines = [_engine(one) for one in found.engines]


def headline(found: Overview) -> str:
    """Return 'Niets verlaten sinds 12 november 2026, 14.03 uur'."""
    return f"Niets verlaten sinds {texts.long_moment(found.since)}" if found.since else "Nog niets geteld"


def counted_line(found: Overview) -> str:
    """Return since when everything is counted; what left between a backup and its restoring is in no count."""
    if found.counted_since is None:
        return ""
    line = f"Geteld sinds {texts.long_moment(found.counted_since)}."
    return f"{line} {RESTORED}" if found.is_restored else line


def _line(one: Line) -> LineItem:
    return LineItem(
        key=f"{one.kind} {one.host}",
        host=one.host,
        kind=f"{_KINDS[one.kind]}{', op deze server of in het eigen netwerk' if one.is_here else ''}",
        connections=texts.dutch_number(one.connections),
        size=texts.size(one.sent_bytes),
        last=texts.dutch_moment(one.last_at),
    )


def _engine(one: Profile) -> RegisteredItem:
    facts = [
        ["Voor", "Spraak" if one.task == "speech" else "Tekst"],
        ["Waar", f"{one.country or 'Deze server'}, {_REGIONS[one.region]}"],
        ["Adres", one.host],
        ["Model", one.model],
        [
            "Overeenkomst",
            texts.dutch_date(one.agreement) if one.agreement else "niet ingevuld" if one.is_outside else "",
        ],
        ["Grond voor doorgifte", one.transfer_ground],
        ["Bewaart", one.keeps],
        ["Traint ermee", one.trains],
    ]
    return RegisteredItem(f"{one.task} {one.key}", one.party or one.key, [fact for fact in facts if fact[1]])


def egress_page() -> rx.Component:
    state = EgressState
    return member_shell(
        main(
            page_head(
                "Uitgaand verkeer",
                rx.el.p(
                    f"Elke verbinding die {installation.name()} naar buiten maakt, geteld voordat ze vertrekt. Wat het "
                    "systeem van de server zelf doet, zoals adressen opzoeken, telt niet mee."
                ),
                back=way_back("Terug naar Platform Admin", routes.PLATFORM_ADMIN),
            ),
            rx.el.div(
                rx.cond(
                    state.loaded,
                    rx.fragment(_left(), _register()),
                    error_state("Kon de tellingen niet laden. Probeer het later opnieuw.", state.load),
                ),
                class_name="page egress",
            ),
        ),
        ready=state.loaded | state.failed,
    )


def _left() -> rx.Component:
    state = EgressState
    return rx.el.section(
        rx.el.h2(state.headline, id="verlaten", class_name="subheading num"),
        rx.el.p(state.counted, class_name="card-text num"),
        rx.cond(
            state.lines.length() > 0,
            rx.el.table(
                rx.el.caption(f"De laatste {egress.DAYS} dagen", class_name="quiet"),
                rx.el.thead(
                    rx.el.tr(*(rx.el.th(words, scope="col") for words in ("Waarheen", "Keer", "Verstuurd", "Laatst")))
                ),
                rx.el.tbody(rx.foreach(state.lines, _row)),
                class_name="plain-table egress-table num",
            ),
        ),
        class_name="card pad",
        aria_labelledby="verlaten",
    )


def _row(one: rx.Var[LineItem]) -> rx.Component:
    cells: tuple[tuple[str, Any], ...] = (
        ("Keer", one.connections), ("Verstuurd", one.size), ("Laatst", one.last),
    )  # fmt: skip
    return rx.el.tr(
        rx.el.th(one.host, rx.el.span(one.kind, class_name="mail"), scope="row"),
        *(rx.el.td(rx.el.span(name, aria_hidden="true", class_name="label"), value) for name, value in cells),
        key=one.key,
    )


def _register() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Verwerkers van deze installatie", id="verwerkers", class_name="subheading"),
        rx.el.p("Zoals de installatie ze noemt, zonder sleutels. Wijzigen gaat op de server.", class_name="card-text"),
        rx.foreach(EgressState.engines, _registered),
        class_name="card pad",
        aria_labelledby="verwerkers",
    )


def _registered(one: rx.Var[RegisteredItem]) -> rx.Component:
    return rx.el.div(
        rx.el.h3(one.name),
        rx.el.dl(
            rx.foreach(one.facts, lambda fact: rx.el.div(rx.el.dt(fact[0]), rx.el.dd(fact[1]))),
            class_name="facts num",
        ),
        key=one.key,
        class_name="registered",
    )
