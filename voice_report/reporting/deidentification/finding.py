"""Puts the rules together: what is found in each text, in order and without overlap."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from . import addresses, dates, spoken
from ._client_number import ClientNumbers
from .capitals import judged, parts
from .known import KnownNames, Naming
from .lists import is_first_name, is_kept, is_listed_word, key
from .model import Choices, Hit, Kind, Known, Reason
from .reading import Copy, Word, copied, words
from .shapes import Span, shapes
from .word_classes import FUNCTION, INSTITUTIONS, OF_PLACES, PARTICLES, TIMES, TITLES


def find(texts: Sequence[str], known: Known, choices: Choices) -> tuple[list[list[Hit]], list[list[Word]]]:
    """Return the places to mask, and the words, of each text."""
    copies = [copied(text) for text in texts]
    read = [words(copy) for copy in copies]
    long_numbers = list(spoken.long_numbers([(one, copy.text) for one, copy in zip(read, copies, strict=True)]))
    names = KnownNames(known, choices.replace)
    numbers = ClientNumbers(known)
    keep = frozenset(map(key, choices.keep))
    found = [_Text(copy, said) for copy, said in zip(copies, read, strict=True)]
    for text in found:
        text.shapes += shapes(text.copy.text)
    for number, span in long_numbers:
        found[number].shapes.append(span)
    cut = [(text, at, word) for text in found for at, word in enumerate(text.words)]
    for first, person in names.cut([word for _, _, word in cut]):  # also over two sentences
        for text, at, _ in cut[first : first + 2]:
            text.cut[at] = Naming(at, person, Kind.PERSON, Reason.KNOWN)
    for text in found:
        text.shapes += [*_spoken(text), *dates.masked_dates(text.copy.text, known, others=choices.dates)]
    if choices.dates:
        dated = [[one for one in text.shapes if one.kind is Kind.DATE] for text in found]
        for number, span in dates.repeated([text.copy.text for text in found], dated):
            found[number].shapes.append(span)
    for text in found:
        text.numbers = list(numbers.found(text.words, text.copy.text))
        text.known = text.cut | {one.at: one for one in names.namings(text.words, text.copy.text)}
        text.judge(keep)
    _repeat(found, keep)
    return [text.hits() for text in found], read


def _spoken(text: "_Text") -> Iterable[Span]:
    yield from spoken.addresses(text.words)
    yield from addresses.addresses(text.words, text.copy.text)
    yield from spoken.spelled(text.words, text.copy.text)
    yield from spoken.codes(text.words, text.copy.text)


class _Text:
    """One text, and what was found in it so far."""

    def __init__(self, copy: Copy, read: list[Word]) -> None:
        self.copy, self.words = copy, read
        self.shapes: list[Span] = []
        self.numbers: list[tuple[int, int, str]] = []
        self.known: dict[int, Naming] = {}
        self.cut: dict[int, Naming] = {}
        self.reasons: dict[int, Reason] = {}

    def judge(self, keep: frozenset[str]) -> None:
        """Decide about every word that no shape has. A word of ``keep`` behind a title is a name all the same."""
        for at, word in enumerate(self.words):
            if at in self.known:
                self.reasons[at] = self.known[at].reason
            elif (reason := judged(self.words, at, self.copy.text)) and (
                word.key not in keep or reason is Reason.ADDRESSED
            ):
                self.reasons[at] = reason
            elif word.key not in keep and self._is_surname(at):
                self.reasons[at] = Reason.UNUSUAL
        self._continue()

    def _continue(self) -> None:
        """Add the rest of a name that was cut at the end of a line: 'Zwol- trek'."""
        for at in range(1, len(self.words)):
            if (at in self.reasons) == (at - 1 in self.reasons) or self._between(at - 1, at) not in ("- ", "-\n"):
                continue
            before, word = self.words[at - 1], self.words[at]
            if before.has_capital and word.text.islower() and word.key not in FUNCTION:
                self.reasons[at] = self.reasons[at - 1] = Reason.UNUSUAL

    def _is_surname(self, at: int) -> bool:
        """Return whether a word that stays elsewhere ends a name: 'Pieter Down', 'Douwe de Fries'."""
        word, before = self.words[at], at - 1
        if not word.has_capital or word.is_shouted or word.opens or not (is_kept(word.key) or word.key in TIMES):
            return False
        while before >= 0 and self.words[before].key in PARTICLES:
            before -= 1
        name = self.words[before] if before >= 0 else word
        between = self.copy.text[name.end : word.start]
        return before in self.reasons and is_first_name(name.key) and not set(between) & set(".,:;()\n/")

    def hits(self) -> list[Hit]:
        """Return what is masked, in order and apart: the client's number, shapes, names, each as long as it can be."""
        numbers = [
            Hit(*self.copy.place(start, end), Kind.NUMBER, Reason.KNOWN, person) for start, end, person in self.numbers
        ]
        spans = [Hit(*self.copy.place(one.start, one.end), one.kind, Reason.SHAPE) for one in self.shapes]
        return _apart(self.copy.text, [*numbers, *spans, *self._names()])

    def _names(self) -> Iterable[Hit]:
        for first, last in self._joined():
            reasons = [self.reasons[at] for at in range(first, last + 1) if at in self.reasons]
            people = [self.known[at] for at in range(first, last + 1) if at in self.known]
            person = next((one.person for one in people), "")
            kind = people[0].kind if people else self._kind(first, reasons)
            end = self.words[last].end - (self.known[last].suffix if last in self.known else self._genitive(last))
            place = self.copy.place(self.words[first].start, end)
            yield Hit(*place, kind, reasons[0] if not people else people[0].reason, person)

    def _genitive(self, at: int) -> int:
        return 2 if self.words[at].text.endswith(("'s", "'S")) else 0

    def _joined(self) -> list[tuple[int, int]]:
        """Return the first and last word of each name: words that stand together, with the prefixes between."""
        found: list[tuple[int, int]] = []
        for at in sorted(self.reasons):
            first = at
            while self._is_prefix(first, found):
                first -= 1
            if found and found[-1][1] >= first - 1 and self._is_same(found[-1][1], first, at):
                found[-1] = (found[-1][0], at)
            else:
                found.append((max(first, found[-1][1] + 1) if found else first, at))
        return found

    def _is_prefix(self, first: int, found: Sequence[tuple[int, int]]) -> bool:
        """Return whether the word before this one is a prefix of the name that begins here."""
        if first == 0 or self.words[first].opens or (found and found[-1][1] >= first - 1):
            return False
        before = self.words[first - 1]
        if self._is_initial(first):
            return True
        if before.key not in PARTICLES or self._between(first - 1, first).strip(" '"):
            return False
        if before.has_capital and not before.opens:
            return True
        earlier = first - 2
        while earlier >= 0 and self.words[earlier].key in PARTICLES:
            earlier -= 1
        if self._is_initial(earlier + 1):
            return True
        return earlier >= 0 and (earlier in self.reasons or self.words[earlier].key in TITLES - INSTITUTIONS)

    def _is_initial(self, at: int) -> bool:
        """Return whether an initial with its full stop stands before a word: 'J. de Wit', 'J.P. Jansen'."""
        if at == 0:
            return False
        before = self.words[at - 1]
        return len(before.text) == 1 and before.text.isupper() and self._between(at - 1, at) in (".", ". ")

    def _is_same(self, last: int, first: int, at: int) -> bool:
        """Return whether a word continues the name before it: 'Henk Bakker', and not two known people."""
        joints = (" ", "-", ". ", " - ", "." if len(self.words[last].text) == 1 else " ")
        if self.words[first].opens or self._between(last, first) not in joints:
            return False
        if last in self.known and self.known[last].suffix:
            return False
        one, other = self.known.get(last), self.known.get(at)
        return one is None or other is None or one.person == other.person

    def _between(self, one: int, other: int) -> str:
        return self.copy.text[self.words[one].end : self.words[other].start]

    def _kind(self, first: int, reasons: Sequence[Reason]) -> Kind:
        word, before = self.words[first], self.words[first - 1].key if first else ""
        if word.key in INSTITUTIONS or before in INSTITUTIONS or (word.text in ("De", "Het") and not word.opens):
            return Kind.INSTITUTION
        if Reason.ADDRESSED in reasons:
            return Kind.PERSON
        return Kind.PLACE if before in OF_PLACES and word.has_capital else Kind.NAME


def _repeat(found: Sequence[_Text], keep: frozenset[str]) -> None:
    """Mask everywhere what was masked once; an ordinary word only where it has a capital."""
    masked: dict[str, bool] = {}
    for text in found:
        for at, reason in text.reasons.items():
            word = text.words[at]
            if (
                word.key not in masked
                and len(word.text) > 1
                and word.key not in PARTICLES
                and reason is not Reason.REPEATED
            ):
                masked[word.key] = _is_a_word(word)
    for text in found:
        for at, word in enumerate(text.words):
            if at in text.reasons or word.key not in masked or word.key in keep:
                continue
            if not masked[word.key] or (word.has_capital and not word.is_shouted):
                text.reasons[at] = Reason.REPEATED


def _is_a_word(word: Word) -> bool:
    return all(map(is_listed_word, parts(word)))


def _apart(text: str, hits: Iterable[Hit]) -> list[Hit]:
    """Return hits in order and apart; of two that overlap the first one given keeps all, the other what is left."""
    taken: list[Hit] = []
    starts: list[int] = []
    for hit in hits:
        for start, end in _left(hit, taken, starts):
            at = bisect_right(starts, start)
            starts.insert(at, start)
            taken.insert(at, Hit(start, end, hit.kind, hit.reason, hit.person))
    return taken


def _left(hit: Hit, taken: Sequence[Hit], starts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the parts of a hit that no other has."""
    at = max(0, bisect_right(starts, hit.start) - 1)
    start, found = hit.start, []
    while start < hit.end and at < len(taken) and taken[at].start < hit.end:
        other = taken[at]
        if other.end > start:
            if other.start > start:
                found.append((start, other.start))
            start = max(start, other.end)
        at += 1
    return [*found, *([(start, hit.end)] if start < hit.end else [])]
