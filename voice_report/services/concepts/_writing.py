"""One concept from an engine in the requested style: as it grows, and then as a whole.

In 'vrij' the engine's words are the report. In the other styles the report is made of its lines, one by one, by
``voice_report.reporting.writing``; checks run off the event loop.
"""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from ...dutch.sentences import split
from ...errors import Unavailable
from ...integrations.structuring import headings
from ...integrations.structuring.protocol import TEXT_REFUSED, UNUSABLE, Note, StructuringEngine
from ...reporting.evidence import evidence
from ...reporting.templates import ReportTemplate, Section
from ...reporting.tidying import Tidied
from ...reporting.writing import LONGEST_LINE, LineReader, Statement, Style, astray
from ...reporting.writing.labels import NO_LINES as NO_LINES
from ...reporting.writing.labels import REFUSED as REFUSED
from ..drafts.content import MAX_REPORT, fingerprint
from ..drafts.generated import Generated
from ._line_writing import Assignment, Finished, LineWriting, Progress

#: The label of a report that a language model wrote in part, and the local rules for the rest.
PARTLY_REFUSED = "deels je eigen woorden: taalmodel nam niet alles aan"

#: Characters of an answer without a line that places another sentence, after which it is not read on; or seconds, when
#: it has more than a line by then: a slow model may take long for one, and may think in between.
_PATIENCE, _PATIENCE_SECONDS, _A_LINE = 4_000, 10.0, 500

#: What an answer in 'vrij' that failed so is taken for: lines that end at once.
_INSTEAD = {TEXT_REFUSED: Note.REFUSED, UNUSABLE: Note.CUT_OFF}

#: Characters whose sentences are found in less time than a thread takes.
_SHORT = 10_000

#: Replaced in tests, so that they do not wait.
monotonic: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class ReportSnapshot:
    """The report so far. It replaces the one before: sections fill in any order."""

    markdown: str


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A finished report and what it is made of; 'vrij' has no ``statements``. ``label`` as in ``StructuringEngine``."""

    report: str
    style: Style
    label: str
    sentences: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    not_included: tuple[int, ...] = ()


class NothingWritten(Unavailable):
    """The report would have no sentence at all."""


async def write(
    engine: StructuringEngine,
    transcript: str,
    template: ReportTemplate,
    style: Style,
    medicines: frozenset[str] = frozenset(),
) -> AsyncGenerator[str | ReportSnapshot | WrittenReport]:
    """Yield the report as it grows (in 'vrij' pieces to append, else sheets) and at the end what was written.

    ``medicines`` are those in addition to the evidence's list. A text that the engine refuses for good, or does not
    report on in its time, becomes one in the speaker's own words, in every style. Raises ``Unavailable``: no answer.
    """
    answer = None
    if style == "vrij":
        try:
            async with aclosing(_freely(engine, transcript, template, medicines)) as making:
                async for piece in making:
                    yield piece
            return
        except Unavailable as failure:
            if failure.code not in _INSTEAD:
                raise
            answer, style = _nothing(_INSTEAD[failure.code]), "netjes"
    is_short = len(transcript) <= _SHORT
    sentences = split(transcript) if is_short else await asyncio.to_thread(split, transcript)
    assignment = Assignment(tuple(sentences), template, style, medicines, transcript)
    async with aclosing(_by_lines(engine, assignment, answer)) as making:
        async for piece in making:
            yield piece


async def write_whole(
    engine: StructuringEngine,
    transcript: str,
    template: ReportTemplate,
    style: Style,
    medicines: frozenset[str] = frozenset(),
) -> WrittenReport:
    """Return the report that ``write`` ends with. Raises ``Unavailable``."""
    async with aclosing(write(engine, transcript, template, style, medicines)) as making:
        async for piece in making:
            if isinstance(piece, WrittenReport):
                return piece
    raise Unavailable(headings.SENTENCE)


async def write_section(
    engine: StructuringEngine,
    spoken: Tidied,
    section: Section,
    template: ReportTemplate,
    style: Style,
    medicines: frozenset[str] = frozenset(),
) -> WrittenReport:
    """Return a report of spoken sentences, tidied as in the whole dictation (``Tidied.part``), with one section of the
    template alone; not for 'vrij'.

    Raises ``Unavailable``: ``NothingWritten`` when there is nothing to say.
    """
    alone = replace(template, sections=(section,))
    assignment = Assignment(spoken.sentences, alone, style, medicines, tidied=spoken)
    async with aclosing(_by_lines(engine, assignment)) as making:
        async for piece in making:
            if isinstance(piece, WrittenReport):
                return piece
    raise Unavailable(headings.SENTENCE)


async def _freely(
    engine: StructuringEngine, transcript: str, template: ReportTemplate, medicines: frozenset[str]
) -> AsyncGenerator[str | ReportSnapshot | WrittenReport]:
    words: list[str] = []
    length = 0
    async for delta in engine.stream(transcript, template):
        if isinstance(delta, Note):  # what came before is no part of the answer
            words, length = [], 0
            yield ReportSnapshot("")
            continue
        words.append(delta)
        length += len(delta)
        if length > MAX_REPORT:
            raise Unavailable(headings.SENTENCE)  # the engine does not stop by itself
        yield delta
    report, sentences = await asyncio.to_thread(_checked, "".join(words), transcript, template, medicines)
    yield WrittenReport(report, "vrij", engine.label, sentences)


def _checked(
    answer: str, transcript: str, template: ReportTemplate, medicines: frozenset[str]
) -> tuple[str, tuple[str, ...]]:
    """Return a free report and the sentences of its transcript. Raises ``Unavailable``: it is none, or not of them."""
    report = headings.check(answer, template)
    found = evidence(transcript, report, template, medicines)
    if astray.repeats(report, transcript) or astray.loses_most(found, medicines):
        raise Unavailable(headings.SENTENCE, code=UNUSABLE)
    return report, found.spoken


async def _nothing(why: Note) -> AsyncGenerator[str | Note]:
    """Yield an answer without a line."""
    yield why


async def _by_lines(
    engine: StructuringEngine, assignment: Assignment, answer: AsyncGenerator[str | Note] | None = None
) -> AsyncGenerator[str | ReportSnapshot | WrittenReport]:
    answer = answer or engine.lines(assignment.sentences, assignment.template, assignment.style)
    reading = _Reading(assignment)
    try:
        async with aclosing(answer):
            async for piece in answer:
                if piece is Note.RESTART:
                    reading.close()
                    reading = _Reading(assignment)
                    yield ReportSnapshot("")
                elif isinstance(piece, Note):
                    reading.is_cut_off, reading.is_refused = True, piece is Note.REFUSED
                    break
                else:
                    if progress := await reading.read(piece):
                        yield ReportSnapshot(progress.markdown)
                    if reading.is_cut_off:
                        break
        made = await reading.finish()
    finally:
        reading.close()
    if not made.statements:
        raise NothingWritten(headings.SENTENCE)
    if made.markdown is None or len(made.markdown) > MAX_REPORT:
        raise Unavailable(headings.SENTENCE)
    if reading.is_refused:
        label = PARTLY_REFUSED if made.follows_answer else REFUSED
    else:
        label = engine.label or ("" if made.follows_answer else NO_LINES)
    yield WrittenReport(
        made.markdown, assignment.style, label, assignment.sentences, made.statements, made.not_included
    )


class _Reading:
    """An answer that is read, up to where it no longer places sentences; ``close`` it, finished or not."""

    def __init__(self, assignment: Assignment) -> None:
        self.is_cut_off = self.is_refused = False
        self._report = LineWriting(assignment)
        self.close = self._report.close
        self._reader = LineReader()
        self._in_place, self._received = 0, 0
        self._since: float | None = None

    async def read(self, piece: str) -> Progress | None:
        """Read a piece; return the report so far if it is another one now."""
        progress, placed = None, self._in_place
        is_short = len(piece) <= LONGEST_LINE  # a token: a thread would take longer than to read it
        if lines := self._reader.feed(piece) if is_short else await asyncio.to_thread(self._reader.feed, piece):
            began = monotonic()
            progress = await self._report.take(lines)
            if self._since is not None:
                self._since += monotonic() - began  # the model does not wait for our checks
            placed = progress.placed
        self._received += len(piece)
        if self._since is None or placed != self._in_place:  # fewer: the answer began again
            self._in_place, self._received, self._since = placed, 0, monotonic()
        else:
            is_long = self._received > _A_LINE and monotonic() - self._since > _PATIENCE_SECONDS
            self.is_cut_off = is_long or self._received > _PATIENCE
        return progress

    async def finish(self) -> Finished:
        """Return the whole report."""
        is_cut_off = self.is_cut_off or self._reader.is_open
        return await self._report.finish(self._reader.close(), is_cut_off=is_cut_off)


def as_generated(written: WrittenReport, transcript: str) -> Generated:
    """Return what a draft keeps of a report that was written from this transcript."""
    spoken = [one.text for one in written.statements if one.as_spoken and written.style == "leesbaar"]
    return Generated(fingerprint(transcript), written.style, written.report, tuple(spoken))


def to_json(written: WrittenReport) -> str:
    """Return all but the report as JSON, for the job that keeps it."""
    made = [{name: getattr(one, name) for name in Statement.__slots__} for one in written.statements]
    fields = {name: getattr(written, name) for name in WrittenReport.__slots__}
    return json.dumps({**fields, "statements": made, "report": ""}, ensure_ascii=False)


def from_json(report: str, stored: str) -> WrittenReport:
    """Return what ``to_json`` stored, with its report."""
    fields: dict[str, Any] = json.loads(stored)
    made = tuple(Statement(**{**one, "sources": tuple(one["sources"])}) for one in fields.pop("statements"))
    positions = tuple(fields.pop("not_included"))
    sentences = tuple(fields.pop("sentences"))
    return WrittenReport(**{**fields, "report": report}, sentences=sentences, statements=made, not_included=positions)
