"""One concept, one credit, whatever fails on the way and however many ask at once (security.md S17-S20)."""

import asyncio
import hashlib
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.structure_engine import report_of
from tests.unit.services.concepts.concepts import SAID, job_states, ledger, new_draft, read_draft, whole
from voice_report.db.models import Report
from voice_report.errors import NotFound, OutOfCredits, TooMany, Unavailable
from voice_report.services.billing import credits
from voice_report.services.concepts import _storing, structuring
from voice_report.services.drafts import deleted


@pytest.mark.parametrize(
    "failure",
    [
        Unavailable("Kon concept niet genereren", retry_after=5),
        TimeoutError(),
        ConnectionResetError("reset"),
        ValueError("a bug of ours"),
    ],
)
async def test_s20_a_failing_engine_costs_nothing_and_can_be_asked_again(db, people, engine, failure):
    user = await people.user.current()
    draft = await new_draft(db, user)
    engine.failure = failure
    expected = Unavailable if isinstance(failure, TimeoutError) else type(failure)
    with pytest.raises(expected):
        await whole(user, SAID, draft.id)
    assert await job_states(db) == ["released"]
    assert await ledger(db, people.organization_id) == (10, 0, 0)
    assert (await read_draft(db, user, draft.id)).transcript == SAID

    engine.failure = None
    assert await whole(user, SAID, draft.id) == report_of(SAID)
    assert await ledger(db, people.organization_id) == (9, 1, 1)


@pytest.mark.parametrize("answer", ["", "   ", report_of(SAID)[:60]])
async def test_s20_an_empty_or_cut_off_answer_costs_nothing(db, people, engine, answer):
    engine.answer = answer
    with pytest.raises(Unavailable):
        await whole(await people.user.current())
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_s20_an_engine_that_hangs_is_given_up(db, people, engine, monkeypatch):
    monkeypatch.setattr(structuring, "_PATIENCE", -119.95)  # of the 120 seconds, 50 ms are left
    engine.gate = asyncio.Event()
    with pytest.raises(Unavailable, match="duurde te lang"):
        await whole(await people.user.current())
    assert await job_states(db) == ["released"]
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_s20_an_engine_that_never_stops_talking_is_stopped(db, people, engine):
    engine.answer = "## Situatie\n\n" + "bla " * 200_000
    with pytest.raises(Unavailable):
        await whole(await people.user.current())
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_no_credits_no_engine(db, engine):
    organization_id = await cast.make_organization(credits=0)
    user = await (await cast.make_user(organization_id)).current()
    with pytest.raises(OutOfCredits):
        await whole(user)
    assert engine.asked == await job_states(db) == []


async def test_s17_forty_reports_at_once_on_ten_credits_are_ten_reports(db, people, engine, no_limits):
    user, colleague = await people.user.current(), await people.admin.current()
    outcomes = await asyncio.gather(
        *[whole((user, colleague)[number % 2], f"Verslag {number}.") for number in range(40)], return_exceptions=True
    )
    made = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert len(made) == len(engine.asked) == 10
    assert all(isinstance(outcome, OutOfCredits) for outcome in outcomes if outcome not in made)
    assert await ledger(db, people.organization_id) == (0, 10, 10)
    assert await job_states(db) == ["settled"] * 10


async def test_s19_the_same_request_from_many_tabs_is_one_report(db, people, engine, no_limits):
    user = await people.user.current()
    draft = await new_draft(db, user)
    outcomes = await asyncio.gather(*[whole(user, SAID, draft.id) for _ in range(12)])
    assert outcomes == [report_of(SAID)] * 12
    assert len(engine.asked) == 1
    assert await ledger(db, people.organization_id) == (9, 1, 1)
    assert (await read_draft(db, user, draft.id)).version == 2


async def test_s19_who_waits_for_a_failing_request_takes_it_over(db, people, engine, monkeypatch):
    user = await people.user.current()
    engine.gate = asyncio.Event()
    engine.failure = Unavailable("Kon concept niet genereren")
    first = asyncio.create_task(whole(user))
    await engine.started.wait()
    waited = asyncio.Event()

    async def pause(seconds: float) -> None:
        waited.set()
        await asyncio.wait([first])
        engine.failure = None

    monkeypatch.setattr(structuring, "pause", pause)
    second = asyncio.create_task(whole(user))
    await waited.wait()
    engine.gate.set()
    assert await second == report_of(SAID)
    with pytest.raises(Unavailable):
        await first
    assert await ledger(db, people.organization_id) == (9, 1, 1)


async def test_s18_a_reservation_of_a_dead_process_is_taken_over_when_its_lease_ends(
    db, wall_clock, engine, monkeypatch
):
    people = await cast.make_people()
    user = await people.user.current()
    engine.gate = asyncio.Event()
    stream = structuring.generate(user, SAID)
    await anext(stream)  # stands for the process that died: it never gets further
    waits = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)
        wall_clock.advance(seconds=60)
        if len(waits) == 2:
            engine.gate.set()
            engine.gate = None

    async def refuse(*_) -> None:
        raise ConnectionError("dead")

    monkeypatch.setattr(structuring, "pause", pause)
    monkeypatch.setattr(structuring, "_LEASE_MARGIN", 0.0)
    with monkeypatch.context() as dead:
        dead.setattr(_storing, "settle", refuse)
        dead.setattr(structuring, "_release", refuse)
        await structuring.finish_all()
    assert await job_states(db) == ["reserved"]
    assert await whole(user) == report_of(SAID)
    assert waits
    assert await ledger(db, people.organization_id) == (9, 1, 1)


async def test_who_stops_listening_still_finds_the_report_in_the_draft(db, people, engine):
    user = await people.user.current()
    draft = await new_draft(db, user)
    engine.gate = asyncio.Event()
    stream = structuring.generate(user, SAID, draft.id)
    await anext(stream)
    await stream.aclose()
    engine.gate.set()
    await asyncio.gather(*structuring._working)
    assert (await read_draft(db, user, draft.id)).structured_report == report_of(SAID)
    assert await whole(user, SAID, draft.id) == report_of(SAID)
    assert len(engine.asked) == 1
    assert await ledger(db, people.organization_id) == (9, 1, 1)


async def test_a_server_that_stops_gives_the_reservation_back(db, people, engine):
    user = await people.user.current()
    engine.gate = asyncio.Event()
    stream = structuring.generate(user, SAID)
    await anext(stream)
    await structuring.finish_all()
    assert await job_states(db) == ["released"]
    with pytest.raises(Unavailable, match="herstart"):
        async for _ in stream:
            pass
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_a_server_that_stops_before_the_work_began_gives_the_reservation_back(db, people, engine):
    """A task that is cancelled before its first step runs none of its own clean-up."""
    user = await people.user.current()
    async with db.transaction() as session:
        request = await structuring.request_for(session, user, SAID, None, None)
        claim = await credits.reserve(session, user, request.key, timedelta(minutes=3))
        step = await structuring._begin(session, request, claim)
    listening = asyncio.ensure_future(anext(structuring._make(request, claim, step)))
    stopping = asyncio.create_task(structuring.finish_all())  # its first step comes before that of the work
    async with asyncio.timeout(100):
        await stopping
        with pytest.raises(Unavailable, match="herstart"):
            await listening
    assert engine.asked == []
    assert await job_states(db) == ["released"]
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_a_draft_deleted_meanwhile_costs_nothing(db, people, engine):
    user = await people.user.current()
    draft = await new_draft(db, user)
    engine.gate = asyncio.Event()
    stream = structuring.generate(user, SAID, draft.id)
    await anext(stream)
    await db.run_in_transaction(deleted.delete_draft, user, draft.id)
    engine.gate.set()
    with pytest.raises(NotFound, match="Draft niet gevonden"):
        async for _ in stream:
            pass
    assert await tables.rows(select(Report)) == []
    assert await ledger(db, people.organization_id) == (10, 0, 0)


async def test_a_concept_that_is_asked_again_over_an_upgrade_has_the_key_it_had(db, people, engine):
    """A version that makes another key of the same request charges it twice: the key is what this says, for ever."""
    user = await people.user.current()
    draft = await new_draft(db, user)
    request = await db.run_in_transaction(structuring.request_for, user, SAID, draft.id, None)
    parts = [str(user.id), str(user.organization_id), str(draft.id), "zorg", "1", "vrij", SAID]
    assert request.key == hashlib.sha256("\n".join(parts).encode()).hexdigest()


async def test_s33_who_asks_too_often_is_told_when_to_come_back(db, people, engine):
    user = await people.user.current()
    outcomes = await asyncio.gather(*[whole(user) for _ in range(30)], return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, TooMany)]
    assert 0 < len(refused) < 30
    assert all(outcome.retry_after for outcome in refused)
    assert await ledger(db, people.organization_id) == (9, 1, 1)
