"""Phrases that take back what was said just before, with or without another figure: 'ik lees het verkeerd'."""

from collections.abc import Sequence
from itertools import pairwise

from ...dutch.word_sets import word_set
from ..evidence.words.tokens import Token
from .kinds import cue

#: These take back what was said just before, with or without another figure.
_WITHDRAWN = [
    one.split()
    for one in (
        "lees het verkeerd", "las het verkeerd", "verkeerd gelezen", "verkeerd gezegd", "zeg het verkeerd",
        "vergis me", "vergiste me", "klopt niet", "klopte niet",
        "klopt helemaal niet", "kon niet kloppen", "kan niet kloppen", "streep maar", "schrap dat", "schrap maar",
        "wis dat", "wis die", "haal dat weg", "haal die weg", "haal maar weg", "laat maar",
        "niet goed gemeten", "verkeerd afgelezen", "die gaat weg", "die vervalt", "foute meting", "meting mislukt",
        "verkeerd opgeschreven", "streep dat", "verkeerde waarde", "verkeerde regel",
        "verkeerd gekeken", "keek verkeerd", "verkeerde getal",
        "streep die", "doe maar weg",
        "geloof het eigenlijk niet", "geloof het niet", "geloof ik niet", "vertrouw ik niet", "vertrouw het niet",
        "vertrouwde ik niet", "vertrouwde het niet", "zat scheef", "zat niet goed", "verkeerd gemeten",
        "was fout", "is fout",
        "verkeerd geteld", "telt niet", "is de oude", "was de oude", "dat kan niet", "kan natuurlijk niet",
    )
]  # fmt: skip
_FIRST_WORDS = frozenset(one[0] for one in _WITHDRAWN)
#: Of whom a value is that was said by mistake: 'dat was van mevrouw hiernaast'.
_OTHERS = word_set(
    """mevrouw meneer hiernaast buurvrouw buurman andere ander iemand bed kamer vorige client bewoner bewoonster man
    vrouw dochter zoon zus broer collega haar zijn overkant buren mezelf mijzelf mij"""
)
#: Those who are another person where the value is named: 'dat was de pols van mevrouw' is the client's.
_OTHERS_NAMED = _OTHERS - word_set("mevrouw meneer bed kamer client bewoner bewoonster haar zijn man vrouw")
_LONGEST = 400  # words of a sentence that are searched for phrases


def withdrawn(words: Sequence[Token]) -> int | None:
    """Return where a phrase begins that takes back what was said: 'ik lees het verkeerd', 'dat was van haar man'."""
    lower = [word.lower for word in words[:_LONGEST]]
    for at, word in enumerate(lower):
        if word in _FIRST_WORDS and any(lower[at : at + len(one)] == one for one in _WITHDRAWN):
            return None if _is_confirmed(lower[at:]) else at
        is_whose = word in ("dat", "die") and lower[at + 1 : at + 2] in (["was"], ["is"], ["waren"])
        of = at + 2 + (lower[at + 2 : at + 3] in (["die"], ["de"], ["het"]))
        is_named = lower[of : of + 1] in (["meting"], ["waarde"], ["uitslag"]) or _is_kind(lower[of : of + 1])
        if is_whose and is_named and lower[of + 1 : of + 2] == ["van"]:
            if not _OTHERS_NAMED.isdisjoint(lower[of + 2 : of + 5]):
                return at
        elif is_whose and lower[of : of + 1] in (["van"], ["bij"]):
            is_name = of + 1 < len(words) and words[of + 1].text.istitle() and words[of + 1].text.isalpha()
            if is_name or any(one in _OTHERS for one in lower[of + 1 : of + 4]):
                return at
    return None


def _is_confirmed(behind: Sequence[str]) -> bool:
    """Return whether it is said further on that it was right: 'dat kan niet, nog eens gemeten, het klopte wel'."""
    return any(pair in (("klopte", "wel"), ("klopt", "wel"), ("klopte", "toch")) for pair in pairwise(behind))


def _is_kind(words: Sequence[str]) -> bool:
    found = cue(words[0]) if words else None
    return found is not None and bool(found.kind)
