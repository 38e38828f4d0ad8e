"""The rule of ordinary words: a word stays only when it is an ordinary one, written as ordinary words are.

So a name in no list is masked as well as a common one. Inside a sentence Dutch writes a
capital for names alone, apart from what ``keep.txt`` lists; there an ordinary word with a capital ('Roos', 'Bakker') is
a name. At the beginning of a sentence its neighbours decide.
"""

from collections.abc import Sequence

from ..evidence.words.medicines import is_listed
from ..evidence.words.numerals import number
from ..evidence.words.people import is_abbreviation
from . import lists
from .model import Reason
from .reading import Word
from .word_classes import (
    ACTORS,
    ADDRESSES,
    FINITE,
    FUNCTION,
    INSTITUTIONS,
    OF_PERSON,
    OPENERS,
    OPENING,
    PARTICLES,
    STRONG_PARTICLES,
    TIMES,
    TITLES,
    VOCABULARY,
)

_LEAST_ENDED = 6  # letters of a word that its ending tells to be no name
_SHORTEST = 3  # letters of a word in small letters that is in no list


def judged(words: Sequence[Word], at: int, text: str) -> Reason | None:
    """Return why the word at this place is masked, ``None`` when it stays. ``text`` is what the words are of."""
    word = words[at]
    if not word.text[0].isalpha():
        return None
    before = words[at - 1] if at and not word.opens else None
    if not word.is_latin:
        return Reason.UNUSUAL
    if len(word.text) == 1:
        return Reason.ADDRESSED if _is_initial(word, before, text) else None
    is_titled = before is not None and before.key in TITLES and _is_next(before, word, text)
    if before is not None and is_titled and _is_named(before, word):
        return Reason.ADDRESSED
    if word.has_capital:
        if word.is_shouted:
            is_masked = _shouted(word)
        else:
            is_masked = _opening(words, at, text) if word.opens else _inside(word) or _names_house(words, at, text)
    else:
        is_masked = _small(words, at, text)
    if not is_masked:
        return None
    return Reason.ADDRESSED if is_titled or _is_behind_a_title(words, at, text) else Reason.UNUSUAL


def is_ordinary(word: Word) -> bool:
    """Return whether a word, or each part of one with hyphens and apostrophes, is an ordinary one."""
    return _is_plain(word.key) or all(map(_is_plain_part, parts(word)))


def parts(word: Word) -> list[str]:
    """Return the parts of a word with hyphens and apostrophes, as ``lists`` has them."""
    return word.key.replace("'", "-").split("-")


def _is_plain(key: str) -> bool:
    return lists.is_ordinary(key) or is_abbreviation(key) or key in TITLES


def _is_plain_part(part: str) -> bool:
    return len(part) == 1 or not part[0].isalpha() or _is_plain(part)


def _is_next(one: Word, other: Word, text: str) -> bool:
    between = text[one.end : other.start]
    return len(between) <= 3 and not between.strip(" .,\n\u00a0")


def _is_initial(word: Word, before: Word | None, text: str) -> bool:
    """Return whether one letter is all that is said of a name: 'mevrouw B.', 'meneer K'."""
    if not word.text.isupper() or before is None or not _is_next(before, word, text):
        return False
    return before.key in ADDRESSES and word.text != "U"


def _is_named(before: Word, word: Word) -> bool:
    """Return whether a word behind a title is a name, though it would stay elsewhere: 'mevrouw Down'."""
    if not word.has_capital or word.is_shouted or is_listed(word.key) or word.key in ADDRESSES:
        return False
    return lists.is_kept(word.key) or (before.key in ADDRESSES and word.key in TITLES | TIMES)


def _shouted(word: Word) -> bool:
    """Return whether a word in capitals is a name: no acronym, and no ordinary word that is said with stress."""
    if lists.is_ordinary(word.text) or is_abbreviation(word.key) or lists.is_kept(word.key):
        return False
    if all(map(_is_said_with_stress, parts(word))):
        return any(map(lists.is_name, parts(word))) and word.key not in VOCABULARY
    return True


def _is_said_with_stress(part: str) -> bool:
    """Return whether a part of a word in capitals is a word or acronym of the lists; a compound may be a name."""
    if len(part) == 1 or not part[0].isalpha() or lists.is_ordinary(part.upper()):
        return True
    return (
        lists.is_listed_word(part) or lists.is_kept(part) or is_listed(part) or is_abbreviation(part) or part in TITLES
    )


def _inside(word: Word) -> bool:
    """Return whether a word with a capital inside a sentence is a name."""
    if word.key in TIMES or lists.is_kept(word.key):
        return False
    if word.key in TITLES:
        return word.key not in ADDRESSES and lists.is_name(word.key)
    if word.key in FUNCTION or is_abbreviation(word.key):
        return lists.is_name(word.key)
    if is_listed(word.key):
        return lists.is_name(word.key)
    written = word.text.replace("'", "-").split("-")
    if len(written) == 1:
        return True
    if written[0].isupper() and _is_plain_part(written[-1]):  # 'FACT-team'
        return lists.is_name(lists.key(written[0])) and not is_abbreviation(lists.key(written[0]))
    return any(map(_is_capital_of_a_name, written))


def _names_house(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a word is the beginning of an institution's name: 'Apotheek De Vijzel'."""
    after = words[at + 1] if at + 1 < len(words) else None
    return (
        words[at].key in INSTITUTIONS and after is not None and after.has_capital and _is_next(words[at], after, text)
    )


def _is_capital_of_a_name(part: str) -> bool:
    """Return whether a part of a word with hyphens has the capital of a name: of 'MDO-verslag' none has."""
    lower = lists.key(part)
    if part.isupper() or lists.is_kept(lower) or is_listed(lower) or lower in TITLES:
        return len(part) > 1 and part.isupper() and not (lists.is_ordinary(part) or is_abbreviation(lower))
    return part[0].isupper() or not _is_plain_part(lower)


def _opening(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether the first word of a sentence is a name."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if word.key in TITLES or word.key in TIMES or lists.is_kept(word.key):
        return False
    if not is_ordinary(word):
        return True
    if after is None or not _is_next(word, after, text):
        after = None
    has_verb = after is not None and (after.key in FINITE or _is_person(words[at + 1 : at + 3]))
    has_name = after is not None and after.has_capital and not after.is_shouted and _inside(after)
    if word.key in OPENERS:
        return False
    if lists.is_name(word.key):
        return has_verb or has_name or word.key not in VOCABULARY
    if word.key in VOCABULARY:
        return has_verb and word.key in FINITE
    if is_listed(word.key) or word.key.endswith(ACTORS):
        return False
    return has_name or (
        has_verb
        and (number(word.key) is not None or not (len(word.key) >= _LEAST_ENDED and word.key.endswith(OPENING)))
    )


def _is_person(after: Sequence[Word]) -> bool:
    """Return whether a person is before these words: 'en haar man', '84 jaar'."""
    behind = tuple(one.key for one in after)
    return len(behind) > 1 and (
        (behind[0] == "en" and behind[1] in OF_PERSON) or (behind[0].isdigit() and behind[1] == "jaar")
    )


def _small(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a word in small letters is a name."""
    word = words[at]
    if not is_ordinary(word):
        return len(word.text) >= _SHORTEST or lists.is_name(word.key)
    if word.key in VOCABULARY or word.key in TITLES:
        return False
    before = words[at - 1] if at and not word.opens else None
    is_related = before is not None and before.key in TITLES and text[before.end : word.start] == " "
    if is_related and lists.is_first_name(word.key) and word.key not in FINITE | FUNCTION | TIMES:
        return True  # 'haar zoon mees'
    first, is_strong = _prefix(words, at, text)
    if first is None or not (first < at or lists.is_name(word.key)):
        return False
    return is_strong or (lists.is_name(word.key) and word.key not in FINITE)


def _prefix(words: Sequence[Word], at: int, text: str) -> tuple[int | None, bool]:
    """Return where the name of this word begins with its prefix, if a form of address stands before it; and whether any
    word behind that prefix is a surname ('van der')."""
    first = at
    while (
        first
        and at - first < 3
        and words[first - 1].key in PARTICLES
        and _is_next(words[first - 1], words[first], text)
    ):
        first -= 1
    before = words[first - 1] if first and not words[first].opens else None
    if before is None or not _is_next(before, words[first], text) or before.key not in ADDRESSES:
        return None, False
    return first, tuple(one.key for one in words[first:at]) in STRONG_PARTICLES


def _is_behind_a_title(words: Sequence[Word], at: int, text: str) -> bool:
    first = at
    while first and words[first - 1].key in PARTICLES:
        first -= 1
    return first > 0 and words[first - 1].key in TITLES and _is_next(words[first - 1], words[first], text)
