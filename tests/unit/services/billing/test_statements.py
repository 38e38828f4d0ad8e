"""The books: who reads whose, what they say, page by page, as a file, and the way to a receipt."""

import csv
import io
import re
import uuid

import pytest
from sqlmodel import col, update

from tests.conftest import ROOT
from tests.support import people as cast
from tests.support import tables
from tests.unit.services.billing.buying import deliver, fake_stripe, paid, payments
from voice_report.config import settings
from voice_report.db.models import CreditEntry, Payment
from voice_report.errors import Invalid, NotAllowed, NotFound, Unavailable
from voice_report.services.audit import viewer
from voice_report.services.audit.viewer import AuditFilter
from voice_report.services.billing import credits, statements

__all__ = ["fake_stripe"]

READS = (statements.summary, statements.purchases, statements.ledger)


async def read(db, what, person: cast.Person, *given, **named):
    return await person.call(what, *given, **named)


async def exported(person: cast.Person, *given) -> list[list[str]]:
    lines = [line async for line in statements.export(await person.current(), *given)]
    return list(csv.reader(io.StringIO("".join(lines).removeprefix("\ufeff")), delimiter=";"))


async def give(db, organization_id, amount: int, key: str, **details) -> None:
    details = {"reason": "set by hand", **details}
    await db.run_in_transaction(credits.grant, amount, key=key, organization_id=organization_id, **details)


@pytest.mark.parametrize("what", READS)
async def test_s02_the_books_are_for_the_own_administrators_and_the_platforms(db, people, what):
    for outsider in (people.outsider, people.user):
        with pytest.raises(NotAllowed):
            await read(db, what, outsider)
    with pytest.raises(NotFound, match="Organisatie niet gevonden"):
        await read(db, what, people.other_admin, people.organization_id)
    for made_up in (None, "", "verzonnen"):
        with pytest.raises(NotFound, match="Organisatie niet gevonden"):
            await read(db, what, people.platform_admin, made_up)
    own = await read(db, what, people.admin)
    assert own == await read(db, what, people.admin, str(people.organization_id))
    assert own == await read(db, what, people.platform_admin, people.organization_id)


async def test_s02_the_file_and_the_receipt_are_theirs_alone(people, fake_stripe):
    await paid(fake_stripe, people.user)
    (payment,) = await payments()
    for person, refusal in ((people.other_admin, NotFound), (people.outsider, NotAllowed), (people.user, NotAllowed)):
        with pytest.raises(refusal):
            await exported(person, people.organization_id)
        with pytest.raises(refusal):
            await statements.receipt(await person.current(), payment.id)
    for reader in (people.admin, people.platform_admin):
        assert await exported(reader, people.organization_id)
        assert await statements.receipt(await reader.current(), payment.id) == f"{fake_stripe.url}/receipts/1"


async def test_a_purchase_says_what_was_bought_and_what_went_back(db, people, fake_stripe):
    session = await paid(fake_stripe, people.user, "zzp")
    (bought,) = (await read(db, statements.purchases, people.admin)).items
    assert (bought.package, bought.amount_cents, bought.credits, bought.status) == ("ZZP", 1000, 25, "paid")
    assert (bought.returned_cents, bought.credits_reversed, bought.has_receipt) == (0, 0, True)
    fake_stripe.state.refund(session["payment_intent"], 400)
    await deliver(fake_stripe.state.events[-1])
    (bought,) = (await read(db, statements.purchases, people.admin)).items
    assert (bought.returned_cents, bought.credits_reversed, bought.status) == (400, 10, "partly_refunded")


async def test_a_month_of_unlimited_is_an_invoice_and_no_credits(db, people, fake_stripe):
    await paid(fake_stripe, people.admin, "unlimited")
    (bought,) = (await read(db, statements.purchases, people.admin)).items
    assert (bought.package, bought.credits, bought.is_invoice) == ("Unlimited", -1, True)
    assert await statements.receipt(await people.admin.current(), bought.id) == f"{fake_stripe.url}/invoice/1"
    found = await read(db, statements.summary, people.admin)
    assert (found.organization.plan, found.organization.current_credits, found.subscription) == (
        "unlimited",
        -1,
        "active",
    )
    assert found.period_end is not None


async def test_the_ledger_says_what_happened_who_did_it_and_what_was_left(db, wall_clock, fake_stripe):
    people = await cast.make_people()
    wall_clock.advance(minutes=1)
    session = await paid(fake_stripe, people.user, "starter")
    wall_clock.advance(minutes=1)
    await tables.run(update(CreditEntry).where(col(CreditEntry.reason) == "opening").values(reason="odd"))
    async with db.transaction() as working:
        organization = await working.get_one(cast.Organization, people.organization_id)
        assert await credits.revoke(working, 18, organization, reason="test", key="used") == 0
    wall_clock.advance(minutes=1)
    fake_stripe.state.refund(session["payment_intent"], 500)
    await deliver(fake_stripe.state.events[-1])
    told = (await read(db, statements.ledger, people.admin)).items
    assert [(one.what, one.person, one.change, one.balance_after, one.missing) for one in told] == [
        ("Betaling teruggekregen", "Automatisch", -2, 0, 8),
        ("Saldo gewijzigd", "Automatisch", -18, 2, 0),
        ("Pakket gekocht", people.user.name, 10, 20, 0),
        ("Saldo gewijzigd", "Automatisch", 10, 10, 0),
    ]


async def test_who_is_gone_has_no_name_and_personal_credits_are_nobody_elses(db, people):
    await db.run_in_transaction(credits.grant, 3, reason="set by hand", key="own", user_id=people.user.id)
    await give(db, people.organization_id, 5, "gone", actor_id=uuid.uuid4())
    told = (await read(db, statements.ledger, people.admin)).items
    assert [(one.person, one.change) for one in told] == [("Verwijderd account", 5), ("Automatisch", 10)]


def test_every_reason_in_the_ledger_has_its_words():
    given = re.compile(r'(?:reason=|reason = |(?<!_)change\(session, [^"]*?)"([a-z _]+)"')
    found = {
        reason
        for path in (ROOT / "voice_report" / "services").rglob("*.py")
        if "credits" in (text := path.read_text())
        for reason in given.findall(text)
    }
    assert {"purchase", "report", "monthly_refill", "set by hand", "trial"} <= found
    assert found | {"refund", "dispute"} == set(statements._DEEDS)


@pytest.mark.parametrize("what", [statements.purchases, statements.ledger])
async def test_pages_follow_each_other_without_a_gap(db, wall_clock, what):
    people = await cast.make_people(credits=0)
    for number in range(7):
        wall_clock.advance(seconds=number % 2)  # some at the same moment
        await give(db, people.organization_id, 1, f"page {number}")
        await tables.add(
            Payment(
                stripe_id=f"cs_{number}",
                organization_id=people.organization_id,
                organization_name="Zorggroep De Linde",
                package_id="starter",
                amount_cents=500,
                status="paid",
            )
        )
    whole = await read(db, what, people.admin)
    assert len(whole.items) == 7
    assert [one.at for one in whole.items] == sorted((one.at for one in whole.items), reverse=True)
    told, after = [], None
    for _ in range(3):
        page = await read(db, what, people.admin, after=after, limit=3)
        told += page.items
        after = page.next
    assert (told, after) == (whole.items, None)
    with pytest.raises(Invalid):
        await read(db, what, people.admin, after="verzonnen")


async def test_s27_opening_downloading_and_a_receipt_are_written_down(db, people, fake_stripe):
    await paid(fake_stripe, people.user)
    await read(db, statements.summary, people.platform_admin, people.organization_id)
    await exported(people.admin)
    (payment,) = await payments()
    await statements.receipt(await people.admin.current(), payment.id)
    trail = (await read(db, viewer.read, people.admin, AuditFilter())).items
    assert [(one.what, one.person) for one in trail[:3]] == [
        ("Bon bekeken", people.admin.name),
        ("Verloop van de credits gedownload", people.admin.name),
        ("Betalingen bekeken", people.platform_admin.name),
    ]


async def test_the_file_has_the_whole_ledger(db, people, monkeypatch):
    monkeypatch.setattr(statements, "_EXPORTED_AT_ONCE", 2)
    for number in range(5):
        await give(db, people.organization_id, number + 1, f"row {number}", actor_id=people.user.id)
    head, *rows = await exported(people.admin)
    assert head == ["Moment", "Wat", "Wie", "Bij", "Af", "Saldo", "Kwam tekort"]
    assert sorted(int(row[3]) for row in rows) == [1, 2, 3, 4, 5, 10]
    assert {row[2] for row in rows} == {people.user.name, "Automatisch"}


@pytest.mark.parametrize("evil", ["=1+1", "+31", "-2", "@SUM(A1)", " =1", "\t=1", 'zeg "ja"; nee'])
async def test_s24_a_cell_is_never_a_formula(db, people, evil):
    async with db.transaction() as session:
        person = await session.get_one(cast.User, people.user.id)
        person.first_name = evil
        session.add(person)
    await give(db, people.organization_id, 5, "evil", actor_id=people.user.id)
    rows = await exported(people.admin)
    assert any(row[2].removeprefix("'").startswith(evil) for row in rows)
    assert not [cell for row in rows for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]


async def test_a_receipt_that_cannot_be_had_is_a_sentence(people, fake_stripe, monkeypatch):
    await paid(fake_stripe, people.user)
    (payment,) = await payments()
    reader = await people.admin.current()
    fake_stripe.fail(401)
    with pytest.raises(Unavailable, match=r"^Kon de bon niet ophalen. Probeer het later opnieuw\.$"):
        await statements.receipt(reader, payment.id)
    for stranger in ("", "verzonnen", people.user.id):
        with pytest.raises(NotFound, match="Betaling niet gevonden"):
            await statements.receipt(reader, stranger)
    monkeypatch.delenv("STRIPE_SECRET_KEY")
    settings.cache_clear()
    with pytest.raises(Unavailable, match=r"staat op deze installatie nog niet aan"):
        await statements.receipt(reader, payment.id)


@pytest.mark.parametrize(
    ("address", "theirs"),
    [
        ("https://pay.stripe.com/receipts/payment/x?s=ap", True),
        ("https://invoice.stripe.com/i/acct_1/x", True),
        ("https://stripe.com.kwaad.example/x", False),
        ("https://kwaad.example\\.stripe.com/x", False),
        ("https://kwaad.example/.stripe.com/", False),
        ("https://pay.stripe.com@kwaad.example/", False),
        ("http://pay.stripe.com/receipts/x", False),
        ("javascript:alert(1)//.stripe.com/", False),
        ("http://127.0.0.1:1/receipts/x", False),
        ("", False),
        (None, False),
    ],
)
async def test_only_a_page_of_stripes_is_opened(people, fake_stripe, address, theirs):
    session = await paid(fake_stripe, people.user)
    intent = fake_stripe.state.get(session["payment_intent"])
    fake_stripe.state.get(intent["latest_charge"])["receipt_url"] = address
    (payment,) = await payments()
    if theirs:
        assert await statements.receipt(await people.admin.current(), payment.id) == address
    else:
        with pytest.raises(NotFound, match="geen bon of factuur"):
            await statements.receipt(await people.admin.current(), payment.id)
