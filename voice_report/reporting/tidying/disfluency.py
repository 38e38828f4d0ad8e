"""Sounds of hesitation, and the words with which a spoken sentence gets going: 'Eh, ja, ik heb haar geholpen'."""

from collections.abc import Callable, Sequence

from ...dutch.word_sets import word_set
from ..evidence import medicines, people
from ..evidence.dates import WEEKDAYS
from ..evidence.numerals import number
from ..evidence.stems import plain
from ..evidence.tokens import tokens
from .model import Edit
from .words import Word, lower_at, words

_SOUNDS = word_set("eh ehm uh uhm euh euhm hm hmm")
_STOPS = frozenset({",", "...", "..", "…"})
#: Openings of several words, longest first; the others are one word.
_PHRASES = (
    ("even", "kijken", "hoor"), ("even", "denken", "hoor"), ("even", "kijken"), ("even", "denken"),
    ("o", "ja"), ("oh", "ja"), ("o", "wacht"), ("oh", "wacht"), ("nou", "ja"),
)  # fmt: skip
_OPENERS = word_set("nou ja oké oke zo allee voila voilà")
#: Before these an opener needs no comma: 'Nou ik heb'.
_SUBJECTS = word_set("ik we wij ze zij hij het mevrouw meneer er")
_WITHOUT_COMMA = word_set("nou oké oke allee")
_ASKING = word_set("vroeg vroegen gevraagd vraag vraagt vragen navraag nagevraagd of")
_LABEL = 3  # words of a sentence that only names what the next one answers
#: No comma of a list stands beside these.
_FUNCTION_WORDS = word_set(
    """ik we wij je jij hij ze zij het de een en of maar want dus met van in op aan bij naar voor om uit door over tot
    dat die dit deze mijn haar zijn hun ons onze er ook nog verder daarna toen als omdat heb heeft hebben had hadden ben
    is was waren wordt werd kan kon wil wilde moet moest gaat ging zei zegt mevrouw meneer te wel al"""
)
#: Of these, what may end a clause: between commas that is where it ends ('bijna op, eh, recept aanvragen').
_MAY_END = word_set("op in aan uit door over ook nog al wel er")
#: Of these, one that is said again behind a hesitation goes.
_REPEATED = _FUNCTION_WORDS - word_set("die dat haar")
_SIDES = word_set("links rechts linker rechter linkse rechtse")
_MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")

#: All that this rule may cut.
CLOSED = _SOUNDS | _OPENERS | {"dus"} | {word for phrase in _PHRASES for word in phrase}


def is_copy(sentence: str, edit: Edit) -> bool:
    """Return whether a cut ends in a word that stands before it as well, with nothing but sounds between."""
    found = [word for word in words(sentence[: edit.end]) if not word.is_mark]
    cut = [word for word in found if word.start >= edit.start]
    before = found[: len(found) - len(cut)]
    is_sounds = all(word.lower in _SOUNDS for word in cut[:-1])
    return bool(before and cut) and is_sounds and before[-1].lower == cut[-1].lower in _REPEATED


def fillers(found: Sequence[Word], before: str | None, *, has_facts: bool) -> list[Edit] | None:
    """Return the cuts of a sentence, ``None`` when all of it is filler.

    ``before`` is the sentence before it, ``None`` for the first one. ``has_facts``: it has values, medicines or sides.
    """
    opening = _opening(found, before, has_facts=has_facts)
    if opening == len(found) or all(word.is_mark for word in found[opening:]):
        is_all = opening > 0 and (before is None or not any(word.lower == "ja" for word in found))
        return None if is_all else []
    edits = [Edit("fillers", 0, found[opening].start, capital=True)] if opening else []
    at = opening
    while at < len(found):
        if _is_sound(found, at):
            end = at + 1
            while end < len(found) and (_is_sound(found, end) or found[end].text == ","):
                end += 1
            if at > opening and (edit := _inside(found, at, end)):
                edits.append(edit)
            at = end
        else:
            at += 1
    return edits


def _is_sound(found: Sequence[Word], at: int) -> bool:
    word = found[at]
    return word.lower in _SOUNDS and not word.text.isupper()


def _opening(found: Sequence[Word], before: str | None, *, has_facts: bool) -> int:
    """Return how many words and marks at the start are filler."""
    at = 0
    while at < len(found):
        if at and found[at].text in _STOPS:
            at += 1
            continue
        length = _opener(found, at, before, has_facts=has_facts)
        if not length:
            break
        at += length
    return at


def _opener(found: Sequence[Word], at: int, before: str | None, *, has_facts: bool) -> int:
    if _is_sound(found, at):
        return 1
    lower = [lower_at(found, place) for place in range(at, at + 4)]
    for phrase in _PHRASES:
        if tuple(lower[: len(phrase)]) == phrase:
            if "ja" in phrase and _is_answer(before):
                return 0
            if "wacht" in phrase and has_facts:
                return 0  # it may take back what was said before
            return len(phrase) if _is_apart(found, at + len(phrase)) else 0
    if lower[0] == "dus" and (before is None or (at + 1 < len(found) and _is_sound(found, at + 1))):
        return 1
    if lower[0] not in _OPENERS or (lower[0] == "ja" and _is_answer(before)):
        return 0
    is_free = lower[0] in _WITHOUT_COMMA and lower[1] in _SUBJECTS
    return 1 if is_free or _is_apart(found, at + 1) else 0


def _is_apart(found: Sequence[Word], at: int) -> bool:
    """Return whether what comes before this place stands by itself."""
    return at >= len(found) or found[at].text in _STOPS or found[at].text == "." or _is_sound(found, at)


def _is_answer(before: str | None) -> bool:
    """Return whether 'ja' may answer the sentence before it."""
    if before is None:
        return False
    said = before.lower().split()
    return "?" in before or len(said) <= _LABEL or not _ASKING.isdisjoint(said)


def _inside(found: Sequence[Word], at: int, end: int) -> Edit | None:
    """Return the cut of a run of sounds with the commas around it, ``None`` where it tells something."""
    first = at - 1 if found[at - 1].text == "," else at
    if first == 0:
        return None
    before, after = found[first - 1], found[end] if end < len(found) else None
    if after is None or after.is_mark:
        last = found[end - 1]
        while last.text == ",":
            end -= 1
            last = found[end - 1]
        return Edit("fillers", before.end, last.end) if not before.is_mark or first < at else None
    is_unit = _is_number(before) and first == at  # '10 eh insuline'
    if is_unit or any(is_one(before) and is_one(after) for is_one in _KINDS):
        return None
    if before.lower == after.lower and before.lower in _REPEATED:
        return Edit("fillers", before.end, after.end)
    commas = (first < at) + (found[end - 1].text == ",")
    ends = before.lower not in _FUNCTION_WORDS or (commas == 2 and before.lower in _MAY_END)
    keeps = commas > 0 and ends and not before.is_mark
    return Edit("fillers", before.end, after.start, ", " if keeps else " ")


def _is_number(word: Word) -> bool:
    return word.text[0].isdigit() or number(plain(word.text)) is not None


#: Two of one kind with a hesitation between them may be a correction: 'om tien, eh, elf uur'.
_KINDS: tuple[Callable[[Word], bool], ...] = (
    _is_number,
    lambda word: word.lower in _SIDES,
    lambda word: word.lower in WEEKDAYS,
    lambda word: word.lower in _MONTHS,
    lambda word: word.text[0].isalpha() and medicines.substance(word.text, frozenset()) is not None,
    lambda word: word.text[0].isalpha() and bool(people.relations(tokens(word.text))),
    lambda word: word.text[0].isupper(),
)
