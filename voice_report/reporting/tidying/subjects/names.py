"""Capitals of names and acronyms in speech that has none: 'mevrouw bakker is', 'bij sharon geweest', 'haar copd'.

A word that is an ordinary word too has a capital only where the sentence says that it is a name: behind a title, with
the verb of the sentence or its end behind it. A name that was found once is one behind every title.
"""

from collections.abc import Sequence

from ....dutch import word_lists
from ....dutch.abbreviations import ACRONYMS
from ....dutch.dictionary import is_compound, key
from ....dutch.first_names import WORDS_TOO, is_first_name
from ....dutch.surnames import is_surname
from ....dutch.word_sets import word_set
from ...evidence.words.medicines import is_listed
from ...evidence.words.numerals import number
from ..model import Edit, capitalized
from ..words import VERBS, Word, is_participle, lower_at
from .clients import BEHIND_A_NAME, NO_NAMES

_TITLES = word_set("mevrouw meneer mijnheer heer mevr mw dhr dokter dr zuster broeder collega gezin familie")
_RELATIONS = word_set(
    """zoon dochter kleinzoon kleindochter zus zusje broer broertje tante oom nicht neef buurvrouw buurman vriend
    vriendin partner mentor begeleider begeleidster juf meester"""
)
_PREFIXES = word_set("van vd de der den ter ten te el al ben ait 't het la da dos")
_LONGEST_PREFIX = 3  # words
#: Titles that stand before surnames alone: 'de zuster van Jan' is his sister.
_BEFORE_SURNAMES = word_set("mevrouw meneer mijnheer heer mevr mw dhr dokter dr")
#: Before a name they are a part of it; 'van de' is no less the beginning of 'van de afdeling'.
_SURE_PREFIXES = word_set("vd der den ter ten el ait")
#: Verbs of arriving: their subject may be of a firm, 'meneer van Philips kwam'.
_COMING = word_set("komt kwam")
#: What may stand behind a title and is no name, apart from verbs.
_ORDINARY = NO_NAMES | word_set(
    """zelf ook alleen niet nooit altijd vaak soms steeds weer eigenlijk misschien nog al net pas helaas even bijna
    thuis langs weg terug goed rustig moe boos blij verward benauwd verdrietig wakker angstig in op aan met bij
    naar voor om uit door over tot te en of maar want dus als omdat toen heel erg wat weinig veel samen eerst straks
    zo geen dienst elke adem"""
)
_SHORTEST = 4  # letters of a name that needs no title; of a first name that is a word too
_DETERMINERS = word_set("de het een geen elke deze die mijn haar zijn hun")
#: Places that are words too: behind these alone, 'in leiden', not 'leiden tot' or 'te kampen met'.
_PLACES = word_set("delft drachten geleen gouda hoofddorp ijsselstein kampen leiden woerden gent canada")
_BEFORE_PLACES = word_set("in uit naar bij vanuit richting")
#: Names that are a mistaken or foreign word, or an abbreviation ('e.d.', 'cor', 'a.p.'), more often than a name.
_NO_NAMES = word_set("goes nice alpha ed cor ap")
#: Acronyms that are not written in capitals alone, and words of the list that are seldom meant as one.
_MIXED = {
    "hba1c": "HbA1c", "egfr": "eGFR", "spo2": "SpO2", "fio2": "FiO2", "pao2": "PaO2", "paco2": "PaCO2",
    "apgar": "Apgar", "wlz": "Wlz", "wmo": "Wmo", "wgbo": "Wgbo", "wvggz": "Wvggz", "wzd": "Wzd", "wkkgz": "Wkkgz",
    "zvw": "Zvw",
}  # fmt: skip
#: Nor what one says at the start: 'nah, hij was moe'.
_NO_ACRONYMS = word_set("aids soa covid hb ht nt th nah pah moca")


def names(sentences: Sequence[Sequence[Word]]) -> list[list[Edit]]:
    """Return the capitals that names lack, by sentence; of prefixes alone when a word inside a sentence has one.

    None without the lists of words: a report with names in small letters is better than none.
    """
    if not word_lists.is_ready():
        return [[] for _ in sentences]
    if any(word.text[0].isupper() for found in sentences for word in found[1:]):
        return [[_capital(found, at) for at in _small_prefixes(found)] for found in sentences]
    told: set[str] = set()
    for found in sentences:
        _places(found, told)
    places = [_places(found, told) for found in sentences]  # those that a later sentence says to be names too
    return [[_capital(found, at) for at in sorted(some)] for found, some in zip(sentences, places, strict=True)]


def _capital(found: Sequence[Word], at: int) -> Edit:
    word = found[at]
    is_person = lower_at(found, at - 1) in _TITLES | _RELATIONS  # 'haar dochter tia'
    is_acronym = _is_acronym(word.lower) and not is_person
    written = _MIXED.get(word.lower, word.text.upper()) if is_acronym else capitalized(word.text)
    return Edit("sentence_form", word.start, word.end, written)


def _small_prefixes(found: Sequence[Word]) -> list[int]:
    """Return the places of the prefixes of names that stand behind a title without a first name: 'meneer van Dalfsen'.

    Dutch writes the first of them with a capital there (Leidraad 8.1: 'de heer Van Dalfsen', 'Jan van Dalfsen').
    """
    places = []
    for at, word in enumerate(found):
        name = at + 1
        is_title = word.lower in _BEFORE_SURNAMES and (
            lower_at(found, at - 1) not in _DETERMINERS or word.lower == "heer"
        )
        while is_title and name - at <= _LONGEST_PREFIX and lower_at(found, name) in _PREFIXES:
            name += 1
        has_name = at + 1 < name < len(found) and found[name].text.istitle()
        if has_name and found[at + 1].text[0].islower() and _is_family(found, at + 1, name):
            places.append(at + 1)
    return places


def _is_family(found: Sequence[Word], first: int, name: int) -> bool:
    """Return whether a prefix, with the word behind it, is a surname: not 'mevrouw de Nutridrink', 'van Eritrese
    afkomst', 'van Philips kwam'."""
    lower, after = found[name].lower, lower_at(found, name + 1)
    prefix = {word.lower for word in found[first:name]}
    if is_listed(lower) or number(after) is not None or after[:1].isdigit():
        return False
    is_last = after not in _COMING and (not after.isalpha() or after in BEHIND_A_NAME | VERBS)
    is_from = found[first].lower == "van" and is_last and not is_first_name(lower)
    return is_surname(lower, behind_a_prefix=True) or not _SURE_PREFIXES.isdisjoint(prefix) or is_from


def _places(found: Sequence[Word], told: set[str]) -> set[int]:
    """Return the positions of the words that are names; those behind a title come into ``told``."""
    places: set[int] = set()
    for at, word in enumerate(found):
        if word.text[0].isupper() or word.is_mark:
            continue
        before = lower_at(found, at - 1)
        is_first = is_first_name(word.lower) and word.lower not in WORDS_TOO
        is_first = is_first and (len(word.text) >= _SHORTEST or not word_lists.is_ordinary(key(word.lower)))
        is_first = is_first and before not in _DETERMINERS and word.lower not in _NO_NAMES
        is_place = word.lower in _PLACES and before in _BEFORE_PLACES
        if is_first or is_place or _is_name_alone(word.lower) or _is_acronym(word.lower):
            places.add(at)
        if word.lower in _RELATIONS and _is_called(found, at + 1):
            places.add(at + 1)
        if word.lower in _TITLES and (name := _titled(found, at, told)):
            places.update((at + 1, name))
            told.add(found[name].lower)
    return places


def _is_name_alone(word: str) -> bool:
    """Return whether a word is a name of a person, a place, a people or a language, and nothing else."""
    one = key(word)
    is_word = word in _PLACES | _NO_NAMES | WORDS_TOO or word_lists.is_ordinary(one) or is_listed(one)
    return len(one) >= _SHORTEST and word_lists.is_name(one) and not is_word


def _is_acronym(word: str) -> bool:
    """Return whether a word is an acronym, and no ordinary word and no name: 'copd', not 'als' or 'tia'."""
    is_other = word_lists.is_ordinary(key(word)) or word_lists.is_name(key(word)) or is_first_name(word)
    return word in _MIXED or (word in ACRONYMS - _NO_ACRONYMS and not is_other)


def _is_called(found: Sequence[Word], at: int) -> bool:
    """Return whether the word behind a relation is a first name; where it is a word too, with a verb or the end behind
    it: 'zoon bas komt', not 'haar broer adem ging zwaar'."""
    if at >= len(found) or not _may_be(found[at]) or not is_first_name(found[at].lower):
        return False
    after = lower_at(found, at + 1)
    is_word = found[at].lower in WORDS_TOO or word_lists.is_ordinary(key(found[at].lower))
    return not is_word or not after.isalpha() or after in BEHIND_A_NAME | VERBS


def _titled(found: Sequence[Word], title: int, told: set[str]) -> int:
    """Return the place of the name behind a title and a prefix, 0 when there is none."""
    at = title + 1
    while at - title <= _LONGEST_PREFIX and lower_at(found, at) in _PREFIXES:
        at += 1
    if at >= len(found) or not _may_be(found[at]):
        return 0
    word = found[at].lower
    prefix = {lower_at(found, place) for place in range(title + 1, at)}
    is_sure = not _SURE_PREFIXES.isdisjoint(prefix) or (is_first_name(word) and not prefix)
    is_sure = is_sure or is_surname(word, behind_a_prefix=bool(prefix)) or _is_name_alone(word)
    leads = _opens(found, title) and lower_at(found, at + 1) in BEHIND_A_NAME | VERBS and "het" not in prefix
    if word in told or is_sure or leads:
        return at
    return 0 if is_participle(word) or word_lists.is_ordinary(key(word)) or is_compound(word) else at


def _may_be(word: Word) -> bool:
    lower = word.lower
    return (
        word.text.isalpha()
        and len(lower) > 1
        and lower not in _ORDINARY | BEHIND_A_NAME | VERBS
        and number(lower) is None
        and not is_listed(lower)
    )


def _opens(found: Sequence[Word], title: int) -> bool:
    """Return whether a title begins its sentence, or follows a room alone: there the verb comes behind the name."""
    before = [word.lower for word in found[:title] if not word.is_mark]
    is_room = len(before) == 2 and before[0] in ("kamer", "bed")
    return is_room or set(before) <= {"eh", "en", "ja", "nou"}
