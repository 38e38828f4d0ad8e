"""/betalingen, its state driven directly: what stands there in words, page by page, and the way to a receipt."""

from datetime import UTC, datetime
from typing import Any

import pytest
from reflex.state import State

from tests.support import people as cast
from tests.support.handlers import tab_of
from tests.unit.services.billing.buying import fake_stripe, paid
from tests.unit.services.factors.factors import set_up
from voice_report.db import session as database
from voice_report.services.billing import credits
from voice_report.services.billing.statements import Entry, Purchase, Summary
from voice_report.services.shared.identity import STEP_UP, OrganizationView
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.billing.statements.state import (
    BookkeepingState,
    LedgerState,
    PurchasesState,
    entry_item,
    purchase_item,
    standing_item,
)

__all__ = ["fake_stripe"]

MOMENT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
BOUGHT: dict[str, Any] = {
    "id": cast.uuid.uuid4(),
    "at": MOMENT,
    "package": "ZZP",
    "amount_cents": 1000,
    "currency": "eur",
    "returned_cents": 0,
    "credits": 25,
    "credits_reversed": 0,
    "status": "paid",
    "is_invoice": False,
    "has_receipt": True,
}


async def screen_of(person: cast.Person, organization_id: object = "") -> State:
    path = f"/betalingen?organisatie={organization_id}" if organization_id else "/betalingen"
    return tab_of(person, asPath=path, pathname="/betalingen")


async def opened(root: State) -> BookkeepingState:
    state = await root.get_state(BookkeepingState)
    await BookkeepingState.load.fn(state)  # pyright: ignore[reportFunctionMemberAccess]
    return state


async def lists_of(root: State) -> tuple[PurchasesState, LedgerState]:
    return await root.get_state(PurchasesState), await root.get_state(LedgerState)


async def press(state: State, name: str, *given: str) -> list:
    """Call a handler and return the events it sends along."""
    called = getattr(type(state), name).fn(state, *given)
    return [step async for step in called] if hasattr(called, "__aiter__") else [await called]


async def test_s02_whose_books_are_open(people):
    own = await opened(await screen_of(people.admin))
    assert (own.loaded, own.standing.name, own.export_href) == (
        True,
        "Zorggroep De Linde",
        "/api/billing/ledger/export",
    )
    named = await opened(await screen_of(people.platform_admin, people.other_organization_id))
    assert (named.standing.name, named.no_choice) == ("Thuiszorg Het Anker", False)
    assert named.export_href.endswith(f"?organizationId={people.other_organization_id}")
    root = await screen_of(people.platform_admin)
    nothing = await opened(root)
    assert (nothing.loaded, nothing.no_choice, (await lists_of(root))[1].items) == (True, True, [])
    for person, sentence in (
        (people.other_admin, "Organisatie niet gevonden"),
        (people.user, "Je hebt geen admin rechten."),
    ):
        root = await screen_of(person, people.organization_id)
        refused = await opened(root)
        assert (refused.loaded, refused.failed, (await lists_of(root))[1].items) == (False, True, [])
        assert (await root.get_state(ToastState)).description == sentence


async def test_what_comes_after_is_added_below(people):
    for number in range(24):
        await database.run_in_transaction(
            credits.grant, 1, reason="set by hand", key=f"more {number}", organization_id=people.organization_id
        )
    root = await screen_of(people.admin)
    await opened(root)
    bought, entries = await lists_of(root)
    assert (len(entries.items), bought.following) == (20, "")
    assert entries.following
    await press(entries, "load_more")
    assert (len({one.id for one in entries.items}), entries.following) == (25, "")
    await press(entries, "load_more")
    await press(bought, "load_more")
    assert (len(entries.items), bought.items) == (25, [])


async def test_a_receipt_opens_at_stripe_and_a_failure_is_said(people, fake_stripe):
    await paid(fake_stripe, people.user)
    root = await screen_of(people.admin)
    state = await opened(root)
    (bought,) = (await lists_of(root))[0].items
    waiting, leaving = await press(state, "open_receipt", bought.id)
    assert (waiting, state.opening) == (None, "")
    assert f"{fake_stripe.url}/receipts/1" in str(leaving.args)
    fake_stripe.fail(401)
    assert await press(state, "open_receipt", bought.id) == [None, None]
    assert state.opening == ""
    assert (await root.get_state(ToastState)).description == "Kon de bon niet ophalen. Probeer het later opnieuw."


async def test_s39_a_receipt_needs_a_recent_code(people, fake_stripe, wall_clock):
    await paid(fake_stripe, people.user)
    await set_up(people.admin)
    root = await screen_of(people.admin)
    state = await opened(root)
    (bought,) = (await lists_of(root))[0].items
    assert len(await press(state, "open_receipt", bought.id)) == 2
    wall_clock.advance(STEP_UP)
    dialog = await root.get_state(StepUpState)
    assert dialog.request_id == ""
    assert await press(state, "open_receipt", bought.id) == [None, None]
    assert (bool(dialog.request_id), state.opening) == (True, "")


async def test_another_organization_than_before_leaves_nothing_behind(people):
    root = await screen_of(people.platform_admin, people.organization_id)
    await opened(root)
    assert (await lists_of(root))[1].items
    root.router = (await screen_of(people.platform_admin, cast.uuid.uuid4())).router
    gone = await opened(root)
    assert (gone.loaded, gone.failed, gone.standing.name, (await lists_of(root))[1].items) == (False, True, "", [])


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({}, ("€ 10,00", "", "25 credits", "", "Betaald", "Bon van ZZP, 02-03-2026")),
        (
            {"returned_cents": 400, "credits_reversed": 10, "status": "partly_refunded"},
            ("€ 10,00", "€ 4,00 terug", "25 credits", "10 teruggenomen", "Deels terugbetaald", None),
        ),
        ({"status": "pending", "credits": 0, "has_receipt": False}, ("€ 10,00", "", "", "", "In behandeling", "")),
        (
            {"package": "Unlimited", "credits": -1, "is_invoice": True},
            ("€ 10,00", "", "Onbeperkt", "", "Betaald", "Factuur van Unlimited, 02-03-2026"),
        ),
        ({"status": "mismatch", "currency": "usd"}, ("USD 10,00", "", "25 credits", "", "Bedrag klopt niet", None)),
    ],
)
def test_a_purchase_in_words(changed, shown):
    item = purchase_item(Purchase(**{**BOUGHT, **changed}))
    told = (item.amount, item.returned, item.credits, item.reversed, item.state.words, item.paper_name)
    assert all(one == wanted for one, wanted in zip(told, shown, strict=True) if wanted is not None), told


@pytest.mark.parametrize(
    ("change", "missing", "shown"),
    [(25, 0, ("+25", True, "")), (-1, 0, ("−1", False, "")), (0, 1, ("0", False, "1 credit was al gebruikt")),
     (-1200, 3, ("−1.200", False, "3 credits waren al gebruikt"))],
)  # fmt: skip
def test_a_change_in_words(change, missing, shown):
    item = entry_item(Entry(cast.uuid.uuid4(), MOMENT, "Pakket gekocht", "Anna", change, 1250, missing))
    assert ((item.change, item.gain, item.missing), item.balance) == (shown, "1.250")
    assert item.when == "02-03-2026, 10.30 uur"


@pytest.mark.parametrize(
    ("balance", "monthly", "status", "shown"),
    [
        (1, 0, None, ("1", "credit", [], ["ZZP"])),
        (1250, 20, None, ("1.250", "credits", ["Elke maand aangevuld tot 20 credits"], ["ZZP"])),
        (
            -1,
            -1,
            "active",
            ("∞", "", ["Onbeperkte rapportages", "Volgende betaling op 02-03-2026"], ["ZZP", "Actief"]),
        ),
        (
            -1,
            -1,
            "canceling",
            ("∞", "", ["Onbeperkte rapportages", "Het abonnement loopt tot 02-03-2026"], ["ZZP", "Opgezegd"]),
        ),
        (3, 0, "canceled", ("3", "credits", [], ["ZZP", "Beëindigd"])),
    ],
)
def test_how_an_organization_stands_in_words(balance, monthly, status, shown):
    view = OrganizationView(cast.uuid.uuid4(), "Zorggroep De Linde", "zzp", balance, monthly, False)
    item = standing_item(Summary(view, status, MOMENT if status else None))
    assert (item.amount, item.unit, item.notes, [mark.words for mark in item.marks]) == shown
