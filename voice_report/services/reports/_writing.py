"""One concept from an engine, in the style that was asked for: as it grows, and then as a whole.

In 'vrij' the engine's words are the report. In 'letterlijk' and 'leesbaar' the report is made of its lines, one by one,
by ``voice_report.writing``; checks run beside the event loop.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import asdict, dataclass
from typing import Any

from ...errors import Unavailable
from ...integrations.structuring import headings, local
from ...integrations.structuring.protocol import StructuringEngine
from ...report_templates import ReportTemplate
from ...sentences import split
from ...writing import LineReader, Statement, Style, Writer
from ..shared.text import storable
from . import drafts

#: Beside a report that a language model was asked for, and that the local rules made.
NO_LINES = "letterlijk: taalmodel gaf geen bruikbaar antwoord"

#: Characters without one usable line after which a model is not listened to any longer.
_PATIENCE = 4_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The report so far. It replaces the one before: sections fill in any order."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Written:
    """A finished report and what it is made of; 'vrij' has no ``statements``. ``label`` as in ``StructuringEngine``."""

    report: str
    style: Style
    label: str
    sentences: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    not_included: tuple[int, ...] = ()


async def write(
    engine: StructuringEngine, transcript: str, template: ReportTemplate, style: Style
) -> AsyncGenerator[str | Sheet | Written]:
    """Yield the report as it grows (in 'vrij' pieces to append, else sheets) and at the end what was written.

    Raises ``Unavailable`` when there is no report.
    """
    making = (
        _freely(engine, transcript, template) if style == "vrij" else _by_lines(engine, transcript, template, style)
    )
    async with aclosing(making):
        async for piece in making:
            yield piece


async def _freely(
    engine: StructuringEngine, transcript: str, template: ReportTemplate
) -> AsyncGenerator[str | Sheet | Written]:
    words: list[str] = []
    length = 0
    async for delta in engine.stream(transcript, template):
        words.append(delta)
        length += len(delta)
        if length > drafts.MAX_REPORT:
            raise Unavailable(headings.SENTENCE)  # the engine does not stop by itself
        yield delta
    report = storable(headings.check("".join(words), template))
    yield Written(report, "vrij", engine.label, tuple(split(transcript)))


async def _by_lines(
    engine: StructuringEngine, transcript: str, template: ReportTemplate, style: Style
) -> AsyncGenerator[str | Sheet | Written]:
    writer = await asyncio.to_thread(_prepared, transcript, template, style)
    reader, received = LineReader(), 0
    async with aclosing(engine.lines(writer.sentences, template, style)) as answer:
        async for piece in answer:
            received += len(piece)
            if await asyncio.to_thread(_take, reader, writer, piece):
                yield Sheet(await asyncio.to_thread(writer.markdown, empty=""))
            elif received > _PATIENCE and not writer.has_lines:
                break
    yield await asyncio.to_thread(_finish, reader, writer, engine.label or ("" if writer.has_lines else NO_LINES))


def _prepared(transcript: str, template: ReportTemplate, style: Style) -> Writer:
    placed = local.place(transcript, template)
    return Writer([text for text, _ in placed], [section.key for _, section in placed], template, style)


def _take(reader: LineReader, writer: Writer, piece: str) -> bool:
    """Take the lines that a piece completes; return whether there were any."""
    lines = reader.feed(piece)
    for line in lines:
        writer.take(line)
    return bool(lines)


def _finish(reader: LineReader, writer: Writer, label: str) -> Written:
    is_cut_off = reader.is_open
    for line in reader.close():
        writer.take(line)
    writer.finish(is_cut_off=is_cut_off)
    report = storable(headings.check(writer.markdown(), writer.template))
    if len(report) > drafts.MAX_REPORT:
        raise Unavailable(headings.SENTENCE)
    return Written(report, writer.style, label, writer.sentences, tuple(writer.statements), writer.not_included)


def to_json(written: Written) -> str:
    """Return all but the report as JSON, for the job that keeps it."""
    return json.dumps({**asdict(written), "report": ""}, ensure_ascii=False)


def from_json(report: str, stored: str) -> Written:
    """Return what ``to_json`` stored, with its report."""
    fields: dict[str, Any] = json.loads(stored)
    made = tuple(Statement(**{**one, "sources": tuple(one["sources"])}) for one in fields.pop("statements"))
    positions = tuple(fields.pop("not_included"))
    sentences = tuple(fields.pop("sentences"))
    return Written(**{**fields, "report": report}, sentences=sentences, statements=made, not_included=positions)
