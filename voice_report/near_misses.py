"""Finds what is nearly a word of a list, as it sounds: 'metoklo pramiede' for 'metoclopramide'.

Without what an engine writes although nobody said it when the list is given to it, and without another second of
processor (``bench/words``). Only what is no Dutch word or name (``known_words``) is looked at, only words of six sounds
or more, and only where no other word of the list is as near, nor any other medicine. A term is never a near miss: its
opposite ('tachycardie', 'bradycardie') is as near. A person's name has to sound the same but for vowels: another
person's name is worse than a misspelled one.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from math import inf

from .evidence import medicines
from .known_words import is_known
from .spelling import Entry, Match, key

#: The share of the sounds that may differ, by how many there are; and how much further the next word has to be.
_NEAR = ((8, 0.3), (6, 0.17))
_NEAR_NAME = 0.1
_MARGIN = 0.15
_MOST_WORDS = 3  # that one word was cut into
_MOST_CANDIDATES = 40
_MOST_NEAR = 20  # in one text; each is compared with every medicine
_LOOKED_AT = 400  # words of one text
_LONGEST = 40

_TOKEN = re.compile(r"[^\W_]+")
_VOWELS = frozenset("aeiouy")
#: Spellings of the same sound in Dutch, in order; then those at the end of a word, and doubled letters.
_SOUNDS = (
    ("sch", "sg"), ("ph", "f"), ("th", "t"), ("rh", "r"), ("qu", "kw"), ("x", "ks"), ("ck", "k"), ("ch", "g"),
    ("ij", "y"), ("ei", "y"), ("ey", "y"), ("ou", "au"), ("oe", "u"), ("tie", "si"), ("ts", "s"), ("dt", "t"),
)  # fmt: skip
_SOFT_C = re.compile(r"c(?=[eiy])")
_LETTERS = str.maketrans({"c": "k", "z": "s", "v": "f", "j": "i", "q": "k", "h": None, "w": "f"})
_DOUBLED = re.compile(r"(.)\1+")
_ALIKE = frozenset(map(frozenset, ("bp", "dt", "gk", "mn", "sf", "lr")))


@dataclass(frozen=True, slots=True)
class _Sounding:
    entry: Entry
    sounds: str


def sounds(text: str) -> str:
    """Return what a word sounds like, in letters; spaces and hyphens are not heard."""
    plain = unicodedata.normalize("NFKD", text[:_LONGEST].lower()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]", "", plain)
    for spelled, sound in _SOUNDS:
        plain = plain.replace(spelled, sound)
    plain = _SOFT_C.sub("s", plain).translate(_LETTERS)
    plain = plain[:-1] + {"d": "t", "b": "p"}.get(plain[-1:], plain[-1:])
    return _DOUBLED.sub(r"\1", plain)


def distance(one: str, other: str, most: float = inf) -> float:
    """Return how much has to change for the sounds to be equal: vowels and neighbouring consonants count for less.

    Stops, with the longest of both, once it is more than ``most``.
    """
    row = list(accumulate(map(_lost, other), initial=0.0))
    for letter in one:
        before, row = row, [row[0] + _lost(letter)]
        for at, across in enumerate(other):
            changed = before[at] + _changed(letter, across)
            row.append(min(changed, before[at + 1] + _lost(letter), row[at] + _lost(across)))
        if min(row) > most:
            return max(len(one), len(other))
    return row[-1]


def _lost(letter: str) -> float:
    return 0.7 if letter in _VOWELS else 1.0


def _changed(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        return 0.5
    return 0.6 if frozenset((one, other)) in _ALIKE else 1.0


@cache
def _medicines() -> list[_Sounding]:
    return [_Sounding(Entry(name, name, ()), sounds(name)) for name in medicines.names()]


class NearMisses:
    """Looks for many words at once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        first = {key(entry.word): entry for entry in reversed(list(entries))}.values()
        self._known = {part.casefold() for entry in first for part in _TOKEN.findall(entry.word)}
        self._all = [_Sounding(entry, sounds(entry.word)) for entry in first]
        self._of_pair: dict[str, list[int]] = defaultdict(list)  # indexes in _all
        for at, one in enumerate(self._all):
            if len(one.sounds) >= _NEAR[-1][0]:
                for pair in _pairs(one.sounds):
                    self._of_pair[pair].append(at)
        self._compared = 0

    def find(self, text: str, taken: Sequence[Match]) -> list[Match]:
        """Return the places where a word of the list was nearly heard, apart from those that are ``taken`` already."""
        if not self._of_pair:
            return []
        words = list(_TOKEN.finditer(text))
        ends = [(match.start, match.end) for match in taken]
        found: list[Match] = []
        at = looked = 0
        self._compared = 0
        while at < len(words) and looked < _LOOKED_AT and self._compared < _MOST_NEAR:
            if not self._is_strange(words[at][0]):
                at += 1
                continue
            looked += 1
            best = self._best(text, words, at, ends)
            if best is not None:
                found.append(best)
            at = at + 1 if best is None else next(i for i in range(at, len(words) + 1) if _starts_after(words, i, best))
        return found

    def _is_strange(self, word: str) -> bool:
        return len(word) > 1 and word.casefold() not in self._known and not word[0].isdigit() and not is_known(word)

    def _best(
        self, text: str, words: Sequence[re.Match[str]], at: int, taken: Sequence[tuple[int, int]]
    ) -> Match | None:
        """Return the shortest piece from this word on that is near a word, if it is near no other word or medicine.

        No piece goes over a Dutch word: that was said.
        """
        start = words[at].start()
        for last in range(at, min(at + _MOST_WORDS, len(words))):
            if last > at and text[words[last - 1].end() : words[last].start()] not in (" ", "-"):
                break
            end, piece = words[last].end(), text[start : words[last].end()]
            if not self._is_strange(words[last][0]) or any(char.isdigit() for char in piece):
                break
            if any(start < other_end and other < end for other, other_end in taken):
                break
            share, entry = self._nearest(sounds(piece))
            if entry is not None and share <= _limit(entry):
                self._compared += 1
                is_alone = entry.kind != "term" and not self._has_rival(sounds(piece), share + _MARGIN, entry)
                return Match(start, end, piece, entry, is_right=False) if is_alone else None
        return None

    def _nearest(self, heard: str) -> tuple[float, Entry | None]:
        # Integers, which Counter counts in C: a full list of similar words gives 15,000 for one piece of the text.
        shared = Counter(chain.from_iterable(self._of_pair.get(pair, ()) for pair in _pairs(heard)))
        near: list[tuple[float, Entry]] = []
        for at, _ in shared.most_common(_MOST_CANDIDATES):
            candidate = self._all[at]
            if abs(len(heard) - len(candidate.sounds)) <= 3:
                near.append((_share(heard, candidate.sounds), candidate.entry))
        return min(near, key=lambda pair: pair[0], default=(1.0, None))

    def _has_rival(self, heard: str, within: float, entry: Entry) -> bool:
        """Return whether another word of the list, or another medicine, differs less than this share."""
        if any(one.entry is not entry and _share(heard, one.sounds, within) < within for one in self._all):
            return True
        own = set(map(medicines.spelling_key, (entry.word, *entry.word.split())))
        rivals = (one for one in _medicines() if _share(heard, one.sounds, within) < within)
        return any(medicines.spelling_key(one.entry.word) not in own for one in rivals)


def _share(one: str, other: str, most: float = 1.0) -> float:
    """Return the share of the sounds that differs; 1 when it is certainly more than ``most``."""
    longest = max(len(one), len(other), 1)
    if 0.7 * abs(len(one) - len(other)) > most * longest:
        return 1.0
    return distance(one, other, most * longest) / longest


def _limit(entry: Entry) -> float:
    length = len(sounds(entry.word))
    limit = next((share for least, share in _NEAR if length >= least), -1.0)
    return min(limit, _NEAR_NAME) if entry.kind == "naam" else limit


def _pairs(sounding: str) -> list[str]:
    return list(dict.fromkeys(sounding[at : at + 2] for at in range(len(sounding) - 1)))


def _starts_after(words: Sequence[re.Match[str]], at: int, match: Match) -> bool:
    return at == len(words) or words[at].start() >= match.end
