"""Words written instead of their opposite, or of another degree, limit, time or frequency (``opposites``)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_set
from ..model import Flag, differs, quoted
from ..reading import Reading
from ..words.negation import DENYING, Clause
from ..words.opposites import DENYING_BEGINNINGS, SENSES, TURNING, Sense
from ..words.stems import is_among, stem
from ..words.synonyms import alike

_PARTICLES = frozenset(one for pair in TURNING for one in pair)
_OPPOSITES = frozenset(frozenset(pair) for pair in TURNING)
_SHORTEST_REST = 4  # letters
#: Words of the groups that a sentence may lose, or get from when it was said.
_DISPENSABLE = word_set("vandaag nu vanmorgen vanochtend vanmiddag vanavond heel erg zeer")
#: Words of the groups that a report turns into other ones: prepositions, praise, wishes, and what denies.
_TOLERATED = word_set(
    """met zonder voor na tot t sinds sedert vanaf boven onder beneden binnen buiten goed een beetje nauwelijks toe open
    vast samen nu eerder later toen gelijk meer minder niets niks nergens niemand nooit vroeg wil wilde wilden wou
    moest moesten mocht mochten enkele begon begint beginnen begonnen veel"""
)
_LEAST_AROUND = 2  # words with content around a phrase that is gone, of several clauses


class _Mark(NamedTuple):
    """A phrase of a group in a sentence, from one word to another."""

    sense: Sense
    first: int
    last: int


def check(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Return the flag of the first written phrase that replaces a spoken phrase of the same group."""
    written = _marks(reading)
    spoken = [(one, mark) for one in own for mark in _marks(one)]
    said, here = {mark.sense[:2] for _, mark in spoken}, {mark.sense[:2] for mark in written}
    for mark in written:
        others = [(one, other) for one, other in spoken if other.sense.group == mark.sense.group]
        for one, other in others if mark.sense[:2] not in said else []:
            if other.sense[:2] not in here and _is_replaced(reading, mark, one, other):
                level = "amber" if one.is_unmarked else "red"  # where its clauses end is a guess
                return [differs("meaning", level, reading.piece(*mark[1:]), one.piece(*other[1:]))]
    return _turned(reading, own)


def _around(reading: Reading, mark: _Mark) -> set[str]:
    """Return the stems of the clause around a phrase."""
    clause = _clause(reading, mark.first)
    ends = range(mark.first, mark.last + 1)
    return {reading.stems[at] for at in range(clause.first, clause.last) if at not in ends} - {""} if clause else set()


def lacks(reading: Reading, others: Sequence[Reading]) -> bool:
    """Return whether a sentence has a phrase whose sense no other sentence has."""
    return next(_lacking(reading, others), None) is not None


def _lacking(reading: Reading, others: Sequence[Reading]) -> Iterator[_Mark]:
    """Yield the phrases whose sense no other sentence has."""
    said = {mark.sense[:2] for one in others for mark in _marks(one)}
    heard = frozenset().union(*(one.heard for one in others))
    for mark in _marks(reading):
        lower = reading.words[mark.first].lower
        if (
            lower in _DISPENSABLE | _TOLERATED
            or mark.sense[:2] in said
            or (lower == "nog" and lower in heard)  # 'nog steeds'
            or reading.words[mark.last].lower in ("dan", "meer")
        ):
            continue
        one = reading.stems[mark.first] or lower
        if mark.first != mark.last or not (one in heard or alike(one, heard)):
            yield mark


def _marks(reading: Reading) -> list[_Mark]:
    """Return the phrases of the groups in a sentence; a phrase within a longer one of its group is none."""
    found: list[_Mark] = []
    lowers = [word.lower for word in reading.words]
    ends: dict[int, int] = {}
    figures = {at for at, value in reading.figures.items() if value.kind != "date"}  # 'half negen' is no half
    for at, lower in enumerate(lowers):
        if (at in figures and lower != "dd") or lowers[max(0, at - 1) : at + 1] == ["geen", "enkele"]:
            continue
        for phrase, sense in SENSES.get(lower, ()):
            last = at + len(phrase) - 1
            if tuple(lowers[at : last + 1]) == phrase and ends.get(sense.group, -1) < at:
                found.append(_Mark(sense, at, last))
                ends[sense.group] = last
    return found


def _is_replaced(reading: Reading, mark: _Mark, one: Reading, other: _Mark) -> bool:
    """Return whether a written phrase stands for a spoken one: what is said around it was written, and denied alike."""
    clause, said = _clause(reading, mark.first), _clause(one, other.first)
    if clause is None or said is None:
        return False
    if said.stems and said.stems.isdisjoint(reading.content):
        return False
    return not mark.sense.may_be_denied or _denials(clause) == _denials(said)


def _clause(reading: Reading, at: int) -> Clause | None:
    return next((one for one in reading.clauses if one.first <= at < one.last), None)


def _denials(clause: Clause) -> int:
    return len(clause.words & DENYING)


def lost(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Return the flag of the first phrase that is gone from a clause that has all else; ``beside`` as in
    ``checks.check``."""
    for one in own[:1]:
        for mark in () if one.is_unmarked else _lacking(one, [reading, *beside]):
            if (value := one.figures.get(mark.first)) and value.taken_back:
                continue
            around = _around(one, mark)
            is_whole = len(around) >= _LEAST_AROUND or (around and len(one.clauses) == 1)
            if is_whole and all(is_among(stem, reading.content) for stem in around):
                return [Flag("meaning", "amber", f"{quoted(one.piece(*mark[1:]))} ontbreekt hier", "", one.text)]
    return []


def _turned(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a word that begins with the opposite of what was said: 'uitgetrokken' for 'aangetrokken'."""
    written = dict(_beginnings(reading))
    spoken = {key: (one, at) for one in own for key, at in _beginnings(one)}
    for (beginning, rest), at in written.items():
        if (beginning, rest) in spoken:
            continue
        for other, (one, place) in ((key, spoken[key]) for key in spoken if key[1] == rest and key not in written):
            is_opposite = frozenset((beginning, other[0])) in _OPPOSITES
            is_denied = "" in (beginning, other[0]) and {beginning, other[0]} & {*DENYING_BEGINNINGS}
            if is_opposite or (is_denied and _deny_alike(reading, at, one, place)):
                return [differs("meaning", "red", reading.piece(at, at), one.piece(place, place))]
    return []


def _deny_alike(reading: Reading, at: int, one: Reading, place: int) -> bool:
    clause, said = _clause(reading, at), _clause(one, place)
    return clause is not None and said is not None and _denials(clause) == _denials(said)


def _beginnings(reading: Reading) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield (beginning, stem of the rest) of each word, and where it is; the whole word begins with ''.

    A particle at the end of a clause belongs to its verb: 'raadt het af' is as 'afraden'.
    """
    for at, word in enumerate(reading.words):
        if one := reading.stems[at]:
            yield ("", one), at
        yield from ((key, at) for key in _cut(word.lower))
    for clause in () if reading.is_unmarked else reading.clauses:
        for end in range(clause.first + 1, clause.last):
            is_last = end == clause.last - 1 or reading.words[end + 1].lower in ("om", "dat")  # 'raadt af om'
            if is_last and (lower := reading.words[end].lower) in _PARTICLES:
                yield from (((lower, one), end) for one in reading.stems[clause.first : end] if one)


@cached_words(16384)
def _cut(lower: str) -> tuple[tuple[str, str], ...]:
    """Return (beginning, stem of the rest) for each beginning of a word that turns what follows."""
    found = []
    for beginning in (*_PARTICLES, *DENYING_BEGINNINGS):
        rest = lower[len(beginning) :]
        if len(rest) >= _SHORTEST_REST and lower.startswith(beginning) and (one := stem(rest)):
            found.append((beginning, one))
    return tuple(found)
