"""The check of a word and its misheard forms: their limits, and that a replacement can never change what was said.

A form and its word have the same figures, times, units, negations and sides, are not two different medicines, and are
not both words that people say (``_known_meaning``): the report is checked against the transcript, so what is replaced
there would pass every check after it.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from ...core.word_caches import cached_words
from ...dutch import spelling
from ...dutch.dictionary import is_known, parts
from ...errors import Invalid
from ...reporting.evidence.reading import Reading
from ...reporting.evidence.words import medicines
from ...reporting.evidence.words.negation import DENYING
from ...reporting.evidence.words.stems import stem
from ..shared.text import checked_name
from ._known_meaning import (
    PROPER,
    adds_or_drops,
    are_both_words,
    has_new_medicine,
    is_other_acronym,
    is_other_medicine,
    is_spelling,
    may_be_medicine,
)
from ._other_meaning import differs
from ._quantities import have_the_same_numbers, say_as_much

Kind = Literal["medicijn", "plaats", "team", "term", "naam"]

MAX_WORD = 60  # characters, of a form too
MAX_FORMS = 8
MIN_LETTERS = 3

_FIRST = re.compile(r"['’(]*\w")


@dataclass(frozen=True, slots=True)
class WordContent:
    """A word as a user wrote it, with the forms in which it is misheard."""

    word: str
    heard_as: Sequence[str] = ()
    kind: Kind = "term"


def checked(content: WordContent) -> WordContent:
    """Return the content as it is stored. Raises ``Invalid``; its ``code`` is the field: word, heardAs or kind."""
    if content.kind not in get_args(Kind):
        raise Invalid("Kies medicijn, plaats, team, term of naam.", code="kind")
    word = _written(content.word, "Het woord", "word")
    if len(content.heard_as) > 4 * MAX_FORMS:  # before any of them is read
        raise _too_many()
    found: dict[str, str] = {}
    for written in content.heard_as:
        if not written.strip(" \t\r\n\x00"):
            continue
        form = _written(written, "Wat er gehoord wordt", "heardAs")
        _refuse_other_meaning(form, word, content.kind)
        if spelling.key(form) in found:
            raise Invalid(f"‘{form}’ staat er twee keer in.", code="heardAs")
        found[spelling.key(form)] = form
    if len(found) > MAX_FORMS:
        raise _too_many()
    return WordContent(word, tuple(found.values()), content.kind)


def _too_many() -> Invalid:
    return Invalid(f"Een woord heeft hoogstens {MAX_FORMS} vormen die gehoord worden.", code="heardAs")


def _written(written: str, label: str, code: str) -> str:
    try:
        text = checked_name(written, label, MAX_WORD)
    except Invalid as error:
        raise Invalid(error.message, code=code) from None
    if not _FIRST.match(text) or not all(map(_is_plain, text)):
        raise Invalid(f"{label} heeft alleen letters, cijfers, spaties en ' ( ) . , / & + -", code=code)
    if sum(letter.isalnum() for letter in text) < MIN_LETTERS:
        raise Invalid(f"{label} heeft ten minste {MIN_LETTERS} letters.", code=code)
    return text


def _is_plain(char: str) -> bool:
    """Return whether a character may occur in a word: a letter of our script, a digit, or one of a few marks."""
    if char.isalpha():
        return char.isascii() or unicodedata.name(char, "").startswith(("LATIN", "MICRO"))
    return (char.isascii() and char.isdigit()) or char in " '’().,/&+-"


def warning(content: WordContent) -> str:
    """Return a Dutch note for the user who reads or approves a word; '' when there is nothing."""
    if not content.heard_as:
        told = "Dit telt alleen als medicijn bij het nakijken." if content.kind == "medicijn" else "Dit doet nog niets."
        return f"{told} Vul in hoe het verkeerd wordt gehoord."
    if unused := [form for form in content.heard_as if not may_replace(form, content.word, content.kind)]:
        return f"{_named(unused)} niet veranderd: dat zegt iets anders dan ‘{content.word}’."
    if ordinary := [form for form in content.heard_as if all(map(is_known, parts(form)))]:
        return f"Let op: {_named(ordinary)} overal ‘{content.word}’, ook waar iemand het gewoon zegt."
    return ""


def _named(forms: Sequence[str]) -> str:
    return " en ".join(f"‘{form}’" for form in forms) + (" wordt" if len(forms) == 1 else " worden")


@cached_words(16384)
def may_replace(heard: str, word: str, kind: str) -> bool:
    """Return whether a word may take the place of what was heard: it says nothing else."""
    try:
        _refuse_other_meaning(heard, word, kind)
    except Invalid:
        return False
    return True


def _refuse_other_meaning(form: str, word: str, kind: str) -> None:
    if form == word:
        raise Invalid("Wat er gehoord wordt, is anders geschreven dan het woord zelf.", code="heardAs")
    said, meant = Reading(form), Reading(word)
    if not any(stem(one.text) for one in said.words if one.text[0].isalpha()):
        raise Invalid(f"‘{form}’ is een gewoon woord. Dan verandert het overal.", code="heardAs")
    if _bound(said) != _bound(meant) or not have_the_same_numbers(form, word) or differs(form, word):
        raise _other_meaning(form, word)
    whole = Reading("".join(filter(str.isalnum, form)))  # 'lora zepam'
    known = {mark.key for mark in meant.drugs}
    if any(_listed(one) and not known.issuperset(mark.key for mark in one.drugs) for one in (said, whole)):
        raise Invalid(f"‘{form}’ is zelf een medicijn. Dat veranderen we nooit.", code="heardAs")
    if is_other_acronym(form, word):
        raise Invalid(f"‘{form}’ en ‘{word}’ betekenen iets anders. Dat veranderen we nooit.", code="heardAs")
    if not is_spelling(form, word):
        _refuse_other_words(form, word, kind)
    if not say_as_much(form, word):
        raise _other_meaning(form, word)


def _other_meaning(form: str, word: str) -> Invalid:
    sentence = f"‘{form}’ en ‘{word}’ zeggen iets anders: een getal, tijd, kant, eenheid of ontkenning."
    return Invalid(f"{sentence} Dat veranderen we nooit.", code="heardAs")


def _refuse_other_words(form: str, word: str, kind: str) -> None:
    is_medicine = has_new_medicine(form, word)
    if (is_medicine or (kind == "medicijn" and not Reading(word).drugs)) and not may_be_medicine(form, word):
        sentence = f"Als ‘{form}’ overal ‘{word}’ wordt, komt er een medicijn bij dat niemand zei."
        raise Invalid(sentence, code="heardAs")
    is_name = _is_name(form, word, kind)
    if adds_or_drops(form, word, is_name=is_name):
        sentence = f"‘{form}’ en ‘{word}’ verschillen een heel woord. We veranderen alleen hoe een woord geschreven is."
        raise Invalid(sentence, code="heardAs")
    if (is_medicine or kind == "medicijn") and is_other_medicine(form, word):
        sentence = f"‘{form}’ kan ook een ander medicijn zijn dan ‘{word}’."
        raise Invalid(f"{sentence} Dat veranderen we nooit.", code="heardAs")
    if not is_medicine and are_both_words(form, word) and not is_name:
        sentence = f"‘{form}’ en ‘{word}’ bestaan allebei, dus dan verandert wat er gezegd is."
        way_out = "Alleen een naam, plaats of team met een hoofdletter mag."
        raise Invalid(f"{sentence} {way_out}", code="heardAs")


def _is_name(form: str, word: str, kind: str) -> bool:
    is_medicine = _listed(Reading(form)) or _listed(Reading(word))
    return kind in PROPER and any(map(str.isupper, word)) and not is_medicine


def _listed(reading: Reading) -> bool:
    return any(medicines.is_listed(mark.text) for mark in reading.drugs)


def _bound(reading: Reading) -> tuple[frozenset[object], frozenset[str], list[str]]:
    """Return what a text says that no spelling may change: moments, negations and sides."""
    moments = (value for value in reading.values if value.kind != "number")
    keys = frozenset(key for value in moments for key in value.keys)
    return keys, reading.lower & DENYING, sorted(mark.key for mark in reading.sides)
