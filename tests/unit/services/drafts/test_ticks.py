"""Ticks: which fields of a draft were copied; no change of the draft, its author's alone, and bounded."""

import json

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.db.models import AuditLog, Report
from voice_report.errors import Invalid, NotFound
from voice_report.services.archive import archive
from voice_report.services.drafts import deleted, drafts, ticks
from voice_report.services.shared.identity import CurrentUser

REPORT = "## Situatie\n\nMevrouw sliep goed."
A, B = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture
async def user(people) -> CurrentUser:
    return await people.user.current()


@pytest.fixture
async def draft(db, user) -> drafts.DraftView:
    async with db.transaction() as session:
        return await drafts.save_draft(session, user, transcript="Mevrouw sliep goed.", structured_report=REPORT)


async def put(db, user: CurrentUser, draft_id, fields: dict[str, str]) -> dict[str, str]:
    return await db.run_in_transaction(ticks.put, user, draft_id, fields)


async def stored(db, draft_id) -> Report:
    return await tables.get(Report, draft_id)


async def test_a_tick_is_no_change_of_the_draft(db, user, draft, wall_clock):
    before = (await stored(db, draft.id)).model_dump(exclude={"copied"})
    wall_clock.advance(minutes=5)
    assert await put(db, user, draft.id, {f"{A}.0": A}) == {f"{A}.0": A}
    wall_clock.advance(minutes=5)
    assert await put(db, user, draft.id, {f"{B}.0": A, f"{A}.0": B}) == {f"{B}.0": A, f"{A}.0": B}
    row = await stored(db, draft.id)
    assert row.model_dump(exclude={"copied"}) == before
    assert {moment for _, moment in json.loads(row.copied or "").values()} == {clock.now().isoformat()}
    assert await db.run_reading(ticks.of_draft, user, draft.id) == {f"{B}.0": A, f"{A}.0": B}
    rows = await tables.rows(select(AuditLog).where(AuditLog.action == "copy"))
    assert [(row.resource, row.resource_id, row.user_id) for row in rows] == [("draft", str(draft.id), user.id)] * 2


async def test_the_oldest_ticks_of_very_many_go(db, user, draft):
    for first in (0, 80):
        await put(db, user, draft.id, {f"{A}.{number}": A for number in range(first, first + 80)})
    assert list(await db.run_reading(ticks.of_draft, user, draft.id)) == [f"{A}.{number}" for number in range(60, 160)]
    assert len((await stored(db, draft.id)).copied or "") < 10_000


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {f"{A}.{number}": A for number in range(101)},
        {"Situatie": A},
        {f"{A}.0": "Mevrouw"},
        {f"{A}.0\n": A},
        {f"{A}.1234567": A},
        {f"{A}.0": A, "": ""},
    ],
)
async def test_what_is_no_tick_is_refused(db, user, draft, fields):
    with pytest.raises(Invalid):
        await put(db, user, draft.id, fields)
    assert (await stored(db, draft.id)).copied is None


@pytest.mark.parametrize("who", ["outsider", "admin"])
async def test_s02_ticks_are_their_authors_alone(db, people, draft, who):
    stranger = await getattr(people, who).current()
    with pytest.raises(NotFound, match="Draft niet gevonden"):
        await put(db, stranger, draft.id, {f"{A}.0": A})
    async with db.reading() as session:
        with pytest.raises(NotFound, match="Draft niet gevonden"):
            await ticks.of_draft(session, stranger, draft.id)


async def test_they_come_back_with_a_deleted_draft(db, user, draft):
    await put(db, user, draft.id, {f"{A}.0": A})
    await db.run_in_transaction(deleted.delete_draft, user, draft.id)
    with pytest.raises(NotFound):
        await put(db, user, draft.id, {f"{A}.0": B})
    async with db.transaction() as session:
        await deleted.restore(session, user, draft.id)
        assert await ticks.of_draft(session, user, draft.id) == {f"{A}.0": A}


async def test_an_archived_report_has_none(db, people, user, draft):
    await cast.keep_archive(people.organization_id)
    await put(db, user, draft.id, {f"{A}.0": A})
    await archive.save(
        user, client_id=people.client_id, transcript=draft.transcript, structured_report=REPORT, draft_id=draft.id
    )
    assert (await stored(db, draft.id)).copied is None
    with pytest.raises(NotFound):
        await put(db, user, draft.id, {f"{A}.0": A})
