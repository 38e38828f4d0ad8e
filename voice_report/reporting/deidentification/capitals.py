"""The rule of ordinary words: a word stays only when it is an ordinary one, written as ordinary words are.

So a name in no list is masked as well as a common one. Inside a sentence Dutch writes a
capital for names alone, apart from what ``keep.txt`` lists; there an ordinary word with a capital ('Roos', 'Bakker') is
a name. At the beginning of a sentence its neighbours decide.
"""

from collections.abc import Sequence

from ...dutch.abbreviations import ACRONYMS, CLOSING, LEADING
from ..evidence.values.units import UNITS
from ..evidence.words.medicines import is_listed
from ..evidence.words.numerals import number
from ..evidence.words.people import is_abbreviation
from ..evidence.words.vocabulary import STOP_WORDS
from . import lists
from .model import Hit, Kind, Reason
from .reading import Word
from .word_classes import (
    ACTORS,
    ADDRESSES,
    BEFORE_INITIALS,
    FINITE,
    FUNCTION,
    INSTITUTIONS,
    MONTHS,
    NAMING_PARTICLES,
    OF_MONTHS,
    OF_PERSON,
    OPENERS,
    OPENING,
    PARTICLES,
    PERSONAL,
    SPEAKING,
    STRONG_PARTICLES,
    TIMES,
    TITLES,
    VOCABULARY,
)

_LEAST_ENDED = 6  # letters of a word that its ending tells to be no name
_MOST_INITIALS = 5
_SHORTEST = 3  # letters of a word in small letters that is in no list

#: For ``is_reliable``.
_NAMED = frozenset({Kind.PERSON, Kind.NAME, Kind.PLACE, Kind.INSTITUTION})
_SENTENCE = 4  # words from which on a text should begin with a capital
_BEGINNING = 0.6  # of the sentences
_SMALL = 1 / 3  # of the names at most, without a capital
_LONG, _LONG_WORD, _SHOUTED = 60, 4, 0.2


def judged(words: Sequence[Word], at: int, text: str) -> Reason | None:
    """Return why the word at this place is masked, ``None`` when it stays. ``text`` is what the words are of."""
    word = words[at]
    if not word.text[0].isalpha():
        return None
    before = words[at - 1] if at and not word.opens else None
    if not word.is_latin:
        return Reason.UNUSUAL
    if len(word.text) == 1:
        if _is_initial(words, at, text):
            return Reason.ADDRESSED
        is_initial = _is_of_initials(words, at, text) or _is_shortened_inside(words, at, text)
        return Reason.UNUSUAL if is_initial else None
    is_titled = before is not None and before.key in TITLES and _is_next(before, word, text)
    if before is not None and is_titled and (_is_named(before, word) or _is_shortened(words, at, text)):
        return Reason.ADDRESSED
    if word.has_capital:
        if word.is_shouted:
            is_masked = _shouted(word)
        else:
            is_inside = _inside(word) or _is_first_name(words, at) or _names_house(words, at, text)
            is_masked = _opening(words, at, text) if word.opens else is_inside
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


def _is_initial(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether one letter is all that is said of a name: 'mevrouw v.d. B.', 'meneer K', 'cliënt R.'."""
    word, first = words[at], at
    while (
        first
        and at - first < _MOST_INITIALS
        and words[first - 1].key in PARTICLES | {"v"}
        and _is_next(words[first - 1], words[first], text)
    ):
        first -= 1
    before = words[first - 1] if first and not words[first].opens else None
    if not word.text.isupper() or before is None or not _is_next(before, words[first], text):
        return False
    is_shortened = text[word.end : word.end + 1] == "." and before.key in TITLES
    return word.text != "U" and (before.key in ADDRESSES or is_shortened)


def _is_shortened_inside(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a letter with a full stop is all that is said of a name, in a sentence that continues: 'met M. is
    besproken'."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if not at or after is None or word.opens or words[at - 1].key not in BEFORE_INITIALS or not word.text.isascii():
        return False
    return word.text.isupper() and text[word.end : after.start] == ". " and after.text.islower()


def _is_of_initials(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a letter is one of initials with full stops: 'W.K.', 'P.v.Z.', and not 'P.O.' or 'A.D.L.'."""
    first = last = at
    while first and at - first < _MOST_INITIALS and _is_joined(words[first - 1], words[first], text):
        first -= 1
    while last + 1 < len(words) and last - at < _MOST_INITIALS and _is_joined(words[last], words[last + 1], text):
        last += 1
    letters = [one.text for one in words[first : last + 1]]
    whole = "".join(letters)
    if len(letters) < 2 or len(letters) > _MOST_INITIALS or not (letters[0].isupper() and letters[-1].isupper()):
        return False
    if not whole.isalpha() or text[words[last].end : words[last].end + 1] != ".":
        return False
    lower = whole.lower()
    return not (".".join(lower) in LEADING | CLOSING or lower in ACRONYMS or lower in UNITS)


def _is_joined(one: Word, other: Word, text: str) -> bool:
    return len(one.text) == len(other.text) == 1 and text[one.end : other.start] == "."


def _is_shortened(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a word behind a title is the beginning of a first name: 'dhr. Th. Meeuwsen'."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    is_short = word.text.istitle() and len(word.text) <= _SHORTEST and text[word.end : word.end + 1] == "."
    return is_short and after is not None and after.has_capital


def _is_named(before: Word, word: Word) -> bool:
    """Return whether a word behind a title is a name, though it would stay elsewhere: 'mevrouw Down'."""
    if not word.has_capital or word.is_shouted or is_listed(word.key) or word.key in ADDRESSES:
        return False
    is_first_name = word.key in TIMES and lists.is_name(word.key)
    return lists.is_kept(word.key) or is_first_name or (before.key in ADDRESSES and word.key in TITLES | TIMES)


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


def _is_first_name(words: Sequence[Word], at: int) -> bool:
    """Return whether a month with a capital is a first name: 'Ik sprak Mei', and not 'op 3 Mei' or 'in Mei'."""
    word, around = words[at], [*words[max(0, at - 1) : at], *words[at + 1 : at + 2]]
    if word.key not in TIMES or not lists.is_first_name(word.key):
        return False
    before = around[0] if at else None
    is_dated = any(one.key[0].isdigit() or number(one.key) is not None for one in around)
    return not is_dated and (before is None or before.key not in OF_MONTHS)


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
    if after is None or not _is_next(word, after, text):
        after = None
    if word.key in TIMES or lists.is_kept(word.key):
        is_name = lists.is_first_name(word.key) or (lists.is_kept(word.key) and lists.is_name(word.key))
        is_done = after is not None and _is_done_by_one(after)
        if is_done and (word.key in MONTHS or lists.is_of_a_person(word.key)):
            return True
        return is_name and (is_done or (after is not None and after.has_capital and _is_surname_behind(after)))
    if word.key in TITLES:
        return False
    if not is_ordinary(word):
        return True
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


def _is_done_by_one(verb: Word) -> bool:
    """Return whether only a person does what a verb says, or it is a past tense in no list of verbs: 'Norton mokte'."""
    is_past = verb.key.endswith(("de", "te")) and not verb.key.endswith("ste") and not verb.key.startswith("ge")
    is_verb = is_past and len(verb.key) >= _LEAST_ENDED and verb.key not in VOCABULARY and not verb.has_capital
    return verb.key in PERSONAL or (is_verb and verb.key not in FINITE)


def _is_surname_behind(word: Word) -> bool:
    """Return whether a word with a capital is no condition or scale: 'Norton Visser', and not 'Norton Schaal'."""
    return not word.is_shouted and not lists.is_kept(word.key) and lists.is_name(word.key)


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
    first, is_strong = _prefix(words, at, text)
    if first is not None and tuple(one.key for one in words[first:at]) in NAMING_PARTICLES:
        return True  # 'mevrouw van der plas'
    if _is_subject(words, at, text):
        return True
    if word.key in VOCABULARY or word.key in TITLES:
        return False
    before = words[at - 1] if at and not word.opens else None
    is_related = before is not None and before.key in TITLES and text[before.end : word.start] == " "
    if is_related and lists.is_name(word.key) and word.key not in FINITE | FUNCTION | TIMES | OPENERS:
        return True  # 'haar zoon mees', 'huisarts kok'
    if first == at and _is_said_of(words, at, text):
        return True
    if first is None or not (first < at or lists.is_name(word.key)):
        return False
    return is_strong or (lists.is_name(word.key) and word.key not in FINITE)


def _is_said_of(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a word in small letters right behind a form of address is a surname, though it is in no list of
    names: 'mevrouw slaap belde', 'meneer haan'."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if word.key in FINITE | FUNCTION | TIMES | OPENERS or is_listed(word.key):
        return False
    if lists.is_behind_a_prefix(word.key):
        return True
    is_spoken = after is not None and after.key in SPEAKING and _is_next(word, after, text)
    return is_spoken and not word.key.endswith(OPENING)


def _is_subject(words: Sequence[Word], at: int, text: str) -> bool:
    """Return whether a word in small letters stands between a form of address that begins a sentence and its verb,
    where Dutch has nothing but the name: 'Mevrouw slaap at goed'."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else None
    before = words[at - 1] if at else None
    if before is None or not before.opens or before.key not in ADDRESSES or not _is_next(before, word, text):
        return False
    if word.key in FINITE | FUNCTION | TIMES | STOP_WORDS | TITLES or is_listed(word.key):
        return False
    if word.key.endswith(OPENING):
        return False
    return after is not None and after.key in FINITE and _is_next(word, after, text)


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


def is_reliable(words: Sequence[Sequence[Word]], found: Sequence[Sequence[Hit]], texts: Sequence[str]) -> bool:
    """Return whether capitals say in these texts what is a name."""
    sentences = [_sentence(one) for text in words for one in _sentences(text)]
    begun = [capital for many, capital in sentences if many >= _SENTENCE]
    if begun and sum(begun) < _BEGINNING * len(begun):
        return False
    names = [
        text[hit.start : hit.end]
        for text, hits in zip(texts, found, strict=True)
        for hit in hits
        if _is_sure(hit, text)
    ]
    small = sum(name == name.lower() for name in names)
    if small > _SMALL * len(names):
        return False
    said = [word for text in words for word in text if word.text[0].isalpha()]
    if len(said) >= _LONG and small and not any(word.has_capital and not word.opens for word in said):
        return False
    long = [word for word in said if len(word.text) >= _LONG_WORD]
    return sum(word.is_shouted for word in long) <= _SHOUTED * max(len(long), 5)


def _is_sure(hit: Hit, text: str) -> bool:
    """Return whether a hit is a name: no word that was misspelled, or that people chose to replace in any case."""
    if hit.kind not in _NAMED or (hit.kind is Kind.NAME and hit.reason is Reason.LISTED):
        return False
    words = text[hit.start : hit.end]
    return words != words.lower() or hit.reason is not Reason.UNUSUAL or any(map(lists.is_name, words.lower().split()))


def _sentences(words: Sequence[Word]) -> list[list[Word]]:
    found: list[list[Word]] = []
    for word in words:
        if word.opens or not found:
            found.append([])
        found[-1].append(word)
    return found


def _sentence(words: Sequence[Word]) -> tuple[int, bool]:
    return len(words), words[0].has_capital or not words[0].text[0].isalpha()
