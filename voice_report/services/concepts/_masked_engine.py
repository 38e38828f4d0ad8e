"""An engine that gets text with placeholders instead of names and numbers, and answers with the words (S68, S69).

It stands between a concept and an outside engine. What cannot be masked for sure is not sent: then the local rules
write, as when a model has no usable answer, and the step's row says why. The vault is a local of one call.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ...core.other_process import OtherProcess, ProcessFailed
from ...core.process import process_singleton
from ...dutch.characters import folded
from ...errors import DomainError, Unavailable
from ...integrations.checkpoint import SCAN, Masking
from ...integrations.resilience import NOT_SENT
from ...integrations.structuring import headings
from ...integrations.structuring.local import LocalEngine
from ...integrations.structuring.protocol import UNUSABLE, Note, StructuringEngine
from ...reporting import deidentification, markdown
from ...reporting.deidentification import Choices, Found, Known, Masked, Searched, placeholders, restored
from ...reporting.deidentification.scan import scan
from ...reporting.templates import ReportTemplate, Section
from ...reporting.writing import Line, LineReader, Style
from ..shared import tokens
from ..vocabulary import known_people

log = logging.getLogger(__name__)

_LONGEST = 200_000  # characters
_IN_A_THREAD = 20_000  # characters: to mask more would hold the interpreter too often
_SECONDS = 20.0  # for one text in the process; far above what the longest takes
_MOST_BETWEEN = 4_000  # characters of an answer without a line, after which it is not read on

_process = OtherProcess("masking")
_one = process_singleton(asyncio.Lock)  # what is too late, and ends the process, ends no other text

P = ParamSpec("P")
T = TypeVar("T")
Asking = Callable[[Searched], Awaitable[tuple[Known, Choices]]]


@dataclass(frozen=True, slots=True)
class MaskedEngine:
    """Wraps an engine for one step. ``asking`` tells who may be named by the words of a text, and what people chose."""

    engine: StructuringEngine
    masking: Masking
    asking: Asking = field(repr=False)

    @property
    def label(self) -> str:
        return LocalEngine.label if self.masking.refusal else self.engine.label

    @property
    def styles(self) -> tuple[Style, ...]:
        return self.engine.styles

    async def examine(self, asking: Callable[[], AbstractAsyncContextManager[object]] = nullcontext) -> None:
        await self.engine.examine(asking)

    def state(self) -> str:
        return self.engine.state()

    async def lines(
        self, sentences: Sequence[str], template: ReportTemplate, style: Style
    ) -> AsyncGenerator[str | Note]:
        """Yield the lines of the engine's answer with the words behind the placeholders; a line with another or damaged
        placeholder has no section, so that the spoken sentence stands there."""
        prepared = await prepare(self.masking, self.asking, sentences, template)
        if prepared is None:
            yield Note.CUT_OFF
            return
        made = prepared.made
        answer = _Lines(made)
        try:
            async with aclosing(self.engine.lines(made.texts, prepared.template, style)) as pieces:
                async for piece in pieces:
                    if piece is Note.RESTART:
                        answer = _Lines(made)
                        yield piece
                    elif isinstance(piece, Note):
                        yield answer.close()
                        yield piece
                        return
                    else:
                        yield await asyncio.to_thread(answer.feed, piece)
                        if answer.is_astray:
                            break
        except Unavailable as failure:
            if failure.code != NOT_SENT:
                raise
            yield Note.CUT_OFF
            return
        is_whole = not answer.is_open and not answer.is_astray
        yield answer.close()
        if not is_whole:
            yield Note.CUT_OFF

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str | Note]:
        """Yield the engine's report with the words behind the placeholders. Raises ``Unavailable``, also at the end of
        one with a placeholder that stands for nothing."""
        prepared = await prepare(self.masking, self.asking, [transcript], template)
        if prepared is None:
            raise Unavailable(headings.SENTENCE, code=UNUSABLE)
        made = prepared.made
        restorer = deidentification.Restorer(made.vault, markdown.escape)
        try:
            async for piece in self.engine.stream(made.texts[0], prepared.template):
                if isinstance(piece, Note):
                    restorer = deidentification.Restorer(made.vault, markdown.escape)
                    yield piece
                elif out := restorer.feed(piece):
                    yield out
        except Unavailable as failure:
            if failure.code != NOT_SENT:
                raise
            raise Unavailable(failure.message, code=UNUSABLE) from None
        if rest := restorer.close():
            yield rest
        if restorer.has_unknown:
            self.masking.refusal = "answer"
            raise Unavailable(headings.SENTENCE, code=UNUSABLE)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What may leave: the masked texts, and the template without the hints that would say who a person is."""

    made: Masked
    template: ReportTemplate


async def prepare(masking: Masking, asking: Asking, texts: Sequence[str], template: ReportTemplate) -> Prepared | None:
    """Mask texts, and let what is left of them leave under ``masking``; ``None`` where they may not."""
    size = sum(map(len, texts))
    if size > _LONGEST:
        return _refused(masking, "too_long")
    if not await asyncio.to_thread(deidentification.is_ready):
        return _refused(masking, "not_ready")
    written = [text for section in template.sections for text in (section.title, section.hint)]
    try:
        searched = await _off_the_loop(size, deidentification.searched, [*texts, *written])
        known, choices = await asking(searched)
    except (SQLAlchemyError, DomainError, OSError) as failure:  # its text may have words of the question
        log.error("masking: the known people could not be read: %s", type(failure).__name__)
        return _refused(masking, "people")
    found = await _off_the_loop(size, deidentification.found, texts, known, choices)
    made = await asyncio.to_thread(_prepared, masking, texts, template, known, choices, found)
    return _refused(masking, made) if isinstance(made, str) else made


async def _off_the_loop(size: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return ``work(*args)`` of texts of this size: in a thread, of long ones in the process."""
    if size > _IN_A_THREAD:
        with suppress(ProcessFailed):
            async with _one():
                return await _process.run(_SECONDS, work, *args, **kwargs)
    return await asyncio.to_thread(work, *args, **kwargs)


def finish_all() -> None:
    """End the process (shutdown)."""
    _process.end()


def _refused(masking: Masking, code: str) -> None:
    masking.refusal = code
    log.warning("masking: a text stays on this server: %s", code)


def _prepared(
    masking: Masking, texts: Sequence[str], template: ReportTemplate, known: Known, choices: Choices, found: Found
) -> Prepared | str:
    """Return what may leave, or the code of why nothing may."""
    if deidentification.has_placeholder(texts):
        return "placeholder"
    made = deidentification.replaced(texts, found)
    if not made.reliable_case:
        return "case"
    values = tuple(made.vault.values.values())
    names = deidentification.unusual_parts(known)
    listed = frozenset(map(folded, choices.replace))
    chosen = [one for one in known.people if one.is_chosen]
    born = frozenset(one.born for one in chosen if one.born)
    numbers = frozenset(one.number for one in chosen if one.number)

    def look(text: str, is_said: bool) -> frozenset[str]:
        return scan(text, values, names | listed if is_said else names, born, numbers, is_said=is_said)

    sent = "\n".join(made.texts)
    if left := look(sent, True):
        masking.found = left
        return SCAN
    sections = tuple(_without_names(section, known, choices) for section in template.sections)
    if any(section is None for section in sections):
        masking.found = frozenset({"name"})
        return SCAN
    masking.counts = dict(Counter(str(hit.kind) for hits in made.hits for hit in hits))
    masking.digest = tokens.signed("sent", sent)
    masking.look = look
    return Prepared(made, replace(template, sections=sections))


def _without_names(section: Section, known: Known, choices: Choices) -> Section | None:
    """Return a section without a hint that says who a person is; ``None`` where its title does."""
    finds, names = known_people.named_in, deidentification.unusual_parts(known)
    if finds(section.title, known, choices.replace) or scan(section.title, (), names, is_said=False):
        return None
    is_named = finds(section.hint, known, choices.replace) or scan(section.hint, (), names, is_said=False)
    return replace(section, hint="") if is_named else section


class _Lines:
    """The lines of one answer, read and written again with the words that their placeholders stand for."""

    def __init__(self, made: Masked) -> None:
        self._made = made
        self._allowed = [placeholders(text) for text in made.texts]
        self._reader = LineReader()
        self._between = 0

    @property
    def is_open(self) -> bool:
        return self._reader.is_open

    @property
    def is_astray(self) -> bool:
        """Whether much came without a line."""
        return self._between > _MOST_BETWEEN

    def feed(self, piece: str) -> str:
        """Return the lines that a piece ends, as they are to be read next."""
        found = self._reader.feed(piece)
        self._between = 0 if found else self._between + len(piece)
        return "".join(map(self._written, found))

    def close(self) -> str:
        """Return the last line."""
        return "".join(map(self._written, self._reader.close()))

    def _written(self, line: Line) -> str:
        named = [self._allowed[at] for at in line.sentences if at < len(self._allowed)]
        text = restored(line.text, self._made.vault, frozenset().union(*named)) if line.text else ""
        if text is None:
            line = replace(line, section="", text="")
            text = ""
        content = {"s": [at + 1 for at in line.sentences], "h": line.section, "t": text}
        behind = line.behind.translate(_NO_OBJECT).strip()
        return f"{behind}\n{json.dumps(content, ensure_ascii=False)}\n".lstrip("\n")


#: What stands before a line says whether a model thought aloud; it must not begin a line itself.
_NO_OBJECT = str.maketrans('{}"', "()'")
