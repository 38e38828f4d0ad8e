"""Organizations share the event loop's time, however many tasks of one there are (S56)."""

import asyncio
import inspect
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from voice_report.core import fair_steps
from voice_report.core.fair_lock import whose

STEP = 0.001  # seconds


class Clock:
    """Stands still but for the steps: each takes as long, of the loop and of its thread."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def read(self) -> float:
        return self.now


class Loop:
    """The running loop, on the clock: who rests waits until the clock is there, or nothing else is left to do."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._loop = clock, asyncio.get_running_loop()
        self._later: list[tuple[float, object, tuple]] = []

    def create_future(self) -> asyncio.Future:
        return self._loop.create_future()

    def call_later(self, delay: float, call, *arguments) -> None:
        self._later.append((self._clock.now + delay, call, arguments))

    def go_on(self, *, all_of_them: bool = False) -> None:
        """Do what is due."""
        if all_of_them and self._later:
            self._clock.now = max(self._clock.now, min(at for at, _, _ in self._later))
        due = [one for one in self._later if one[0] <= self._clock.now]
        self._later = [one for one in self._later if one not in due]
        for _, call, arguments in due:
            call(*arguments)


@pytest.fixture
async def clock(monkeypatch) -> AsyncIterator[Clock]:
    """All tasks of the test run in turns, on this clock."""
    clock = Clock()
    monkeypatch.setattr(fair_steps.time, "thread_time", clock.read)
    turns = fair_steps.Turns(asyncio.get_running_loop(), clock.read)
    turns._loop = Loop(clock)
    asyncio.get_running_loop().set_task_factory(turns)
    yield clock
    asyncio.get_running_loop().set_task_factory(None)


async def steps(clock: Clock, organization: str, many: int, done: list[str]) -> None:
    whose.set(organization)
    for _ in range(many):
        clock.now += STEP
        done.append(organization)
        await asyncio.sleep(0)


async def finished(*tasks: asyncio.Task) -> None:
    """Let the loop go round until these are done."""
    turns = asyncio.get_running_loop().get_task_factory()
    while not all(task.done() for task in tasks):
        before = [task.done() for task in tasks]
        for _ in range(3):
            turns._loop.go_on()
            await asyncio.sleep(0)
        if before == [task.done() for task in tasks]:
            turns._loop.go_on(all_of_them=True)


async def test_s56_twenty_tasks_of_one_organization_take_no_more_of_the_loop_than_another_takes(clock) -> None:
    done: list[str] = []
    noisy = [asyncio.create_task(steps(clock, "noisy", 100, done)) for _ in range(20)]
    for _ in range(3):
        await asyncio.sleep(0)
    del done[:]
    quiet = asyncio.create_task(steps(clock, "quiet", 12, done))
    await finished(quiet)
    assert done.count("quiet") == 12
    assert done.count("noisy") <= 12 + fair_steps._AHEAD / STEP, "of the 240 that were ready"
    await finished(*noisy)
    assert Counter(done)["noisy"] > 1_900, "nothing is lost"


async def test_s56_an_organization_does_not_rest_while_no_other_has_work(clock) -> None:
    done: list[str] = []
    tasks = [asyncio.create_task(steps(clock, "only", 50, done)) for _ in range(4)]
    for _ in range(60):
        await asyncio.sleep(0)
    assert all(task.done() for task in tasks), "no step waited for the clock"


async def test_s56_what_others_wait_for_is_not_put_off(clock) -> None:
    """A transaction has the only lock to write."""
    done: list[str] = []

    async def hurried() -> None:
        with fair_steps.hurried():
            await steps(clock, "noisy", 30, done)

    noisy = [asyncio.create_task(steps(clock, "noisy", 100, [])) for _ in range(20)]
    quiet = asyncio.create_task(steps(clock, "quiet", 200, []))
    for _ in range(3):
        await asyncio.sleep(0)
    holding = asyncio.create_task(hurried())
    for _ in range(40):
        await asyncio.sleep(0)
    assert holding.done()
    await finished(quiet, *noisy)


async def test_a_step_that_waits_can_be_cancelled(clock) -> None:
    done: list[str] = []
    noisy = [asyncio.create_task(steps(clock, "noisy", 100, done)) for _ in range(20)]
    quiet = asyncio.create_task(steps(clock, "quiet", 20, done))
    for _ in range(5):
        await asyncio.sleep(0)
    for task in noisy:
        task.cancel()
    await asyncio.wait(noisy)
    assert all(task.cancelled() for task in noisy)
    await finished(quiet)
    assert done.count("quiet") == 20


async def test_what_is_not_a_task_runs_in_turns_too(clock) -> None:
    async def answer(question: str) -> str:
        await asyncio.sleep(0)
        return question[::-1]

    assert await fair_steps.stepped(answer("abc")) == "cba"
    asyncio.get_running_loop().set_task_factory(None)
    plain = answer("abc")
    assert fair_steps.stepped(plain) is plain
    assert await plain == "cba"


async def test_a_task_that_runs_in_turns_is_one_to_those_who_look_at_it(clock) -> None:
    task = asyncio.create_task(asyncio.sleep(0), name="looked at")
    coroutine = task.get_coro()
    assert inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED
    await task
    assert inspect.getcoroutinestate(coroutine) == inspect.CORO_CLOSED
    assert task.get_name() == "looked at"
