"""The card 'Aantonen' on /privacy-beheer: the ways to what an organization can show, and what waits there."""

from datetime import date

import reflex as rx

from ....core import texts
from ....db.session import reading
from ....services.audit import samples
from ....services.privacy import privacy_file
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN
from ...islands.sign_in.factors.step_up import step_up_download
from ...kit import icon
from ...shell import routes
from ...shell.actions import action
from ...shell.session import current_user


class ProofState(rx.State):
    """What waits for an administrator; other members see no card."""

    is_admin: bool = False
    file: str = ""
    sample: str = ""

    @action
    async def load(self):
        user = await current_user(self)
        self.is_admin = user.role == ADMIN
        if not self.is_admin:
            return
        async with reading() as session:
            self.file = _of_file(await privacy_file.newest(session, user))
            self.sample = _of_samples(await samples.months(session, user))


def _of_file(newest: tuple[int, bool] | None) -> str:
    if newest is None:
        return "Invoer voor jullie register en DPIA"
    number, is_seen = newest
    return f"Versie {number}, {'gezien' if is_seen else 'nog niet gezien'}"


def _of_samples(months: list[tuple[date, bool]]) -> str:
    waiting = [month for month, is_signed in months if not is_signed]
    if not waiting:
        return "Elke maand twintig regels van het logboek, om na te kijken"
    if len(waiting) > 1:
        return f"{len(waiting)} maanden nog te ondertekenen"
    named = texts.month(waiting[0])
    return f"{named.capitalize()} {waiting[0].year} nog te ondertekenen"


def proof_card() -> rx.Component:
    return rx.cond(
        ProofState.is_admin,
        rx.el.section(
            rx.el.h2("Aantonen", id="aantonen", class_name="subheading"),
            rx.el.ul(
                _to("Privacydossier", ProofState.file, routes.PRIVACY_FILE),
                _to("Wisbewijzen", "Wat er is gewist, nageteld en in het logboek", routes.RECEIPTS),
                _to("Steekproef", ProofState.sample, routes.SAMPLE),
                rx.el.li(
                    rx.el.a(
                        rx.el.span(
                            rx.el.b("Alles meenemen"),
                            rx.el.span("Alle cliënten, rapportages en instellingen in één bestand"),
                        ),
                        icon("download"),
                        href="/api/privacy/export",
                        class_name="client-row",
                        custom_attrs=step_up_download(step_up_reasons.LEAVING),
                    )
                ),
                class_name="client-list",
            ),
            class_name="card pad",
            aria_labelledby="aantonen",
        ),
    )


def _to(title: str, text: str | rx.Var[str], href: str) -> rx.Component:
    words = rx.el.span(rx.el.b(title), rx.el.span(text, class_name="num"))
    return rx.el.li(rx.el.a(words, icon("right"), href=href, class_name="client-row"))
