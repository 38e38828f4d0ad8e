"""The dashboard: next actions, credits, and recent work."""

from dataclasses import dataclass
from datetime import datetime

import reflex as rx

from .... import clock
from ....config import settings
from ....core import texts
from ....services.archive import dossier
from ....services.archive.dossier import ClientSummary
from ....services.audit.audited_reads import audited_read
from ....services.billing import plans
from ....services.concepts import ready
from ....services.dictation import example, recordings
from ....services.dictation.recordings import RecordingView
from ....services.drafts import listing
from ....services.drafts.listing import DraftPreview
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ...islands.recorder import unsent_anywhere
from ...kit import error_state, icon, link, link_button, notice, notice_actions
from ...shell import routes
from ...shell.layout import archive_off, main, member_shell, page_head
from ...shell.paged_list import Loaded
from ...shell.session import SessionState, begins
from ..accounts.factor_notice import factor_notice

_LOW = 5  # fewer than this is 'running low' (decisions/0001)
_SHOWN_DRAFTS = 2
_SHOWN_CLIENTS = 3


@dataclass
class DraftTile:
    """A draft to continue with; ``client`` is empty while none is chosen."""

    when: str
    client: str
    preview: str
    href: str


@dataclass
class ClientTile:
    """A client with saved reports."""

    name: str
    reports: str


@dataclass
class RecordingTile:
    """A chosen recording that is not written out yet: what is said of it, and where it is."""

    words: str
    href: str


@dataclass
class CreditsCard:
    """The credits card: the amount, its unit, and a hint."""

    amount: str = ""
    unit: str = ""
    hint: str = ""
    personal: str = ""
    unlimited: bool = False


class DashboardState(Loaded, rx.State):
    """The content of the dashboard, reloaded at each visit. ``is_new``: the user has not made a report yet.

    ``dictated`` says that a concept is ready to be copied on the PC.
    """

    is_new: bool = False
    greeting: str = ""
    place: str = ""
    dictated: str = ""
    has_purse: bool = False
    purse: CreditsCard = CreditsCard()
    recordings: list[RecordingTile] = []
    drafts: list[DraftTile] = []
    clients: list[ClientTile] = []

    async def _read(self, user: CurrentUser) -> None:
        now = clock.now()
        self.greeting = f"{greeting(now)}, {user.first_name}"
        organization = user.organization
        self.place = ", ".join(filter(None, (organization and organization.name, texts.dutch_day(now))))
        self.has_purse = organization is not None and user.role != PLATFORM_ADMIN
        if organization is not None:
            self.purse = purse(organization.current_credits, user.personal_credits, plan=organization.plan)
            async with audited_read() as session:
                own = await listing.list_previews(session, user, copied=False, limit=_SHOWN_DRAFTS)
                known = await dossier.recent_clients(session, user, limit=_SHOWN_CLIENTS)
                is_new = await example.is_new(session, user)
                chosen = await recordings.unfinished(session, user)
            self.is_new = is_new
            self.dictated = just_dictated(await ready.concepts(user))
            self.recordings = [_recording_tile(one) for one in chosen if one.draft_id or one.state != "failed"]
            self.drafts = [_draft_tile(draft, now) for draft in own.items]
            self.clients = [_client_tile(client, now) for client in known]


def greeting(moment: datetime) -> str:
    """Return the greeting for the hour in the Netherlands."""
    hour = moment.astimezone(clock.AMSTERDAM).hour
    for before, words in ((6, "Fijne dienst"), (12, "Goedemorgen"), (18, "Goedemiddag")):
        if hour < before:
            return words
    return "Goedenavond"


def purse(credits: int, personal: int | None, *, plan: str = "") -> CreditsCard:
    """Return the credits card for the organization's balance (-1: unlimited) and the user's personal credits.

    With the ``plan`` 'trial' and all free reports left, nothing is running low.
    """
    own = (
        f"En {texts.credits_text(personal).replace('credit', 'persoonlijke credit')}; die gaan eerst."
        if personal
        else ""
    )
    if credits == plans.UNLIMITED:
        return CreditsCard("∞", "Unlimited plan", "", own, unlimited=True)
    if plan == "trial" and 0 < settings().trial_credits <= credits:
        hint = texts.free_reports(credits)
    elif credits == 0:
        hint = "" if personal else "Koop credits om verder te gaan"
    else:
        hint = "Je credits raken op" if credits < _LOW else "Je hebt er genoeg"
    return CreditsCard(str(credits), "credit" if credits == 1 else "credits", hint, own)


def just_dictated(found: tuple[ready.ReadyConcept, ...]) -> str:
    """Return 'Net gedicteerd: Cornelis Jansen' while the newest concept is still to be copied; else an empty string."""
    newest = found[0] if found else None
    if newest is None or newest.is_written or newest.is_copied or not ready.is_recent(newest):
        return ""
    return f"Net gedicteerd: {newest.client_name}" if newest.client_name else "Net gedicteerd"


def _recording_tile(recording: RecordingView) -> RecordingTile:
    href = routes.new_report(str(recording.draft_id)) if recording.draft_id else routes.NEW_REPORT
    if recording.state == "failed":
        return RecordingTile(recording.message or "Hij is niet helemaal uitgeschreven.", href)
    return RecordingTile(recording.message or "Hij wordt uitgeschreven. De tekst komt in je concept.", href)


def _draft_tile(draft: DraftPreview, now: datetime) -> DraftTile:
    when = texts.relative_moment(draft.updated_at, now)
    return DraftTile(when, draft.client_name, draft.preview, routes.new_report(str(draft.id)))


def _client_tile(client: ClientSummary, now: datetime) -> ClientTile:
    reports = texts.counted(client.reports, "rapportage", "rapportages")
    return ClientTile(client.name, f"{reports}, laatste van {_day_word(client.last_report_at, now)}")


def _day_word(moment: datetime, now: datetime) -> str:
    then, today = moment.astimezone(clock.AMSTERDAM).date(), now.astimezone(clock.AMSTERDAM).date()
    days = (today - then).days
    if days in (0, 1):
        return ("vandaag", "gisteren")[days]
    return texts.dutch_day(moment).split()[0] if 1 < days < 7 else texts.dutch_date(moment)


def dashboard() -> rx.Component:
    return member_shell(
        main(
            page_head(
                rx.cond(DashboardState.loaded, DashboardState.greeting, "Dashboard"), rx.el.p(DashboardState.place)
            ),
            rx.el.div(
                _start(),
                *_notices(),
                rx.cond(
                    DashboardState.loaded,
                    rx.fragment(
                        rx.cond(DashboardState.is_new, _how()),
                        rx.cond(DashboardState.has_purse, _purse()),
                        _drafts(),
                        _clients(),
                    ),
                    error_state("Kon je overzicht niet laden. Probeer het later opnieuw.", DashboardState.load),
                ),
                class_name="desk page",
            ),
        ),
        class_name="home",
        ready=DashboardState.loaded | DashboardState.failed,
    )


def _notices() -> tuple[rx.Component, ...]:
    """Return what comes later than the page: below the tile that records, which must not move under a press."""
    return (
        unsent_anywhere(user_key=SessionState.user_key),
        factor_notice(),
        rx.foreach(DashboardState.recordings, _recording),
        rx.cond(DashboardState.dictated != "", _dictated()),
    )


def _recording(tile: rx.Var[RecordingTile]) -> rx.Component:
    return rx.el.div(
        notice(
            "Je opname",
            tile.words,
            notice_actions(link_button("Naar de opname", href=tile.href, variant="plain", size="small")),
            tone="petrol",
            icon_name="sound",
        ),
        class_name="page",
        key=tile.href,
    )


def _dictated() -> rx.Component:
    return rx.el.div(
        link(
            icon("copy"),
            rx.el.span(rx.el.b(rx.el.bdi(DashboardState.dictated), "."), " Kopieer op deze pc"),
            icon("next"),
            href=routes.READY,
            class_name="dictated",
        ),
        class_name="page on-wide",
    )


def _how() -> rx.Component:
    steps = ("Tik op de microfoon", "Vertel", "Lees na en plak in je dossier")
    return rx.el.section(
        rx.el.h2("Zo werkt het", class_name="subheading", id="zo-werkt-het"),
        rx.el.ol(
            *(
                rx.el.li(rx.el.span(str(number), class_name="step-number", aria_hidden=True), step)
                for number, step in enumerate(steps, start=1)
            )
        ),
        rx.el.div(
            link_button("Probeer met een voorbeeld", href=routes.EXAMPLE, icon_name="play"),
            rx.el.p("Kost geen credit.", class_name="quiet"),
            class_name="row",
        ),
        class_name="card pad how-card",
        aria_labelledby="zo-werkt-het",
    )


def _purse() -> rx.Component:
    card = DashboardState.purse
    return rx.el.section(
        rx.el.p(
            card.amount, " ", rx.el.small(card.unit),
            class_name=rx.cond(card.unlimited, "amount unlimited", "amount"),
        ),
        rx.cond(card.hint != "", rx.el.p(card.hint, class_name="hint")),
        rx.cond(
            card.unlimited,
            rx.fragment(),
            link_button("Koop credits", href=routes.PRICING, variant="secondary", size="small"),
        ),
        rx.cond(card.personal != "", rx.el.p(card.personal, class_name="personal")),
        class_name="card pad purse",
        aria_label="Credits",
    )  # fmt: skip


def _drafts() -> rx.Component:
    def tile(draft: rx.Var[DraftTile]) -> rx.Component:
        return rx.el.li(
            rx.el.p(draft.when, class_name="when"),
            rx.cond(draft.client != "", rx.el.h3(rx.el.bdi(draft.client), class_name="draft-client")),
            rx.el.p(draft.preview, class_name="preview"),
            link(
                "Verder gaan",
                icon("next"),
                href=draft.href,
                class_name="go",
                aria_label="Verder gaan: " + draft.when,
            ),
            class_name="draft",
            key=draft.href,
        )

    return rx.el.section(
        _card_head("Verder waar je was", "concepten", "Alle concepten", routes.DRAFTS),
        rx.cond(
            DashboardState.drafts.length() > 0,
            rx.el.ul(rx.foreach(DashboardState.drafts, tile), class_name="list two-drafts"),
            rx.el.p(
                "Nog geen concepten. Bewaar je een rapportage als concept, dan staat hij hier.", class_name="nothing"
            ),
        ),
        class_name="card pad tile-drafts",
        aria_labelledby="concepten",
    )


def _clients() -> rx.Component:
    def row(client: rx.Var[ClientTile]) -> rx.Component:
        return rx.el.li(
            link(
                rx.el.span(rx.el.b(client.name), rx.el.span(client.reports)),
                icon("right"),
                href=routes.DOSSIER,
                class_name="client-row",
            )
        )

    return rx.el.section(
        _card_head("Dossier", "dossiers", "Alle cliënten", routes.DOSSIER),
        rx.cond(
            DashboardState.clients.length() > 0,
            rx.el.ul(rx.foreach(DashboardState.clients, row), class_name="client-list"),
            rx.el.p(rx.cond(SessionState.archive_off, archive_off(), "Het archief is nog leeg."), class_name="nothing"),
        ),
        class_name="card pad tile-clients",
        aria_labelledby="dossiers",
    )


def _card_head(title: str, id: str, more: str, href: str) -> rx.Component:
    return rx.el.div(rx.el.h2(title, class_name="subheading", id=id), link(more, href=href), class_name="card-head")


def _start() -> rx.Component:
    def wave(bars: int) -> rx.Component:
        return rx.el.span(*(rx.el.i() for _ in range(bars)), class_name="wave")

    return link(
        rx.el.div(rx.el.h2("Nieuwe rapportage"), rx.el.p("Druk op de knop en vertel.")),
        rx.el.span(
            wave(10),
            rx.el.span(icon("mic"), class_name="record"),
            wave(20),
            class_name="record-line",
            aria_hidden=True,
        ),
        href=routes.NEW_REPORT,
        class_name="start",
        custom_attrs=begins(),
    )
