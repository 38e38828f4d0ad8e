"""View models of the page, as display text: the balance, a purchase, a ledger entry."""

from dataclasses import dataclass, field

from .....core import texts
from .....services.billing import plans
from .....services.billing.statements import Entry, Purchase, Summary
from ...platform.words import Mark, dutch_number, plan_mark, subscription_mark

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
        amount="∞" if unlimited else dutch_number(home.current_credits),
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
    """Return the line of a purchase."""
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
    """Return the line of a ledger entry."""
    return EntryItem(
        id=str(entry.id),
        when=texts.dutch_moment(entry.at),
        what=entry.what,
        missing=_missing(entry.missing),
        person=entry.person,
        change=f"{'+' if entry.change > 0 else '−' if entry.change else ''}{dutch_number(abs(entry.change))}",
        gain=entry.change > 0,
        balance=dutch_number(entry.balance_after),
    )


def _missing(amount: int) -> str:
    if not amount:
        return ""
    return f"{texts.credits_text(amount)} {'was' if amount == 1 else 'waren'} al gebruikt"


def _money(cents: int, currency: str) -> str:
    amount = texts.euros(cents / 100)
    return amount if currency == "eur" else f"{currency.upper()} {amount.removeprefix('€ ')}"
