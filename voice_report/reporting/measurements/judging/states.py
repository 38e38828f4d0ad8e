"""The state of a value, measured or another: a linear model over the words around it and the state before it.

A conditional logit over the states, learnt from labelled transcripts by ``bench.judging``. ``corrected`` is not
learnt: it is a measured value behind one of its kind that is taken back.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from pathlib import Path

import numpy as np

from ....core.word_caches import cached_words
from ...evidence.words.tokens import Token
from ..found import Found
from ..model import State
from .hashing import each, place, unique
from .words import classes

WEIGHTS = Path(__file__).with_name("states.bin")
SIZE = 1 << 16
ZERO, UNIT = 128, 24
STATES: tuple[State, ...] = ("said", "uncertain", "target", "before", "other_person", "taken_back")
_SALTS = np.array([[place(one)] for one in STATES], np.int64)

_GROUPS = {
    "person": frozenset({"person", "kin", "self", "client", "carer", "bed"}),
    "time": frozenset({"past", "now"}),
    "tense": frozenset({"was", "is", "read"}),
    "mood": frozenset({"aim", "must", "if", "plan", "given", "not"}),
    "doubt": frozenset({"unsure", "oops", "but"}),
}
#: Features that have no word that was said, of which there are few.
_wordless = lru_cache(8192)(place)
_FAR, _SENTENCE, _EDGE, _MOST = 12, 30, 10, 40


def features(found: Sequence[Found], at: int, before: State | None, words: Sequence[Sequence[Token]]) -> np.ndarray:
    """Return the hashes of the features of a value.

    ``before`` is the state of the previous value; ``words`` are of all sentences. Of a medicine each feature counts
    twice, once with weights of its own.
    """
    kinds = ("", "medicine ") if found[at].kind == "medication" else ("",)
    return unique(chain.from_iterable(_features(of, found, at, before, words) for of in kinds))


def _features(
    of: str, found: Sequence[Found], at: int, before: State | None, words: Sequence[Sequence[Token]]
) -> Iterator[int]:
    one = found[at]
    said, sentence = one.scene.words, one.scene.at
    first, last = one.scene.clause(one.first)
    yield from each(
        f"{of}kind {one.kind} {len(one.parts)}",
        f"{of}unit {bool(one.unit)} {one.rule.needs_unit}",
        f"{of}limit {one.item.limit}",
        f"{of}about {one.item.about} {any(part.low != part.high for part in one.parts.values())}",
        f"{of}heard {_is_heard(one)}",
        f"{of}opens {said[0].lower}",
        f"{of}question {said[-1].text == '?'}",
    )
    yield from _side(f"{of}b", said[max(first, one.first - _FAR) : one.first][::-1])
    yield from _side(f"{of}a", said[one.last + 1 : min(last, one.last + 1 + _FAR)])
    yield from _bag(f"{of}sb", said[max(0, one.first - _SENTENCE) : first])
    yield from _bag(f"{of}sa", said[last : one.last + _SENTENCE])
    yield from _bag(f"{of}p", words[sentence - 1][-_FAR:] if sentence else ())
    yield from _bag(f"{of}n", words[sentence + 1][:_EDGE] if sentence + 1 < len(words) else (), is_next=True)
    yield from _by_nearest(of, one, words[sentence - 1] if sentence else ())
    yield from _by_neighbours(of, found, at, before)


def _by_nearest(of: str, one: Found, earlier: Sequence[Token]) -> Iterator[int]:
    """Yield the nearest words on either side that show the owner, time or state of a value."""
    said = one.scene.words
    first, last = one.scene.clause(one.first)
    ahead = _first_two(said[max(0, one.first - _MOST) : one.first][::-1])
    behind = _first_two(said[one.last + 1 : one.last + _SENTENCE])
    before = _first_two(earlier[-_MOST:][::-1])
    for group in _GROUPS:
        nearest, second = (*ahead[group], None, None)[:2]
        following = behind[group][0] if behind[group] else None
        name = "" if nearest is None else nearest[1]
        if nearest is not None:
            where = "clause" if one.first - 1 - nearest[0] >= first else "sentence"
            yield place(f"{of}{group} ahead {nearest[2]}")
            yield _wordless(f"{of}{group} ahead {name} {where}")
            yield _wordless(f"{of}{group} ahead {name} {min(nearest[0] // 3, 4)}")
            yield _wordless(f"{of}{group} ahead {name} then {second[1] if second else ''}")
        else:
            yield _wordless(f"{of}{group} earlier {before[group][0][1] if before[group] else ''}")
        if following is not None:
            where = "clause" if one.last + 1 + following[0] < last else "sentence"
            yield _wordless(f"{of}{group} behind {following[1]} {where}")
        yield _wordless(f"{of}{group} {name} {following[1] if following else ''}")


Word = tuple[int, str, str]  # its place, its kind and its text


def _first_two(near: Sequence[Token]) -> dict[str, list[Word]]:
    """Return the first two words of each group. A capital makes a name, except of the first word and of the one right
    behind a person."""
    first: dict[str, list[Word]] = {group: [] for group in _GROUPS}
    people = first["person"]
    for at, word in enumerate(near):
        grouped = _grouped(word.lower)
        for group, name in grouped:
            if len(first[group]) < 2:
                first[group].append((at, name, word.lower))
        is_person = bool(grouped) and grouped[0][0] == "person"
        is_behind = at > (people[0][0] + 1 if people else 0)
        if len(people) < 2 and not is_person and is_behind and len(word.text) > 2 and word.text.istitle():
            people.append((at, "name", word.lower))
    return first


@cached_words(8192)
def _grouped(lower: str) -> tuple[tuple[str, str], ...]:
    """Return the classes of a word, each with the word's role in it."""
    names = classes(lower)
    found = ((group, next((one for one in names if one in its), "")) for group, its in _GROUPS.items())
    return tuple((group, name) for group, name in found if name)


def _is_heard(one: Found) -> str:
    for name, amount in one.parts.items():
        low, high = one.rule.limits.get(name, (amount.low, amount.high))
        factor = one.rule.units.get(one.unit, 1)
        if not low <= amount.low * factor <= high:
            return "out"
    return "in"


def _side(side: str, near: Sequence[Token]) -> Iterator[int]:
    """Yield the words on one side of a value in its clause, the nearest first."""
    lower = [word.lower for word in near]
    for index, word in enumerate(lower):
        yield from _beside(side, word, index < 3, 0 if index < 2 else 1 if index < 5 else 2)
    for word, other in pairwise(lower):
        yield place(f"{side} pair {word} {other}")


@cached_words(8192)
def _beside(side: str, word: str, is_near: bool, distance: int) -> tuple[int, ...]:
    """Return the features of a word on one side of a value."""
    seen = [f"{side} {word}", *((f"{side} near {word}",) if is_near else ())]
    seen += [f"{side} begin {word[:5]}"] if len(word) > 5 else []
    names = classes(word)
    return each(*seen, *(f"{side} class {one}" for one in names), *(f"{side} class {one} {distance}" for one in names))


def _bag(side: str, near: Sequence[Token], *, is_next: bool = False) -> Iterator[int]:
    for index, word in enumerate(near):
        yield from _in_bag(side, word.lower, is_next and index < 3)


@cached_words(8192)
def _in_bag(side: str, word: str, is_first: bool) -> tuple[int, ...]:
    """Return the features of a word somewhere around a value."""
    names = classes(word)
    first = names if is_first else ()
    return each(f"{side} {word}", *(f"{side} class {one}" for one in names), *(f"{side} first {one}" for one in first))


def _by_neighbours(of: str, found: Sequence[Found], at: int, before: State | None) -> Iterator[int]:
    one = found[at]
    if at:
        other = found[at - 1]
        gap = min(one.scene.at - other.scene.at, 2)
        is_same = other.kind == one.kind
        yield _wordless(f"{of}before {before} {gap}")
        yield _wordless(f"{of}before {before} {gap} {is_same}")
        between = one.scene.words[max(0 if gap else other.last + 1, one.first - _MOST) : one.first]
        names = {name for word in between for name in classes(word.lower)}
        if is_same:
            yield _wordless(f"{of}again {gap} {_is_equal(one, other)}")
            yield from (_wordless(f"{of}again {gap} {name}") for name in names)
            yield from (place(f"{of}again word {word.lower}") for word in between[:6])
        else:
            yield from (_wordless(f"{of}since {before} {name}") for name in names)
    if at + 1 < len(found):
        other = found[at + 1]
        gap = min(other.scene.at - one.scene.at, 2)
        if other.kind == one.kind:
            start = 0 if gap else one.last + 1
            between = other.scene.words[start : min(other.first, start + _MOST)]
            names = {name for word in between for name in classes(word.lower)}
            yield _wordless(f"{of}next {gap} {_is_equal(one, other)}")
            yield from (_wordless(f"{of}next {gap} {name}") for name in names)
            yield from (place(f"{of}next word {word.lower}") for word in between[:6])
        else:
            yield _wordless(f"{of}next other {gap}")
    else:
        yield _wordless(f"{of}next nothing")
    own = [other for other in found[max(0, at - _EDGE) : at] if other.kind == one.kind]
    yield _wordless(f"{of}earlier own {min(len(own), 2)}")


def _is_equal(one: Found, other: Found) -> bool:
    return {name: part.low for name, part in one.parts.items()} == {
        name: part.low for name, part in other.parts.items()
    }


def scores(seen: np.ndarray) -> dict[State, float]:
    """Return the score of each state for a value with these features."""
    columns = (seen ^ _SALTS) & (SIZE - 1)
    return dict(zip(STATES, (shipped()[columns].sum(axis=1) / UNIT).tolist(), strict=True))


@cache
def shipped() -> np.ndarray:
    """Return the weights of the file."""
    return np.frombuffer(WEIGHTS.read_bytes(), np.uint8).astype(np.int32) - ZERO
