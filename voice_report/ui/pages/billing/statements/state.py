"""The loaded statements: of the caller's organization, or of the organization that a platform admin chose."""

from dataclasses import dataclass, field
from typing import ClassVar
from urllib.parse import urlencode

import reflex as rx

from .....core import texts
from .....db.session import run_reading
from .....services.audit.audited_reads import run_audited
from .....services.billing import plans, statements
from .....services.billing.statements import Entry, Purchase, Summary
from .....services.shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser
from .....services.shared.pagination import Page
from ....shell.actions import action
from ....shell.paged_list import PagedList
from ....shell.session import current_user
from ...platform.words import Mark, plan_mark, subscription_mark

#: Labels of payment statuses; other statuses are shown as they are.
_STATES = {
    "paid": Mark("Betaald", "green"),
    "pending": Mark("In behandeling", "petrol"),
    "failed": Mark("Mislukt", "coral"),
    "mismatch": Mark("Bedrag klopt niet", "coral"),
    "disputed": Mark("Betwist", "coral"),
    "lost": Mark("Teruggehaald", "coral"),
    "refunded": Mark("Terugbetaald"),
    "partly_refunded": Mark("Deels terugbetaald"),
}


@dataclass
class StandingItem:
    """The card at the top; ``amount`` is large, with ``unit`` next to it and ``notes`` below it."""

    name: str = ""
    amount: str = ""
    unit: str = ""
    notes: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


@dataclass
class PurchaseItem:
    """A line of the purchases; ``paper`` is the document that can be opened ('Bon', 'Factuur' or empty)."""

    id: str
    when: str
    package: str
    amount: str
    returned: str
    credits: str
    reversed: str
    state: Mark
    paper: str
    paper_name: str


@dataclass
class EntryItem:
    """A line of the ledger."""

    id: str
    when: str
    what: str
    missing: str
    person: str
    change: str
    gain: bool
    balance: str


def standing_item(found: Summary) -> StandingItem:
    """Return the card of the organization's balance."""
    home = found.organization
    unlimited = home.current_credits == plans.UNLIMITED
    shown = [plan_mark(home.plan)]
    if found.subscription:
        shown.append(subscription_mark(found.subscription))
    return StandingItem(
        name=home.name,
        amount="∞" if unlimited else texts.dutch_number(home.current_credits),
        unit="" if unlimited else texts.credits_text(home.current_credits).split(" ")[1],
        notes=_notes(found, unlimited),
        marks=shown,
    )


def _notes(found: Summary, unlimited: bool) -> list[str]:
    monthly = found.organization.monthly_credits
    notes = ["Onbeperkte rapportages"] if unlimited else []
    if monthly > 0:
        notes.append(f"Elke maand aangevuld tot {texts.credits_text(monthly)}")
    if found.period_end and found.subscription == "active":
        notes.append(f"Volgende betaling op {texts.dutch_date(found.period_end)}")
    elif found.period_end and found.subscription == "canceling":
        notes.append(f"Het abonnement loopt tot {texts.dutch_date(found.period_end)}")
    return notes


def purchase_item(bought: Purchase) -> PurchaseItem:
    given, when = bought.credits, texts.dutch_date(bought.at)
    paper = ("Factuur" if bought.is_invoice else "Bon") if bought.has_receipt else ""
    return PurchaseItem(
        id=str(bought.id),
        when=when,
        package=bought.package,
        amount=_money(bought.amount_cents, bought.currency),
        returned=f"{_money(bought.returned_cents, bought.currency)} terug" if bought.returned_cents else "",
        credits="Onbeperkt" if given == plans.UNLIMITED else texts.credits_text(given) if given else "",
        reversed=f"{bought.credits_reversed} teruggenomen" if bought.credits_reversed else "",
        state=_STATES.get(bought.status, Mark(bought.status)),
        paper=paper,
        paper_name=f"{paper} van {bought.package}, {when}" if paper else "",
    )


def entry_item(entry: Entry) -> EntryItem:
    return EntryItem(
        id=str(entry.id),
        when=texts.dutch_moment(entry.at),
        what=entry.what,
        missing=_missing(entry.missing),
        person=entry.person,
        change=f"{'+' if entry.change > 0 else '−' if entry.change else ''}{texts.dutch_number(abs(entry.change))}",
        gain=entry.change > 0,
        balance=texts.dutch_number(entry.balance_after),
    )


def _missing(amount: int) -> str:
    if not amount:
        return ""
    return f"{texts.credits_text(amount)} {'was' if amount == 1 else 'waren'} al gebruikt"


def _money(cents: int, currency: str) -> str:
    amount = texts.euros(cents / 100)
    return amount if currency == "eur" else f"{currency.upper()} {amount.removeprefix('€ ')}"


_EXPORT = "/api/billing/ledger/export"


class PurchasesState(PagedList, rx.State):
    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[PurchaseItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[PurchaseItem]:
        whose = (await self.get_state(BookkeepingState)).organization_id or None
        return (await run_reading(statements.purchases, user, whose, after=after)).map(purchase_item)


class LedgerState(PagedList, rx.State):
    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[EntryItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[EntryItem]:
        whose = (await self.get_state(BookkeepingState)).organization_id or None
        return (await run_reading(statements.ledger, user, whose, after=after)).map(entry_item)


class BookkeepingState(rx.State):
    """The organization's balance; its purchases and its ledger are lists of their own."""

    loaded: bool = False
    failed: bool = False
    no_choice: bool = False
    organization_id: str = ""
    standing: StandingItem = StandingItem()
    opening: str = ""

    @rx.var
    def export_href(self) -> str:
        asked = {"organizationId": self.organization_id} if self.organization_id else {}
        return f"{_EXPORT}?{urlencode(asked)}" if asked else _EXPORT

    @action
    async def load(self):
        """Load the balance and the first pages; a platform admin without an organization in the URL must choose one."""
        self.loaded, self.failed, self.opening = False, True, ""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        lists = [await self.get_state(one) for one in (PurchasesState, LedgerState)]
        for one in lists:
            one._clear()
        self.standing = StandingItem()
        self.organization_id = self.router.url.query_parameters.get("organisatie", "")
        self.no_choice = user.role == PLATFORM_ADMIN and not self.organization_id
        if not self.no_choice:
            summary = await run_audited(statements.summary, user, self.organization_id or None)
            self.standing = standing_item(summary)
            for one in lists:
                await one._read(user)
        self.loaded, self.failed = True, False

    @action
    async def open_receipt(self, payment_id: str):
        """Redirect to Stripe's page with the receipt or the invoice."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        self.opening = payment_id
        yield
        try:
            address = await statements.receipt(user, payment_id)
        finally:
            self.opening = ""
        yield rx.redirect(address)
