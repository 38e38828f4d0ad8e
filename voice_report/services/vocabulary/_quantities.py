"""What a form and its word say in figures: numbers, ordinals, fractions, units, and what stands next to them.

The report is checked against the transcript, so a word list that made 'B12' or '100mg' of a spoken number would pass
every check after it. A code that is spoken with its letter ('b twaalf') is more than a number, and may become 'B12'.
"""

import re
from dataclasses import dataclass, field

from ...dutch.dictionary import is_known
from ...reporting.evidence.values.units import UNITS
from ...reporting.evidence.words.numerals import number
from ...reporting.evidence.words.stems import plain, stem
from ._other_meaning import is_ordinary

_PIECE = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_ROMAN = re.compile(r"(?=[IVX])(X{0,3})(IX|IV|V?I{0,3})")
_ONES = {one: value for value, one in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))}
_FRACTIONS = {"half": 0.5, "kwart": 0.25, "driekwart": 0.75}
_ORDINAL = re.compile(r"(?:ste|de|e)")
#: What is counted by a number word: 'tweemaal', 'vierdaags'.
_COUNTED = re.compile(r"(.*?)(maal|keer|daags|jarig|voudig|weeks|maands|uurs)e?")
#: A figure with another is a pair, a range or a sum.
_PAIR = re.compile(r"\d\s*([-/+&])\s*(?=\d)")
#: What makes something else of the number or unit next to it: '30+', '-5', '(10)', '.5'. Between two words it joins.
_SIGNS_BEFORE = re.compile(r"(?:^|\s)([-+/&.,(]+)\s*$")
_SIGNS_AFTER = re.compile(r"\s*(\+|[-/&)'’](?=$|[\s)])|[.,]+$)")
_NAME_OF_A_LETTER = 3  # letters of 'bee' and 'zet'


@dataclass(slots=True)
class _Quantities:
    """The numbers of a text in order, each with whether it is an ordinal; its units; its other words with content, and
    whether one of these is written against a figure."""

    numbers: list[tuple[float, bool]] = field(default_factory=list)
    units: set[object] = field(default_factory=set)
    content: set[str] = field(default_factory=set)
    has_code: bool = False


def have_the_same_numbers(form: str, word: str) -> bool:
    """Return whether both say the same numbers in the same order.

    'Een' may be an article, and 'IV' is a number next to a number only.
    """
    in_form, in_word = (bool(_read(text, has_een=True).numbers) for text in (form, word))
    readings = [
        [_read(text, has_een=has_een, has_roman=beside).numbers for has_een in (False, True)]
        for text, beside in ((form, in_word), (word, in_form))
    ]
    return any(one in readings[1] for one in readings[0])


def say_as_much(form: str, word: str) -> bool:
    """Return whether a word adds no unit, no sign, no code and no other word to the quantities of its form.

    A form of nothing but numbers, units and moments may only become the same ones.
    """
    if _signs(form) != _signs(word):
        return False
    said, meant = _read(form), _read(word, has_all=True)
    if not said.content:
        return not meant.content and said.units == meant.units
    if not said.numbers and not meant.numbers:
        return True
    heard, written = said.content - meant.content, meant.content - said.content
    if said.units != meant.units or bool(heard) != bool(written):
        return False
    return not meant.has_code or all(len(one) <= _NAME_OF_A_LETTER or not is_known(one) for one in heard)


def _signs(text: str) -> list[str]:
    """Return the signs next to numbers and units that make something else of them."""
    found = []
    for piece in _PIECE.finditer(text):
        alone = _read(piece[0])
        if alone.numbers or alone.units:
            beside = (_SIGNS_BEFORE.search(text[: piece.start()]), _SIGNS_AFTER.match(text, piece.end()))
            found += [signs[1] for signs in beside if signs]
    return found


def _read(text: str, *, has_een: bool = False, has_roman: bool = False, has_all: bool = False) -> _Quantities:
    """Read a text; ``has_all``: words such as 'om' and 'zo' are content too."""
    found = _Quantities(units={sign for sign in _PAIR.findall(text)})
    end, is_figure = -1, False
    for piece in _PIECE.finditer(text):
        is_against, after_figure = piece.start() == end, is_figure
        end, is_figure = piece.end(), piece[0][0].isdigit()
        lower = plain(piece[0])
        counted = _COUNTED.fullmatch(lower)
        if is_figure:
            found.numbers.append((float(lower.replace(",", ".").replace(".", "", max(0, lower.count(".") - 1))), False))
            found.has_code = found.has_code or is_against
        elif is_against and _ORDINAL.fullmatch(lower):
            found.numbers[-1] = (found.numbers[-1][0], True)
        elif has_roman and (roman := _ROMAN.fullmatch(piece[0])):
            found.numbers.append((10 * len(roman[1]) + _ONES[roman[2]], False))
        elif counted and (not counted[1] or number(counted[1]) is not None):
            if (value := number(counted[1])) is not None:
                found.numbers.append((value, False))
            found.units.add({"keer": "maal"}.get(counted[2], counted[2]))
        elif lower == "eerste":
            found.numbers.append((1, True))
        elif lower == "een":
            found.numbers += [(1, False)] if has_een else []
        elif (value := _FRACTIONS.get(lower, number(lower))) is not None:
            found.numbers.append((value, lower.endswith(("de", "ste"))))
        elif lower in UNITS and (len(lower) > 1 or after_figure or found.numbers):
            found.units.add("maal" if UNITS[lower][0] == "times" else UNITS[lower])
        elif len(lower) == 1 or ((has_all or stem(piece[0])) and not is_ordinary(lower)):
            found.content.add(lower)
            found.has_code = found.has_code or is_against
    return found
