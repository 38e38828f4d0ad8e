"""Comparison: 'rustiger' is not 'rustig', and who is as well as yesterday is not better."""

from collections.abc import Sequence

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_set
from ..model import Flag, differs
from ..reading import Reading
from ..words.stems import folded

#: Words that end as comparatives do, or have the letters of another word before that end.
_NONE = word_set("later over onder ander andere anders eerder verder ouder ouders water kamer keer meer weer")
_EQUAL = word_set("even evenveel net zo hetzelfde dezelfde gelijk onveranderd")
_IRREGULAR = word_set("beter slechter meer minder vaker erger")
#: With one of these a comparison was kept in another form.
_KEPT = word_set(
    """dan vergeleken vergelijking opzichte meer minder toegenomen afgenomen toename afname verbeterd verslechterd
    verbetering verslechtering steeds geworden wordt werd worden vooruit achteruit"""
)
_SHORTEST = 3


def check(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Return the flag of a comparison that is gone, or was made of a word that compares nothing."""
    said = {key: (one, at) for one in own if not one.is_unmarked for key, at in _keys(one)}
    written = dict(_keys(reading))
    for (base, compares), at in written.items():
        found = said.get((base, not compares))
        if found is None or (base, compares) in said or (base, not compares) in written:
            continue
        one, place = found
        if compares or reading.lower.isdisjoint(_KEPT):
            return [differs("meaning", "amber", reading.piece(at, at), one.piece(place, place))]
    for one in own:
        equal = next((at for at, word in enumerate(one.words) if word.lower in _EQUAL and _is_followed(one, at)), None)
        more = [at for at, word in enumerate(reading.words) if _compares(word.lower)]
        if (
            equal is None
            or one.is_unmarked
            or any(_compares(word.lower) for word in one.words)
            or _EQUAL & reading.lower
        ):
            continue
        if more and "dan" in reading.lower:
            return [differs("meaning", "amber", reading.piece(more[0], more[0]), one.piece(equal, equal + 1))]
    return []


def _is_followed(one: Reading, at: int) -> bool:
    """Return whether 'even' is that of 'even goed als'."""
    return "als" in [word.lower for word in one.words[at + 1 : at + 4]]


def _keys(reading: Reading) -> list[tuple[tuple[str, bool], int]]:
    """Return (base, whether it compares) of each word, and where it is."""
    return [(key, at) for at, word in enumerate(reading.words) for key in _forms(word.lower)]


def _compares(lower: str) -> bool:
    return lower in _IRREGULAR


@cached_words(16384)
def _forms(lower: str) -> tuple[tuple[str, bool], ...]:
    """Return what a word may be as an adjective: 'dikker' compares 'dik', and may have that base itself."""
    if lower in _NONE or not lower.isalpha() or len(lower) < _SHORTEST:
        return ()
    found = [(folded(lower.removesuffix("e")), False), (folded(lower), False)]
    for ending in ("dere", "der", "ere", "er"):
        if lower.endswith(ending) and len(lower) - len(ending) >= _SHORTEST - (ending == "er"):
            found.append((folded(lower[: -len(ending)]), True))
    return tuple(dict.fromkeys(found))
