"""The structuring engine without network, key or model: the speaker's own sentences under the report's headings.

It never rewrites, adds or drops a sentence (dictation.md "Structuring"): every sentence comes out once, with its words
as they were said, and in the order of speaking within its section. Wrongly placed is possible, lost is not.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Set

from ...config import Settings
from ...markdown import escape
from ...report_templates import ReportTemplate, Role, Section
from ...sentences import split
from ...texts import NIET_BESPROKEN
from . import grammar
from .lexicon import (
    ANNOUNCEMENTS,
    FILLERS,
    OBSERVATION,
    ORDERS_TO_WRITE,
    SITUATION,
    TO_A_MACHINE,
    Weights,
    heard,
)
from .protocol import StructuringEngine

_ANNOUNCED = re.compile(r"(?P<label>[^\W\d_]+)(?: (?:is|zijn))?(?P<mark>[:,.])(?:\s|$)")

#: A sentence without enough evidence of its own follows the sentence before it.
_ENOUGH = 1.0
_LEAN_OPENING = 2.5
_LEAN_ANNOUNCED = 2.5
_LEAN_NEIGHBOUR = 0.5
_LEAN_TELLING = 1.0


def create(_settings: Settings) -> StructuringEngine:
    """Return the engine; it has no settings."""
    return LocalEngine()


class LocalEngine:
    """Rule-based structuring on this machine."""

    label = "zonder AI ingedeeld"

    def state(self) -> str:
        """Return ``ready``: rules need no setup."""
        return "ready"

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield the report as markdown, one section at a time."""
        placed = await asyncio.to_thread(place, transcript, template)
        for section in _sections(placed, template):
            yield section


def place(transcript: str, template: ReportTemplate) -> list[tuple[str, Section]]:
    """Return every sentence of ``transcript`` in order, with its section of the template."""
    placed: list[tuple[str, Role | None]] = []
    announced = current = None
    roles = template.roles
    for text in split(transcript):
        sentence = grammar.Sentence.of(text)
        if _leads_nothing(sentence):
            role = current
        else:
            announced = _announcement(text, announced, roles)
            role = current = _best(sentence, current, announced, roles)
        placed.append((text, role))
    first = next((role for _, role in placed if role is not None), template.sections[0].role)
    return [(text, template.section_of(role or first)) for text, role in placed]


def _best(sentence: grammar.Sentence, previous: Role | None, announced: Role | None, roles: Set[Role]) -> Role | None:
    scores = {role: weight for role, weight in _weigh(sentence).items() if role in roles}
    if not scores:  # the template has none of the roles that the rules weigh
        return previous
    if max(scores.values()) < _ENOUGH and previous is not None and announced is None:
        return previous
    if OBSERVATION in scores:
        scores[OBSERVATION] += _LEAN_TELLING
    if previous is None and SITUATION in scores:
        scores[SITUATION] += _LEAN_OPENING
    elif previous is not None:
        scores[previous] += _LEAN_NEIGHBOUR
    if announced is not None:
        scores[announced] += _LEAN_ANNOUNCED
    return max(scores, key=lambda role: scores[role])


def _weigh(sentence: grammar.Sentence) -> Weights:
    scores = grammar.weigh(sentence)
    for cue in heard(set(sentence.words), sentence.line):
        for role, weight in cue.weights.items():
            scores[role] += weight
    return scores


def _leads_nothing(sentence: grammar.Sentence) -> bool:
    """Return whether a sentence is filler, or addresses a computer: it stays with the one before and leads nothing."""
    words = sentence.words
    if not TO_A_MACHINE.isdisjoint(words) or (words and words[0] in ORDERS_TO_WRITE):
        return True
    return all(word in FILLERS for word in words)


def _announcement(text: str, before: Role | None, roles: Set[Role]) -> Role | None:
    """Return the role of the section that the sentence announces ('Evaluatie: ...'), or the one announced before."""
    opening = _ANNOUNCED.match(text)
    if opening is None:
        return before
    label = opening["label"].lower()
    if len(label) == 1 and not opening["label"].isupper():
        return before
    announced = ANNOUNCEMENTS.get(label, before)
    return announced if announced in roles else before


def _sections(placed: list[tuple[str, Section]], template: ReportTemplate) -> Iterator[str]:
    for index, section in enumerate(template.sections):
        said = [text for text, its_section in placed if its_section is section]
        gap = "\n\n" if index else ""
        yield f"{gap}## {section.title}\n\n{_body(said, as_list=section.form == 'lijst')}"
    yield "\n"


def _body(said: list[str], *, as_list: bool) -> str:
    if not said:
        return NIET_BESPROKEN
    if as_list:
        return "\n".join(f"- {escape(text, line_start=True)}" for text in said)
    opening, *others = said
    return " ".join([escape(opening, line_start=True), *map(escape, others)])
