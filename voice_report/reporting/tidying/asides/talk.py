"""Talk outside the report: to the telephone, to a person in the room, about the dictation itself, about the road.

No list has all of it, so a linear model says how much a piece of speech is worded so. It is learnt from labelled
dictations (``bench/talk.py``), and never decides alone: every word has to be one that such talk is made of
(``talk.txt``), which has no word of a client, a relative, a medicine, a side, a figure or a complaint; or the sentence
is the first or last one and speaks of the dictating (``small_talk``).
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ....core.word_caches import cached_words
from ....dutch.first_names import WORDS_TOO, is_first_name
from ....dutch.word_sets import word_set
from ...evidence import filler
from ...evidence.reading import Reading
from ...evidence.words import people
from ..words import Word

WEIGHTS, WORDS = Path(__file__).with_name("talk.bin"), Path(__file__).with_name("talk.txt")
#: What stands for a name where weights are learnt and used.
NAME = "naam"

_SURE = 350  # in units of the weights
#: Of those whom a report is about.
_OTHERS = word_set(
    """hem zij ze haar hun hen mevrouw meneer mevr mw dhr heer client cliënt cliënte bewoner bewoners bewoonster
    patiënt patiënte"""
)
_TELEPHONE = "hij"
_TITLES = word_set("mevrouw meneer mevr mw dhr heer familie gezin")
_PREFIXES = word_set("van vd de der den ter ten te el al ben ait 't het")
_MOST_PREFIXES = 2
_SHORTEST = 4  # letters of a first name in speech without capitals
_ENDS = frozenset(".?!:…")


def is_talk(words: Sequence[str], limit: int, *, may_have_another: bool = False, sure: int = _SURE) -> bool:
    """Return whether some words, in small letters and without names, are talk outside the report.

    ``limit``: how sure the weights must be, in their own units. Where they are ``sure``, there may be one word more
    the known ones ('ik begin vooraan de gang'), but none of what a report is about.
    """
    others = [word for word in words if word not in known()]
    if not words or len(others) > may_have_another or any(map(is_of_report, others)):
        return False
    return score(words) > (sure if others else limit)


def is_of_report(word: str) -> bool:
    """Return whether a word may be of what a report is about: who, where, how much, what is wrong."""
    return word == _TELEPHONE or is_first_name(word) or is_of_care(word)


@cached_words(1 << 13)
def is_of_care(word: str) -> bool:
    """Return whether a word is of a client, relative, medicine, side, figure or complaint.

    Not 'hij', which may be the telephone ('doet hij het'), and not names that are words too ('ben').
    """
    reading = Reading(word)
    return bool(
        word in _OTHERS
        or (is_first_name(word) and word not in WORDS_TOO and len(word) >= _SHORTEST)
        or people.relations(reading.words)
        or reading.drugs
        or reading.sides
        or reading.content & filler.GRAVE
        or not all(map(filler.is_slight, reading.values))
    )


def score(words: Sequence[str]) -> int:
    """Return how much these words are worded as talk is, above 0 where they rather are."""
    weights = shipped()
    return sum(weights[one] for one in filler.columns(" ".join(words)))


def has_title(found: Sequence[Word]) -> bool:
    """Return whether a person is named with a title, as clients are: 'mevrouw De Vries'."""
    return any(word.lower in _TITLES for word in found)


def nameless(found: Sequence[Word]) -> tuple[list[str], list[str]]:
    """Return the words of a sentence in small letters with ``NAME`` for each name, and the last word of each name.

    Marks and what is around a name ('mevrouw', 'van der') are left out.
    """
    has_capitals = any(word.text[0].isupper() for word in found[1:])
    said: list[str] = []
    names: list[str] = []
    at = 0
    while at < len(found):
        end = _name_end(found, at, has_capitals=has_capitals)
        if end > at:
            names.append(found[end - 1].lower)
            said.append(NAME)
        elif not found[at].is_mark:
            said.append(found[at].lower)
        at = max(end, at + 1)
    return said, names


def _name_end(found: Sequence[Word], at: int, *, has_capitals: bool) -> int:
    """Return the place behind a name that begins here, with its title; ``at`` when none does."""
    word = found[at]
    if word.lower in _TITLES:
        first = _behind_prefixes(found, at + 1)
        if first < len(found) and (found[first].text[0].isupper() or not (has_capitals or found[first].is_mark)):
            return _rest(found, first)
        return at
    is_listed = is_first_name(word.lower) and word.lower not in WORDS_TOO
    is_start = at == 0 or found[at - 1].text in _ENDS
    if word.text[0].isupper() and len(word.text) > 1 and not word.text.isupper() and (is_listed or not is_start):
        return _rest(found, at)
    return at + (is_listed and not has_capitals and len(word.text) >= _SHORTEST)


def _rest(found: Sequence[Word], at: int) -> int:
    """Return the place behind the last word of a name of which a word stands here: 'Lotte de Graaff'."""
    while True:
        after = _behind_prefixes(found, at + 1)
        if after >= len(found) or not found[after].text[0].isupper():
            return at + 1
        at = after


def _behind_prefixes(found: Sequence[Word], at: int) -> int:
    last = min(at + _MOST_PREFIXES, len(found))
    while at < last and found[at].lower in _PREFIXES:
        at += 1
    return at


@cache
def known() -> frozenset[str]:
    """Return the words that such talk is made of."""
    return frozenset(WORDS.read_text("utf-8").split()) | {NAME}


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - filler.ZERO for one in WEIGHTS.read_bytes()]
