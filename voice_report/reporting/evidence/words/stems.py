"""Words and their stems: two forms of a Dutch word ('gespoeld', 'spoelen') get one stem, without a dictionary.

Strong verbs and synonyms of care are listed; the rest is done by endings. A stem need not be a word.
"""

import re

from ....core.word_caches import cached_words
from ....dutch.characters import straight, without_accents
from ....dutch.word_sets import word_set
from .numerals import number
from .vocabulary import FORMS, LIGHT_WORDS, PREFIXES, STOP_WORDS

#: A number with its separators, a word (letters, then letters or digits, hyphens and apostrophes inside), or a mark.
#: What is longer than any word or number is cut: rules look at parts of words, and keep the words they have seen.
TOKEN = re.compile(
    r"\d{1,100}(?:[.,:/-]\d{1,100}){0,8}"
    r"|[^\W\d_][^\W_]{0,99}(?:['’‘-][^\W_]{1,100}){0,8}"
    r"|[,;:()/%°?!.–—+-]"
)

_LONGEST_WORD = 40
_SHORT = 3  # letters: a stem of no more is no part of another

_DOUBLED = re.compile(r"([a-z])\1")
_VERB_ENDINGS = ("enden", "ende", "den", "ten", "de", "te", "en", "dt", "d", "t", "e")
_NOUN_ENDINGS = ("etjes", "tjes", "pjes", "jes", "etje", "tje", "pje", "je", "en", "s", "e")
#: Words that begin with ge and are no participle.
_NO_PARTICIPLE = word_set(
    "gewicht geluid gedrag gebied geloof geheugen gezicht gebit gesprek gezin gevoel gebruik geest"
)


def plain(word: str) -> str:
    """Return a word in small letters without accents."""
    if word.isascii() or not word[0].isalpha():
        return word.lower()
    word = word.replace("µ", "u").replace("μ", "u")
    return without_accents(straight(word.lower()))


@cached_words(16384)
def stem(word: str) -> str:
    """Return the stem of a word; '' when it carries no content of its own."""
    base = plain(word[:_LONGEST_WORD])
    if base in STOP_WORDS:
        return ""
    if base in FORMS:
        return FORMS[base]
    head, mark, tail = base.rpartition("-")
    if mark and (figure := number(tail)) is not None:
        return f"{head}-{figure:g}"  # 'PHQ-negen' is 'PHQ-9'
    short = _stripped(base)
    return FORMS.get(short, short)


def is_among(one: str, others: frozenset[str]) -> bool:
    """Return whether a stem is one of others, or a part of one, or has one as a part."""
    if one in others or len(one) <= _SHORT:
        return one in others
    return one in _joined(others) or any(
        one[start:end] in others
        for start in range(len(one) - _SHORT)
        for end in range(start + _SHORT + 1, len(one) + 1)
    )


@cached_words(64)
def _joined(stems: frozenset[str]) -> str:
    """Return the stems as one text: to look for a part in each of many takes longer."""
    return " ".join(stems)


@cached_words(4096)
def halves(one: str) -> tuple[tuple[str, str], ...]:
    """Return what may be the two stems of a compound: 'rugpijn' has 'rug' and 'pijn'."""
    pieces = ((one[:cut], one[cut:]) for cut in range(_SHORT, len(one) - _SHORT + 1))
    return tuple((FORMS.get(first, folded(first)), FORMS.get(second, folded(second))) for first, second in pieces)


@cached_words(4096)
def parts(one: str) -> tuple[str, ...]:
    """Return the stems of known words that a compound begins or ends with: 'wondvocht' has 'wond' and 'vocht'."""
    cuts = range(4, len(one) - 2)
    known = {FORMS[piece] for cut in cuts for piece in (one[:cut], one[cut:]) if len(piece) >= 4 and piece in FORMS}
    return tuple(sorted(known - {one}))


def _stripped(base: str) -> str:
    base = base.removesuffix("'s")
    if base.endswith(("vrij", "loos")) and len(base) > 7:
        return stem(base[:-4]) + base[-4:]
    for prefix in PREFIXES:  # 'opgevangen' and 'opvangen' are as 'op te vangen': the prefix is a word of its own there
        if base.startswith(prefix) and len(base) >= len(prefix) + 4 and (rest := base[len(prefix) :]) in FORMS:
            return FORMS[rest]  # 'meekeek' is as 'keek mee'
        if base.startswith(prefix) and len(base) > len(prefix) + 4:
            if rest.startswith("ge") and len(rest) > 6 and rest.endswith(("d", "t", "en")):
                return _ended(rest[2:], _VERB_ENDINGS)
            if rest.endswith("en") and len(rest) > 4:
                return _ended(rest, _VERB_ENDINGS)
    if base.startswith("ge") and len(base) > 6 and base.endswith(("d", "t", "en")) and base not in _NO_PARTICIPLE:
        return _ended(base[2:], _VERB_ENDINGS)
    return _ended(_cut(base, _NOUN_ENDINGS), _VERB_ENDINGS)  # 'maakte' is as 'maakt', and that as 'maken'


def _ended(base: str, endings: tuple[str, ...]) -> str:
    return folded(_cut(base, endings))


def _cut(base: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        if base.endswith(ending) and len(base) - len(ending) >= (4 if ending in ("d", "t") else 3):
            return base[: -len(ending)]
    return base


def folded(base: str) -> str:
    """Return the word with doubled letters single, and its last letter as it sounds at the end of a word."""
    single = _DOUBLED.sub(r"\1", base)
    return single[:-1] + {"v": "f", "z": "s", "d": "t"}.get(single[-1:], single[-1:])


#: The stems of the words that add nothing to what they are written with.
LIGHT = frozenset(map(stem, LIGHT_WORDS))
