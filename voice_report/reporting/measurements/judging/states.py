"""What a value is, measured or not: a linear model over the words around it and what the value before it is.

A conditional logit over the states, learnt from labelled transcripts by ``bench.judging``.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from ...evidence.words.tokens import Token
from ..found import Found
from ..model import State
from .hashing import place, places
from .words import classes

WEIGHTS = Path(__file__).with_name("states.bin")
SIZE = 1 << 16
ZERO, UNIT = 128, 24
STATES: tuple[State, ...] = ("said", "corrected", "uncertain", "target", "before", "other_person", "taken_back")

_GROUPS = {
    "person": frozenset({"person", "kin", "self", "client", "carer", "bed"}),
    "time": frozenset({"past", "now"}),
    "tense": frozenset({"was", "is", "read"}),
    "mood": frozenset({"aim", "must", "if", "plan", "given", "not"}),
    "doubt": frozenset({"unsure", "oops", "but"}),
}
_FAR, _SENTENCE, _EDGE, _MOST = 12, 30, 10, 40


def features(found: Sequence[Found], at: int, before: State | None, words: Sequence[Sequence[Token]]) -> list[str]:
    """Return the features of a value; ``before`` is what the value before it is, ``words`` are of all sentences."""
    seen = [*dict.fromkeys(_features(found, at, before, words))]
    return [*seen, *(f"medicine {one}" for one in seen)] if found[at].kind == "medication" else seen


def _features(found: Sequence[Found], at: int, before: State | None, words: Sequence[Sequence[Token]]) -> Iterator[str]:
    one = found[at]
    said, sentence = one.scene.words, one.scene.at
    first, last = one.scene.clause(one.first)
    yield f"kind {one.kind} {len(one.parts)}"
    yield f"unit {bool(one.unit)} {one.rule.needs_unit}"
    yield f"limit {one.item.limit}"
    yield f"about {one.item.about} {any(part.low != part.high for part in one.parts.values())}"
    yield f"heard {_is_heard(one)}"
    yield from _side("b", said[max(first, one.first - _FAR) : one.first][::-1])
    yield from _side("a", said[one.last + 1 : min(last, one.last + 1 + _FAR)])
    yield from _bag("sb", said[max(0, one.first - _SENTENCE) : first])
    yield from _bag("sa", said[last : one.last + _SENTENCE])
    yield from _bag("p", words[sentence - 1][-_FAR:] if sentence else ())
    yield from _bag("n", words[sentence + 1][:_EDGE] if sentence + 1 < len(words) else (), is_next=True)
    yield f"opens {said[0].lower}"
    yield f"question {said[-1].text == '?'}"
    yield from _by_nearest(one, words[sentence - 1] if sentence else ())
    yield from _by_neighbours(found, at, before)


def _by_nearest(one: Found, earlier: Sequence[Token]) -> Iterator[str]:
    """Yield the nearest words that say whose, when or what a value is, on either side."""
    said = one.scene.words
    first, last = one.scene.clause(one.first)
    start = max(0, one.first - _MOST)
    behind = said[one.last + 1 : one.last + _SENTENCE]
    for group, names in _GROUPS.items():
        ahead = _nearest(reversed(said[start : one.first]), names)
        if ahead is not None:
            back, name, word = ahead
            where = "clause" if one.first - 1 - back >= first else "sentence"
            yield f"{group} ahead {name} {where}"
            yield f"{group} ahead {name} {min(back // 3, 4)}"
            yield f"{group} ahead {word}"
            second = _nearest(reversed(said[start : one.first - 1 - back]), names)
            yield f"{group} ahead {name} then {second[1] if second else ''}"
        else:
            before = _nearest(reversed(earlier[-_MOST:]), names)
            yield f"{group} earlier {before[1] if before else ''}"
        following = _nearest(iter(behind), names)
        if following is not None:
            where = "clause" if one.last + 1 + following[0] < last else "sentence"
            yield f"{group} behind {following[1]} {where}"
        yield f"{group} {ahead[1] if ahead else ''} {following[1] if following else ''}"


def _nearest(near: Iterator[Token], names: frozenset[str]) -> tuple[int, str, str] | None:
    """Return the first word of some kinds: its place, kind and text."""
    for at, word in enumerate(near):
        name = next((one for one in classes(word.lower) if one in names), "")
        if not name and "person" in names and at and word.text.istitle() and len(word.text) > 2:
            name = "name"
        if name:
            return at, name, word.lower
    return None


def _is_heard(one: Found) -> str:
    for name, amount in one.parts.items():
        low, high = one.rule.limits.get(name, (amount.low, amount.high))
        factor = one.rule.units.get(one.unit, 1)
        if not low <= amount.low * factor <= high:
            return "out"
    return "in"


def _side(side: str, near: Sequence[Token]) -> Iterator[str]:
    """Yield the words on one side of a value in its clause, the nearest first."""
    lower = [word.lower for word in near]
    for index, word in enumerate(lower):
        yield f"{side} {word}"
        if index < 3:
            yield f"{side} near {word}"
        if len(word) > 5:
            yield f"{side} begin {word[:5]}"
        for name in classes(word):
            yield f"{side} class {name}"
            yield f"{side} class {name} {0 if index < 2 else 1 if index < 5 else 2}"
    for word, other in pairwise(lower):
        yield f"{side} pair {word} {other}"


def _bag(side: str, near: Sequence[Token], *, is_next: bool = False) -> Iterator[str]:
    for index, word in enumerate(near):
        yield f"{side} {word.lower}"
        for name in classes(word.lower):
            yield f"{side} class {name}"
            if is_next and index < 3:
                yield f"{side} first {name}"


def _by_neighbours(found: Sequence[Found], at: int, before: State | None) -> Iterator[str]:
    one = found[at]
    if at:
        other = found[at - 1]
        gap = min(one.scene.at - other.scene.at, 2)
        is_same = other.kind == one.kind
        yield f"before {before} {gap}"
        yield f"before {before} {gap} {is_same}"
        start = 0 if gap else other.last + 1
        between = one.scene.words[max(start, one.first - _MOST) : one.first]
        if is_same:
            yield f"again {gap} {_is_equal(one, other)}"
            names = {name for word in between for name in classes(word.lower)}
            yield from (f"again {gap} {name}" for name in names)
            yield from (f"again word {word.lower}" for word in between[:6])
        else:
            names = {name for word in between for name in classes(word.lower)}
            yield from (f"since {before} {name}" for name in names)
    if at + 1 < len(found):
        other = found[at + 1]
        gap = min(other.scene.at - one.scene.at, 2)
        if other.kind == one.kind:
            start = 0 if gap else one.last + 1
            between = other.scene.words[start : min(other.first, start + _MOST)]
            yield f"next {gap} {_is_equal(one, other)}"
            names = {name for word in between for name in classes(word.lower)}
            yield from (f"next {gap} {name}" for name in names)
            yield from (f"next word {word.lower}" for word in between[:6])
        else:
            yield f"next other {gap}"
    else:
        yield "next nothing"
    own = [other for other in found[max(0, at - _EDGE) : at] if other.kind == one.kind]
    yield f"earlier own {min(len(own), 2)}"


def _is_equal(one: Found, other: Found) -> bool:
    return {name: part.low for name, part in one.parts.items()} == {
        name: part.low for name, part in other.parts.items()
    }


def scores(seen: Sequence[str]) -> dict[State, float]:
    """Return the score of each state for a value with these features."""
    weights, most, found = shipped(), SIZE - 1, places(seen)
    return {state: sum(weights[(one ^ place(state)) & most] for one in found) / UNIT for state in STATES}


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - ZERO for one in WEIGHTS.read_bytes()]
