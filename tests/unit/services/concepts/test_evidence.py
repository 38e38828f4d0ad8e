"""Long comparisons run in a process of their own: a few at a time, and its end is a clear sentence."""

import asyncio
import os
import signal
import uuid
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from voice_report.core.shares import HEAVY, Holder, heavy
from voice_report.errors import TooLarge, TooMany, Unavailable
from voice_report.reporting.evidence import Evidence
from voice_report.services.concepts import evidence


def somebody(organization: str = "") -> Any:
    account = uuid.uuid4()
    return SimpleNamespace(id=account, organization=None, holder=Holder(str(account), organization))


USER = somebody()
LONG = "De bloeddruk was 142 over 80. " * 200

pytestmark = pytest.mark.one_database


@pytest.fixture(autouse=True)
async def _ended():
    yield
    await evidence.finish_all()


async def test_a_long_report_is_compared_in_the_process():
    found = await evidence.compare(USER, LONG, LONG)
    assert len(found.sentences) == 200
    assert not [one for one in found.sentences if one.flags]


async def test_s56_an_account_and_an_organization_leave_room_for_others():
    """Of an account one is compared and one waits; the processor is not kept from anybody else's."""
    mine = [evidence.compare(USER, LONG, LONG) for _ in range(4)]
    theirs = [evidence.compare(somebody("De Linde"), LONG, LONG) for _ in range(8)]
    other = evidence.compare(somebody(), LONG, LONG)
    results = await asyncio.gather(*mine, *theirs, other, return_exceptions=True)
    assert [type(one) for one in results[:4]] == [Evidence, Evidence, TooMany, TooMany]
    assert Counter(map(type, results[4:12])) == {Evidence: HEAVY.organization, TooMany: 2}
    assert isinstance(results[12], Evidence)
    assert not heavy().places.held


async def test_s56_what_is_refused_has_cost_nothing(monkeypatch):
    """Nothing is read for it: a user whose share is taken may ask twice a second."""
    read = []

    async def medicines_of(user):
        read.append(user)
        return frozenset()

    monkeypatch.setattr(evidence.words, "medicines_of", medicines_of)
    monkeypatch.setattr(evidence, "checked_transcript", lambda text: read.append(text) or text)
    with heavy().place(USER.holder), heavy().place(USER.holder), pytest.raises(TooMany):
        await evidence.compare(USER, LONG, LONG)
    assert read == []
    assert (await evidence.compare(USER, LONG, LONG)).sentences
    assert read == [LONG, USER]


async def test_too_many_at_once_are_refused_and_the_others_go_on():
    everybody = HEAVY.everybody
    comparisons = [evidence.compare(somebody(), LONG, LONG) for _ in range(everybody + 2)]
    results = await asyncio.gather(*comparisons, return_exceptions=True)
    assert [one.code for one in results if isinstance(one, Unavailable)] == ["busy", "busy"]
    assert len([one for one in results if isinstance(one, Evidence)]) == everybody


async def test_s56_a_comparison_that_would_take_too_long_is_refused_before_it_begins():
    word = "a" * 100_000
    with pytest.raises(TooLarge, match="te lang om te vergelijken"):
        await evidence.compare(USER, word, word)
    assert evidence._process._pool is None


async def test_s56_who_leaves_keeps_the_place_until_the_process_is_done(monkeypatch):
    goes_on, run = asyncio.Event(), evidence._process.run

    async def slowly(*work):
        await goes_on.wait()
        return await run(*work)

    monkeypatch.setattr(evidence._process, "run", slowly)
    leaving = asyncio.create_task(evidence.compare(USER, LONG, LONG))
    while not heavy().places.held:  # noqa: ASYNC110  the place is taken a few steps later
        await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    assert heavy().places.held
    goes_on.set()
    await asyncio.wait(evidence._under_way)
    assert not heavy().places.held


async def test_s56_a_comparison_that_ends_the_process_ends_nobody_elses(monkeypatch):
    await evidence.compare(USER, LONG, LONG)
    run = evidence._process.run

    async def impatient(within: float, work, said: str, *more):
        return await run(0.001 if said.startswith("Slecht") else within, work, said, *more)

    monkeypatch.setattr(evidence._process, "run", impatient)
    both = [evidence.compare(somebody(), "Slecht. " + LONG, LONG), evidence.compare(somebody(), LONG, LONG)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert [type(one) for one in results] == [Unavailable, Evidence]


async def test_a_process_that_is_late_is_replaced(monkeypatch):
    with monkeypatch.context() as impatient:
        impatient.setattr(evidence, "_SECONDS", 0.001)
        with pytest.raises(Unavailable, match="niet veranderd"):
            await evidence.compare(USER, LONG, LONG)
    assert (await evidence.compare(USER, LONG, LONG)).sentences


async def test_a_process_that_is_killed_is_replaced():
    await evidence.compare(USER, LONG, LONG)
    os.kill(await evidence._process.run(600, os.getpid), signal.SIGKILL)
    with pytest.raises(Unavailable, match="niet veranderd"):
        await evidence.compare(USER, LONG, LONG)
    assert (await evidence.compare(USER, LONG, LONG)).sentences
