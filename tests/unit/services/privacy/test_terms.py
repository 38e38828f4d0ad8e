"""How long things are kept: who chooses it, what a shorter term says first, and what the card says."""

import json
import uuid
from datetime import UTC, timedelta

import pytest

from tests.unit.services.privacy.keeping import a_draft, a_night, an_archived, ids, keep, rows
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import DeletionReceipt, Report
from voice_report.errors import Conflict, Invalid, NotAllowed
from voice_report.services.platform import clocks
from voice_report.services.privacy import retention, terms
from voice_report.services.shared.identity import CurrentUser


async def test_a_shorter_term_gives_notice(db, people, wall_clock, admin, user):
    await keep(people, drafts=90)
    draft = await a_draft(user)
    wall_clock.advance(days=60)
    days = {"drafts": 30, "transcript": None, "archive": None}
    async with database.reading() as session:
        (said,) = await terms.consequences(session, admin, days)
    assert (said.name, said.number, said.people) == ("drafts", 1, 1)
    async with database.transaction() as session:
        changed = await terms.change(session, admin, days, version=1)
    assert terms.erased_at(changed.drafts, clock.now() - timedelta(days=60)) == said.erased_from
    assert await clocks.from_the_future() == [], "a term that begins later is no clock that was ahead"
    for _ in range(14):
        await a_night(wall_clock)
        assert await ids(Report) == {draft}
    await a_night(wall_clock)
    assert await ids(Report) == set()


async def test_terms_are_for_administrators_and_within_limits(db, people, wall_clock, admin, user):
    days = {"drafts": 30, "transcript": 7, "archive": None}
    async with database.transaction() as session:
        with pytest.raises(NotAllowed):
            await terms.change(session, user, days, version=1)
        for name, number in (("drafts", 6), ("drafts", 366), ("transcript", -1), ("archive", 29)):
            with pytest.raises(Invalid) as refused:
                await terms.change(session, admin, {**days, name: number}, version=1, is_elsewhere=True)
            assert refused.value.code == name
        with pytest.raises(Invalid, match="ECD"):
            await terms.change(session, admin, {**days, "archive": 365}, version=1)
        changed = await terms.change(session, admin, days, version=1)
        with pytest.raises(Conflict):
            await terms.change(session, admin, days, version=1)
    assert changed.days == days
    assert changed.changed_by == people.admin.name


async def test_the_card_of_a_report_says_when_it_is_erased(db, people, wall_clock, user, admin):
    await keep(people, drafts=30, transcript=7, archive=90)
    draft, report = await a_draft(user), await an_archived(user, people.client_id)

    async def said(who: CurrentUser, row_id: uuid.UUID) -> list[str]:
        async with database.reading() as session:
            return await terms.of_report(session, who, row_id)

    assert await said(user, draft) == ["Dit concept wordt op 2 april 2026 gewist."]
    whole = "De rapportage wordt op 1 juni 2026 gewist."
    assert await said(admin, report) == ["Het transcript wordt op 10 maart 2026 gewist.", whole]
    assert await said(admin, draft) == [], "a draft is its author's alone"
    wall_clock.advance(days=8)
    await retention.run()
    assert await said(admin, report) == ["Het transcript is op 10 maart 2026 gewist.", whole]
    await keep(people)
    assert await said(user, draft) == []


async def test_the_number_that_a_shorter_term_would_erase_is_what_that_night_erases(
    db, people, wall_clock, admin, user
):
    await keep(people, drafts=90)
    for age in (40, 29, 20, 15):
        await a_draft(user, updated_at=clock.now() - timedelta(days=age))
    days = {"drafts": 30, "transcript": None, "archive": None}
    async with database.reading() as session:
        (said,) = await terms.consequences(session, admin, days)
    async with database.transaction() as session:
        await terms.change(session, admin, days, version=1)
    wall_clock.set(said.erased_from.astimezone(UTC))
    assert await retention.run() == 1
    assert json.loads((await rows(DeletionReceipt))[0].body)["counts"] == {"draft": said.number}
