"""A report's lines are written in a thread or in another process: it is the same, also when that one is lost."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import asdict

import pytest

from tests.unit.reporting.writing import answers
from tests.unit.reporting.writing.answers import FAITHFUL, SENTENCES, TRANSCRIPT
from voice_report.core.other_process import ProcessFailed
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Line, LineReader, Style
from voice_report.services.concepts import _line_writing, structuring
from voice_report.services.concepts._line_writing import Assignment, Finished, LineWriting, Progress

pytestmark = pytest.mark.one_database

LONG = 600.0  # seconds for a process to start and import, on a machine that does other work
ANSWERS = {"faithful": FAITHFUL} | {name: answer for name, (answer, _) in answers.WRONG.items()} | answers.USELESS


def assignment(style: Style = "leesbaar", transcript: str | None = TRANSCRIPT) -> Assignment:
    return Assignment(tuple(SENTENCES), DEFAULT, style, frozenset({"calcichew"}), transcript)


def lines_of(answer: str) -> list[Line]:
    reader = LineReader()
    return [*reader.feed(answer[:4_000]), *reader.close()]


@pytest.fixture(autouse=True)
async def _ended() -> AsyncIterator[None]:
    yield
    _line_writing.finish_all()
    _line_writing._process._not_before = 0.0


@pytest.fixture
async def process(monkeypatch) -> None:
    """The process is there, as with many reports under way."""
    monkeypatch.setattr(_line_writing, "_FEW", 0)
    assert await _line_writing._process.run(LONG, _line_writing._prepare) != os.getpid()
    assert _line_writing._process.is_ready


async def written(
    of: Assignment, lines: list[Line], *, lose_after: int | None = None
) -> tuple[list[Progress], Finished]:
    """Return the report after each line and at the end."""
    with closing(LineWriting(of)) as report:
        so_far = []
        for at, line in enumerate(lines):
            so_far.append(await report.take([line]))
            if at == lose_after:
                await lose()
        return so_far, await report.finish([], is_cut_off=False)


async def lose() -> None:
    os.kill(await _line_writing._process.run(LONG, os.getpid), signal.SIGKILL)


def kept() -> int:
    return len(_line_writing._writers)


@pytest.mark.parametrize("style", ["leesbaar", "letterlijk"])
async def test_the_process_writes_what_a_thread_writes(process, style: Style):
    for name, answer in ANSWERS.items():
        lines = lines_of(answer)
        there = await written(assignment(style), lines)
        with closing(LineWriting(assignment(style))) as report:
            report._here = assignment(style).writer()
            here = [await report.take([line]) for line in lines]
            assert there == (here, await report.finish([], is_cut_off=False)), name
    assert await _line_writing._process.run(LONG, kept) == 0, "each is forgotten at its end"


async def test_without_a_transcript_everything_is_in_the_one_section(process):
    _, made = await written(assignment(transcript=None), [])
    assert {one.section for one in made.statements} == {DEFAULT.sections[0].key}


@pytest.mark.parametrize("lost_after", [0, 2])
async def test_a_report_whose_process_is_killed_goes_on_with_every_line(process, lost_after: int):
    lines = lines_of(FAITHFUL)
    whole = await written(assignment(), lines)
    assert await written(assignment(), lines, lose_after=lost_after) == whole


async def test_a_report_that_the_process_has_no_longer_is_made_again_of_all_lines(process):
    """As one that it forgot for others, or that was begun in a process that another report found dead."""
    lines = lines_of(FAITHFUL)
    _, whole = await written(assignment(), lines)
    with closing(LineWriting(assignment())) as report:
        await report.take(lines[:3])
        await _line_writing._process.run(LONG, _line_writing._forget, report._key)
        await report.take(lines[3:4])
        await lose()
        with closing(LineWriting(assignment())) as another:
            await another.take(lines[:1])  # it meets the dead process, and goes on in a thread
        await _line_writing._process.run(LONG, _line_writing._prepare)
        await report.take(lines[4:])
        assert report._here is None
        assert await report.finish([], is_cut_off=False) == whole


async def test_few_reports_are_written_in_threads_and_many_start_the_process():
    open_ = [LineWriting(assignment()) for _ in range(_line_writing._FEW)]
    assert _line_writing._process._pool is None
    open_.append(LineWriting(assignment()))
    assert open_[-1]._here is not None, "nobody waits for its start"
    async with asyncio.timeout(100):
        while not _line_writing._process.is_ready:  # noqa: ASYNC110  another process has no event to wait for
            await asyncio.sleep(0.01)
    open_.append(LineWriting(assignment()))
    assert open_[-1]._here is None
    for report in open_:
        report.close()
    assert _line_writing._under_way == 0
    with closing(LineWriting(assignment())) as report:
        assert report._here is not None, "few again"


async def test_reports_that_wait_when_the_process_ends_go_on_with_every_line(process):
    lines = lines_of(FAITHFUL)
    whole = await written(assignment(), lines)
    slow = asyncio.create_task(_line_writing._process.run(0.5, time.sleep, 20))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(written(assignment(), lines)) for _ in range(6)]
    left = asyncio.create_task(written(assignment(), lines))
    await asyncio.sleep(0.1)
    left.cancel()
    assert await asyncio.gather(*waiting) == [whole] * 6
    with pytest.raises(ProcessFailed):
        await slow
    with pytest.raises(asyncio.CancelledError):
        await left
    assert _line_writing._under_way == 0


async def test_a_process_that_cannot_start_leaves_reports_to_threads(process, monkeypatch):
    def refused(*_arguments, **_how) -> None:
        raise BlockingIOError("no more processes")

    _line_writing.finish_all()
    monkeypatch.setattr(ProcessPoolExecutor, "submit", refused)
    _, made = await written(assignment(), lines_of(FAITHFUL))
    assert made.follows_answer
    assert _line_writing._under_way == 0
    assert not _line_writing._process.is_ready


async def test_a_whole_concept_is_the_same(db, people, engine, process, monkeypatch):
    engine.styles, engine.label, engine.answer = ("leesbaar",), "", FAITHFUL
    user = await people.user.current()
    there = await structuring.generate_whole(user, TRANSCRIPT)
    assert _line_writing._process.is_ready
    _line_writing.finish_all()
    monkeypatch.setattr(_line_writing, "_FEW", 4)
    admin = await people.admin.current()
    here = await structuring.generate_whole(admin, TRANSCRIPT)
    assert asdict(there.written) == asdict(here.written)
    assert _line_writing._process._pool is None
