"""Examining sounds takes turns per account, bounds its queue and its memory, and gives way to the event loop."""

import asyncio
import contextlib
import gc
import threading
import time
import weakref

import numpy as np
import pytest

from tests.support.fakes import sound
from tests.support.fakes.sound import RATE
from voice_report.core import bounded_executor
from voice_report.core.bounded_executor import BoundedExecutor
from voice_report.core.shares import Holder, heavy
from voice_report.errors import DomainError, TooMany
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import decoding, uploads

SENTENCES = sound.dictation(2)


async def test_s33_one_accounts_backlog_leaves_the_other_threads_to_others():
    lane, held, order = BoundedExecutor("test", workers=2, waiting=8), threading.Event(), []

    def slow(number: int) -> None:
        held.wait(100)
        order.append(number)

    backlog = [asyncio.create_task(lane.run(slow, number, account="hostile")) for number in range(5)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="other"), 100) == "gehoord"
    assert not order
    held.set()
    await asyncio.gather(*backlog)
    assert order == list(range(5))


async def test_s33_who_hangs_up_keeps_the_turn_until_the_thread_is_done():
    lane, held, began = BoundedExecutor("test", workers=2, waiting=8), threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        held.wait(100)

    first = asyncio.create_task(lane.run(slow, account="hostile"))
    await asyncio.to_thread(began.wait, 100)
    first.cancel()
    second = asyncio.create_task(lane.run(lambda: held.is_set(), account="hostile"))
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="other"), 100) == "gehoord"
    assert not second.done()
    held.set()
    assert await second


def test_what_an_event_loop_that_ended_left_behind_keeps_no_thread():
    lane, held = BoundedExecutor("test", workers=1, waiting=1), threading.Event()

    async def leaves() -> None:
        calls = (lane.run(held.wait, 100, account=account) for account in ("one", "two"))
        left = [asyncio.create_task(call) for call in calls]
        await asyncio.sleep(0)
        assert not any(one.done() for one in left)

    asyncio.run(leaves())
    held.set()
    assert asyncio.run(asyncio.wait_for(lane.run(lambda: "gehoord", account="three"), 100)) == "gehoord"


async def test_work_begins_while_its_caller_still_holds_the_event_loop():
    lane, began = BoundedExecutor("test", workers=1, waiting=1), threading.Event()
    running = asyncio.create_task(lane.run(began.set, account="somebody"))
    await asyncio.sleep(0)
    assert began.wait(100)
    await running


async def test_a_failure_is_its_callers_own_and_the_next_of_the_account_runs():
    lane = BoundedExecutor("test", workers=1, waiting=4)

    def fails() -> None:
        raise ValueError("no sound")

    first, second = [asyncio.create_task(lane.run(work, account="one")) for work in (fails, lambda: "gehoord")]
    with pytest.raises(ValueError, match="no sound"):
        await first
    assert await second == "gehoord"


@pytest.mark.parametrize("is_broken", [False, True])
async def test_s33_neither_the_next_file_nor_a_failure_keeps_a_sound_in_memory(is_broken: bool):
    """The sound of ten minutes is 38 MB, and an account may have six files under way."""
    lane, began, held = BoundedExecutor("test", workers=1, waiting=8), threading.Event(), threading.Event()
    kept = weakref.WeakSet()

    class Samples:
        pass

    def decode() -> Samples:
        samples = Samples()
        kept.add(samples)
        if is_broken:
            raise ValueError(f"no {samples}")
        return samples

    async def heard() -> None:
        with contextlib.suppress(ValueError):
            await lane.run(decode, account="one")

    def waits() -> None:
        began.set()
        held.wait(100)

    gc.disable()
    try:
        first = asyncio.create_task(heard())
        second = asyncio.create_task(lane.run(waits, account="one"))
        await first
        assert await asyncio.to_thread(began.wait, 100)
        assert not kept
    finally:
        gc.enable()
        held.set()
    await second


async def test_s33_a_full_queue_answers_at_once():
    lane, held = BoundedExecutor("test", workers=1, waiting=1), threading.Event()
    inside = [asyncio.create_task(lane.run(held.wait, 100)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(DomainError) as refused:
        await lane.run(held.wait, 100)
    assert (refused.value.status, refused.value.code, refused.value.retry_after) == (503, "busy", 5)
    held.set()
    assert await asyncio.gather(*inside) == [True, True]
    assert await lane.run(lambda: "vrij") == "vrij"


async def test_s56_a_few_accounts_never_fill_the_queue():
    """Of six accounts with six files each the queue holds one each, once it is half full: there is room for others."""
    lane, held = BoundedExecutor("test", workers=2, waiting=18), threading.Event()
    theirs = [asyncio.create_task(lane.run(held.wait, 100, account=f"hostile {one % 6}")) for one in range(36)]
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(lane.run(lambda: "gehoord", account=f"person {one}")) for one in range(10)]
    await asyncio.sleep(0)
    held.set()
    done = await asyncio.gather(*theirs, return_exceptions=True)
    refused = [one for one in done if isinstance(one, DomainError)]
    assert {one.code for one in refused} == {"own_backlog"}
    assert len(refused) == 26
    assert await asyncio.gather(*waiting) == ["gehoord"] * 10


async def test_s56_an_organization_leaves_a_thread_and_half_of_the_places_to_others():
    lane, held = BoundedExecutor("test", workers=2, waiting=18), threading.Event()
    theirs = [
        asyncio.create_task(lane.run(held.wait, 100, account=f"hostile {one}", organization="noisy"))
        for one in range(14)
    ]
    await asyncio.sleep(0)
    others = [asyncio.create_task(lane.run(str, one, account=f"other {one}", organization="quiet")) for one in range(9)]
    assert await asyncio.wait_for(asyncio.gather(*others), 100) == [str(one) for one in range(9)]
    assert [one.done() for one in theirs] == [False] * 10 + [True] * 4, "of twenty places it holds ten"
    held.set()
    done = await asyncio.gather(*theirs, return_exceptions=True)
    assert {(one.status, one.code) for one in done if isinstance(one, TooMany)} == {(429, "own_backlog")}
    assert done[:10] == [True] * 10


async def test_s56_organizations_take_turns_and_in_each_its_accounts():
    """Whatever waits already of a noisy one, and of one account in it."""
    lane, held, order = BoundedExecutor("test", workers=1, waiting=29), threading.Event(), []

    def noted(who: str) -> None:
        held.wait(100)
        order.append(who)

    backlog = [*["a"] * 4, *"bcdef"]
    running = [lane.run(noted, one, account=one, organization="noisy") for one in backlog]
    running += [lane.run(noted, one, account=one, organization="quiet") for one in "xy"]
    tasks = [asyncio.create_task(one) for one in running]
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(*tasks)
    assert order[:6] == ["a", "x", "b", "y", "c", "d"]
    assert order[6:] == ["e", "f", "a", "a", "a"]


async def test_s56_who_sends_what_takes_long_waits_for_others_like_that_only(monkeypatch):
    lane, held = BoundedExecutor("test", workers=1, waiting=18), threading.Event()
    monkeypatch.setattr(bounded_executor, "_SLOW", -1.0)
    await asyncio.gather(*(lane.run(lambda: None, account=f"hostile {one}") for one in range(3)))
    monkeypatch.setattr(bounded_executor, "_SLOW", 60.0)
    theirs = [asyncio.create_task(lane.run(held.wait, 100, account=f"hostile {one}")) for one in range(3)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="person"), 100) == "gehoord"
    assert not any(one.done() for one in theirs)
    held.set()
    assert await asyncio.gather(*theirs) == [True] * 3
    monkeypatch.setattr(bounded_executor, "_SLOW_FOR", 0.0)
    lane._slow_until.clear()
    assert await lane.run(threading.current_thread, account="hostile 0") in lane._threads._threads


async def test_s56_a_long_file_is_decoded_apart_from_sentences(monkeypatch):
    lane, threads = BoundedExecutor("audio", workers=1, waiting=8), []
    monkeypatch.setattr(uploads, "checks", lane)
    finish = decoding.Reading.finish

    def noted(self, data, *, most):
        threads.append((threading.current_thread().name.startswith("slow-"), most))
        return finish(self, data, most=most)

    monkeypatch.setattr(decoding.Reading, "finish", noted)
    long = sound.encoded(sound.silence(61), "flac")
    assert (await uploads.examine(long, account="one")).seconds == pytest.approx(61, abs=0.5)
    assert threads == [(False, 60), (True, None)]
    short = sound.encoded(sound.silence(59), "flac")
    assert (await uploads.examine(short, account="other")).seconds == pytest.approx(59, abs=0.5)
    assert threads[2:] == [(False, 60)]


async def test_s56_a_long_file_that_has_no_place_is_not_decoded(monkeypatch):
    """Not even its first minute: a user who sends one over and over is refused for next to nothing."""
    lane, decoded = BoundedExecutor("audio", workers=1, waiting=8), []
    monkeypatch.setattr(uploads, "checks", lane)
    frames = decoding._Packets.frames

    def noted(self, container, *, is_whole):
        for frame in frames(self, container, is_whole=is_whole):
            decoded.append((threading.current_thread().name.startswith("slow-"), frame.samples))
            yield frame

    monkeypatch.setattr(decoding._Packets, "frames", noted)
    tone = np.tile(SENTENCES, 61 * RATE // len(SENTENCES) + 1)
    first = await uploads.examine(sound.encoded(tone, "flac"), account="one")
    assert sum(samples for is_slow, samples in decoded if is_slow) == len(tone)
    assert not any(samples for is_slow, samples in decoded if not is_slow)
    decoded.clear()
    with heavy().place(Holder("one")):
        with pytest.raises(TooMany):
            await uploads.examine(sound.encoded(tone, "flac"), account="one")
        assert decoded == []
        with pytest.raises(TooMany):  # a WAV file announces any length
            await uploads.examine(sound.encoded(tone, "wav"), account="one")
    assert all(is_slow for is_slow, _ in decoded)
    assert first.speaks


async def test_s56_one_long_sound_is_in_memory_at_a_time(monkeypatch):
    """A place is free again when nothing refers to the samples, also after a failure at the engine."""
    monkeypatch.setattr(uploads, "checks", BoundedExecutor("audio", workers=1, waiting=8))
    monkeypatch.setattr(uploads, "_SHORT", 1)
    data = sound.encoded(SENTENCES, "flac")
    first = await uploads.examine(data, account="one", organization="a")
    with heavy().place(Holder("one", "a")), pytest.raises(TooMany) as refused:
        await uploads.examine(data, account="one", organization="a")
    assert refused.value.code == "own_backlog"
    waiting = asyncio.create_task(uploads.examine(data, account="four", organization="b"))
    assert (await uploads.examine(sound.encoded(SENTENCES[: RATE // 2]), account="five", organization="b")).speaks
    assert not waiting.done()

    async def fails(heard: speech.Sound) -> None:
        raise ValueError(len(heard.samples))

    gc.disable()
    try:
        with contextlib.suppress(ValueError):
            await fails(first)
        del first
        assert (await waiting).speaks
        del waiting
        await asyncio.sleep(0)
        assert (await uploads.examine(data, account="one", organization="a")).speaks
    finally:
        gc.enable()


async def test_s56_a_long_sound_is_decoded_in_the_turn_of_its_account(monkeypatch):
    """Not beside the workbooks and comparisons of others."""
    monkeypatch.setattr(uploads, "checks", BoundedExecutor("audio", workers=1, waiting=8))
    monkeypatch.setattr(uploads, "_SHORT", 1)
    async with heavy().turn(Holder("other")):
        long = asyncio.create_task(uploads.examine(sound.encoded(SENTENCES, "flac"), account="one"))
        while not heavy().places.held["account one"]:  # noqa: ASYNC110  a place has no event
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
            await uploads.checks.run(list, account="two", is_slow=True)
        assert not long.done()
    assert (await long).speaks


async def test_s56_silence_is_not_kept():
    heard = await uploads.examine(sound.encoded(sound.silence(3), "flac"))
    assert heard.seconds == pytest.approx(3, abs=0.1)
    assert heard.samples.base is None
    assert heard.samples.nbytes == 0


async def test_s56_what_takes_long_gives_way_to_the_event_loop(monkeypatch):
    """Counted by the processor time of the thread: it works a few milliseconds, then it rests for three times as long.

    It rests outside the interpreter, so the loop waits for a turn at most. Who says a sentence never rests.
    """
    lane, turns, began = BoundedExecutor("audio", workers=1, waiting=8), [], threading.local()
    monkeypatch.setattr(uploads, "checks", lane)

    def rest(seconds: float) -> None:
        now = time.thread_time()
        turns.append((now - getattr(began, "at", 0.0), seconds))
        began.at = now

    monkeypatch.setattr(bounded_executor.time, "sleep", rest)
    noise = np.random.default_rng(1).normal(0, 0.001, 120 * RATE).astype(np.float32)
    assert not (await uploads.examine(sound.encoded(noise[: 50 * RATE], "flac"), account="person")).speaks
    assert turns == []
    assert not (await uploads.examine(sound.encoded(noise, "flac"), account="other")).speaks
    worked, rested = (sum(times) for times in zip(*turns, strict=True))
    assert rested == pytest.approx(3 * worked, rel=0.3)
    assert max(turn for turn, _ in turns[1:]) < 0.05
