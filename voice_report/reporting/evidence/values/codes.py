"""Numbers that are said digit by digit: of a telephone, of a citizen, of a lock ('nul zes, twaalf, vierendertig')."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....dutch.word_sets import word_set
from ..words.numerals import SMALL
from ..words.tokens import Token, lower_at
from .units import UNITS

_TELEPHONE = 10  # digits, with the first 0
_SHORTEST, _LONGEST = 3, 14
LONG = 7  #: Digits from which a number is a code, however it is written.
_LISTED = 6  # digits with a comma behind each: fewer may be a list
_DIGIT = 9
_NEAR = 8  # words between what announces a number and the number
_CUE = re.compile(
    r".*nummer|.*code|.*kluis(?:je)?|bsn|gsm|tel|telefoon|mobiel|mobiele|bereiken|bereikbaar|telefonisch|(?:ge)?bel(?:t|d|len)?"
)
_ENDS = frozenset(".;:!?()")
#: Behind these it is a part of another figure, or what is counted comes.
_GOES_ON = word_set("komma punt honderd duizend miljoen half halve kwart procent euro over voor")
_JOINING = word_set("en of tot a")


@dataclass(frozen=True, slots=True)
class Code:
    """The digits in groups as they were said, and the last word."""

    groups: tuple[str, ...]
    last: int

    @property
    def digits(self) -> str:
        """The digits one after the other."""
        return "".join(self.groups)


def code(words: Sequence[Token], at: int) -> Code | None:
    """Return the number that is said digit by digit from this word on, ``None`` when what is said may be a list, a
    scheme ('een nul een') or an amount."""
    if words[at].lower not in SMALL or words[at].lower == "een" == words[at].text.lower() or _is_inside(words, at):
        return None
    said, last = _said(words, at)
    groups = _grouped(words, said)
    digits = "".join(groups)
    if not _SHORTEST <= len(digits) <= _LONGEST or _goes_on(words, last) or (len(groups) > 1 and len(digits) < LONG):
        return None
    if digits[0] == "0" and len(digits) == _TELEPHONE:
        return Code(groups, last)
    is_list = len(said) > 1 and len(digits) < _LISTED and last - at == 2 * (len(said) - 1)
    return Code(groups, last) if _is_announced(words, at) and not is_list else None


def _said(words: Sequence[Token], at: int) -> tuple[list[int], int]:
    """Return the places of the numbers in a row, with a comma between them or nothing, and the last of them."""
    places = [at]
    while len(places) < _LONGEST:
        following = places[-1] + 1 + (lower_at(words, places[-1] + 1) == ",")
        if lower_at(words, following) not in SMALL:
            break
        places.append(following)
    if words[places[-1]].text.lower() == "een" and lower_at(words, places[-1] + 1).isalpha():
        places.pop()  # an article
    return places, places[-1]


def _grouped(words: Sequence[Token], places: Sequence[int]) -> tuple[str, ...]:
    """Return the digits: single ones together until a pause, a number above nine by itself or behind a nought.

    Next to numbers above nine a nought and a digit are a pair: 'twaalf nul vijf nul zes' is 12 05 06.
    """
    numbers = [SMALL[words[place].lower] for place in places]
    is_paired = max(numbers) > _DIGIT
    groups: list[str] = []
    for index, (place, number) in enumerate(zip(places, numbers, strict=True)):
        is_near = index > 0 and places[index - 1] == place - 1
        is_digit = is_near and max(number, numbers[index - 1]) <= _DIGIT
        begins_pair = is_paired and number == 0 and place + 1 in places and len(groups[-1:] and groups[-1]) == 2
        if is_near and not begins_pair and (is_digit or not groups[-1].strip("0")):
            groups[-1] += str(number)
        else:
            groups.append(str(number))
    return tuple(groups)


def _is_inside(words: Sequence[Token], at: int) -> bool:
    """Return whether a figure, or a word that makes it a part of one, stands before."""
    before = lower_at(words, at - 1)
    number_before = lower_at(words, at - 2) if before in (",", *_JOINING) else before
    return number_before in SMALL or before in _GOES_ON or number_before[:1].isdigit()


def _goes_on(words: Sequence[Token], last: int) -> bool:
    """Return whether a figure continues after this word, or something is counted."""
    after = lower_at(words, last + 1)
    number_after = lower_at(words, last + 2) if after in (",", *_JOINING) else after
    is_figure = (number_after in SMALL and number_after != "een") or number_after[:1].isdigit()
    return is_figure or after in _GOES_ON or after in UNITS


def _is_announced(words: Sequence[Token], at: int) -> bool:
    """Return whether a word before it in its clause says that it is a number: 'de code is', 'te bereiken op'."""
    for word in reversed(words[max(0, at - _NEAR) : at]):
        if word.text in _ENDS - {":"} or word.value is not None:
            return False
        if _CUE.fullmatch(word.lower):
            return True
    return False
