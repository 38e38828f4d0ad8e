"""Whether two words say something else by what is in them: a unit, a time, a side, how often, a denial or a prefix.

Only what differs counts: 'avond son' may be 'Avondzon', 'ochtend' may not be 'avond'.
"""

import re
from collections.abc import Sequence
from math import inf

from ...reporting.evidence.reading import Reading
from ...reporting.evidence.values.units import UNITS
from ...reporting.evidence.words import medicines
from ...reporting.evidence.words.negation import denies
from ...reporting.evidence.words.stems import plain
from ...reporting.evidence.words.tokens import Token

_SPELLINGS = (("ch", "k"), ("c", "k"), ("ph", "f"), ("y", "i"))
_LEAST_REST = 4  # letters after a prefix, or before '-loos'
_LONG_REST = 7  # letters from which one may differ: it was misheard
_LONG_PREFIX = 3  # letters
_OTHER_MEDICINE = 2  # letters before the name of a medicine: 'sufentanil' is no 'fentanyl'

_PART_OF_DAY = re.compile(r"(?:van|voor|na)?(ochtend|morgen|middag|avond|nacht)(?:s|en)?")
_OFTEN = re.compile(r"\w*(?:uur|dage?|weke|maande|jaar)lijkse?|\w*daagse?")
_HOW_OFTEN = frozenset({"altijd", "vaak", "soms", "zelden", "meestal", "regelmatig"})
_DAYS = frozenset({"vandaag", "gisteren", "eergisteren", "morgen", "overmorgen", "vannacht"})
#: Words that say something else than the others here: parts of a whole, months, before and after, above and below,
#: forms of one medicine that do not work alike; and by the line, whether a client is resuscitated, money and sides in
#: Latin.
_ALONE = """kwart januari februari maart april mei juni juli augustus september oktober november december voor na over
    boven onder retard chrono durette depot xr xl sr mr oros zoc"""
_TOGETHER = """half halve halfje
    dnr dnar nr ntr ntbr nbr nkr
    reanimeren reanimeer reanimatie gereanimeerd
    heel hele
    dubbel dubbele
    euro euros
    cent centen
    dexter dextra dextrum dextro
    sinister sinistra sinistrum"""
_SAYS = {word: line for line in (*_ALONE.split(), *_TOGETHER.splitlines()) for word in line.split()}
_WITHOUT = re.compile(r"(?:lo(?:os|ze)|vrije?)$")


def _spelled(text: str) -> str:
    """Return the letters of a word in one spelling: 'tachycardie' is 'takikardie'."""
    letters = "".join(filter(str.isalnum, plain(text)))
    for written, sound in _SPELLINGS:
        letters = letters.replace(written, sound)
    return letters


_WRITTEN = """a an in on non niet hypo hyper pre post ante anti ab ad brady tachy dys intra inter micro milli
    eu olig oligo poly normo pro su sub sup sy dia des"""
_PREFIXES = tuple(map(_spelled, _WRITTEN.split()))


def differs(form: str, word: str) -> bool:
    """Return whether a word says something else than the form that it would take the place of."""
    said, meant = Reading(form), Reading(word)
    only_ordinary = all(is_ordinary(word.lower) for word in said.words)
    for kind in (_units, _days, _how_often, _said):
        one, other = kind(said.words), kind(meant.words)
        if one != other and one and (other or only_ordinary):
            return True
    pairs = [(_spelled(form), _spelled(word))]
    if pairs[0][0] != pairs[0][1] and _denies(said.words) != _denies(meant.words):
        return True
    if any(medicines.is_listed(mark.text) for mark in meant.drugs):  # has no opposite: 'miodaron' is 'amiodaron'
        return any(one.endswith(two) and len(one) >= len(two) + _OTHER_MEDICINE for one, two in pairs)
    if len(said.words) == len(meant.words):
        pairs += [(_spelled(one.text), _spelled(two.text)) for one, two in zip(said.words, meant.words, strict=True)]
    return any(one != two and (_is_prefixed(one, two) or _is_without(one, two)) for one, two in pairs)


def is_ordinary(lower: str) -> bool:
    """Return whether a word (small letters, no accents) says when, how often, how much or in what unit by itself."""
    is_moment = lower in _DAYS or _PART_OF_DAY.fullmatch(lower)
    return bool(is_moment or lower in UNITS or lower in _SAYS or lower in _HOW_OFTEN or _OFTEN.fullmatch(lower))


def _units(words: Sequence[Token]) -> set[object]:
    return {UNITS[word.lower] for word in words if word.lower in UNITS}


def _days(words: Sequence[Token]) -> set[object]:
    found = ((word.lower, _PART_OF_DAY.search(word.lower)) for word in words)
    return {lower if lower in _DAYS or part is None else part[1] for lower, part in found if lower in _DAYS or part}


def _how_often(words: Sequence[Token]) -> set[object]:
    often = (word.lower for word in words if word.lower in _HOW_OFTEN or _OFTEN.fullmatch(word.lower))
    return {lower.removesuffix("e") for lower in often}


def _said(words: Sequence[Token]) -> set[object]:
    return {_SAYS[word.lower] for word in words if word.lower in _SAYS}


def _denies(words: Sequence[Token]) -> bool:
    return any(denies(word.lower) for word in words)


def _is_prefixed(one: str, two: str) -> bool:
    """Return whether the words are alike but for a prefix that one has, or that they have another of."""
    rests = [(prefix, one[len(prefix) :]) for prefix in ("", *_PREFIXES) if one.startswith(prefix)]
    others = [(prefix, two[len(prefix) :]) for prefix in ("", *_PREFIXES) if two.startswith(prefix)]
    return any(
        prefix != against and {prefix, against} != {"a", "an"} and _is_alike(rest, left, _long(prefix, against))
        for prefix, rest in rests
        for against, left in others
    )


def _long(prefix: str, against: str) -> float:
    """Return from how many letters the rest may differ in one: without their 'a', 'Anemiek' and 'Annemiek' would."""
    if min(len(prefix), len(against)) >= _LONG_PREFIX:
        return _LEAST_REST
    return _LONG_REST if max(len(prefix), len(against)) > 1 else inf


def _is_alike(rest: str, left: str, long: float) -> bool:
    shortest = min(len(rest), len(left))
    return shortest >= _LEAST_REST and medicines.within(rest, left, 1 if shortest >= long else 0)


def _is_without(one: str, two: str) -> bool:
    """Return whether words with one beginning end otherwise, and one of them in '-loos' or '-vrij'."""
    ends = [found[0][:2] if (found := _WITHOUT.search(text)) else "" for text in (one, two)]
    return ends[0] != ends[1] and one[:_LEAST_REST] == two[:_LEAST_REST]
