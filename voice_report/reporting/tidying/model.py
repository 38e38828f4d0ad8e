"""What tidying finds: changes of characters at known positions of a spoken sentence, each undone by itself."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from typing import Literal, TypeVar

from .subjects.placement import asked, labels
from .subjects.topics import Topic

Rule = Literal[
    "spoken_punctuation",
    "fillers",
    "restarts",
    "small_talk",
    "self_corrections",
    "figures",
    "heading_echo",
    "duplicates",
    "sentence_form",
    "topic_label",
]

#: Changes of one sentence of which every combination may be chosen.
_MOST_COMBINED = 5
_MOST_CLIENTS = 3  # of whom a sentence may be
_NONE: frozenset[str] = frozenset()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Edit:
    """In place of the characters from ``start`` to ``end`` stands ``written``.

    ``capital``: what follows in the tidied text begins with one. ``section`` is the key of the only section in which it
    is done, '' for any.
    """

    rule: Rule
    start: int
    end: int
    written: str = ""
    capital: bool = False
    section: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """What a person should look at in a sentence; it changes nothing.

    ``edit`` took back what was said first (``said``), and ``here`` is what stands there now. Without an edit both stand
    there, ``said`` perhaps in the sentence before, and a question settles which one holds.
    """

    sentence: int
    edit: Edit | None
    here: str
    said: str


@dataclass(frozen=True, slots=True)
class Tidied:
    """The sentences of a dictation with the changes that are proven, in order of position.

    ``aside`` has, by position, the sentences that a report leaves out, each with its rule; ``ties`` those of them that
    go with a change of another sentence (position): both are done or neither.
    """

    sentences: tuple[str, ...]
    edits: Mapping[int, tuple[Edit, ...]]
    aside: Mapping[int, Rule]
    points: tuple[Point, ...] = ()
    topics: tuple[Topic | None, ...] = ()
    ties: Mapping[int, tuple[int, Edit]] = field(default_factory=dict)

    def text(self, at: int, section: str = "", off: Set[str] = _NONE) -> str | None:
        """Return a sentence as it stands under a section (key), ``None`` when it is left out.

        ``off`` are the keys of what is not changed.
        """
        if at in self.aside and self.key_aside(at) not in off:
            return None
        return rendered(self.sentences[at], self.active(at, section, off))

    def active(self, at: int, section: str = "", off: Set[str] = _NONE) -> list[Edit]:
        """Return the changes of a sentence that are done under a section."""
        return [
            one
            for one in self.edits.get(at, ())
            if one.section in ("", section) and (not off or self.key(at, one) not in off)
        ]

    def points_of(self, at: int) -> list[Point]:
        """Return what a person should look at in a sentence."""
        return [one for one in self.points if one.sentence == at]

    def piece(self, at: int, edit: Edit, first: int, last: int) -> str:
        """Return the characters of a sentence from ``first`` to ``last``, with this change of them alone."""
        source = self.sentences[at]
        after = source[edit.end : last]
        return source[first : edit.start] + edit.written + (capitalized(after) if edit.capital else after)

    def key(self, at: int, edit: Edit) -> str:
        """Return what names a change of a sentence, in every dictation that has that sentence."""
        return _key(self.sentences[at], edit.rule, edit.start, edit.end)

    def key_aside(self, at: int) -> str:
        """Return what names the leaving out of a sentence."""
        if at in self.ties:
            return self.key(*self.ties[at])
        return _key(self.sentences[at], self.aside[at], 0, len(self.sentences[at]))

    def needless(self, sections: Mapping[int, str]) -> frozenset[str]:
        """Return the keys of the topics in front of sentences that need none, where each sentence stands under the
        section (key) given: the one before it under that heading is of the same topic."""
        there = [at for at in sorted(sections) if at < len(self.topics) and at not in self.aside]
        needed = labels([self.topics[at] for at in there], [sections[at] for at in there])
        needed_at = {there[place] for place in needed}
        found = ((at, edit) for at, edits in self.edits.items() for edit in edits if edit.rule == "topic_label")
        return frozenset(self.key(at, edit) for at, edit in found if at not in needed_at)

    def asked(self, sections: Mapping[int, str]) -> list[list[int]]:
        """Return the runs of sentences that need a question about their client, where each is under the section (key)
        given."""
        there = [at for at in sorted(sections) if at < len(self.topics) and at not in self.aside]
        runs = asked([self.topics[at] for at in there], [sections[at] for at in there])
        return [[there[place] for place in run] for run in runs]

    def clients(self, at: int) -> list[str]:
        """Return a few clients that a sentence may be about, in the speaker's words: those named before, the last one
        first, then those named after."""
        named = [topic.words for topic in (*self.topics[at::-1], *self.topics[at + 1 :]) if topic and topic.words]
        return list(dict.fromkeys(named))[:_MOST_CLIENTS]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all that is changed or left out."""
        edits = (self.key(at, one) for at, found in self.edits.items() for one in found)
        return frozenset(chain(edits, map(self.key_aside, self.aside)))

    @property
    def forms(self) -> dict[tuple[int, ...], tuple[str, ...]]:
        """By the positions of the sentences that they say, the other texts that a report may have in their place; ''
        when they may be left out.

        A sentence that only corrects another one is said where that one stands corrected, and nowhere else.
        """
        found: dict[tuple[int, ...], dict[str, None]] = {(at,): {"": None} for at in self.aside if at not in self.ties}
        correcting = {by: at for at, by in self.ties.items()}
        for at in self.edits:
            for text, chosen in self._forms(at):
                ties = (correcting[at, one] for one in chosen if (at, one) in correcting)
                found.setdefault((at, *ties), {})[text] = None
        return {sources: tuple(texts) for sources, texts in found.items()}

    def _forms(self, at: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
        """Yield the texts in which a sentence may stand, each with its changes of words."""
        topic = [one for one in self.edits[at] if one.rule == "topic_label"]
        plain = [one for one in self.edits[at] if one.rule == "sentence_form"]
        for section in {"", *(one.section for one in self.edits[at])}:
            words = [one for one in self.active(at, section) if one.rule not in ("sentence_form", "topic_label")]
            for chosen in choices(words):
                for front in ([], topic) if topic else ([],):
                    yield rendered(self.sentences[at], [*front, *chosen, *plain]), chosen

    def without(self, off: Set[str]) -> "Tidied":
        """Return it with these changes (keys) not found."""
        edits = {at: tuple(one for one in found if self.key(at, one) not in off) for at, found in self.edits.items()}
        aside = {at: rule for at, rule in self.aside.items() if self.key_aside(at) not in off}
        return replace(self, edits=edits, aside=aside, ties={at: self.ties[at] for at in self.ties if at in aside})

    def part(self, positions: Sequence[int]) -> "Tidied":
        """Return the sentences at these positions alone, tidied as they are among all.

        A sentence that only corrects another one stands as it was said where that one is not there; and when nothing
        would be left, nothing is left out.
        """
        new = {at: place for place, at in enumerate(positions)}
        there = {at: (new[first], edit) for at, (first, edit) in self.ties.items() if at in new and first in new}
        left_out = [at for at in positions if at in self.aside and (at in there or at not in self.ties)]
        aside: dict[int, Rule] = {new[at]: self.aside[at] for at in left_out}
        return Tidied(
            tuple(self.sentences[at] for at in positions),
            {new[at]: edits for at, edits in self.edits.items() if at in new},
            aside if len(aside) < len(positions) else {},
            tuple(replace(one, sentence=new[one.sentence]) for one in self.points if one.sentence in new),
            tuple(self.topics[at] for at in positions) if self.topics else (),
            {new[at]: tie for at, tie in there.items()},
        )


def choices(changes: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield which of some changes are chosen: every combination of a few; of more none, one, all but one, and all."""
    count = len(changes)
    sizes = range(count + 1) if count <= _MOST_COMBINED else (0, 1, count - 1, count)
    return chain.from_iterable(combinations(changes, size) for size in sizes)


def rendered(source: str, edits: "list[Edit]") -> str:
    """Return a sentence with these changes, none of which overlap."""
    pieces, at, capital = [], 0, False

    def add(piece: str) -> None:
        nonlocal capital
        if capital and piece:
            piece, capital = capitalized(piece), False
        pieces.append(piece)

    for one in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        add(source[at : one.start])
        capital = capital or one.capital
        add(one.written)
        at = one.end
    add(source[at:])
    return "".join(pieces)


def capitalized(text: str) -> str:
    """Return a text with a capital at its start: 'IJs', ''s Avonds', 'Eén'."""
    if text[:1] in "'’‘" and text[1:3] in ("s ", "t ", "k ", "n "):
        return text[:3] + capitalized(text[3:])
    if text[:2] == "ij":
        return "IJ" + text[2:]
    if text[:3] == "één":
        return "Eén" + text[3:]
    return text[:1].upper() + text[1:]


def _key(sentence: str, rule: str, start: int, end: int) -> str:
    return hashlib.sha256(f"{rule} {start} {end} {sentence}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
