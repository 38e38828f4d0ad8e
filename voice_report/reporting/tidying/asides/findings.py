"""What is worded as talk is, and may be a finding or a request: 'Het loopt hier uit de hand', 'Bel me even'.

Every word of it is one that talk is made of, so words alone do not tell. Its grammar does: of whom or what a clause is
about, and whether it is a request. A clause about the dictating itself is talk nevertheless (``small_talk``).
"""

from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ..words import VERBS, is_participle
from . import talk

_OWN = word_set("ik we wij")
#: Verbs at the start of a request; not 'wacht', with which one speaks to who is in the room.
_ASKING = word_set(
    """let bel kijk houd hou denk kom vraag doe pas neem blijf schrijf ga app klop praat regel zet leg haal stuur meld
    geef roep wees probeer loop zorg ruim maak laat zeg spreek lees noteer vul"""
)
_NO_REQUEST = {("laat", "maar"), ("zeg", "maar"), ("zeg", "wat"), ("laat", "ik"), ("spreek", "ik")}
_PERCEIVING = word_set("hoor zie ruik voel merk zag hoorde rook voelde merkte wil")
#: What is there: 'er staat een raam open'; not 'er wordt gebeld', which is outside the report.
_BEING_THERE = word_set("staat ligt loopt zit is zijn was waren hangt stond lag liep zat")
#: Verbs of a request: 'dit moet anders', 'kan dit zo'.
_DUE = word_set("moet kan mag moeten")
#: Subjects of their own; not 'dat', the dictation ('dat was het'), and not a shift, the speaker's own.
_SUBJECTS = word_set("het dit")
_QUANTITIES = word_set("alles niets niks je")
_IT = word_set("het dat dit")
_WHOLE = word_set("dat alles")  # 'dit was alles'
_SHIFTS = word_set("dag nacht avond ochtend middag dienst")
#: How often, what comes next, and that something stays as it is.
_COURSE = word_set("keer gelaten altijd steeds meestal vaak daarna")
#: How it goes, how others go on, and how long or heavy it was: not 'dat was het'.
_WAYS = {("gaan", "zo"), ("hoort", "zo"), ("was", "een"), ("nu", "verder"), ("even", "af")}
_PLEADING = {("wacht", "hoor"), ("even", "hoor"), ("kijken", "hoor")}
_PERFECT, _WITHOUT_PARTICIPLE = word_set("heb ben had was"), word_set("moeten kunnen mogen laten")
_SEEKING = word_set("een kijken denken nadenken zien zoeken spieken ademhalen")
#: Done with what is to be said: 'wat ik opgeschreven heb'.
_OF_NOTES = word_set("gehad gezegd opgeschreven genoteerd")
_BEFORE_DONE = word_set("nog even samen lang wat")
_INFINITIVE = 2  # words of 'even wachten', which alone is talk


def may_tell(said: Sequence[str]) -> bool:
    """Return whether some words, in small letters and without what leads them, may tell or ask what a report has."""
    if not said:
        return False
    pairs = set(pairwise(said))
    if is_request(said) or not _COURSE.isdisjoint(said) or not pairs.isdisjoint(_WAYS):
        return True
    if is_participle(said[-1]) and said[-1] not in _OF_NOTES and _BEFORE_DONE.issuperset(said[:-1]):
        return True  # 'Nog even gepraat.'
    if not _OWN.isdisjoint(said):
        return _is_experienced(said, pairs)
    is_done = any(verb == "lukt" and who not in _IT for who, verb in pairs)  # 'Hallo zeggen lukt al.'
    is_there = (
        is_done or ("hier" in said and talk.NAME not in said) or any(("er", verb) in pairs for verb in _BEING_THERE)
    )
    return is_there or not _DUE.isdisjoint(said) or _has_subject(said, pairs) or _is_order(said)


def is_request(said: Sequence[str]) -> bool:
    """Return whether some words, in small letters, begin as a request does: 'Bel me even', 'Spreek langzaam'."""
    return said[:1] != [] and said[0] in _ASKING and tuple(said[:2]) not in _NO_REQUEST


def _is_experienced(said: Sequence[str], pairs: set[tuple[str, str]]) -> bool:
    """Return whether the speaker perceives, wants or has done something: 'ik hoor niets', 'ik heb lang gewacht'."""
    has_done = any(is_participle(word) or word in _WITHOUT_PARTICIPLE for word in said if word not in _OF_NOTES)
    is_perfect = has_done and not _PERFECT.isdisjoint(said)
    is_heard = pairs.isdisjoint(_PLEADING)  # 'wacht even hoor, ik zet de auto weg'
    return is_perfect or any(
        "ik" in pair and not _PERCEIVING.isdisjoint(pair) for pair in pairs if is_heard or "hoor" not in pair
    )


def _has_subject(said: Sequence[str], pairs: set[tuple[str, str]]) -> bool:
    """Return whether a clause is about something of its own: 'het is', 'nu is het', 'de deur is', 'wie neemt'."""
    is_noun = said[0] == "de" and said[1:2] != [] and said[1] not in _SHIFTS and not VERBS.isdisjoint(said[2:3])
    is_whose = said[0] == "wie" and said[1:2] != ["wat"]
    is_it = _WHOLE.isdisjoint(said) and any(
        not _SUBJECTS.isdisjoint(pair) and not (VERBS - {"doet"}).isdisjoint(pair) for pair in pairs
    )
    is_it |= said[0] in _SUBJECTS and _WHOLE.isdisjoint(said)
    is_quantity = said[0] not in ("dat", "dit", "hoe") and not _QUANTITIES.isdisjoint(said[:3])
    return is_it or is_quantity or is_noun or is_whose


def _is_order(said: Sequence[str]) -> bool:
    """'Even wachten met eten.'"""
    is_infinitive = said[0] == "even" and len(said) > _INFINITIVE and said[1].endswith("en")
    return is_infinitive and said[1] not in _SEEKING
