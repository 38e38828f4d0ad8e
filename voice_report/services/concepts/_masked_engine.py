"""An engine that gets text with placeholders instead of names and numbers, and answers with the words (S68, S69).

It stands between a concept and an outside engine. What cannot be masked for sure is not sent: then the local rules
write, as when a model has no usable answer, and the step's row says why. The vault is a local of one call.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field, replace

from sqlalchemy.exc import SQLAlchemyError

from ...errors import DomainError, Unavailable
from ...integrations.checkpoint import NOT_SENT, SCAN, Masking
from ...integrations.structuring import headings
from ...integrations.structuring.local import LocalEngine
from ...integrations.structuring.protocol import UNUSABLE, Note, StructuringEngine
from ...reporting import deidentification, markdown
from ...reporting.deidentification import Known, Masked, Searched, placeholders, restored
from ...reporting.deidentification.scan import scan
from ...reporting.templates import ReportTemplate
from ...reporting.writing import Line, LineReader, Style
from ..shared import tokens

log = logging.getLogger(__name__)

_LONGEST = 200_000  # characters
_MOST_BETWEEN = 4_000  # characters of an answer without a line, after which it is not read on

Asking = Callable[[Searched], Awaitable[Known]]


@dataclass(frozen=True, slots=True)
class MaskedEngine:
    """Wraps an engine for one step. ``known`` asks who may be named by the words of a text."""

    engine: StructuringEngine
    masking: Masking
    known: Asking = field(repr=False)

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
        made = await self._prepared(sentences, template)
        if made is None:
            yield Note.CUT_OFF
            return
        answer = _Lines(made)
        try:
            async with aclosing(self.engine.lines(made.texts, template, style)) as pieces:
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
        made = await self._prepared([transcript], template)
        if made is None:
            raise Unavailable(headings.SENTENCE, code=UNUSABLE)
        restorer = deidentification.Restorer(made.vault, markdown.escape)
        try:
            async for piece in self.engine.stream(made.texts[0], template):
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
            raise Unavailable(headings.SENTENCE, code=UNUSABLE)

    async def _prepared(self, texts: Sequence[str], template: ReportTemplate) -> Masked | None:
        """Return the masked texts, and let what is in them leave; ``None`` where they may not."""
        written = [text for section in template.sections for text in (section.title, section.hint)]
        try:
            searched = await asyncio.to_thread(deidentification.searched, [*texts, *written])
            known = await self.known(searched)
        except (SQLAlchemyError, DomainError, OSError) as failure:  # its text may have words of the question
            log.error("masking: the known people could not be read: %s", type(failure).__name__)
            return self._refused("people")
        made = await asyncio.to_thread(self._masked, texts, known)
        return self._refused(made) if isinstance(made, str) else made

    def _refused(self, code: str) -> None:
        self.masking.refusal = code
        log.warning("masking: a text stays on this server: %s", code)

    def _masked(self, texts: Sequence[str], known: Known) -> Masked | str:
        """Return the masked texts, or the code of why they may not leave."""
        if not deidentification.is_ready():
            return "not_ready"
        if sum(map(len, texts)) > _LONGEST:
            return "too_long"
        if deidentification.has_placeholder(texts):
            return "placeholder"
        made = deidentification.mask(texts, known)
        if not made.reliable_case:
            return "case"
        values = tuple(made.vault.values.values())
        names = deidentification.unusual_parts(known)

        def look(text: str, is_said: bool) -> frozenset[str]:
            return scan(text, values, names, is_said=is_said)

        sent = "\n".join(made.texts)
        if found := look(sent, True):
            self.masking.found = found
            return SCAN
        self.masking.counts = dict(Counter(str(hit.kind) for hits in made.hits for hit in hits))
        self.masking.digest = tokens.signed("sent", sent)
        self.masking.look = look
        return made


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
