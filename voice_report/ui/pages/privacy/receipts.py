"""/wisbewijzen: what was erased, night by night, and one receipt with its check."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from ....core import texts
from ....services.audit.audited_reads import run_audited
from ....services.privacy import client_erasure, receipts
from ....services.privacy.receipts import Outside, Proof, Receipt
from ....services.shared.identity import ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ...kit import button, empty_state, error_state, icon
from ...kit.scripted import print_page_button
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, member_shell, page_head, way_back
from ...shell.paged_list import PagedList, paged
from ...shell.session import SessionState, current_user

#: Of each kind that the list names: its words.
_MAIN = {
    "draft": ("concept", "concepten"),
    "report": ("rapportage", "rapportages"),
    "transcript": ("transcript", "transcripten"),
    "client": ("cliënt", "cliënten"),
    "user": ("account", "accounts"),
}
#: Of each scope: what stands before the counts in the list, the title, and why.
_SCOPES = {
    receipts.RETENTION: ("", "Gewist volgens de bewaartermijn", ""),
    receipts.RESTORED: (
        "Back-up teruggezet: ",
        "Opnieuw gewist na een teruggezette back-up",
        "Een back-up bracht terug wat al gewist was",
    ),
    receipts.CLIENT: ("Dossier van een cliënt: ", "Gewist op verzoek van een cliënt", ""),
    receipts.USER: (
        "Account verwijderd: ",
        "Account verwijderd, met alles wat erbij hoort",
        "Het account is verwijderd",
    ),
}
_FORMS = {"audio": "je stem", "plain": "tekst", "pseudonymised": "tekst met vervangen namen"}


@dataclass
class ReceiptItem:
    """A line of the list; ``warning`` says that something was left over."""

    id: str
    night: str
    what: str
    number: str
    warning: str
    href: str


@dataclass
class CountItem:
    """A line of the counts of one receipt."""

    name: str
    erased: str
    left: str


@dataclass
class ReceiptView:
    id: str = ""
    title: str = ""
    night: str = ""
    number: str = ""
    why: str = ""
    asked: str = ""
    done: str = ""
    checked: str = ""
    counts: list[CountItem] = field(default_factory=list)
    log_until: str = ""
    outside: list[str] = field(default_factory=list)
    backups: str = ""
    digest: str = ""


class ReceiptsState(PagedList, rx.State):
    """The receipts loaded so far, and the one that is open with what its check found."""

    _roles: ClassVar = (ADMIN,)

    items: list[ReceiptItem] = []
    shown: ReceiptView = ReceiptView()
    holds: bool = False
    found: str = ""
    sequence: str = ""

    @action
    async def load(self):
        """Load the list, or the receipt that the address names."""
        user = await current_user(self, ADMIN)
        self.loaded, self.failed = False, True  # shown if a line below raises
        self.shown, self.found, self.sequence = ReceiptView(), "", ""
        wanted = self.router.url.query_parameters.get("bewijs", "")
        if wanted:
            receipt = await run_audited(receipts.get, user, wanted)
            self.shown = _view(receipt)
            self.loaded, self.failed = True, False
        else:
            await self._read(user)

    @action
    async def check(self):
        """'Controleren': compare with the log, and count again now."""
        user = await current_user(self, ADMIN)
        proof = await receipts.check(user, self.shown.id)
        self.holds, self.found = proof.holds, _found(proof)
        self.sequence = texts.dutch_number(proof.sequence) if proof.sequence else ""

    async def _page(self, user: CurrentUser, after: str | None) -> Page[ReceiptItem]:
        return (await run_audited(receipts.list_receipts, user, after=after)).map(_item)


def _item(one: Receipt) -> ReceiptItem:
    counted = [texts.counted(one.counts[kind], *words) for kind, words in _MAIN.items() if one.counts.get(kind)]
    what = f"{' en '.join(filter(None, (', '.join(counted[:-1]), counted[-1])))} gewist" if counted else "Gewist"
    left = sum(one.left_over.values())
    return ReceiptItem(
        id=str(one.id),
        night=_night(one.night),
        what=_SCOPES[one.scope][0] + what,
        number=one.number,
        warning=f"Nog {left} over" if left else "",
        href=f"{routes.RECEIPTS}?{urlencode({'bewijs': one.id})}",
    )


def _view(one: Receipt) -> ReceiptView:
    _, title, why = _SCOPES[one.scope]
    gone = texts.dutch_date(one.backups_gone_by) if one.backups_gone_by else ""
    return ReceiptView(
        id=str(one.id),
        title=title,
        night=_night(one.night),
        number=one.number,
        why=why or client_erasure.REASONS.get(one.reason) or _why(one),
        asked=_asked(one),
        done=f"{texts.dutch_date(one.began_at)}, {texts.time(one.began_at)} tot {texts.time(one.done_at)} uur",
        checked=f"{texts.dutch_moment(one.checked_at)}, in een aparte telling",
        counts=[
            CountItem(name, texts.dutch_number(one.counts[kind]), texts.dutch_number(one.left_over.get(kind, 0)))
            for kind, name in receipts.LABELS.items()
            if one.counts.get(kind)
        ],
        log_until=texts.dutch_date(one.log_until),
        outside=[_outside(part) for part in one.outside],
        backups=f"Uit alle back-ups verdwenen op {gone}." if gone else "Onbekend: niet ingesteld.",
        digest=f"sha256: {' '.join(one.digest[at : at + 4] for at in range(0, len(one.digest), 4))}",
    )


def _night(night: date) -> str:
    """Return the night that begins on the evening before: 'Nacht van 25 op 26 november 2026'."""
    before = night - timedelta(days=1)
    begin = str(before.day) if before.month == night.month else texts.long_date(before).rsplit(" ", 1)[0]
    return f"Nacht van {begin} op {texts.long_date(night)}"


def _asked(one: Receipt) -> str:
    if one.scope in (receipts.RETENTION, receipts.RESTORED):
        return f"Door de instelling van {texts.dutch_date(one.asked_at)}" if one.asked_at else "Door de instelling"
    who = "een beheerder" if one.scope == receipts.CLIENT else "de beheerder van de installatie"
    return f"Door {who}, {texts.dutch_moment(one.asked_at)}" if one.asked_at else f"Door {who}"


def _why(one: Receipt) -> str:
    said = []
    if one.counts.get("draft"):
        said.append(f"Concepten ouder dan {one.terms.get('drafts')} dagen")
    if one.counts.get("transcript"):
        said.append(f"transcripten {one.terms.get('transcript')} dagen na archiveren")
    if one.counts.get("report"):
        said.append(f"rapportages {one.terms.get('archive')} dagen na archiveren")
    words = ", ".join(said)
    return words[:1].upper() + words[1:]


def _outside(one: Outside) -> str:
    times = texts.counted(one.requests, "keer", "keer")
    last = texts.dutch_date(date.fromisoformat(one.last))
    return f"{one.party}, {one.country}: {times} {_FORMS.get(one.form, one.form)}, de laatste op {last}."


def _found(proof: Proof) -> str:
    when = f"Vandaag om {texts.time(proof.checked_at)} uur"
    if not proof.digest:
        return f"{when}: dit bewijs is na het opstellen gewijzigd."
    if not proof.logged:
        return f"{when}: het logboek heeft geen regel die bij dit bewijs past."
    if proof.left_over:
        return f"{when} opnieuw geteld: er {'is' if proof.left_over == 1 else 'zijn'} er nog {proof.left_over}."
    if proof.left_over is None:
        return f"{when}: het logboek sluit aan. Opnieuw tellen kan niet meer: daarvoor is het te lang geleden."
    return f"{when} opnieuw geteld: er is niets van over, en het logboek sluit aan."


def receipts_page() -> rx.Component:
    """Return the page: the list, or one receipt."""
    return member_shell(
        rx.cond(ReceiptsState.shown.id != "", _one(), _list()),
        ready=ReceiptsState.loaded | ReceiptsState.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _list() -> rx.Component:
    state = ReceiptsState
    return main(
        page_head(
            "Wisbewijzen",
            rx.el.p("Wat zijn tijd had gehad en is gewist, nageteld en in het logboek."),
            back=way_back("Terug naar Privacy", routes.OUTSIDE),
        ),
        rx.el.div(
            paged(
                state,
                rx.el.section(
                    rx.el.ul(rx.foreach(state.items, _line), class_name="client-list"),
                    class_name="card pad receipts",
                ),
                empty_state(
                    "Er is nog niets gewist",
                    "Zodra er iets zijn tijd heeft gehad, staat het bewijs hier.",
                    art="archive",
                ),
                failed="Kon de wisbewijzen niet laden.",
                what="wisbewijzen",
            ),
            class_name="page",
        ),
    )


def _line(item: rx.Var[ReceiptItem]) -> rx.Component:
    return rx.el.li(
        rx.el.a(  # a full load: the address names the receipt
            rx.el.span(
                rx.el.b(item.night),
                rx.el.span(item.what, ", ", item.number, class_name="num"),
                rx.cond(item.warning != "", rx.el.span(item.warning, class_name="badge coral")),
            ),
            icon("right"),
            href=item.href,
            class_name="client-row",
        ),
        key=item.id,
    )


def _one() -> rx.Component:
    state = ReceiptsState
    shown = state.shown
    return main(
        page_head(
            "Wisbewijs",
            rx.el.p(shown.night, class_name="num"),
            rx.el.div(
                button("Controleren", variant="primary", icon_name="shield", on_click=state.check),
                print_page_button(),
                class_name="row",
            ),
            back=way_back("Alle wisbewijzen", routes.RECEIPTS),
        ),
        rx.el.div(
            rx.cond(state.loaded, rx.fragment(_check(), _paper(shown)), error_state("Kon dit niet laden.", state.load)),
            class_name="page proof-page",
        ),
    )


def _check() -> rx.Component:
    state = ReceiptsState
    return rx.el.div(
        rx.cond(
            state.found != "",
            rx.el.div(
                rx.el.span(
                    rx.cond(state.holds, icon("check"), icon("alert")),
                    class_name=rx.cond(state.holds, "round green", "round coral"),
                ),
                rx.el.p(rx.el.b(rx.cond(state.holds, "Het bewijs klopt.", "Het bewijs klopt niet.")), " ", state.found),
                class_name="assurance",
            ),
        ),
        role="status",
        class_name="checked",
    )


def _paper(shown: Any) -> rx.Component:
    return rx.el.article(
        rx.el.header(
            rx.el.h2(shown.title),
            rx.el.p(
                rx.el.span(SessionState.organization_name), rx.el.span("Nummer ", shown.number), class_name="meta num"
            ),
        ),
        rx.el.dl(
            *(
                rx.el.div(rx.el.dt(name), rx.el.dd(words))
                for name, words in (
                    ("Waarom", shown.why),
                    ("Gevraagd", shown.asked),
                    ("Gedaan", shown.done),
                    ("Nageteld", shown.checked),
                )
            ),
            class_name="facts wide num",
        ),
        rx.el.h3("Wat is gewist"),
        _table("Gewist en nageteld", ("Gewist", "Nog over"), rx.foreach(shown.counts, _count), "sums"),
        rx.el.h3("Wat blijft, en tot wanneer"),
        _table(
            "Wat bewaard blijft",
            ("Waarom", "Tot"),
            rx.el.tr(
                rx.el.th("Logboek", scope="row"),
                rx.el.td("Wie wat zag en deed"),
                rx.el.td(shown.log_until),
            ),
            "",
        ),
        rx.cond(
            shown.outside.length() > 0,
            rx.fragment(
                rx.el.h3("Wat eerder buiten deze server is geweest"),
                rx.foreach(shown.outside, lambda line: rx.el.p(line, class_name="num")),
            ),
        ),
        rx.el.h3("Back-ups"),
        rx.el.p(shown.backups, class_name="num"),
        rx.el.footer(
            rx.cond(ReceiptsState.sequence != "", rx.el.span("Logboekregel ", ReceiptsState.sequence)),
            rx.el.span(shown.digest, class_name="digest"),
            class_name="proof-foot num",
        ),
        class_name="paper receipt",
        aria_label="Wisbewijs",
    )


def _table(caption: str, head: tuple[str, str], rows: Any, class_name: str) -> rx.Component:
    return rx.el.table(
        rx.el.caption(caption, class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(rx.el.td(), *(rx.el.th(words, scope="col") for words in head))),
        rx.el.tbody(rows),
        class_name=f"plain-table {class_name} num",
    )


def _count(one: rx.Var[CountItem]) -> rx.Component:
    return rx.el.tr(rx.el.th(one.name, scope="row"), rx.el.td(one.erased), rx.el.td(one.left), key=one.name)
