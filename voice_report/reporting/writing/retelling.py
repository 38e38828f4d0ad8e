"""A report that is there already, with other choices of what is tidied in it: the text itself says what was chosen.

What a person wrote or changed stays as it is. A sentence is known by its text: that of a spoken one with some of its
changes (``tidying``).
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from ...dutch.characters import cleaned
from ...dutch.sentences import Known, split
from ..markdown import Block, blocks, escape
from ..templates import ReportTemplate, Section
from ..tidying import Tidied, choices
from . import sheet

_LENGTHS = 20  # of sentences with the same first word that are kept apart where no mark ends them
_DEEPEST_HEADING = 2  # below it a heading divides a section


@dataclass(frozen=True, slots=True)
class Standing:
    """A sentence of a report under the heading ``title``.

    ``at`` is the position of the spoken sentence, ``None`` for one that was not spoken; ``off`` are the keys of the
    changes that were undone.
    """

    title: str
    text: str
    at: int | None = None
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Part:
    """A section of a report: its heading, and the blocks below it."""

    section: Section
    heading: Block
    body: list[Block]


class Retelling:
    """A report (markdown) with the sentences of the dictation that it was made of."""

    def __init__(self, report: str, tidied: Tidied, template: ReportTemplate) -> None:
        self._lines = cleaned(report).rstrip("\n").split("\n")
        self._tidied = tidied
        self._template = template
        self._parts = list(_parts(blocks(report), template))
        texts = {at: list(_forms(tidied, at)) for at in range(len(tidied.sentences))}
        known = Known(text for forms in texts.values() for text, _ in forms)
        self._forms: dict[str, deque[tuple[int, frozenset[str]]]] = defaultdict(deque)
        lengths: dict[str, set[int]] = defaultdict(set)
        for at, forms in texts.items():
            for text, off in forms:
                self._forms[text].append((at, off))
                lengths[text.split(" ", 1)[0]].add(len(text.split()))
        self._lengths = {word: sorted(found, reverse=True)[:_LENGTHS] for word, found in lengths.items()}
        used: set[int] = set()
        self._standing = [
            [
                [self._standing_as(part, text, used) for text in self._cut(block.text, known)]
                for block in part.body
                if not sheet.is_empty(block.text)
            ]
            for part in self._parts
        ]

    @property
    def sentences(self) -> list[Standing]:
        """The sentences under the template's headings, in order."""
        return [one for part in self._standing for block in part for one in block]

    @property
    def changeable(self) -> frozenset[str]:
        """The keys of what is changed, or could be, where the report stands."""
        there = self._sections
        edits = (self._tidied.key(at, edit) for at, key in there.items() for edit in self._tidied.active(at, key))
        found = frozenset(chain(edits, map(self._tidied.key_aside, self._tidied.aside)))
        return found - self._tidied.needless(there)

    @property
    def _sections(self) -> dict[int, str]:
        """The section (key) under which each spoken sentence stands."""
        keys = {one.title.casefold(): one.key for one in self._template.sections}
        return {one.at: keys[one.title.casefold()] for one in self.sentences if one.at is not None}

    @property
    def off(self) -> frozenset[str]:
        """The keys of what could be changed in the report, and is not."""
        there = {one.at for one in self.sentences}
        put_back = (self._tidied.key_aside(at) for at in self._tidied.aside if at in there)
        found = frozenset(chain(*(one.off for one in self.sentences), put_back))
        return found - self._tidied.needless(self._sections)

    def told(self, off: Set[str], section_of: Callable[[int], Section]) -> str:
        """Return the report with these changes not done, and all others.

        ``section_of`` says where a sentence belongs that was left out.
        """
        off = off | self._tidied.needless(self._sections)
        there = {one.at for one in self.sentences}
        back: dict[str, list[int]] = defaultdict(list)
        for at in self._tidied.aside:
            if at not in there and self._tidied.key_aside(at) in off:
                back[section_of(at).key].append(at)
        lines = self._lines
        for part, standing in zip(reversed(self._parts), reversed(self._standing), strict=True):
            lines = self._with(lines, part, standing, off, back[part.section.key])
        return "\n".join(lines) + "\n"

    def _with(
        self, lines: list[str], part: _Part, standing: list[list[Standing]], off: Set[str], back: list[int]
    ) -> list[str]:
        section = part.section
        first = part.body[0].first if part.body else part.heading.last + 1
        last = part.body[-1].last + 1 if part.body else first
        before = [one for block in standing for one in block]
        now = [self._now(one, section, off) for one in before]
        if back or [one.text for one in before] != now:
            if lines[first:last] == sheet.body(section, [one.text for one in before]).split("\n"):
                body = sheet.body(section, self._in_order(before, now, section, off, back)).split("\n")
            else:
                body = self._replaced(lines, part, standing, off)
                said = (self._tidied.text(at, section.key, off) or "" for at in back)
                body += [f"- {escape(one, line_start=True)}" for one in said]
            if not part.body:
                body = ["", *body]
            return [*lines[:first], *body, *lines[last:]]
        return lines

    def _now(self, one: Standing, section: Section, off: Set[str]) -> str | None:
        return one.text if one.at is None else self._tidied.text(one.at, section.key, off)

    def _in_order(
        self, before: list[Standing], now: list[str | None], section: Section, off: Set[str], back: list[int]
    ) -> list[str]:
        """Return the sentences that stand now, with those that come back in the order of speaking."""
        waiting, found = sorted(back), []
        for one, text in zip(before, now, strict=True):
            while waiting and one.at is not None and waiting[0] < one.at:
                found.append(self._tidied.text(waiting.pop(0), section.key, off))
            found.append(text)
        found += [self._tidied.text(at, section.key, off) for at in waiting]
        return [text for text in found if text]

    def _replaced(self, lines: list[str], part: _Part, standing: list[list[Standing]], off: Set[str]) -> list[str]:
        """Return the lines of a section that a person gave another form, with each sentence replaced where it is."""
        first = part.body[0].first if part.body else 0
        last = part.body[-1].last + 1 if part.body else 0
        body, cursor = "\n".join(lines[first:last]), 0
        for one in chain(*standing):
            for is_start in (True, False):
                old = escape(one.text, line_start=is_start)
                place = body.find(old, cursor)
                if place >= 0:
                    new = escape(self._now(one, part.section, off) or "", line_start=is_start)
                    body, cursor = body[:place] + new + body[place + len(old) :], place + len(new)
                    break
        return [line for line in body.split("\n") if line.strip() not in ("-", "*")]

    def _cut(self, text: str, known: Known) -> Iterator[str]:
        """Yield the sentences of a block; where one ends without a mark, the spoken ones tell them apart."""
        for sentence in split(text, known):
            yield from [sentence] if sentence in self._forms else self._known_in(sentence) or [sentence]

    def _known_in(self, sentence: str) -> list[str]:
        words, found, at = sentence.split(), [], 0
        while at < len(words):
            for length in self._lengths.get(words[at], ()):
                text = " ".join(words[at : at + length])
                if text in self._forms:
                    found.append(text)
                    at += length
                    break
            else:
                return []
        return found

    def _standing_as(self, part: _Part, text: str, used: set[int]) -> Standing:
        waiting = self._forms.get(text)
        while waiting:
            at, off = waiting.popleft()
            if at not in used:
                used.add(at)
                return Standing(part.section.title, text, at, off & self._keys_under(at, part.section))
        return Standing(part.section.title, text)

    def _keys_under(self, at: int, section: Section) -> frozenset[str]:
        return frozenset(self._tidied.key(at, one) for one in self._tidied.active(at, section.key))


def _parts(found: Iterable[Block], template: ReportTemplate) -> Iterator[_Part]:
    sections: Mapping[str, Section] = {one.title.casefold(): one for one in template.sections}
    part: _Part | None = None
    for block in found:
        if block.kind == "heading" and block.level <= _DEEPEST_HEADING:
            if part is not None:
                yield part
            section = sections.get(block.text.casefold())
            part = _Part(section, block, []) if section else None
        elif part is not None:
            part.body.append(block)
    if part is not None:
        yield part


def _forms(tidied: Tidied, at: int) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the texts in which a sentence may stand, with the keys of what is not changed in each."""
    sections = {edit.section for edit in tidied.edits.get(at, ())} | {""}
    aside = frozenset({tidied.key_aside(at)}) if at in tidied.aside else frozenset()
    for section in sorted(sections, reverse=True):
        active = tidied.active(at, section)
        topic = frozenset(tidied.key(at, one) for one in active if one.rule == "topic_label")
        keys = [tidied.key(at, one) for one in active if one.rule != "topic_label"]
        for some in choices(keys):
            for off in (frozenset(some), topic.union(some)) if topic else (frozenset(some),):
                text = tidied.text(at, section, off | aside)
                if text:
                    yield text, off
