"""A word that stands where another one was said: between the same neighbours, and no other word for the same."""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ..model import Flag, differs
from ..reading import Reading
from ..sources import Spoken
from ..words.opposites import TURNING_WORDS
from ..words.people import is_abbreviation
from ..words.stems import LIGHT, is_among, parts
from ..words.synonyms import alike

#: Words that a report adds and leaves out without a change of meaning: they are no neighbours.
_GLUE = word_set(
    """de het een er is was zijn waren heeft had hebben hadden wordt werd worden werden geworden haar hun mijn ons onze
    zijn mevrouw meneer mw dhr client cliente ook nog weer dat dit die deze wel nu toen heel erg zeer"""
)
_CLOSING = frozenset(".?!")
_EDGE = ""
_MOST_ADDED = 2
_MOST_REPLACED = 4  # words
_EMPTY = LIGHT | {""}
#: Of the words of ``opposites`` those that also say how something went.
_MANNERS = word_set("zelfstandig zelfstandige eigenhandig helder heldere goed goede prima uitstekend")
_SHORTEST = 3  # letters of a stem: shorter ones are parts of abbreviations and particles


def unsaid(reading: Reading, own: Sequence[Reading]) -> list[int]:
    """Return where the words with content are that these sentences do not have, nor another word for them."""
    heard = frozenset().union(*(one.heard for one in own))
    names = {name.start for name in reading.names}
    return [
        at
        for at, one in enumerate(reading.stems)
        if len(one) >= _SHORTEST
        and one not in LIGHT
        and not is_among(one, heard)
        and not alike(one, heard)
        and heard.isdisjoint(parts(reading.words[at].lower))
        and not is_abbreviation(reading.words[at].lower)
        and reading.words[at].start not in names
    ]


def check(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    """Return the flag of the first word with content that replaces one of the sentence's sources, or was added to a
    sentence that has all of its source."""
    heard = frozenset().union(*(one.content for one in own))
    words = frozenset().union(*(one.heard for one in own))
    slots = {slot: (one, at) for one in own for slot, at in _slots(one) if not is_among(one.stems[at], reading.content)}
    for slot, at in _slots(reading):
        new = reading.stems[at]
        if slot not in slots or is_among(new, heard) or alike(new, words):
            continue
        one, place = slots[slot]
        here, said = reading.words[at], one.words[place]
        if is_abbreviation(here.lower) or one.stems[place] in parts(here.lower) or new in parts(said.lower):
            continue
        return [differs("meaning", "amber", reading.piece(at, at), one.piece(place, place))]
    return _replaced(reading, own) or _added(reading, own, spoken)


def _replaced(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a run of words that replaced another between the same ones: 'op tafel' for 'in de kast'."""
    heard = frozenset().union(*(one.heard for one in own))
    written = _kept(reading)
    for one in own:
        spoken = _kept(one)
        before = _same(written, spoken)
        after = _same(written[before:][::-1], spoken[before:][::-1])
        here, said = written[before : len(written) - after], spoken[before : len(spoken) - after]
        around = [word for word, at in [*written[:before], *written[len(written) - after :]] if reading.stems[at]]
        if not (around and 0 < len(here) <= _MOST_REPLACED and 0 < len(said) <= _MOST_REPLACED):
            continue
        new = [at for _, at in here if reading.stems[at] not in _EMPTY]
        gone = [at for _, at in said if one.stems[at] not in _EMPTY]
        is_new = new and not any(_is_in(reading, at, heard) for at in new)
        if is_new and gone and not any(_is_in(one, at, reading.heard) for at in gone):
            return [differs("meaning", "amber", reading.piece(new[0], new[-1]), one.piece(gone[0], gone[-1]))]
    return []


def _same(one: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> int:
    """Return how many words two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a[0] != b[0]), min(len(one), len(other)))


def _is_in(reading: Reading, at: int, heard: frozenset[str]) -> bool:
    lower, one = reading.words[at].lower, reading.stems[at]
    return is_among(one, heard) or alike(one, heard) or is_abbreviation(lower) or not heard.isdisjoint(parts(lower))


def _added(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    """Flag a word that was added where all else is as it was said: there it is no other wording."""
    new = [at for at in unsaid(reading, own) if _may_be_added(reading, at, spoken)] if own else []
    if not 0 < len(new) <= _MOST_ADDED or own[0].is_unmarked:
        return []
    if not all(is_among(one, reading.content) for one in own[0].content):
        return []
    return [differs("meaning", "amber", reading.piece(new[0], new[0]))]


def _slots(reading: Reading) -> list[tuple[tuple[str, str], int]]:
    """Return, for each word with content, what stands before and behind it, and where it is."""
    kept = _kept(reading)
    lowers = [_EDGE, *(word for word, _ in kept), _EDGE]
    return [((lowers[rank], lowers[rank + 2]), at) for rank, (_, at) in enumerate(kept) if reading.stems[at]]


def _kept(reading: Reading) -> list[tuple[str, int]]:
    """Return the words that are neighbours, as they are compared, and where each is."""
    return [
        (reading.stems[at] or word.lower, at)
        for at, word in enumerate(reading.words)
        if word.lower not in _GLUE and word.text not in _CLOSING
    ]


def _may_be_added(reading: Reading, at: int, spoken: Spoken) -> bool:
    """Return whether the words were not spoken anywhere, and have no group of opposites to be compared with."""
    lower = reading.words[at].lower
    return not spoken.places(reading.stems[at]) and (lower not in TURNING_WORDS or lower in _MANNERS)
