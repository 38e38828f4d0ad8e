"""What a word is in its sentence: behind which preposition, whether it does or undergoes, and what came first.

Two words that have each other's place turn a sentence round and change none of its words.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ....dutch.word_sets import word_set
from ..model import Flag, differs
from ..reading import Reading
from ..words import people

_PREPOSITIONS = word_set(
    """aan achter bij boven door in langs met naar naast namens na om onder op over per sinds tegen tot tussen uit van
    vanaf vanwege via volgens voor wegens zonder omdat doordat"""
)
_DETERMINERS = word_set("de het een haar zijn hun mijn onze ons mevrouw meneer mw dhr dokter die dit dat deze")
#: Between the doer and one of these a sentence may be turned: 'sprak met haar zus', 'door haar zus'.
_EITHER_WAY = word_set("met door bij")
_SUBJECTS = {"ik": "ik", "hij": "hij", "we": "we", "wij": "we", "ze": "ze", "zij": "ze"}
_OBJECTS = {"mij": "ik", "me": "ik", "hem": "hij", "ons": "we", "haar": "ze"}
_PEOPLE = word_set(
    """client cliente patient patiente bewoner bewoonster medebewoner medebewoonster zorgvrager collega verpleegkundige
    verzorgende begeleider stagiaire mevrouw meneer man vrouw kind jongen meisje"""
)
#: Prepositions that put the same thing in another place, or time; those of one string say the same.
_PLACES = ("onder beneden", "boven", "op", "naast", "tussen", "achter", "in binnen", "buiten")
_TIMES = ("voor", "na", "tijdens", "tot", "vanaf sinds sedert")
_WAYS = ("naar", "van uit vanuit")
_DATES = ("voor", "na", "tot", "vanaf sinds sedert", "op om in")
_AGREED = frozenset({"afspraak", "plan"})  # 'een afspraak voor 4 mei' is on that day
_JOINTS = word_set(", ; dat of omdat en maar")
_SHORTEST = 4  # letters of a word that has a plural
#: Words that join what came first to what followed, before the latter and before the former: in time, and as a cause.
_JOINING = (
    (word_set("toen daarna vervolgens waarna waarop voordat"), word_set("nadat")),
    (word_set("daardoor dus daarom waardoor zodat hierdoor"), word_set("omdat doordat want door vanwege wegens")),
    (word_set("dan"), frozenset()),  # 'liever alleen dan in de groep'
)
_COMPARED = len(_JOINING) - 1
#: Words without content that may be what is compared.
_STATES = word_set("alleen samen buiten binnen zelf")
_FINITE = word_set("is was zijn waren heeft had hebben hadden kan kon wil wilde moet moest gaat ging wordt werd mag")
_NO_VERB = _PREPOSITIONS | _DETERMINERS | {*_SUBJECTS, *_OBJECTS} | word_set("en of dat er ook nog")
_TURNED = word_set("hij ze zij ik we er het de een haar zijn mevrouw meneer")


def check(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Return the flag of two words that have each other's place, or of two events in the other order."""
    for one in own:
        for rule in (_exchanged, _inverted, _passive, _reordered, _displaced, _fewer):
            if found := [] if one.is_unmarked else rule(reading, one):
                return found
    return []


def _exchanged(reading: Reading, one: Reading) -> list[Flag]:
    """Flag two words that stand behind each other's prepositions: 'de sleutel van Ans aan Jo', 'van Jo aan Ans'."""
    here, there = _places(reading), _places(one)
    moved = [stem for stem in here.keys() & there.keys() if here[stem][0] != there[stem][0]]
    for rank, first in enumerate(sorted(moved, key=lambda stem: here[stem][1])):
        for other in sorted(moved, key=lambda stem: here[stem][1])[rank + 1 :]:
            before = here[first][0], here[other][0]
            if before != (there[other][0], there[first][0]) or ("" in before and _EITHER_WAY & {*before}):
                continue
            stem, at = next((stem, here[stem][1]) for stem in (first, other) if here[stem][0])
            instead = other if stem == first else first
            return [
                differs(
                    "meaning",
                    "amber",
                    reading.piece(at, _at(reading, stem)),
                    one.piece(there[instead][1], _at(one, instead)),
                )
            ]
    return []


def _displaced(reading: Reading, one: Reading) -> list[Flag]:
    """Flag a word, a date or a time that stands behind another preposition: 'voor 12 maart' for 'op 12 maart'."""
    here, there = _places(reading), _places(one)
    pairs = [(*here[stem], *there[stem], _at(reading, stem), _at(one, stem)) for stem in here.keys() & there.keys()]
    found = [pair for pair in pairs if any(_apart(pair[0], pair[2], group) for group in (_PLACES, _TIMES, _WAYS))]
    for value in reading.values:
        same = [other for other in one.values if other.kind == value.kind and other.keys & value.keys]
        if value.kind in ("date", "time") and len(same) == 1:
            (before, first), (said, place) = _before(reading, value.first), _before(one, same[0].first)
            is_other = _apart(before, said, _DATES) and not (said == "voor" and _AGREED & one.content)
            found += [(before, first, said, place, value.last, same[0].last)] if is_other else []
    return [
        differs("meaning", "amber", reading.piece(first, last), one.piece(place, end))
        for _, first, _, place, last, end in sorted(found)[:1]
    ]


def _apart(one: str, other: str, group: Sequence[str]) -> bool:
    sides = [{at for at, words in enumerate(group) if word in words.split()} for word in (one, other)]
    return all(sides) and sides[0] != sides[1]


def _fewer(reading: Reading, one: Reading) -> list[Flag]:
    """Flag one of what several were said of: 'de dochters', 'de dochter'."""
    for at, word in enumerate(reading.words):
        many = {word.lower + "s", word.lower + "'s"}
        is_one = len(word.lower) > _SHORTEST and word.lower not in one.lower and not many & reading.lower
        place = next((place for place, other in enumerate(one.words) if other.lower in many), None)
        if is_one and place is not None:
            return [differs("meaning", "amber", reading.piece(at, at), one.piece(place, place))]
    return []


def _at(reading: Reading, stem: str) -> int:
    return reading.stems.index(stem)


def _places(reading: Reading) -> dict[str, tuple[str, int]]:
    """Return, by the stems that are there once, the preposition before each ('' for none) and where that is."""
    stems = [one for one in reading.stems if one]
    return {one: _before(reading, at) for at, one in enumerate(reading.stems) if one and stems.count(one) == 1}


def _before(reading: Reading, at: int) -> tuple[str, int]:
    place = at - 1
    while place >= 0:
        lower = reading.words[place].lower
        if lower in _PREPOSITIONS:
            return lower, place
        is_adjective = reading.stems[place] and lower.endswith("e") and place == at - 1
        if lower not in _DETERMINERS and not is_adjective:
            break
        place -= 1
    return "", at


def _inverted(reading: Reading, one: Reading) -> list[Flag]:
    """Flag who was said to do something and has it done to them here by the other one, or the other way round."""
    if found := _turned(reading, one):
        return [differs("person", "amber", reading.piece(*found[0]), one.piece(*found[1]))]
    if found := _turned(one, reading):
        return [differs("person", "amber", reading.piece(*found[1]), one.piece(*found[0]))]
    return []


def _passive(reading: Reading, one: Reading) -> list[Flag]:
    """Flag who was said to do something, and has it done by the other one here: 'belde Ans', 'is gebeld door Ans'."""
    if found := _undergoes(reading, one):
        return [differs("person", "amber", reading.piece(*found[0]), one.piece(*found[1]))]
    if found := _undergoes(one, reading):
        return [differs("person", "amber", reading.piece(*found[1]), one.piece(*found[0]))]
    return []


def _undergoes(one: Reading, other: Reading) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return where one text has two people with the doer behind 'door', and the other has them the other way round."""
    places = {_key(one, at): at for at in range(len(one.words)) if _key(one, at)}
    doer = next((who for who, at in places.items() if _before(one, at)[0] == "door"), None)
    if doer is None or "door" in other.lower:
        return None
    before: list[tuple[int, str]] = []
    for at, word in enumerate(other.words):
        who = "" if _before(other, at)[0] else _key(other, at)
        if who == doer and before and before[0][1] in places:
            undergoing = places[before[0][1]]
            return (min(places[doer], undergoing), max(places[doer], undergoing)), (before[0][0], at)
        before = [] if word.lower in _JOINTS else [*before, (at, who)] if who and who != doer else before
    return None


def _turned(one: Reading, other: Reading) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return where actor and receiver of an action are swapped between the two texts."""
    for place, person in _pronouns(one, _OBJECTS).items():
        does = [at for at, who in _pronouns(other, _SUBJECTS).items() if who == person]
        if not does or person in _pronouns(one, _SUBJECTS).values() or person in _pronouns(other, _OBJECTS).values():
            continue
        doer = next((at for at in reversed(range(place)) if _doer(one, at) not in ("", person)), None)
        if doer is None:
            continue
        for at in range(does[0] + 1, len(other.words)):
            if _doer(other, at) == _doer(one, doer) and _before(other, at)[0] in ("", "aan"):
                return (doer, place), (does[0], at)
    return None


def _pronouns(reading: Reading, forms: dict[str, str]) -> dict[int, str]:
    """Return where pronouns of this form are, and of whom: 'haar' before a noun is no object, nor one behind 'door'."""
    return {
        at: forms[word.lower]
        for at, word in enumerate(reading.words)
        if word.lower in forms
        and not (word.lower in _DETERMINERS and reading.stems[at + 1 : at + 2] not in ([], [""]))
        and not (at and forms is _OBJECTS and reading.words[at - 1].lower in _PREPOSITIONS - {"aan"})
    }


def _key(reading: Reading, at: int) -> str:
    """Return which person a word speaks of, '' when of none."""
    lower = reading.words[at].lower
    if lower in _DETERMINERS and reading.stems[at + 1 : at + 2] not in ([], [""]):
        return ""  # 'haar geld'
    if lower in people.PERSONS or lower in _PEOPLE or reading.words[at] in reading.names:
        return people.PERSONS.get(lower, lower)
    return _SUBJECTS.get(lower) or _OBJECTS.get(lower, "")


def _doer(reading: Reading, at: int) -> str:
    """Return who or what may do something: a person, or a thing with its article ('de kat'), behind no preposition."""
    if _before(reading, at)[0] not in ("", "aan"):
        return ""
    is_thing = at and reading.words[at - 1].lower in ("de", "het", "een")
    return _key(reading, at) or (reading.stems[at] if is_thing else "")


def _reordered(reading: Reading, one: Reading) -> list[Flag]:
    """Flag two events around 'daarna', or a cause and what it caused, that changed places."""
    for here in _joined(reading):
        for there in _joined(one):
            crossed = here.first & there.second and here.second & there.first
            stayed = here.first & there.first or here.second & there.second
            if here.kind == there.kind and crossed and (not stayed or here.kind == _COMPARED):
                return [differs("meaning", "amber", reading.text.rstrip("."), one.text.rstrip("."))]
    return []


class _Joined(NamedTuple):
    """The stems of what came first, or caused, and of what followed, around a word of one of ``_JOINING``."""

    kind: int
    first: frozenset[str]
    second: frozenset[str]


def _joined(reading: Reading) -> list[_Joined]:
    found = []
    lowers = [word.lower for word in reading.words]
    for kind, (before_first, after_first) in enumerate(_JOINING):
        places = [at for at, lower in enumerate(lowers) if lower in (before_first | after_first)]
        if len(places) != 1:
            continue
        begins = lowers[places[0]] in after_first or _begins_clause(lowers, places[0])
        if places[0] == 0 and not begins:
            continue
        end = _end(lowers, places[0]) if begins else len(lowers)
        items = [one or (lower if lower in _STATES else "") for one, lower in zip(reading.stems, lowers, strict=True)]
        behind = frozenset(items[places[0] + 1 : end]) - {""}
        rest = frozenset(items[: places[0]] + items[end:]) - {""}
        behind, rest = behind - rest, rest - behind - {"pas"}
        found.append(_Joined(kind, *((behind, rest) if begins else (rest, behind))))
    return found


def _begins_clause(lowers: Sequence[str], at: int) -> bool:
    """Return whether this 'toen' is one with a subject behind it: 'toen de muziek uit was', not 'toen ging ze'."""
    return lowers[at] == "toen" and not _TURNED.isdisjoint(lowers[at + 1 : at + 2])


def _end(lowers: Sequence[str], at: int) -> int:
    """Return where what 'omdat' or 'door' begins ends: at a comma, or before the verb of the other clause."""
    for place in range(at + 2, len(lowers)):
        after = lowers[place + 1 : place + 2]
        may_be_verb = lowers[place] not in _NO_VERB and after and after[0] in _TURNED
        is_turned = at == 0 and (may_be_verb or (lowers[at] in _PREPOSITIONS and lowers[place] in _FINITE))
        if lowers[place] in (",", ";") or is_turned:
            return place
    return len(lowers)
