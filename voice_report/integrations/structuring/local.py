"""The structuring engine without network, key or model: the speaker's own sentences under the report's headings.

It never rewrites, adds or drops a sentence (dictation.md "Structuring"): every sentence comes out once, with its words
as they were said, and in the order of speaking within its section. Wrongly placed is possible, lost is not.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator

from ...markdown import escape
from ...texts import NIET_BESPROKEN, REPORT_HEADINGS
from . import grammar
from .lexicon import (
    AGREEMENT,
    ANNOUNCEMENTS,
    FILLERS,
    OBSERVATION,
    ORDERS_TO_WRITE,
    SITUATION,
    TO_A_MACHINE,
    Weights,
    heard,
)
from .sentences import split

_ANNOUNCED = re.compile(r"(?P<label>[^\W\d_]+)(?: (?:is|zijn))?(?P<mark>[:,.])(?:\s|$)")

#: A sentence without enough evidence of its own follows the sentence before it.
_ENOUGH = 1.0
_LEAN_OPENING = 2.5
_LEAN_ANNOUNCED = 2.5
_LEAN_NEIGHBOUR = 0.5
_LEAN_TELLING = 1.0


class LocalEngine:
    """Rule-based structuring on this machine."""

    name = "local"
    label = "zonder AI ingedeeld"

    def state(self) -> str:
        """Return ``ready``: rules need no setup."""
        return "ready"

    async def stream(self, transcript: str) -> AsyncIterator[str]:
        """Yield the report as markdown, one section at a time."""
        placed = await asyncio.to_thread(place, transcript)
        for section in _sections(placed):
            yield section


def place(transcript: str) -> list[tuple[str, int]]:
    """Return every sentence of ``transcript`` in order, with the index of its heading in ``REPORT_HEADINGS``."""
    placed: list[tuple[str, int | None]] = []
    announced = current = None
    for text in split(transcript):
        sentence = grammar.Sentence.of(text)
        if _leads_nothing(sentence):
            section = current
        else:
            announced = _announcement(text, announced)
            section = current = _best(sentence, current, announced)
        placed.append((text, section))
    first = next((section for _, section in placed if section is not None), SITUATION)
    return [(text, first if section is None else section) for text, section in placed]


def _best(sentence: grammar.Sentence, previous: int | None, announced: int | None) -> int:
    scores = _weigh(sentence)
    if max(scores.values()) < _ENOUGH and previous is not None and announced is None:
        return previous
    scores[OBSERVATION] += _LEAN_TELLING
    if previous is None:
        scores[SITUATION] += _LEAN_OPENING
    else:
        scores[previous] += _LEAN_NEIGHBOUR
    if announced is not None:
        scores[announced] += _LEAN_ANNOUNCED
    return max(scores, key=lambda section: scores[section])


def _weigh(sentence: grammar.Sentence) -> Weights:
    scores = grammar.weigh(sentence)
    for cue in heard(set(sentence.words), sentence.line):
        for section, weight in cue.weights.items():
            scores[section] += weight
    return scores


def _leads_nothing(sentence: grammar.Sentence) -> bool:
    """Return whether a sentence is filler, or addresses a computer: it stays with the one before and leads nothing."""
    words = sentence.words
    if not TO_A_MACHINE.isdisjoint(words) or (words and words[0] in ORDERS_TO_WRITE):
        return True
    return all(word in FILLERS for word in words)


def _announcement(text: str, before: int | None) -> int | None:
    """Return the section that the sentence announces ('Evaluatie: ...'), or the one announced before it."""
    opening = _ANNOUNCED.match(text)
    if opening is None:
        return before
    label = opening["label"].lower()
    if len(label) == 1 and not opening["label"].isupper():
        return before
    return ANNOUNCEMENTS.get(label, before)


def _sections(placed: list[tuple[str, int]]) -> Iterator[str]:
    for index, heading in enumerate(REPORT_HEADINGS):
        said = [text for text, section in placed if section == index]
        gap = "\n\n" if index else ""
        yield f"{gap}## {heading}\n\n{_body(said, as_list=index == AGREEMENT)}"
    yield "\n"


def _body(said: list[str], *, as_list: bool) -> str:
    if not said:
        return NIET_BESPROKEN
    if as_list:
        return "\n".join(f"- {escape(text, line_start=True)}" for text in said)
    opening, *others = said
    return " ".join([escape(opening, line_start=True), *map(escape, others)])
