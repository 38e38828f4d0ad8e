"""'Credits geven': added to the balance as it is at that moment, once, with a reason in the ledger."""

import asyncio
from collections import Counter
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import tables
from voice_report.db.models import AuditLog, Organization
from voice_report.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
from voice_report.services.billing import credits, statements
from voice_report.services.organizations import organizations

REASON = "Coulance, mail 20-11"


async def give(db, person, organization_id, amount: int = 20, reason: str = REASON, **named) -> None:
    async with db.transaction() as session:
        await organizations.give_credits(session, await person.current(), organization_id, amount, reason, **named)


async def use_one(db, person, key: str) -> None:
    user = await person.current()
    claim = await db.run_in_transaction(credits.reserve, user, key, timedelta(minutes=5))
    await db.run_in_transaction(credits.settle, claim, "## Situatie")


async def balance(db, organization_id) -> int:
    assert await db.run_reading(credits.audit_balances) == []
    return (await tables.get(Organization, organization_id)).current_credits


@pytest.mark.parametrize("who", ["outsider", "admin", "user"])
async def test_s01_only_a_platform_admin_gives_credits(db, people, who):
    with pytest.raises(NotAllowed):
        await give(db, getattr(people, who), people.organization_id)
    assert await balance(db, people.organization_id) == 10


async def test_a_gift_is_in_the_ledger_with_its_reason_and_in_the_trail_without(db, people):
    await give(db, people.platform_admin, people.organization_id)
    async with db.transaction() as session:
        entry = (await statements.ledger(session, await people.admin.current())).items[0]
        deeds = (await session.exec(select(AuditLog).where(AuditLog.action == "give credits"))).all()
    assert (entry.change, entry.balance_after, entry.what) == (20, 30, f"Credits gegeven: {REASON}")
    assert entry.person == people.platform_admin.name
    assert [(row.organization_id, row.resource_id, row.error_message) for row in deeds] == [
        (people.organization_id, str(people.organization_id), None)
    ]


async def test_gifts_and_use_at_the_same_moment_all_count(db, people):
    gifts = [give(db, people.platform_admin, people.organization_id, 20, f"Reden {n}") for n in range(4)]
    await asyncio.gather(*gifts, *(use_one(db, people.user, f"report-{n}") for n in range(4)))
    assert await balance(db, people.organization_id) == 10 + 4 * 20 - 4


async def test_the_same_key_gives_once_and_only_the_same(db, people):
    for _ in range(2):
        await give(db, people.platform_admin, people.organization_id, key="een")
    for amount, reason in ((21, REASON), (20, "Iets anders")):
        with pytest.raises(Conflict):
            await give(db, people.platform_admin, people.organization_id, amount, reason, key="een")
    await give(db, people.platform_admin, people.other_organization_id, key="een")
    deeds = await tables.rows(select(AuditLog).where(AuditLog.action == "give credits"))
    assert Counter(row.organization_id for row in deeds) == {people.organization_id: 1, people.other_organization_id: 1}
    assert await balance(db, people.organization_id) == 30
    assert await balance(db, people.other_organization_id) == 30


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"amount": 0}, Invalid),
        ({"amount": -20}, Invalid),
        ({"amount": 1_000_001}, Invalid),
        ({"amount": 1_000_000}, Invalid),  # more than an organization can have
        ({"reason": " "}, Invalid),
        ({"reason": "x" * 201}, Invalid),
        ({"organization_id": "x"}, NotFound),
        ({"organization_id": "00000000-0000-4000-8000-000000000000"}, NotFound),
    ],
)
async def test_bad_input_gives_nothing(db, people, given, error: type[DomainError]):
    with pytest.raises(error):
        await give(db, people.platform_admin, **{"organization_id": people.organization_id, **given})
    assert await balance(db, people.organization_id) == 10
