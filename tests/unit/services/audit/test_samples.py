"""The monthly sample: nobody can steer it, and who signs has not judged what they did themselves."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.db import session as database
from voice_report.db.models import AuditLog, LogSample
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, StepUpNeeded
from voice_report.services.audit import samples, trail
from voice_report.services.audit.samples import ASK, FINE
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import CurrentUser

OCTOBER = date(2026, 10, 1)


@pytest.fixture
async def people(db, wall_clock) -> cast.People:
    """Two administrators and their colleagues, who are signed in since half October."""
    wall_clock.set(datetime(2026, 10, 14, 10, tzinfo=UTC))
    made = await cast.make_people()
    await cast.make_user(made.organization_id, "Bea", "Tweede", role="admin", email="bea@zorg.example")
    return made


async def note(entries: Sequence[tuple[str, str, str | None, uuid.UUID]], home: uuid.UUID) -> None:
    async with database.transaction() as session:
        await trail.record_many(
            session, [trail.Entry(action, resource, None, client, home, by) for action, resource, client, by in entries]
        )


async def drawn(home: uuid.UUID) -> LogSample:
    return await tables.row(select(LogSample).where(LogSample.organization_id == home))


async def look(user: CurrentUser, month: date | None = None) -> samples.Sample:
    return await database.run_in_transaction(samples.read, user, month)


async def say(user: CurrentUser, sequence: int, said: str = FINE, words: str = "") -> None:
    await database.run_in_transaction(samples.answer, user, OCTOBER, sequence, said, words)


async def of_october(people: cast.People, wall_clock, by: uuid.UUID | None = None) -> list[AuditLog]:
    """Write a month: many looks by day, a few downloads, a few at night, and one person who sees everybody."""
    home, person = people.organization_id, by or people.user.id
    await note([("view", "report", "C-1", person)] * 300, home)
    await note([("export", "report", "C-1", person)] * 7, home)
    await note([("view", "clients", None, person)] * 50, home)
    for number in range(MANY := 12):
        await note([("view", "report", f"C-{number % MANY}", people.admin.id)], home)
    wall_clock.set(datetime(2026, 10, 15, 2, tzinfo=UTC))
    await note([("view", "report", "C-1", person)] * 6, home)
    wall_clock.set(datetime(2026, 11, 1, 0, 30, tzinfo=UTC))
    await note([("view", "report", "C-1", person)], home)
    wall_clock.set(datetime(2026, 11, 2, 9, tzinfo=UTC))
    return await tables.rows(select(AuditLog).where(AuditLog.chain == str(home)))


async def test_it_has_twenty_rows_of_each_kind_enough_and_nobody_chose_them(people, wall_clock):
    rows = {row.sequence: row for row in await of_october(people, wall_clock)}
    assert await samples.draw_due() >= 1
    row = await drawn(people.organization_id)
    chosen = [rows[one] for one in json.loads(row.rows)]
    assert len(chosen) == len({one.sequence for one in chosen}) == 20
    assert all(one.client_id and one.created_at < datetime(2026, 11, 1, tzinfo=UTC) for one in chosen)
    assert sum(one.action == "export" for one in chosen) >= 5
    assert sum(one.created_at.hour == 2 for one in chosen) >= 5
    home = str(people.organization_id)
    key = {one: tokens.signed("log sample", home, "2026-10-01", str(one)) for one in rows}
    taken = sorted(key[one] for one in rows if rows[one].action == "export")
    assert set(taken[:5]) <= {key[one.sequence] for one in chosen}, "those with the lowest digests"
    assert await samples.draw_due() == 0, "once"
    await note([("export", "report", "C-1", people.user.id)] * 50, people.organization_id)
    assert (await drawn(people.organization_id)).rows == row.rows


async def test_the_key_of_the_installation_decides(people, wall_clock, monkeypatch):
    await of_october(people, wall_clock)
    first = (await samples._chosen(people.organization_id, OCTOBER))[0]
    assert first == (await samples._chosen(people.organization_id, OCTOBER))[0]
    monkeypatch.setattr(samples.tokens, "signed", lambda *parts: "".join(reversed("".join(parts))))
    assert first != (await samples._chosen(people.organization_id, OCTOBER))[0]


async def test_signing_needs_every_answer_and_is_final(people, wall_clock, monkeypatch):
    monkeypatch.setattr(samples, "MOST_SEEN_BY", 1)
    admin = await people.admin.current()
    await of_october(people, wall_clock)
    await samples.draw_due()
    found = await look(admin)
    assert (found.month, len(found.rows), found.is_only_admin, found.signed_by) == (OCTOBER, 20, False, None)
    own = [row for row in found.rows if row.is_own]
    assert own, "five rows at least are of who saw most clients"
    others = [row for row in found.rows if not row.is_own]
    for row in others[:-1]:
        await say(admin, row.sequence)
    with pytest.raises(NotAllowed, match="iemand anders"):
        await say(admin, own[0].sequence)
    await say(admin, others[-1].sequence, ASK, "  Waarom   's nachts? ")
    with pytest.raises(Conflict) as refused:
        await database.run_in_transaction(samples.sign, admin, OCTOBER)
    assert refused.value.code == "unanswered"
    bea = await _bea(admin)
    for row in own:
        await say(bea, row.sequence)
    await database.run_in_transaction(samples.sign, admin, OCTOBER)
    found = await look(admin)
    assert (found.signed_by, found.left) == (admin.name, 0)
    last = next(row for row in found.rows if row.sequence == others[-1].sequence)
    assert last.answer == samples.Answer(ASK, "Waarom 's nachts?", admin.name)
    for again in (
        lambda: say(admin, others[0].sequence, ASK),
        lambda: database.run_in_transaction(samples.sign, admin, OCTOBER),
    ):
        with pytest.raises(Conflict) as refused:
            await again()
        assert refused.value.code == "signed"
    signed = await tables.row(select(AuditLog).where(AuditLog.action == "sign"))
    assert (signed.error_message or "").startswith("sha256:")
    assert await database.run_reading(samples.months, admin) == [(OCTOBER, True)]


async def _bea(admin: CurrentUser) -> CurrentUser:
    row = await tables.row(select(cast.User).where(cast.User.email == "bea@zorg.example"))
    return replace(admin, id=row.id, first_name=row.first_name, last_name=row.last_name)


async def test_an_only_administrator_signs_with_own_rows_left(db, wall_clock):
    wall_clock.set(datetime(2026, 10, 14, 10, tzinfo=UTC))
    people = await cast.make_people()
    admin = await people.admin.current()
    await of_october(people, wall_clock, by=people.admin.id)
    await samples.draw_due()
    found = await look(admin)
    assert (found.is_only_admin, found.left, all(row.is_own for row in found.rows)) == (True, 0, True)
    await database.run_in_transaction(samples.sign, admin, OCTOBER)
    assert (await look(admin)).signed_by == admin.name


async def test_a_month_without_rows_about_clients_has_nothing_to_look_at(people, wall_clock):
    admin = await people.admin.current()
    wall_clock.set(datetime(2026, 11, 2, 9, tzinfo=UTC))
    await samples.draw_due()
    found = await look(admin)
    assert (found.rows, found.left) == ([], 0)


async def test_only_administrators_of_the_organization_with_a_recent_factor(people, wall_clock):
    strangers = [await who.current() for who in (people.outsider, people.user, people.platform_admin)]
    admin, other = await people.admin.current(), await people.other_admin.current()
    await of_october(people, wall_clock)
    await samples.draw_due()
    sequence = json.loads((await drawn(people.organization_id)).rows)[0]
    for stranger in strangers:
        for call in (
            lambda stranger=stranger: look(stranger),
            lambda stranger=stranger: say(stranger, sequence),
            lambda stranger=stranger: database.run_in_transaction(samples.sign, stranger, OCTOBER),
        ):
            with pytest.raises(NotAllowed):
                await call()
    assert (await look(other)).rows == []
    with pytest.raises(NotFound):
        await say(other, sequence)
    with pytest.raises(NotFound):
        await look(admin, date(2026, 9, 1))
    bad: tuple[dict[str, Any], ...] = ({"said": "ja"}, {"said": FINE, "words": "x" * 301})
    for wrong in bad:
        with pytest.raises(Invalid):
            await say(admin, sequence, **wrong)
    late = replace(admin, level="two_factor")
    for call in (
        lambda: look(late),
        lambda: say(late, sequence),
        lambda: database.run_in_transaction(samples.sign, late, OCTOBER),
    ):
        with pytest.raises(StepUpNeeded):
            await call()
