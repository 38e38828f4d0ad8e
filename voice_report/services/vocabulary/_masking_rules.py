"""Which words people may choose to replace, or to leave, in all text that leaves."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache

from ...dutch.characters import folded
from ...reporting.deidentification import Known, lists, reading, word_classes
from ...reporting.deidentification.known import KnownNames
from ...reporting.evidence.reading import Reading
from ...reporting.evidence.values.units import UNITS
from ...reporting.evidence.words.negation import DENYING
from ...reporting.evidence.words.numerals import number
from ...reporting.evidence.words.vocabulary import STOP_WORDS
from ...reporting.templates import BUILT_IN
from ...reporting.templates.stored import sections_from_json

_LEAST_END = 4  # letters
_NEEDED = word_classes.FUNCTION | STOP_WORDS


def refused_to_replace(word: str) -> str:
    """Return why a word may not be replaced everywhere, '' if it may: ``denial``, ``medicine``, ``side``, or
    ``ordinary``, when a report says nothing without it (a stop word, a number, a unit)."""
    read = Reading(word)
    if read.lower & DENYING:
        return "denial"
    if read.drugs:
        return "medicine"
    if read.sides:
        return "side"
    return "ordinary" if all(map(_is_needed, _parts(word))) else ""


def refused_to_keep(word: str) -> str:
    """Return why a word may not stay, '' if it may: ``several`` words, a ``digit``, or a ``name``. Names of people
    that the organization knows are not checked here."""
    copy = reading.copied(word)
    found = reading.words(copy)
    if len(found) != 1 or found[0].text != copy.text:
        return "several"
    if any(one.isdigit() for one in word):
        return "digit"
    return "name" if any(map(lists.is_name, (found[0].key, *_parts(word)))) else ""


def ends(word: str) -> frozenset[str]:
    """Return what a word begins or ends with that could be a part of a name: four letters or more that are no listed
    word."""
    whole = folded(word).replace(" ", "")
    some = {part for at in range(_LEAST_END, len(whole)) for part in (whole[:at], whole[-at:])}
    return frozenset(part for part in some if not lists.is_listed_word(part))


def is_in_heading(word: str, own: Sequence[tuple[str, Sequence[reading.Word]]] = ()) -> bool:
    """Return whether a word that is replaced would be so in a heading of a built-in template, or of those ``own``."""
    names = KnownNames(Known(date.min), [word])
    return any(any(names.namings(read, title)) for title, read in (*_headings(), *own))


def headings_of(stored: Iterable[str]) -> list[tuple[str, list[reading.Word]]]:
    """Return the titles of stored sections, read."""
    titles = {section.title for sections in stored for section in sections_from_json(sections)}
    return [(title, reading.words(reading.copied(title))) for title in sorted(titles)]


@cache
def _headings() -> tuple[tuple[str, list[reading.Word]], ...]:
    titles = {section.title for template in BUILT_IN.values() for section in template.sections}
    return tuple((title, reading.words(reading.copied(title))) for title in sorted(titles))


def _parts(word: str) -> Sequence[str]:
    found = reading.words(reading.copied(word))
    return [part for one in found for part in one.key.replace("'", "-").split("-")]


def _is_needed(part: str) -> bool:
    return part.isdigit() or part in _NEEDED or part in UNITS or number(part) is not None
