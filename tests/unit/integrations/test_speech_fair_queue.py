"""Turns at an engine that transcribes one segment at a time: nobody waits behind another person's backlog."""

import asyncio
from itertools import pairwise

import pytest

from tests.support.fakes.stopwatch import Stopwatch
from voice_report.errors import Unavailable
from voice_report.integrations.speech.fair_queue import FairQueue, QueueKey
from voice_report.integrations.speech.load_monitor import LoadMonitor


class Engine:
    """Serves segments one by one, when the test says so; ``served`` has their names in order."""

    def __init__(self) -> None:
        self.now = Stopwatch()
        self.pace = LoadMonitor(gain=2.0, now=self.now)
        self.queue = FairQueue(self.pace, now=self.now)
        self.served: list[str] = []
        self._free = asyncio.Event()

    async def hear(self, person: str, position: int, dictation: str = "", seconds: float = 1.0) -> None:
        async with self.queue.slot(QueueKey(person, dictation, position), seconds):
            self.served.append(f"{person}{position}")
            await self._free.wait()

    async def bring(self, *segments: tuple) -> list[asyncio.Task]:
        """Let segments arrive in this order."""
        tasks = [asyncio.create_task(self.hear(*segment)) for segment in segments]
        await asyncio.sleep(0)
        return tasks

    async def go_on(self, tasks: list[asyncio.Task]) -> None:
        self._free.set()
        await asyncio.gather(*tasks)


async def test_one_persons_backlog_does_not_hold_up_anothers_first_segment():
    engine = Engine()
    backlog = await engine.bring(*[("a", position) for position in range(16)])
    others = await engine.bring(("b", 0), ("c", 0), ("b", 1))
    await engine.go_on(backlog + others)
    assert engine.served[:6] == ["a0", "b0", "c0", "a1", "b1", "a2"]
    assert engine.served[6:] == [f"a{position}" for position in range(3, 16)]


async def test_s33_long_sounds_of_one_person_hold_up_anothers_segment_once():
    engine = Engine()
    files = await engine.bring(*[("a", position, f"file {position}", 600.0) for position in range(3)])
    others = await engine.bring(*[("b", position, "", 15.0) for position in range(16)])
    await engine.go_on(files + others)
    assert engine.served == ["a0", *[f"b{position}" for position in range(16)], "a1", "a2"]


async def test_s33_who_had_a_long_sound_waits_for_as_many_seconds_of_each_other_person():
    engine = Engine()
    long = await engine.bring(("a", 0, "", 15.0), ("a", 1, "", 15.0))
    others = await engine.bring(*[(person, position, "", 5.0) for position in range(4) for person in "bc"])
    await engine.go_on(long + others)
    assert engine.served == ["a0", "b0", "c0", "b1", "c1", "b2", "c2", "a1", "b3", "c3"]


async def test_s33_who_comes_later_gets_an_equal_share_and_not_all_that_others_had():
    engine = Engine()
    async with engine.queue.slot(QueueKey("a"), 300.0):
        backlog = await engine.bring(*[("a", position) for position in range(1, 4)])
    await asyncio.sleep(0)
    others = await engine.bring(*[("b", position) for position in range(3)])
    await engine.go_on(backlog + others)
    assert engine.served == ["a1", "b0", "a2", "b1", "a3", "b2"]


async def test_segments_of_a_dictation_have_their_turns_in_order_however_they_arrive():
    engine = Engine()
    waiting = await engine.bring(("b", 0), ("a", 3, "x"), ("a", 9, "y"), ("a", 1, "x"), ("a", 2, "x"), ("a", 8, "y"))
    await engine.go_on(waiting)
    assert engine.served == ["b0", "a1", "a2", "a3", "a8", "a9"]


async def test_s33_who_does_not_fit_is_told_so_at_once_and_nobody_elses_backlog_takes_all_room():
    engine = Engine()
    backlog = await engine.bring(*[("a", position) for position in range(33)])
    with pytest.raises(Unavailable) as refused:
        await engine.hear("a", 99)
    assert (refused.value.code, refused.value.retry_after) == ("busy", 5)
    first = await engine.bring(("b", 0))
    with pytest.raises(Unavailable):
        await engine.hear("b", 1)
    await engine.go_on(backlog + first)
    assert engine.served[:2] == ["a0", "b0"]
    assert len(engine.served) == 34


async def test_s33_the_seconds_that_wait_are_bounded_and_a_segment_still_fits():
    engine = Engine()
    files = await engine.bring(("a", 0, "", 600.0), ("b", 0, "", 600.0), ("c", 0, "", 600.0))
    for person, seconds in (("d", 600.0), ("d", 241.0), ("b", 241.0)):
        with pytest.raises(Unavailable) as refused:
            await engine.hear(person, 1, "", seconds)
        assert refused.value.code == "busy"
    fits = await engine.bring(("d", 0, "", 240.0), ("e", 0, "", 45.0))
    with pytest.raises(Unavailable):
        await engine.hear("e", 1, "", 45.0)
    await engine.go_on(files + fits)
    assert engine.served[0] == "a0"
    assert sorted(engine.served) == ["a0", "b0", "c0", "d0", "e0"]


async def test_s33_the_number_of_people_who_wait_is_bounded():
    engine = Engine()
    crowd = await engine.bring(*[(f"p{person}-", 0) for person in range(129)])
    with pytest.raises(Unavailable):
        await engine.hear("late", 0)
    await engine.go_on(crowd)
    assert len(engine.served) == 129


@pytest.mark.parametrize("who", ["waiting", "called"])
async def test_somebody_who_goes_away_keeps_nobody_waiting(who):
    engine = Engine()
    async with engine.queue.slot(QueueKey("a"), 1.0):
        gone, last = await engine.bring(("b", 0), ("c", 0))
        if who == "waiting":
            gone.cancel()
    gone.cancel()  # called by now, and not yet at work
    with pytest.raises(asyncio.CancelledError):
        await gone
    await engine.go_on([last])
    await engine.go_on([asyncio.create_task(engine.hear("d", 0))])
    assert engine.served == ["c0", "d0"]


async def test_a_segment_that_fails_is_not_measured_and_the_next_has_its_turn():
    engine = Engine()
    speed = engine.pace.speed

    async def fails() -> None:
        async with engine.queue.slot(QueueKey("a"), 10.0):
            engine.now.seconds += 100
            raise ValueError("no words")

    with pytest.raises(ValueError, match="no words"):
        await fails()
    assert engine.pace.speed == speed
    engine._free.set()
    await asyncio.wait_for(engine.hear("b", 0), 100)


SEGMENT = 15.0  # seconds


def backlog(minutes: float, *, usual: float, gain: float = 2.5, people: int = 1) -> tuple[list[float], list[bool]]:
    """People talk in real time to an engine that takes ``usual`` seconds for each, less when hurried.

    Returns the seconds of sound that waited at each segment's turn, and whether it was hurried.
    """
    now = Stopwatch()
    pace = LoadMonitor(gain=gain, now=now)
    arrivals = sorted([SEGMENT * number for number in range(1, int(minutes * 60 / SEGMENT) + 1)] * people)
    waited, hurried = [], []
    counted = 0
    for turn, arrival in enumerate(arrivals):
        now.seconds = max(now.seconds, arrival)
        while counted < len(arrivals) and arrivals[counted] <= now.seconds:
            pace.arrived(SEGMENT)
            counted += 1
        waited.append(SEGMENT * (counted - turn - 1))
        pace.look(waited[-1])
        hurried.append(pace.is_hurried)
        work = SEGMENT * usual / (gain if pace.is_hurried else 1)
        now.seconds += work
        pace.done(SEGMENT, work)
    return waited, hurried


def test_an_engine_that_keeps_up_is_never_hurried():
    waited, hurried = backlog(10, usual=0.8)
    assert not any(hurried)
    assert max(waited) == 0


@pytest.mark.parametrize(("usual", "people"), [(1.2, 1), (2.0, 1), (0.6, 3)])
def test_an_engine_slower_than_speech_hurries_before_a_backlog_grows(usual, people):
    waited, hurried = backlog(10, usual=usual, people=people)
    assert max(waited) <= SEGMENT * (2 * people - 1)
    assert hurried[-1]
    assert sum(before != after for before, after in pairwise(hurried)) <= 2


def test_it_goes_back_when_the_backlog_is_gone_and_not_before():
    now = Stopwatch()
    pace = LoadMonitor(gain=2.0, now=now)
    pace.done(600, 600)
    pace.arrived(SEGMENT)
    pace.look(2 * SEGMENT)
    assert pace.is_hurried
    now.seconds += 30
    pace.look(SEGMENT)
    assert pace.is_hurried, "something waits"
    for _ in range(3):
        pace.arrived(SEGMENT)
    pace.look(0)
    assert pace.is_hurried, "as much comes in as it can do"
    now.seconds += 61
    pace.look(0)
    assert not pace.is_hurried


def test_a_hurried_segment_counts_for_what_it_would_have_taken():
    pace = LoadMonitor(gain=2.0, now=Stopwatch())
    pace.is_hurried = True
    for _ in range(40):
        pace.done(SEGMENT, SEGMENT * 0.6)
    assert pace.speed == pytest.approx(1.2, abs=0.01)


async def test_s88_a_piece_of_a_file_waits_for_all_that_is_said_also_by_its_own_user():
    engine = Engine()

    async def piece(position: int) -> None:
        async with engine.queue.slot(QueueKey("f", "file", position, is_file=True), 30.0):
            engine.served.append(f"file{position}")
            await engine._free.wait()

    first = asyncio.create_task(piece(0))
    await asyncio.sleep(0)
    files = [first, asyncio.create_task(piece(1))]
    said = await engine.bring(("f", 1), ("a", 0, "", 45.0), ("a", 1, "", 45.0), ("b", 0))
    await engine.go_on([*files, *said])
    assert engine.served[0] == "file0"
    assert engine.served[-1] == "file1"
    assert sorted(engine.served[1:-1]) == ["a0", "a1", "b0", "f1"]


async def test_s88_the_engine_does_not_hurry_for_a_file():
    """A file brings as much sound as the engine takes: that is no reason to listen to users less well."""
    engine = Engine()
    for position in range(20):
        async with engine.queue.slot(QueueKey("f", "file", position, is_file=True), 30.0):
            waiting = asyncio.create_task(_slot(engine, QueueKey("g", "other", position, is_file=True)))
            await asyncio.sleep(0)
        await waiting
    assert not engine.pace.is_hurried
    assert not engine.pace._arrived


async def _slot(engine: Engine, place: QueueKey) -> None:
    async with engine.queue.slot(place, 45.0):
        pass
