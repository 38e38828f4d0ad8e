"""Impossible values in a report, which the user has to confirm: a temperature of 83, 12 over 800, 30 February.

A value outside the limits was most likely misheard. The limits are no clinical norm: they are wider than any, and the
same for every client. Pure, and linear in the length of the sentence.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence

from ..dutch.word_sets import word_set
from .evidence.words.tokens import Token, tokens

#: What is measured: the words that name it, and its lowest and highest value.
_MEASURED = (
    (re.compile(r"(?:lichaams)?temperatuur|temp|koorts|verhoging"), 30, 43),
    (re.compile(r"pols|polsslag|hartslag|hartfrequentie|hf"), 20, 240),
    (re.compile(r"saturatie|sat|satureert|satureerde|spo2|zuurstofsaturatie|zuurstofgehalte"), 50, 100),
    (re.compile(r"ademhaling|ademfrequentie|ademhalingsfrequentie"), 4, 70),
    (re.compile(r"(?:bloed)?glucose|(?:bloed)?suiker|suikerwaarde|glucosewaarde|bloedsuikerwaarde"), 1, 40),
    (re.compile(r"inr"), 0.8, 12),
    (re.compile(r"nrs|pijnscore|pijncijfer"), 0, 10),
    (re.compile(r"(?:lichaams)?gewicht|weegt|woog"), 0.4, 300),
)
_PRESSURE = re.compile(r"bloeddruk|tensie|rr|bloeddrukken")
_SYSTOLIC, _DIASTOLIC = (50, 280), (20, 160)
#: What may stand between the name of what is measured and its value.
_BETWEEN = word_set(
    """was is van nu bedroeg bedraagt gemeten op ongeveer rond de weer toen nog : = . eh , kilo bleef blijft lag ligt
    zat zit stond staat steeg daalde zakte gestegen gedaald gezakt naar tot boven hij ze zij vandaag gisteren vanmorgen
    vanochtend vanmiddag vanavond vannacht rectaal oraal axillair oor rust in aan het"""
)
_MOST_BETWEEN = 5
#: What a number before one of these counts: 'de temperatuur 2 keer gemeten', 'koorts van 3 dagen'.
_COUNTED = re.compile(r"keer|maal|x|dag(?:en)?|uur|uren|we(?:ek|ken)|maand(?:en)?|jaar|minuten|min|seconden")
_GOES_ON = word_set("komma punt over / half gram g ons")
_HALF = word_set("half een")
#: What else has a temperature, and words that make the value no measured one.
_NOT_OF_A_BODY = re.compile(r"koelkast|vriezer|kamer|water|bad|buiten|douche|kraan|kachel|verwarming|slaapkamer|woning")
_SHORT_MONTHS = word_set("april apr juni jun september sept sep november nov")
_LONG_MONTHS = word_set("januari jan maart mrt mei juli jul augustus aug oktober okt december dec")
_DAYS = dict.fromkeys(_LONG_MONTHS, 31) | dict.fromkeys(_SHORT_MONTHS, 30) | {"februari": 29, "feb": 29}
_IN_DIGITS = re.compile(r"(?<![\d-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d-])")
_PAIR = re.compile(r"(\d{2,4})/(\d{2,4})")
_OLDEST = 115


def impossible(sentence: str) -> Iterator[str]:
    """Yield the pieces of a sentence with a value that cannot be, as they stand there."""
    words = tokens(sentence)
    is_of_a_body = not any(_NOT_OF_A_BODY.search(word.lower) for word in words)
    for at in range(len(words)):
        measured = _measured(words, at) if is_of_a_body else None
        for piece in (_pressure(words, at), measured, _date(words, at), _age(words, at)):
            if piece is not None:
                yield sentence[piece[0].start : piece[-1].end]
    for found in _IN_DIGITS.finditer(sentence):
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
            yield found[0]


def _pressure(words: Sequence[Token], at: int) -> Sequence[Token] | None:
    """Return a blood pressure outside the limits, or whose lower value is not lower: '145 over 158', '12/800'."""
    is_named = any(_PRESSURE.fullmatch(word.lower) for word in words[max(0, at - 8) : at])
    if pair := _PAIR.fullmatch(words[at].text):
        upper, lower, piece = float(pair[1]), float(pair[2]), words[at : at + 1]
    else:
        piece = words[at : at + 3]
        if len(piece) < 3 or piece[1].lower not in ("over", "/") or piece[0].value is None or piece[2].value is None:
            return None
        upper, lower = piece[0].value, piece[2].value
    if not is_named and (len(piece) == 1 or upper < _SYSTOLIC[0] or lower < _DIASTOLIC[0]):
        return None  # 'vijf over half acht'; nothing else is said as '145 over 158'
    is_possible = _SYSTOLIC[0] <= upper <= _SYSTOLIC[1] and _DIASTOLIC[0] <= lower <= _DIASTOLIC[1] and lower < upper
    return None if is_possible else piece


def _measured(words: Sequence[Token], at: int) -> Sequence[Token] | None:
    """Return the value of what is measured, when it is outside the limits of that."""
    limits = next(((low, high) for name, low, high in _MEASURED if name.fullmatch(words[at].lower)), None)
    if limits is None:
        return None
    for step, word in enumerate(words[at + 1 : at + 2 + _MOST_BETWEEN], at + 1):
        if word.value is not None or word.text[0].isdigit():
            value = None if _is_counted(words, step) else _decimal(words, step)
            return None if value is None or limits[0] <= value <= limits[1] else words[step : step + 1]
        if word.lower not in _BETWEEN:
            return None
    return None


def _is_counted(words: Sequence[Token], at: int) -> bool:
    after = words[at + 1].lower if at + 1 < len(words) else ""
    return _COUNTED.fullmatch(after) is not None or after in _DAYS


def _decimal(words: Sequence[Token], at: int) -> float | None:
    """Return the number that stands here, ``None`` when more follows: '37 komma twee', '37 8', '37 en half'."""
    after, more = [*words[at + 1 : at + 3], None, None][:2]
    goes_on = after is not None and (after.value is not None or after.lower in _GOES_ON)
    goes_on = goes_on or (after is not None and after.lower == "en" and more is not None and more.lower in _HALF)
    return None if goes_on else words[at].value


def _date(words: Sequence[Token], at: int) -> Sequence[Token] | None:
    """Return a day that its month does not have: '31 april'."""
    month = words[at + 1].lower if at + 1 < len(words) else ""
    is_day = re.fullmatch(r"\d\d?", words[at].text) is not None and month in _DAYS
    return words[at : at + 2] if is_day and not 1 <= int(words[at].text) <= _DAYS[month] else None


def _age(words: Sequence[Token], at: int) -> Sequence[Token] | None:
    """Return an age that no person reaches: '182 jaar oud', 'is 820 jaar'."""
    piece = words[at : at + 2]
    if len(piece) < 2 or piece[1].lower != "jaar" or piece[0].value is None or piece[0].value <= _OLDEST:
        return None
    is_age = (at > 0 and words[at - 1].lower in ("is", "van")) or (at + 2 < len(words) and words[at + 2].lower == "oud")
    return piece if is_age else None
