"""A word that stands where another one was said: between the same neighbours, and no other word for the same."""

from collections.abc import Sequence

from ...dutch.word_sets import word_set
from .model import Flag, differs
from .people import is_abbreviation
from .reading import Reading
from .stems import is_among, parts
from .synonyms import alike

#: Words that a report adds and leaves out without a change of meaning: they are no neighbours.
_GLUE = word_set(
    """de het een er is was zijn waren heeft had hebben hadden wordt werd worden werden geworden haar hun mijn ons onze
    zijn mevrouw meneer mw dhr client cliente ook nog weer dat dit die deze wel nu toen heel erg zeer"""
)
_CLOSING = frozenset(".?!")
_EDGE = ""


def check(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Return the flag of the first word with content that replaces one of the sentence's sources."""
    heard = frozenset().union(*(one.content for one in own))
    words = frozenset().union(*(one.heard for one in own))
    slots = {slot: (one, at) for one in own for slot, at in _slots(one) if not is_among(one.stems[at], reading.content)}
    for slot, at in _slots(reading):
        stem = reading.stems[at]
        if slot not in slots or is_among(stem, heard) or alike(stem, words):
            continue
        one, place = slots[slot]
        here, said = reading.words[at], one.words[place]
        if is_abbreviation(here.lower) or one.stems[place] in parts(here.lower) or stem in parts(said.lower):
            continue
        return [differs("meaning", "amber", reading.piece(at, at), one.piece(place, place))]
    return []


def _slots(reading: Reading) -> list[tuple[tuple[str, str], int]]:
    """Return, for each word with content, what stands before and behind it, and where it is."""
    kept = [at for at, word in enumerate(reading.words) if word.lower not in _GLUE and word.text not in _CLOSING]
    lowers = [_EDGE, *(reading.stems[at] or reading.words[at].lower for at in kept), _EDGE]
    return [((lowers[rank], lowers[rank + 2]), at) for rank, at in enumerate(kept) if reading.stems[at]]
