"""Work in one other process: its answer, its own errors, and its end, whichever of the two ends first."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from voice_report.core.other_process import OtherProcess, ProcessFailed

PATIENCE = 300.0  # seconds for what takes milliseconds on a quiet machine; nothing waits for all of it

_PARENT = """
import asyncio, os, time
from voice_report.core.other_process import OtherProcess

async def main():
    print(await OtherProcess("test").run(60, os.getpid), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
def process() -> Iterator[OtherProcess]:
    made = OtherProcess("test")
    yield made
    made.end()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  another process has no event to wait for
            await asyncio.sleep(0.01)


def fail() -> int:
    raise ValueError("not prepared")


def fail_with(kind: type[Exception]) -> None:
    raise kind


async def test_it_answers_from_another_process_that_stays(process):
    first = await process.run(PATIENCE, os.getpid)
    assert first != os.getpid()
    assert await process.run(PATIENCE, os.getpid) == first
    assert await process.run(PATIENCE, int, "12", base=8) == 10


async def test_s33_it_gives_way_to_the_event_loop(process):
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert await process.run(PATIENCE, os.getpriority, os.PRIO_PROCESS, 0) == min(own + 5, 19)


async def test_what_the_work_raises_is_raised_and_the_process_stays(process):
    first = await process.run(PATIENCE, os.getpid)
    with pytest.raises(ValueError, match="invalid literal"):
        await process.run(PATIENCE, int, "twaalf")
    assert await process.run(PATIENCE, os.getpid) == first


async def test_one_that_was_killed_is_replaced(process):
    first = await process.run(PATIENCE, os.getpid)
    waiting = asyncio.create_task(process.run(PATIENCE, time.sleep, PATIENCE))
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(ProcessFailed):
        await waiting
    assert await process.run(PATIENCE, os.getpid) != first


async def test_one_that_does_not_answer_in_time_is_replaced(process):
    first = await process.run(PATIENCE, os.getpid)
    with pytest.raises(ProcessFailed):
        await process.run(0.01, time.sleep, 0.5)
    assert await process.run(PATIENCE, os.getpid) != first


async def test_it_says_when_it_is_ready_and_tries_again_when_that_failed(process):
    assert not process.is_ready
    process.start(fail)
    begun = process._begun
    assert not process.is_ready
    await until(begun.done)
    assert not process.is_ready
    process.start()
    assert process._pool is None, "not at once"
    with pytest.raises(ProcessFailed):
        await process.run(PATIENCE, os.getpid)
    process._not_before = 0.0
    process.start()
    await until(lambda: process.is_ready)
    assert process._begun is not begun


async def test_everybody_who_waits_for_one_that_is_late_is_told(process):
    """Nobody is cancelled for it, and it is not left to itself."""
    first = await process.run(PATIENCE, os.getpid)
    late = asyncio.create_task(process.run(0.2, time.sleep, PATIENCE))
    await asyncio.sleep(0)
    left = asyncio.create_task(process.run(PATIENCE, os.getpid))
    others = [asyncio.create_task(process.run(PATIENCE, os.getpid)) for _ in range(6)]
    await asyncio.sleep(0)
    left.cancel()
    for waiting in (late, *others):
        with pytest.raises(ProcessFailed):
            await waiting
    await until(lambda: not Path(f"/proc/{first}").exists())


@pytest.mark.parametrize("kind", [RecursionError, TimeoutError])
async def test_what_looks_like_the_end_of_the_process_is_the_work_s_own(process, kind):
    first = await process.run(PATIENCE, os.getpid)
    with pytest.raises(kind):
        await process.run(PATIENCE, fail_with, kind)
    assert await process.run(PATIENCE, os.getpid) == first


async def test_what_is_told_is_done_and_nobody_waits(process, tmp_path: Path):
    process.tell(os.getpid)  # there is no process, and none is started for it
    assert process._pool is None
    process.start()
    process.tell(Path.touch, tmp_path / "done")
    await until((tmp_path / "done").exists)


def test_it_ends_when_the_process_that_started_it_is_killed(tmp_path: Path):
    """Orphaned it would keep what it knows in memory for as long as the machine runs."""
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        child = Path("/proc") / parent.stdout.readline().strip()
        assert child.name.isdigit()
        assert child.exists()
        parent.kill()
        ends = time.monotonic() + PATIENCE
        while child.exists() and time.monotonic() < ends:
            time.sleep(0.01)
    assert not child.exists()
