"""What is shown of every change before it is done; a change that fails is left out by itself.

That outside its span nothing changes follows from how a change is applied (``model.rendered``). Here: what is cut is of
a closed list (``is_closed``), a figure is among the ways to say it (``is_said_back``), and what remains is read as the
same facts (``is_read_equal``).
"""

import re
from collections.abc import Sequence, Set

from ...dutch.verbalisation import cardinals, is_said, is_spelled, is_time_said
from ...dutch.word_sets import SOUNDS, word_set
from ..evidence import Spoken, check_line
from ..evidence.reading import Mark, Reading
from ..evidence.values import Value
from ..evidence.words import medicines
from ..evidence.words.negation import DENYING
from ..evidence.words.numerals import number
from ..evidence.words.stems import plain
from .model import Edit
from .words import BEFORE_HOURS, COUNTED, PAUSE

_WORD = re.compile(r"\w+")
_SIDE = re.compile(r"link|recht|beide|beid")
_NEAR = 80  # characters on either side of a figure
_GUESS = 10  # by which two figures of a guess may differ
#: Before these a figure stands for itself: 'één gram drie keer per dag'.
_COUNTING = word_set("keer maal tabletten capsules")
_FIGURE_WORDS = word_set("komma punt half halve kwart honderd duizend miljoen procent") | {
    word for number_said in range(2, 1000) for word in cardinals(number_said)
}
_DENYING = DENYING | word_set("nee neen")


def is_closed(cut: str, words: Set[str], own: frozenset[str], numbers: Set[str] = frozenset()) -> bool:
    """Return whether a cut has no word but these; and whatever they are, no denial, medicine, side or figure.

    Only these ``numbers`` may be in it: those of a ward.
    """
    return all(
        word.lower() in words
        and plain(word) not in _DENYING
        and not _SIDE.match(word.lower())
        and medicines.substance(word, own) is None
        and (
            word.lower() in numbers or (number(plain(word)) is None and not word[0].isdigit()) or word.lower() == "een"
        )
        for word in _WORD.findall(cut)
    )


def is_said_back(edit: Edit, sentence: str) -> bool:
    """Return whether a written figure is said in one of the ways to say it, and is no part of a longer one."""
    said = " ".join(plain(word) for word in sentence[edit.start : edit.end].split())
    before = [plain(one) for one in _WORD.findall(PAUSE.sub(" ", sentence[: edit.start][-_NEAR:]))[-2:]]
    after = [plain(one) for one in _WORD.findall(PAUSE.sub(" ", sentence[edit.end :][:_NEAR]))[:2]]
    is_joined = before[-1:] in (["en"], ["over"])  # 'vijf en twintig'
    if is_joined:
        del before[-1]
    if before[-1:] == ["een"] and (is_joined or said.startswith(("honderd", "duizend"))):
        return False
    if after[:1] == ["over"] and edit.written[-1:].isdigit() and "/" not in edit.written:
        del after[0]  # '120, eh, over tachtig'
    if after[:1] in (["komma"], ["punt"]) and not (after[1:] and _is_figure_word(after[1])):
        del after[0]  # a mark that is said: 'acht milligram punt'
    is_counted = edit.written[-1:].isalpha() and after[1:] and after[1] in _COUNTING
    if is_counted or (sentence[edit.end :].startswith(",") and _is_other(edit.written, after)):
        del after[0]
    is_behind_time = edit.written[-1:].isalpha() and before[:-1] and before[0] in BEFORE_HOURS
    if sentence[: edit.start].endswith(", ") and before:
        is_other = is_behind_time or _is_other(before[-1], _behind(before, said, after))
        before = before[:-1] if is_other else before
    if sentence[: edit.start].endswith(": "):
        before = []  # 'Om kwart over acht: 125/70'
    touching = [*before[-1:], *after[:1]]
    if any(map(_is_figure_word, touching)):
        return False
    if edit.written.endswith(" uur") and is_time_said(edit.written, said, plain(sentence)):
        return True
    return is_said(edit.written, said) or (_is_code(edit.written) and is_spelled(edit.written, said))


def _behind(before: Sequence[str], said: str, after: Sequence[str]) -> list[str]:
    """Return what stands behind a figure and a comma; word by word where that figure is one of 'een week of drie'."""
    return [*(said.split() if before[:-1] == ["of"] else [said]), *after]


def _is_other(figure: str, after: Sequence[str]) -> bool:
    """Return whether what follows a figure and a comma is another figure with a unit of its own, and no second one of
    a guess: 'bed 6, 71 jaar', '91,4 kg, 2 kg eraf', not 'zeven, acht keer'."""
    first, second = _value(figure.split(" ")[0]), _value(after[0]) if after else None
    if second is None or not (after[1:2] and after[1] in COUNTED):
        return False
    return figure[-1].isalpha() or first is None or not first < second <= first + _GUESS


def _is_code(written: str) -> bool:
    return re.fullmatch(r"\d{3,}|\d+(?: \d+)+", written) is not None


def _value(word: str) -> float | None:
    digits = word.replace(",", ".")
    return float(digits) if re.fullmatch(r"\d+(\.\d+)?", digits) else number(plain(word))


def _is_figure_word(word: str) -> bool:
    return word in _FIGURE_WORDS or (word[0].isdigit() and not word.endswith(("dd", "x")))  # '2dd 50 mg'


def is_read_equal(text: str, at: int, spoken: Spoken) -> bool:
    """Return whether a tidied sentence says what the spoken one does, without what was taken back.

    No check of the evidence may have a doubt, the values, medicines, sides and denials are the same, in order, and no
    word with content is another one.
    """
    if any(flag.level != "note" for flag in check_line(text, spoken, [at])):
        return False
    said, tidied = spoken.readings[at], Reading(text, spoken.own)
    return (
        (_is_corrected(tidied, said) or _is_as_said(tidied, said))
        and _denials(tidied) == _denials(said)
        and _are_among(_content(tidied), _content(said))
    )


def _is_corrected(tidied: Reading, said: Reading) -> bool:
    """Return whether values, medicines and sides are the same, without what was taken back."""
    return (
        _have_same_values(tidied.values, said.values)
        and _keys(tidied.drugs) == _keys(said.drugs)
        and _keys(tidied.sides) == _keys(said.sides)
    )


def _is_as_said(tidied: Reading, said: Reading) -> bool:
    """Return whether values, medicines and sides are all there, and what was taken back and what replaces it have the
    spoken characters."""
    return (
        len(tidied.values) == len(said.values)
        and all(
            one.kind == other.kind
            and one.keys & other.keys
            and one.dimension == other.dimension
            and (
                not (other.taken_back or other.corrects)
                or tidied.piece(one.first, one.last) == said.piece(other.first, other.last)
            )
            for one, other in zip(tidied.values, said.values, strict=True)
        )
        and [one.key for one in tidied.drugs] == [one.key for one in said.drugs]
        and [one.key for one in tidied.sides] == [one.key for one in said.sides]
    )


def _have_same_values(tidied: Sequence[Value], said: Sequence[Value]) -> bool:
    """``said`` has what was taken back too: the unit of that may have come along to what corrects it."""
    units = {one.dimension for one in said if one.taken_back}
    stays, tidied = (_once([one for one in some if not one.taken_back]) for some in (said, tidied))
    return len(tidied) == len(stays) and all(
        one.kind == other.kind
        and one.keys & other.keys
        and (one.dimension == other.dimension or (other.corrects and not other.dimension and one.dimension in units))
        for one, other in zip(tidied, stays, strict=True)
    )


def _once(values: Sequence[Value]) -> list[Value]:
    """Return the values without one that is said again right behind itself: 'dinsdag dinsdag om tien uur'."""
    before = [None, *values]
    return [
        one
        for last, one in zip(before, values, strict=False)
        if last is None or last.keys != one.keys or last.last + 1 < one.first
    ]


def _keys(marks: Sequence[Mark]) -> list[str]:
    return [one.key for one in marks if not one.taken_back]


def _denials(reading: Reading) -> list[str]:
    """Return the denials in order; one that is said twice with nothing but sounds and marks between is one."""
    said = [word.lower for word in reading.words if word.text[0].isalnum() and word.lower not in SOUNDS]
    around = zip(["", *said], said, [*said[1:], ""], strict=False)
    return [one for before, one, after in around if one in DENYING and one != before and after != "liegen"]


def _are_among(some: Sequence[str], all_in_order: Sequence[str]) -> bool:
    left = iter(all_in_order)
    return all(one in left for one in some)


def _content(reading: Reading) -> list[str]:
    return [one for one in reading.stems if one and one != "x"]  # the sign between two lengths
