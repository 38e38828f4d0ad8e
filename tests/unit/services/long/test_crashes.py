"""S18: `kill -9` at any point leaves a report and one credit less, or neither; never one without the other."""

import asyncio
import sys
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.structure_engine import ScriptedEngine, report_of
from tests.unit.services.crashing import POINTS
from voice_report import clock
from voice_report.db.models import ConceptJob, CreditEntry, Organization, Report, ReportUsage
from voice_report.services.billing import credits
from voice_report.services.concepts import structuring
from voice_report.services.drafts import drafts

SAID = "Mevrouw heeft goed geslapen."


async def make_and_kill(point: str, person: cast.Person, draft_id) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.unit.services.crashing", point, person.cookie, str(draft_id), SAID),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(600):
            assert await process.stdout.readline() == b"HERE\n"
    finally:
        process.kill()
        await process.wait()


async def outcome(db, people: cast.People, draft_id) -> tuple[str | None, int, int, int]:
    """Return the draft's report, the balance, the charges and the counted reports; check the books."""
    assert await db.run_reading(credits.audit_balances) == []
    report = (await tables.get(Report, draft_id)).structured_report
    balance = (await tables.get(Organization, people.organization_id)).current_credits
    charges = await tables.rows(select(CreditEntry.id).where(CreditEntry.reason == "report"))
    used = await tables.rows(select(ReportUsage.id))
    return report, balance, len(charges), len(used)


@pytest.mark.parametrize("point", POINTS)
async def test_s18_killed_at_any_point_it_is_a_report_and_a_credit_or_neither(db, people, point, monkeypatch):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)

    await make_and_kill(point, people.user, draft.id)

    neither, both = (None, 10, 0, 0), (report_of(SAID), 9, 1, 1)
    assert await outcome(db, people, draft.id) == (both if point == "settled" else neither)
    job = await tables.row(select(ConceptJob.status, ConceptJob.expires_at))
    assert job[0] == ("settled" if point == "settled" else "reserved")

    engine = ScriptedEngine()
    monkeypatch.setattr(structuring, "engine", lambda *_: engine)
    assert job[1] - datetime.now(UTC) < timedelta(minutes=4)  # the reservation ends by itself, soon
    clock.use(lambda: job[1])
    assert (await structuring.generate_whole(user, SAID, draft.id)).report == report_of(SAID)
    assert len(engine.asked) == (0 if point == "settled" else 1)
    assert await outcome(db, people, draft.id) == both
