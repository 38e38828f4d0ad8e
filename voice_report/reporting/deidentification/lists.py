"""Which words are ordinary Dutch, which are names, and which stay whatever their capital."""

from functools import cache
from pathlib import Path

from ...dutch import word_lists
from ...dutch.dictionary import key
from ...dutch.first_names import WORDS_TOO, is_first_name
from ...dutch.surnames import is_surname
from ...dutch.word_sets import word_set
from ..evidence.words.medicines import is_listed
from ..evidence.words.numerals import number

_FOLDER = Path(__file__).parent
_LEAST_PART = 4  # letters of each part of a compound
#: Shorter parts that words of care are made with: 'belmoment', 'tilmat'.
_SHORT_FIRST = word_set("eet bel til wek bed bad pil oog oor arm val lab pap zit sta")
_SHORT_LAST = word_set("kar mat rol map bus pas juf pil dag bed hek bil sok pot oma opa app")
_LONGEST = 60

__all__ = [
    "is_behind_a_prefix",
    "is_first_name",
    "is_kept",
    "is_listed_word",
    "is_name",
    "is_of_a_person",
    "is_ordinary",
    "key",
]


def is_ordinary(word: str) -> bool:
    """Return whether a word (``key``) is an ordinary one: in the list, a number, a medicine, or of two such words."""
    return (
        word_lists.is_ordinary(word)
        or is_kept(word)
        or number(word) is not None
        or (len(word) >= _LEAST_PART and is_listed(word))
        or is_compound(word)
    )


def is_listed_word(word: str) -> bool:
    """Return whether a word (``key``) is in the list of ordinary words itself, or is a number."""
    return word_lists.is_ordinary(word) or number(word) is not None


def is_compound(word: str) -> bool:
    """Return whether a word (``key``) consists of two of the list, with an 's' between them or not."""
    if not 2 * _LEAST_PART <= len(word) <= _LONGEST:
        return word[:3] in _SHORT_FIRST and word_lists.is_ordinary(word[3:]) and len(word) >= 3 + _LEAST_PART
    if (word[:3] in _SHORT_FIRST and word_lists.is_ordinary(word[3:])) or (
        word[-3:] in _SHORT_LAST and word_lists.is_ordinary(word[:-3])
    ):
        return True
    return any(
        word_lists.is_ordinary(word[at:]) and (word_lists.is_ordinary(word[:at]) or _is_joined(word[:at]))
        for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1)
    )


def _is_joined(part: str) -> bool:
    return len(part) > _LEAST_PART and part.endswith("s") and word_lists.is_ordinary(part[:-1])


def is_name(word: str) -> bool:
    """Return whether a word (``key``) is a name of a person or place, though it may be an ordinary word too."""
    return word_lists.is_name(word) or is_first_name(word) or is_surname(word) or word in WORDS_TOO


def is_behind_a_prefix(word: str) -> bool:
    """Return whether a word (``key``) is a surname that has a prefix with most people: 'Haan', 'Wal'."""
    return is_surname(word, behind_a_prefix=True)


def is_kept(word: str) -> bool:
    """Return whether a word (``key``) stays also with a capital: languages, feasts, eponyms, scales, aids."""
    return word in _kept_under()


def is_of_a_person(word: str) -> bool:
    """Return whether a word that stays is that of a condition or scale which is named after a person: 'Norton'."""
    return word in _kept_under("conditions", "scales")


@cache
def _kept_under(*headings: str) -> frozenset[str]:
    """Return the words of ``keep.txt``, of all headings or of those that begin so."""
    found, is_wanted = set(), True
    for line in (_FOLDER / "keep.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            is_wanted = not headings or line.lstrip("# ").startswith(headings)
        elif is_wanted:
            found |= {key(word) for word in word_set(line)}
    return frozenset(found)
