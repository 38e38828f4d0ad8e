"""Actors and bindings: two things that changed places, and an actor who was replaced by another."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations
from typing import NamedTuple

from ....dutch.word_sets import word_set
from ..model import Flag, differs
from ..reading import Reading
from ..words import people
from ..words.stems import LIGHT, is_among
from ..words.synonyms import alike
from ..words.vocabulary import PREFIXES

_Part = tuple[int, int]  # which source, and which part of it

_MOST_PARTS = 24  # parts, or phrases, of a sentence that are compared
_MOST_ITEMS = 3  # of a part that says one thing of another
_FEWEST_SHARED = 2  # words around a doer, one of them with content
#: Words without content that can change places as others do.
_ITEMS = word_set(
    "ik wij we eerst daarna vervolgens toen eerder later van naar voor na links rechts beide geen niet wel gewoon"
)
_PREPOSITIONS = word_set(
    """aan bij door in met naar naast na om onder op over per sinds tegen tot tussen uit van vanaf via volgens
    voor zonder
    achter boven namens"""
)
_DETERMINERS = word_set("de het een haar zijn hun mijn onze ons mevrouw meneer mw dhr dokter")
_POSSESSIVES = word_set("haar zijn hun mijn onze ons")
_SKIPPED = word_set(
    """de het een is ben bent was waren zijn heeft heb hebt hebben had hadden wordt word worden werd werden er
    ook nog"""
)
#: Words for the carer, for the client, and for either.
_CARER = word_set(
    "ik we wij mij me ons zorgverlener zorgmedewerker medewerker verzorgende ondergetekende rapporteur team"
)
_CLIENT = word_set(
    """client cliente patient patiente bewoner bewoonster zorgvrager deelnemer betrokkene mevrouw meneer mw dhr
    heer dame
    mijnheer kind jongen meisje baby jongere jongeman vrouw man zuigeling kleuter peuter"""
)
#: Others who do something: they are no relations.
_OTHERS = word_set(
    """thuiszorg wijkverpleging familie nachtdienst dagdienst school ziekenhuis gemeente collega stagiaire
    verpleegkundige begeleider medebewoner mantelzorger kinderen"""
)
_HE = word_set("hij hem")
_SHE = word_set("ze zij haar")
_THIRD = _HE | _SHE


def check(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Return the flag of a pair that changed places in a sentence, or of another actor; ``beside`` as in
    ``checks.check``."""
    if any(one.is_unmarked for one in own):
        return []
    names = {word.lower for one in (reading, *own) for word in one.names}
    return (
        _crossed(reading, own, _parts)
        or _crossed(reading, own, _phrases)
        or _turned(reading, own, names)
        or _another_actor(reading, own, names, beside)
        or _another_gender(reading, own)
        or _blended(reading, own, beside)
    )


def doers(reading: Reading) -> set[str]:
    """Return who a sentence speaks of: 'carer', 'client', 'he', 'she', and '' for a relation, profession or name."""
    found = {who for word in reading.words if (who := _who(word.lower, frozenset())) and who != "third"}
    for form, words in (("he", _HE), ("she", _SHE)):
        found |= {form} if reading.lower & words else set()
    return found | ({""} if reading.names or people.relations(reading.words) else set())


def _parts(reading: Reading) -> list[tuple[int, int]]:
    return reading.parts[:_MOST_PARTS]


def _phrases(reading: Reading) -> list[tuple[int, int]]:
    """Return the parts, cut before prepositions too."""
    found: list[tuple[int, int]] = []
    for first, last in reading.parts:
        cuts = [at for at in range(first + 1, last) if reading.words[at].lower in _PREPOSITIONS]
        found += zip([first, *cuts], [*cuts, last], strict=True)
    return found[:_MOST_PARTS]


def _crossed(reading: Reading, own: Sequence[Reading], cut) -> list[Flag]:
    """Flag two written parts that both consist of words of the same two spoken parts: these were exchanged."""
    where: dict[str, set[tuple[int, int]]] = defaultdict(set)
    spoken: dict[tuple[int, int], tuple[Reading, tuple[int, int]]] = {}
    for index, one in enumerate(own):
        for rank, span in enumerate(cut(one)):
            spoken[index, rank] = (one, span)
            for item in _items(one, span):
                where[item].add((index, rank))
    mixed: dict[frozenset[tuple[int, int]], tuple[int, int]] = {}
    for span in cut(reading):
        parts = {next(iter(where[item])) for item in _items(reading, span) if len(where.get(item, ())) == 1}
        for pair in map(frozenset, combinations(sorted(parts), 2)):
            if pair in mixed:
                one, (first, last) = spoken[min(pair)]
                here = reading.piece(mixed[pair][0], mixed[pair][1] - 1)
                return [differs("meaning", "amber", here, one.piece(first, last - 1))]
            mixed[pair] = span
    return _mixed(reading, mixed, where, spoken) if cut is _parts else []


def _mixed(
    reading: Reading,
    mixed: Mapping[frozenset[_Part], tuple[int, int]],
    where: Mapping[str, Set[_Part]],
    spoken: Mapping[_Part, tuple[Reading, tuple[int, int]]],
) -> list[Flag]:
    """Flag one thing that has what was said of the other: 'hiel rood, stuit gaaf', 'hiel en stuit rood'."""
    for pair, span in mixed.items():
        if any(_says_more(*spoken[part]) for part in pair):
            continue
        for other in _parts(reading):
            found = [where.get(item, set()) for item in _items(reading, other)] if other != span else []
            if (
                found
                and all(len(parts) == 1 for parts in found)
                and len(frozenset().union(*found)) == 1
                and found[0] <= pair
            ):
                one, (first, last) = spoken[min(pair)]
                return [differs("meaning", "amber", reading.piece(span[0], span[1] - 1), one.piece(first, last - 1))]
    return []


def _says_more(one: Reading, span: tuple[int, int]) -> bool:
    """Return whether a part says more than one thing of another, or what others say with it."""
    return not _FEWEST_SHARED <= len(_items(one, span)) <= _MOST_ITEMS or bool({"ook", "eveneens"} & one.lower)


def _items(reading: Reading, span: tuple[int, int]) -> set[str]:
    found = set()
    last = max((at for at in range(*span) if reading.words[at].text[0].isalpha()), default=-1)
    for at in range(*span):
        if value := reading.figures.get(at):
            found.add(str(min(map(str, value.keys), default="")))
            continue
        lower = reading.words[at].lower
        is_item = lower in _ITEMS or (at == last and lower in PREFIXES)  # 'gaat door' says what 'doorgaan' says
        if item := reading.stems[at] or (lower if is_item else ""):
            found.add(item)
    return found


def _turned(reading: Reading, own: Sequence[Reading], names: Set[str]) -> list[Flag]:
    """Flag two people who changed places in one part, behind the same prepositions if any."""
    for first, last in reading.parts:
        written = _people(reading, (first, last), names)
        if len(written) != 2 or any(before == "met" for _, before in written):
            continue
        turned = [(written[1][0], written[0][1]), (written[0][0], written[1][1])]
        for one in own:
            for span in one.parts:
                if _people(one, span, names) == turned:
                    return [differs("person", "amber", reading.piece(first, last - 1), one.piece(span[0], span[1] - 1))]
    return []


def _people(reading: Reading, span: tuple[int, int], names: Set[str]) -> list[tuple[str, str]]:
    """Return the people in a part, in order, each with the preposition that it stands behind ('' for none)."""
    found: list[tuple[str, str]] = []
    for at in range(*span):
        word = reading.words[at]
        is_named = word.lower in names and word.text[0].isupper()
        is_client = word.lower in _CLIENT and not reading.words[min(at + 1, span[1] - 1)].text[0].isupper()
        if not (is_named or is_client or word.lower in _OTHERS or word.lower in people.PERSONS):
            continue
        before = at - 1
        while before >= span[0] and reading.words[before].lower in _DETERMINERS:
            before -= 1
        lower = reading.words[before].lower if before >= span[0] else ""
        found.append((people.PERSONS.get(word.lower, word.lower), lower if lower in _PREPOSITIONS else ""))
    return found


def _another_gender(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag 'zij' for 'hij' where the spoken sentence mentions no other person."""
    here, said = doers(reading), set().union(*map(doers, own))
    for written, spoken, words in (("she", "he", _SHE), ("he", "she", _HE)):
        if here == {written} and said == {spoken}:
            at = next(at for at, word in enumerate(reading.words) if word.lower in words)
            return [differs("person", "amber", reading.piece(at, at))]
    return []


def _blended(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Flag a sentence that joins a part of a short one with what was said of something else: 'de stuit is rood, de
    hielen zijn gaaf', 'de hielen zijn rood'."""
    texts = [reading, *beside]
    for one in own:
        others = frozenset().union(*(other.heard for other in own if other is not one))
        alone = {base for base in one.content if not (_is_in(base, others) or (base in LIGHT and len(one.content) > 2))}
        kept = {base for base in alone if _is_in(base, reading.heard)}
        gone = {base for base in alone if not any(_is_in(base, text.heard) for text in texts)}
        joined = {base for base in reading.content if not _is_in(base, one.heard) and is_among(base, others)}
        if kept and gone and joined and len(one.content) + len(one.values) <= _MOST_ITEMS:
            return [Flag("unsupported", "amber", "Dit zei je niet in dit verband", "", one.text)]
    return []


def _is_in(base: str, heard: frozenset[str]) -> bool:
    return is_among(base, heard) or alike(base, heard)


class _Word(NamedTuple):
    """A word as it is compared, who it speaks of ('' for a thing), and where it is."""

    key: str
    who: str
    at: int


def _another_actor(reading: Reading, own: Sequence[Reading], names: Set[str], beside: Sequence[Reading]) -> list[Flag]:
    """Flag the carer or client as the subject instead of another person, in a sentence that is otherwise as spoken."""
    written = _compared(reading, names)
    for one in own[:1]:
        spoken = _compared(one, names)
        before = _shared(written, spoken)
        after = _shared(written[before:][::-1], spoken[before:][::-1])
        around = [*written[:before], *written[len(written) - after :]]
        here, said = written[before : len(written) - after], spoken[before : len(spoken) - after]
        if len(around) < _FEWEST_SHARED or not any(reading.stems[word.at] for word in around) or not (here and said):
            continue
        if _is_other(here, said, reading, beside):
            first, last = said[0].at, said[-1].at
            return [differs("person", "amber", reading.piece(here[0].at, here[-1].at), one.piece(first, last))]
    return []


def _compared(reading: Reading, names: Set[str]) -> list[_Word]:
    found = []
    for at, word in enumerate(reading.words):
        after = reading.stems[at + 1] if at + 1 < len(reading.words) else ""
        is_owner = word.lower in _POSSESSIVES and after
        if word.text[0].isalnum() and word.lower not in _SKIPPED and not is_owner:
            is_owned = at and reading.words[at - 1].lower in _POSSESSIVES  # 'haar man' is not the client
            found.append(_Word(reading.stems[at] or word.lower, "" if is_owned else _who(word.lower, names), at))
    return found


def _who(lower: str, names: Set[str]) -> str:
    if lower in names:
        return "name"
    kinds = (("carer", _CARER), ("client", _CLIENT), ("third", _THIRD))
    return next((kind for kind, words in kinds if lower in words), "")


def _shared(one: Sequence[_Word], other: Sequence[_Word]) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a.key != b.key), min(len(one), len(other))
    )


def _is_other(here: Sequence[_Word], said: Sequence[_Word], reading: Reading, beside: Iterable[Reading]) -> bool:
    """Return whether those who were written are others than those who were said."""
    written, spoken = {word.who for word in here}, {word.who for word in said}
    if "" in written or "name" in written:
        return False
    lost = [word.key for word in said if not word.who and word.key not in reading.lower]
    if "carer" in written:
        return "carer" not in spoken
    if "third" in written:
        persons = [key for key in lost if key in people.PERSONS.values()]
        return bool(persons) and not any(is_among(key, one.content) for one in beside for key in persons)
    return spoken <= {"carer", ""} and ("carer" in spoken or bool(lost))
