"""What was said and is not in the report."""

from collections.abc import Sequence

from ...dutch.word_sets import word_set
from .checks.figures import is_code_in, measurement
from .filler import is_filler, looks_like_filler
from .model import Omission, Statement
from .reading import Mark, Reading
from .sources import Spoken
from .values.dates import is_relative
from .words import medicines
from .words.negation import DENYING
from .words.stems import is_among
from .words.synonyms import alike
from .words.tokens import Key, Value

_PRIMARY = 0.25  # of a sentence's content, when it is the first source of a written one
_CITED = 0.5  # when it is another source
_CLAUSE = 2  # words with content that make a part of a sentence worth missing
_EDGE = 2  # words
_LONG = 100  # from which a number may have been said in pieces
_MOST_LONG = 200  # such numbers of a report
_MOST_PARTS = 24  # of a sentence that are looked for
#: With one of these, one word with content is worth missing.
_WEIGHTY = DENYING | word_set("alleen behalve wel omdat tenzij mits links rechts")
_VALUES = frozenset({"number", "unit", "time", "date", "drug"})


def omissions(statements: Sequence[Statement], written: Sequence[Reading], spoken: Spoken) -> list[Omission]:
    """Return the spoken sentences with content that no written sentence has, and what is missing of the others."""
    report, replaced = _Report(written), _replaced(statements)
    citing: dict[int, list[tuple[Reading, bool]]] = {}
    for statement, reading in zip(statements, written, strict=True):
        for rank, source in enumerate(statement.sources):
            citing.setdefault(source, []).append((reading, rank == 0))
    copied = {source for one in statements if one.copied for source in one.sources}
    found = []
    for at, reading in enumerate(spoken.readings):
        near = [(one, False) for other in spoken.beside(at) for one, _ in citing.get(other, [])]
        same = spoken.literal[reading.literal][0]  # who says a sentence twice is cited where it was said first
        by = citing.get(at, []) + citing.get(same, []) + near
        if at in spoken.orders or at in spoken.spare or at in copied or is_filler(reading):
            continue
        if _is_present(reading, by, spoken) or report.says(reading):
            found += report.missing(at, reading, [one for one, _ in by], spoken) if at not in replaced else []
        elif looks_like_filler(reading):
            found.append(Omission(at, "note", "Dit lijkt niets voor het verslag."))
        elif _has_figures(reading):
            found.append(Omission(at, "red", "Hierin is een getal, tijd of medicijn gezegd; het ontbreekt."))
        else:
            found.append(Omission(at, "amber", "Dit is gezegd, maar staat niet in het verslag."))
    return found


def _replaced(statements: Sequence[Statement]) -> set[int]:
    """Return the spoken sentences whose value or medicine is flagged already, because another one was written."""
    return {at for one in statements if any(flag.kind in _VALUES for flag in one.flags) for at in one.sources}


class _Report:
    """What is anywhere in a report."""

    def __init__(self, written: Sequence[Reading]) -> None:
        self._keys: set[Key] = {key for one in written for value in one.values for key in value.keys}
        values = (value for one in written for value in one.values)
        self._long = [one for one in values if one.amount is None or one.amount >= _LONG][:_MOST_LONG]
        self._drugs = {mark.key for one in written for mark in one.drugs}
        self._literal = {one.literal for one in written}
        self._empty = [one.lower for one in written if not (one.content or one.values)]

    def says(self, reading: Reading) -> bool:
        """Return whether a sentence without content ('ik wil niet meer') has most of its words in another such one."""
        words = {word.lower for word in reading.words if word.text[0].isalpha()}
        is_empty = not (reading.content or reading.values)
        return is_empty and any(len(words & one) * 3 >= len(words) * 2 for one in self._empty)

    def missing(self, at: int, reading: Reading, citing: Sequence[Reading], spoken: Spoken) -> list[Omission]:
        """Return what a report lacks of a spoken sentence that it has the rest of: values, medicines, a part."""
        if reading.literal in self._literal:
            return []
        figures = [value for value in reading.values if self._lacks(value, reading)]
        drugs = [mark for mark in reading.drugs if not mark.taken_back and self._lacks_drug(mark)]
        if figures or drugs:
            texts = [*(mark.text for mark in drugs), *(measurement(value, reading) for value in figures)]
            return [Omission(at, "red", f"Hiervan ontbreekt {texts[0]}.")]
        heard = frozenset().union(*(one.heard for one in citing))
        parts = [] if reading.is_unmarked else reading.parts[:_MOST_PARTS]
        for first, last in parts if len(parts) > 1 else []:
            stems = {one for one in reading.stems[first:last] if one}
            words = {word.lower for word in reading.words[first:last]}
            is_worth = len(stems) >= _CLAUSE or words & _WEIGHTY or (first and reading.words[first - 1].lower == "maar")
            stems = {one for one in stems if not spoken.is_alibi(one)}
            if stems and is_worth and not any(is_among(one, heard) or alike(one, heard) for one in stems):
                return [Omission(at, "amber", f"Hiervan ontbreekt ‘{reading.piece(first, last - 1)}’.")]
        return []

    def _lacks(self, value: Value, reading: Reading) -> bool:
        if value.taken_back or value.is_article or value.keys & self._keys or is_relative(value):
            return False
        if reading.is_unmarked and (value.first < _EDGE or value.last >= len(reading.words) - _EDGE):
            return False  # where its sentence was cut is a guess
        if value.amount in (1, 2) and value.kind == "number" and value.dimension in ("", "times"):
            return False  # written in other ways: 'beide', 'een paar', 'tweemaal'
        return not any(is_code_in(written, reading) for written in self._long)

    def _lacks_drug(self, mark: Mark) -> bool:
        return not any(medicines.excuses(mark.key, key) for key in self._drugs)


def _has_figures(reading: Reading) -> bool:
    figures = [one for one in reading.values if not (one.taken_back or one.is_article)]
    return bool(figures) or any(not one.taken_back for one in reading.drugs)


def _is_present(reading: Reading, citing: Sequence[tuple[Reading, bool]], spoken: Spoken) -> bool:
    if any(one.literal == reading.literal or reading.literal in one.literal for one, _ in citing):
        return True
    content = reading.content
    if not citing:
        return False
    heard = frozenset().union(*(one.heard for one, _ in citing))
    total = sum(spoken.weight(one) for one in content)
    shared = sum(spoken.weight(one) for one in content if one in heard or _is_part_of(one, heard) or alike(one, heard))
    values = [one for one in reading.values if not (one.taken_back or one.is_article)]
    keys = {key for one, _ in citing for value in one.values for key in value.keys}
    kept = sum(bool(one.keys & keys) for one in values)
    if any(is_code_in(value, reading) for one, _ in citing for value in one.values):
        kept = len(values)  # a number that was said in pieces
    if values and total:
        shared, total = shared + kept, total + len(values)
    elif not total:
        return bool(kept)
    needed = _PRIMARY if any(first for _, first in citing) else _CITED
    return shared >= needed * total


def _is_part_of(one: str, heard: frozenset[str]) -> bool:
    return len(one) > 3 and any(
        len(other) > 3 and (one[:5] == other[:5] or one in other or other in one) for other in heard
    )
