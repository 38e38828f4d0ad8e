"""Filler: spoken sentences that a report can do without.

Some are known by rules. Others ('effe mijn tas pakken', 'zo, de haan heeft gekraaid') only look like filler: a linear
model says so, whose weights are learnt from the labelled dictations (``bench/fillers.py``). These are not hidden; that
they were left out is a note instead of a point to check.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from ..words import word_list
from .dates import is_relative
from .reading import Reading
from .stems import stem
from .tokens import Value

FILE = Path(__file__).with_name("fillers.bin")
#: Number of weights, one byte each; features are hashed. The first is in every sentence.
SIZE = 1 << 14
ZERO = 128  # the byte of weight 0

_MOST_WORDS = 30  # of a sentence that count
_LETTERS = 4
_TWICE = 2
_OF_TIME = frozenset({"times", "minutes"})
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[\w']+")

_WITHIN = 400  # characters of a sentence that are searched
_CLOSING = re.compile(r"(?:(?:ja|en|zo|goed|ok|oke|nou|dus) )*dat was (?:het|alles)\b")
_LONG_GREETING = 13  # words and marks
_GREETINGS = frozenset(
    {
        "hallo",
        "hoi",
        "goedemorgen",
        "goedemiddag",
        "goedenavond",
        "goedenacht",
        "houdoe",
        "doei",
        "groet",
        "groetjes",
        "welterusten",
        "bedankt",
    }
)
_FILLERS = frozenset(
    stem(word)
    for word in word_list(
        """vandaag vanmorgen vanochtend vanmiddag vanavond vannacht overdracht goed mooi leuk fijn gesprek daar gaan
        beginnen begin even kijken moment stop stoppen klaar zover moet zeggen was dat het einde rapportage
        nachtrapportage dagrapportage avondrapportage verslag opname opnemen dictaat dictee testen test hallo nog meer
        wou denk weet vergeten verder inspreken ondertussen tussendoor"""
    )
)


def is_filler(reading: Reading) -> bool:
    """Return whether a sentence has too little content to be missed: no medicine, no figure but a small count, and
    hardly a word of its own."""
    if _CLOSING.match(reading.literal[:_WITHIN]) and len(reading.words) < _LONG_GREETING:
        return True
    if reading.lower & _GREETINGS and len(reading.words) < _LONG_GREETING:
        return True
    if reading.drugs or not all(_is_count(one) for one in reading.values):
        return False
    names = {word.lower for word in reading.names}
    content = [
        one
        for one, word in zip(reading.stems, reading.words, strict=True)
        if one and one not in _FILLERS and word.lower not in names
    ]
    says_more = reading.values or any(clause.denied for clause in reading.clauses)
    return len(content) < (1 if says_more else 2)


def looks_like_filler(reading: Reading) -> bool:
    """Return whether a sentence is worded as filler is. One with a medicine, a side or a figure never is, but for small
    counts, words such as 'gisteren', and one or two of something in time ('voor de tweede keer')."""
    if reading.drugs or reading.sides or not all(_is_slight(one) for one in reading.values):
        return False
    weights = shipped()
    return sum(weights[one] for one in columns(reading.text)) > 0


def columns(text: str) -> list[int]:
    """Return where the features of a sentence are among the weights: its words, pairs of words, parts and length."""
    words = [_DIGITS.sub("0", word) for word in _WORD.findall(text[:_WITHIN].lower())[:_MOST_WORDS]]
    edged = ["^", *words, "$"]
    seen = [f"word {word}" for word in words]
    seen += [f"pair {one} {other}" for one, other in pairwise(edged)]
    seen += [f"part {part}" for word in words for part in _parts(f"<{word}>")]
    seen += [f"first {' '.join(words[:1])}", f"second {' '.join(words[:2])}", f"last {' '.join(words[-1:])}"]
    seen.append(f"length {min(8, len(words) // 2)}")
    return sorted({0, *(1 + crc32(one.encode("utf-8", "surrogatepass")) % (SIZE - 1) for one in seen)})


def _parts(word: str) -> list[str]:
    return [word[at : at + _LETTERS] for at in range(max(1, len(word) - _LETTERS + 1))]


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - ZERO for one in FILE.read_bytes()]


def _is_slight(value: Value) -> bool:
    is_once = value.amount is not None and value.amount <= _TWICE and value.dimension in _OF_TIME
    return _is_count(value) or is_relative(value) or is_once


def _is_count(value: Value) -> bool:
    return value.kind == "number" and value.amount is not None and value.amount <= 10 and not value.dimension
