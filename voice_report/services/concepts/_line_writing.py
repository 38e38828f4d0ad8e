"""The lines of a language model's answer, checked and written off the event loop (``reporting.writing``).

In a thread while few reports are being written, with many in one other process (decisions/0016), which keeps a
``Writer`` for each report. This one keeps the lines, so that a report continues in a thread when the process fails.
"""

import asyncio
import itertools
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from ...core.other_process import OtherProcess, ProcessFailed
from ...errors import Unavailable
from ...integrations.structuring import headings, local
from ...reporting.templates import ReportTemplate
from ...reporting.tidying import Tidied
from ...reporting.writing import Line, Statement, Style, Writer

_FEW = 4  # reports under way that are written in threads
_SECONDS = 20.0  # for a few lines in the process; far above what the longest take
_KEPT = 500  # writers in the process; one that it has no longer is made again of all lines

_process = OtherProcess("lines")
_keys = itertools.count()
_under_way = 0

#: In the other process: the writers of reports under way, by key, the least recently used first.
_writers: OrderedDict[int, Writer] = OrderedDict()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a report is made of, as ``Writer`` takes it.

    The local rules place the sentences of ``transcript``. Without it they are all in the template's one section, and
    ``tidied`` as those of the whole dictation are.
    """

    sentences: tuple[str, ...]
    template: ReportTemplate
    style: Style
    medicines: frozenset[str]
    transcript: str | None = None
    tidied: Tidied | None = None

    def writer(self) -> Writer:
        """Return a writer that has had no line."""
        return Writer(self.sentences, self._place, self.template, self.style, self.medicines, self.tidied)

    def _place(self) -> list[str]:
        if self.transcript is None:
            return [self.template.sections[0].key] * len(self.sentences)
        return [section.key for _, section in local.place(self.transcript, self.template)]


@dataclass(frozen=True, slots=True)
class Progress:
    """The report so far (markdown), and how many spoken sentences have their place in it."""

    markdown: str
    placed: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A report as ``Writer.finish`` leaves it; ``markdown`` is ``None`` when it is not one (``headings.check``)."""

    markdown: str | None
    statements: tuple[Statement, ...]
    not_included: tuple[int, ...]
    follows_answer: bool


class LineWriting:
    """A report under way. It takes its lines in order, one call at a time; ``close`` it, finished or not."""

    def __init__(self, assignment: Assignment) -> None:
        global _under_way
        self._assignment = assignment
        self._key = next(_keys)
        self._lines: list[Line] = []  # while the process has the writer
        self._is_there = False  # the process knows the report
        is_one_of_few = _under_way < _FEW
        self._here: Writer | None = assignment.writer() if is_one_of_few or not _process.is_ready else None
        if not is_one_of_few:
            _process.start(_prepare)
        _under_way += 1

    async def take(self, lines: Sequence[Line]) -> Progress:
        """Write these lines and return the report so far."""
        return await self._do(_progress, lines)

    async def finish(self, lines: Sequence[Line], *, is_cut_off: bool) -> Finished:
        """Write the last lines and return the report. ``is_cut_off``: the answer ended in the middle."""
        return await self._do(_finished, lines, is_cut_off=is_cut_off)

    def close(self) -> None:
        """Let go of the report."""
        global _under_way
        _under_way -= 1
        if self._is_there:
            _process.tell(_forget, self._key)

    async def _do(self, work: Callable[..., T], lines: Sequence[Line], **how: bool) -> T:
        """Return ``work(writer, lines, **how)``."""
        if self._here is None:
            self._lines = [*self._lines, *lines]
            if _process.is_ready:
                with suppress(ProcessFailed):
                    return await self._do_there(work, lines, **how)
            self._here, lines, self._lines = self._assignment.writer(), self._lines, []
        return await asyncio.to_thread(work, self._here, lines, **how)

    async def _do_there(self, work: Callable[..., T], lines: Sequence[Line], **how: bool) -> T:
        if self._is_there:
            done = await _process.run(_SECONDS, _in_process, self._key, work, lines, **how)
            if done is not None:
                return done
        self._is_there = True
        return await _process.run(_SECONDS, _anew_in_process, self._key, self._assignment, work, self._lines, **how)


def finish_all() -> None:
    """End the process (shutdown)."""
    _process.end()


def _progress(writer: Writer, lines: Sequence[Line]) -> Progress:
    for line in lines:
        writer.take(line)
    return Progress(writer.markdown(empty=""), writer.placed)


def _finished(writer: Writer, lines: Sequence[Line], *, is_cut_off: bool) -> Finished:
    for line in lines:
        writer.take(line)
    writer.finish(is_cut_off=is_cut_off)
    try:
        markdown = headings.check(writer.markdown(), writer.template)
    except Unavailable:
        markdown = None
    return Finished(markdown, tuple(writer.statements), writer.not_included, writer.follows_answer)


# What follows runs in the other process alone.


def _prepare() -> int:
    return os.getpid()  # this module is imported, and with it what the others need


def _anew_in_process(key: int, assignment: Assignment, work: Callable[..., T], lines: Sequence[Line], **how: bool) -> T:
    _writers[key] = writer = assignment.writer()
    if len(_writers) > _KEPT:
        _writers.popitem(last=False)
    return work(writer, lines, **how)


def _in_process(key: int, work: Callable[..., T], lines: Sequence[Line], **how: bool) -> T | None:
    """Do it with the report's writer; return ``None`` when that is gone."""
    if key not in _writers:
        return None
    _writers.move_to_end(key)
    return work(_writers[key], lines, **how)


def _forget(key: int) -> None:
    _writers.pop(key, None)
