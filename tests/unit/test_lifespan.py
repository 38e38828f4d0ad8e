"""What a server does when it starts: it frees what a killed one held, when it is sure to be alone."""

import asyncio
import gc
import sys
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report import clock, lifespan
from voice_report.db import migrate
from voice_report.db.models import ConceptJob, Dictation, DictationSegment, Organization
from voice_report.reporting import deidentification
from voice_report.services.billing import credits
from voice_report.services.dictation import dictation, segments
from voice_report.services.platform import demo
from voice_report.web.edge import sockets
from voice_report.web.reflex import state_eviction


async def held_by_a_dead_process(db, user) -> None:
    async with db.transaction() as session:
        await credits.reserve(session, user, "key", timedelta(minutes=3))
        taken = Dictation(user_id=user.id, organization_id=user.organization_id)
        session.add(taken)
        await session.flush()
        assert isinstance(await segments.claim(session, user, taken.id, 0, None), segments.SegmentLease)


async def still_held(db) -> tuple[bool, bool]:
    job = await tables.row(select(ConceptJob.status))
    segment = await tables.row(select(DictationSegment.claimed_until))
    return job == "reserved", segment is not None and segment > clock.now()


@pytest.fixture
def _little_to_start(monkeypatch) -> None:
    async def nothing() -> list:
        return []

    monkeypatch.setattr(demo, "fill_when_empty", nothing)
    monkeypatch.setattr(dictation, "start_loading", lambda: None)
    monkeypatch.setattr(migrate, "migrate", lambda: None)
    monkeypatch.setattr(lifespan, "_ROUND", ())


@pytest.mark.usefixtures("_little_to_start")
@pytest.mark.parametrize(("redis", "held"), [(None, False), ("redis://shared.example/0", True)])
async def test_s18_a_lone_process_frees_at_its_start_what_a_killed_one_held(db, people, monkeypatch, redis, held):
    """Without this the same request waits for a lease of minutes that nobody will end."""
    await held_by_a_dead_process(db, await people.user.current())
    assert await still_held(db) == (True, True)
    monkeypatch.setattr(lifespan.settings(), "redis_url", redis)
    async with lifespan.run():
        assert await still_held(db) == (held, held)


@pytest.mark.usefixtures("_little_to_start")
async def test_s33_a_thread_at_work_gives_the_interpreter_to_the_event_loop_soon(db) -> None:
    """Otherwise an event waits for it a dozen times 5 ms."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    try:
        async with lifespan.run():
            assert sys.getswitchinterval() < 0.001
    finally:
        sys.setswitchinterval(before)


async def _end_with_an_error(lifespan_task) -> set[str]:
    """Run a lifespan task in a process that fails to start elsewhere; return the coroutines it leaves behind."""
    before = asyncio.all_tasks()
    with pytest.raises(RuntimeError, match="port taken"):
        async with lifespan_task():
            raise RuntimeError("port taken")
    return {str(task.get_coro()) for task in asyncio.all_tasks() - before}


@pytest.mark.usefixtures("_little_to_start")
async def test_a_failing_start_leaves_no_work_behind(db):
    assert await _end_with_an_error(lifespan.run) == set()
    assert await _end_with_an_error(sockets.watch) == set()
    no_app: Any = SimpleNamespace(state_manager=None)  # a second App in a process is an error
    assert await _end_with_an_error(state_eviction.beside(no_app)) == set()


async def test_the_hourly_work_of_several_workers_tops_up_everybody_once(db, monkeypatch):
    """However many there are; each portion is a transaction of its own."""
    for _ in range(5):
        await cast.make_organization(credits=1, monthly_credits=10)
    refill, all_rest = credits.refill_due, asyncio.Barrier(4)

    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        if not seconds:  # the database lets others have their turn
            return await sleep(0)
        await all_rest.wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(credits, "refill_due", lambda session: refill(session, limit=2))
    monkeypatch.setattr(lifespan, "_ROUND", ())
    monkeypatch.setattr(lifespan.asyncio, "sleep", rest)
    workers = [asyncio.create_task(lifespan._rounds()) for _ in range(3)]
    await all_rest.wait()  # one that is still writing when another has nothing left is let finish
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    async with db.reading() as session:
        assert set(await session.exec(select(Organization.current_credits))) == {10}
        assert await credits.audit_balances(session) == []


async def test_free_memory_goes_back_to_the_system_again_and_again(monkeypatch) -> None:
    trimmed: list[int] = []
    monkeypatch.setattr(lifespan.ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=trimmed.append))
    monkeypatch.setattr(lifespan, "_BETWEEN_TRIMS", 0)
    going = asyncio.create_task(lifespan._give_memory_back())
    while len(trimmed) < 2:  # noqa: ASYNC110  it sets no event
        await asyncio.sleep(0)
    going.cancel()
    assert set(trimmed) == {0}
    monkeypatch.setattr(lifespan.ctypes, "CDLL", lambda _: SimpleNamespace())
    await lifespan._give_memory_back()


async def test_s68_a_process_that_cannot_replace_names_says_so_at_its_start_and_every_hour(
    db, monkeypatch, caplog, fake_provider
) -> None:
    works, sleep, told, is_over = deidentification.is_ready, asyncio.sleep, [], asyncio.Event()

    async def rest(seconds: float) -> None:
        if not seconds:  # the database lets others have their turn
            return await sleep(0)
        told.append("names cannot be replaced" in caplog.text)
        caplog.clear()
        monkeypatch.setattr(deidentification, "is_ready", works if len(told) == 2 else lambda: False)
        if len(told) == 3:
            is_over.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(deidentification, "is_ready", lambda: False)
    monkeypatch.setattr(lifespan, "_ROUND", ())
    monkeypatch.setattr(lifespan.asyncio, "sleep", rest)
    going = asyncio.create_task(lifespan._rounds())
    await is_over.wait()
    going.cancel()
    assert told == [True, True, False]


async def test_s63_privacy_files_are_all_looked_at_once_and_then_those_that_changed(monkeypatch, caplog) -> None:
    asked: list[bool] = []

    async def renew_all(*, everything: bool) -> int:
        asked.append(everything)
        if len(asked) == 1:
            raise RuntimeError("the database is away")
        return 0

    monkeypatch.setattr(lifespan.privacy_file, "renew_all", renew_all)
    monkeypatch.setattr(lifespan, "_BETWEEN_FILES", 0)
    going = asyncio.create_task(lifespan._privacy_files())
    while len(asked) < 4:  # noqa: ASYNC110  it sets no event
        await asyncio.sleep(0)
    going.cancel()
    assert asked[:4] == [True, True, False, False]
    assert "could not be made" in caplog.text


def test_full_garbage_collections_are_rare_once_everything_is_there(monkeypatch) -> None:
    """With fifty people at work one holds the event loop for 0.1 seconds."""
    before = gc.get_threshold()
    monkeypatch.setattr(gc, "freeze", lambda: None)
    try:
        lifespan._keep_what_is_there()
        assert gc.get_threshold() == (*before[:2], 100)
    finally:
        gc.set_threshold(*before)
