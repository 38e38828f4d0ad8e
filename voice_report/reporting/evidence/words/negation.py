"""What a sentence denies: the scope of 'geen', 'niet', 'zonder' and their kin, clause by clause.

A word can be denied strictly (it is what the negation is about) or loosely (it is in a clause with a negation). Only a
word that one text denies strictly, and that the other has without any negation around it, contradicts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ....dutch.word_sets import word_set
from .stems import stem
from .tokens import Token

#: Words that deny, whatever they are about.
DENYING = word_set("niet geen nooit niks niets niemand nergens noch zonder")
_BEFORE_NOUN = word_set("geen zonder nooit noch nergens ontkent ontkende ontkennen ontkend gene")
_OF_CLAUSE = word_set("niet")
#: These say that something is not, or is no more, without being about one word.
_LOOSE = word_set(
    """weigert weigerde geweigerd weigeren verdwenen afwezig afwezigheid ontbreekt ontbrak ontbreken uitgebleven
    niemand niets niks gestopt stopt stoppen voorbij verholpen nihil negatief mislukt nauwelijks onvoldoende afgeraden
    uitgesloten vermeden vermijden afgebeld verboden onmogelijk overgeslagen achterwege vergeten zelden ontkennend"""
)
_NOT_ABOUT = frozenset(
    {("niet", "zonder"), ("niet", "alleen"), ("niet", "waar"), ("niet", "te"), ("geen", "idee"), ("niet", "zozeer")}
)
_BREAKS = frozenset({",", ";", ":", "(", ")", ".", "?", "!", "–", "maar", "want", "omdat", "terwijl", "echter", "doch"})
_LIST_WORDS = frozenset({"of", "noch"})
#: A pronoun, verb or negation after 'en' begins another clause; a noun continues the list.
_NEW_CLAUSE = word_set(
    """hij zij ze ik we wij er het is was heeft had hebben kan kon wil wordt werd geen niet wel ook nog daarna toen dat
    die dan de een mevrouw meneer moet gaat zal dit client clienten"""
)
_SUBJECTS = word_set("hij zij ze ik we wij er mevrouw meneer client die")
_LONGEST_RUN = 8
_LONGEST_CLAUSE = 25  # words; a longer one was transcribed without punctuation
_LONGEST_UNMARKED = 6  # words of a clause in a transcript without punctuation


@dataclass(slots=True)
class Clause:
    """Part of a sentence with its stems.

    ``groups`` are what its negations are about: one or more words each, of which one has to fit. ``denied`` are all of
    them; ``weak`` those before a 'niet', which may be about something else. ``loose`` are the words that alone make the
    clause negative ('gestopt'), when no negation does. ``first`` is its first word, ``last`` the one after its last;
    ``opening`` is the stem of its first word, ``before_niet`` are those before a 'niet'. ``is_unmarked``: where it
    begins and ends is a guess.
    """

    first: int
    last: int
    stems: frozenset[str]
    groups: tuple[frozenset[str], ...]
    weak: frozenset[str]
    is_negative: bool
    words: frozenset[str]
    loose: frozenset[str] = frozenset()
    opening: str = ""
    before_niet: frozenset[str] = frozenset()
    is_unmarked: bool = False

    @property
    def denied(self) -> frozenset[str]:
        """All words that the negations are about."""
        return frozenset().union(*self.groups)


def denies(lower: str) -> bool:
    """Return whether a word denies, by itself or as the end of another ('pijnvrij')."""
    return lower in _BEFORE_NOUN | _OF_CLAUSE | _LOOSE or bool(_free_of(lower))


def clauses(words: Sequence[Token], stems: Sequence[str], *, is_unmarked: bool = False) -> list[Clause]:
    """Return the clauses of a sentence in order; ``stems`` are those of its words.

    ``is_unmarked``: it comes from a transcript without punctuation, so it may be more than one sentence.
    """
    found: list[Clause] = []
    goes_on = False  # a list of denied nouns continues behind a comma
    for first, last in _ranges(words):
        clause = _clause(words, stems, first, last, goes_on=goes_on, is_unmarked=is_unmarked)
        clause.is_unmarked = is_unmarked
        goes_on = bool(clause.groups) and _is_open_list(words, last, len(words))
        if first < last and (clause.stems or clause.is_negative):
            found.append(clause)
    return found


def _ranges(words: Sequence[Token]) -> list[tuple[int, int]]:
    ranges, first = [], 0
    for at, word in enumerate(words):
        after = words[at + 1].lower if at + 1 < len(words) else ""
        if word.lower in _BREAKS or (word.lower == "en" and after in _NEW_CLAUSE):
            ranges.append((first, at))
            first = at + 1
    return [*ranges, (first, len(words))]


def _is_open_list(words: Sequence[Token], comma: int, end: int) -> bool:
    """Return whether 'geen roodheid, zwelling of pus' continues after this comma: few words, then 'of' or 'noch'."""
    if comma >= end or words[comma].text != ",":
        return False
    ahead = [word.lower for word in words[comma + 1 : comma + 7]]
    for at, lower in enumerate(ahead):
        if lower in ("of", "noch"):
            return at <= 3
        if lower in _NEW_CLAUSE or lower in ("maar", "wel"):
            return False
    return False


def _clause(
    words: Sequence[Token], stems: Sequence[str], first: int, last: int, *, goes_on: bool, is_unmarked: bool
) -> Clause:
    is_long = last - first > (_LONGEST_UNMARKED if is_unmarked else _LONGEST_CLAUSE)
    groups: list[frozenset[str]] = []
    weak: set[str] = set()
    loose: set[str] = set()
    before_all: set[str] = set()
    negative = goes_on
    if goes_on:
        groups += _nouns_after(words, stems, first - 1, last)
    for at in range(first, last):
        lower = words[at].lower
        after = words[at + 1].lower if at + 1 < last else ""
        if ((lower, after) in _NOT_ABOUT and not _is_before_verb(words, stems, at, last)) or (
            at and (words[at - 1].lower, lower) == ("niet", "zonder")
        ):
            continue
        if (is_long and lower in _OF_CLAUSE) or ((is_long or is_unmarked) and lower in _BEFORE_NOUN):
            negative = True  # what 'niet' is about may be anything near, and 'geen' only the next word
            if lower in _BEFORE_NOUN and stems[at + 1 : at + 2] and at + 1 < last:
                groups.append(frozenset({stems[at + 1]} - {""}))
            continue
        if lower in _BEFORE_NOUN:
            negative = True
            groups += _nouns_after(words, stems, at, last)
        elif lower in _OF_CLAUSE:
            negative = True
            following, before = _around_niet(words, stems, at, first, last)
            groups.append(following or before)
            weak |= set() if following else before
            before_all |= before
        elif lower in _LOOSE:
            loose.add(stems[at])
        elif base := _free_of(lower):
            negative = True
            groups.append(frozenset({base}))
    inside = frozenset(one for one in stems[first:last] if one)
    said = frozenset(word.lower for word in words[first:last])
    return Clause(
        first,
        last,
        inside,
        tuple(group for group in groups if group),
        frozenset(weak),
        negative or bool(loose),
        said,
        frozenset() if negative else frozenset(loose),
        stems[first] if first < last else "",
        frozenset(before_all),
    )


def _is_before_verb(words: Sequence[Token], stems: Sequence[str], at: int, last: int) -> bool:
    """Return whether 'niet te' is before a verb that it is about: 'niet te willen verhuizen', not 'niet te warm'."""
    verb = [word.lower for word in words[at + 1 : min(at + 3, last)]]
    return verb[:1] == ["te"] and verb[-1].endswith("en") and any(stems[at + 2 : min(at + 4, last)])


def is_free_of(lower: str) -> bool:
    """Return whether a word says that there is nothing of something: 'pijnvrij'."""
    return bool(_free_of(lower))


def _free_of(lower: str) -> str:
    """Return the stem of what 'pijnvrij' or 'klachtenvrij' is free of."""
    return stem(lower[:-4]) if lower.endswith(("vrij", "loos")) and len(lower) > 7 else ""


def _nouns_after(words: Sequence[Token], stems: Sequence[str], at: int, last: int) -> list[frozenset[str]]:
    """Return what 'geen' is about: the run of content words after it, and another run for each 'of' that follows."""
    groups: list[frozenset[str]] = []
    run: set[str] = set()
    position = at + 1
    while position < last and position < at + _LONGEST_RUN:
        if stems[position] and words[position].text[0].isalpha():
            run.add(stems[position])
        elif words[position].lower in _LIST_WORDS and run:
            groups.append(frozenset(run))
            run = set()
        elif (run and words[position].lower != "te") or position > at + 3:
            break
        position += 1
    return [*groups, frozenset(run)]


def _around_niet(
    words: Sequence[Token], stems: Sequence[str], at: int, first: int, last: int
) -> tuple[frozenset[str], frozenset[str]]:
    """Return what 'niet' may be about: the content word after it, and the ones before it in the clause."""
    following = ""
    for position in range(at + 1, min(last, at + 5)):
        if stems[position] or words[position].lower in _SUBJECTS:
            following = stems[position]
            break
    before = [one for one in stems[max(first, at - 5) : at] if one]
    return frozenset({following} - {""}), frozenset(before)
