"""Dates of birth, written and said: behind 'geboren', of ten years or more ago, or the chosen client's.

Other dates stay, so that a model reads what came first, unless an organization chose otherwise.
"""

import re
from collections.abc import Iterator
from itertools import chain

from ..evidence.values import values
from ..evidence.words.numerals import number
from ..evidence.words.tokens import Token, tokens
from .model import Kind, Known
from .shapes import Span

_YEARS_AGO = 10
_WITHIN = 40  # characters behind 'geboren'
_BORN = re.compile(r"\bgebo(?:ren|orte)\w*|\bgeb\b", re.IGNORECASE)
_FEAST_ON = re.compile(
    r"\bverjaar(?:dag|t)\w*|\bjarig\b"
    r"|\b(?:\w{0,12}(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|[2-9]\d|1\d\d) (?:jaar )?(?:geworden|wordt|werd)\b",
    re.IGNORECASE,
)
_FEAST = re.compile(
    r"[^.!?\n]{0,25}\bjarig\b|[^.!?\n]{0,6}\bwordt (?:ze|zij|hij|mevrouw|meneer) (?:\w+tig|\d{2,3})\b", re.IGNORECASE
)  # behind the date
_MAY_BE = re.compile(
    r"\d\s{0,2}[-/.]\s{0,2}\d{1,2}|januari|februari|maart|april|\bmei\b|ju[nl]i|augustus|september|oktober|november|december"
    r"|\b(?:jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec)\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"(?<![\d.,/-])(?P<day>0?[1-9]|[12]\d|3[01])\s?[-/.]\s?(?P<month>0?[1-9]|1[0-2])(?:\s?[-/.]\s?['’]?(?P<year>(?:19|20)\d\d|\d\d))?(?![\d/-])"
    r"|(?<![\d-])(?P<year2>(?:19|20)\d\d)-(?P<month2>\d\d)-(?P<day2>\d\d)(?![\d-])"
)
#: What stands between a day and its month: '3e mei', 'de derde van mei'. Blanks take its place, so that nothing moves.
_BETWEEN = re.compile(
    r"(?<=\d)\s?(?:ste|de|e)(?=\s{1,3}(?:van\s{1,3})?(?:jan|feb|mrt|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))"
    r"|(?<=[\w]\s)van(?=\s{1,3}(?:jan|feb|mrt|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))",
    re.IGNORECASE,
)
#: 'Een april' is a date; three characters, so that nothing moves.
_FIRST = re.compile(r"\been(?=\s(?:jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))", re.IGNORECASE)
#: Between 'geboren' and its date, within one, and what is counted instead.
_BORN_AT = re.compile(r"\bgebo(?:ren|orte(?:datum|dag|jaar))\b", re.IGNORECASE)
_LEAD = re.compile(r"(?:\s*:)?(?:\s+(?:is|was|op|in|de|het|jaar|van|datum|ook|dus)){0,4}\s*", re.IGNORECASE)
#: Behind it a date of birth may be said in three figures: 'ze is van vier twaalf zevenenveertig'.
_OF_DAY = re.compile(r"\b(?:is|was)(?: ook| zelf)?(?: van)?\b", re.IGNORECASE)
_PART = re.compile(r"[^\W_]{1,60}")
_OF_DATE = frozenset(("van", "de", "in", "het", "eh", "ehm"))
_COUNTED = frozenset(("weken", "dagen", "gram", "uur", "kinderen", "jaar", "cm", "kilo", "maanden", "minuten"))
_MONTH = re.compile(r"januari|februari|maart|april|mei|ju[nl]i|augustus|september|oktober|november|december")
_YEAR = re.compile(
    r"\s*(?:,\s*)?(?:van\s+|in\s+)?'?(\d\d)(?![\d:/%]|[.,]\d|\s*(?:uur|mg|ml|keer|x|%|graden|procent|gram|kilo|cm|min|dagen|weken|maanden|jaar|tablet))"
)

Found = tuple[int, int, int, int, int | None]  # start, end, day, month, year


def masked_dates(text: str, known: Known, *, others: bool = False) -> Iterator[Span]:
    """Yield the dates in a text by which a person is known; with ``others`` those of any other day too: with a month by
    its name, a year, or a word before it as 'op 7-6', so that '2-3 keer' stays."""
    born = [found.end() for found in _BORN.finditer(text)]
    feasts = [found.end() for found in _FEAST_ON.finditer(text)]
    for found in _BORN_AT.finditer(text):
        yield from _behind(text, found.end())
    for found in _OF_DAY.finditer(text):
        is_of = found[0].casefold().endswith("van")
        spans = _behind(text, found.end(), least=3)
        yield from (one for one in spans if is_of or text[one.end : one.end + 8] == " geboren")
    if not _MAY_BE.search(text):
        return
    this = known.today.year
    chosen = {(one.born.day, one.born.month): one.born.year for one in known.people if one.is_chosen and one.born}
    in_figures, in_words = list(_in_figures(text, this)), list(_in_words(text, this))
    certain = [one for one in in_figures if one[4] is not None] + in_words
    for start, end, day, month, year in chain(in_figures, in_words):
        is_behind = any(0 <= start - at <= _WITHIN for at in born) or _FEAST.match(text, end)
        is_behind = is_behind or any(0 <= start - at <= _WITHIN and _LEAD.fullmatch(text, at, start) for at in feasts)
        is_old = year is not None and this - year >= _YEARS_AGO
        is_theirs = (day, month) in chosen and year in (None, chosen[day, month])
        if is_behind or is_old or (is_theirs and _is_date(text, start, end, year)):
            yield Span(start, end, Kind.BIRTH_DATE)
    if others:
        yield from (Span(start, end, Kind.DATE) for start, end, *_ in certain)


def _behind(text: str, at: int, least: int = 2) -> Iterator[Span]:
    """Yield what is said right behind 'geboren' and is no date as ``values`` reads one: 'in 1949', 'zeven zes 49'."""
    lead = _LEAD.match(text, at)
    numbers: list[tuple[int, int]] = []
    is_year = False
    start = end = lead.end() if lead else at
    for found in _PART.finditer(text, start, start + 2 * _WITHIN):
        word = found[0].casefold()
        value = _said(word)
        if text[end : found.start()].strip(" -/.'’,") or (value is None and word not in _OF_DATE):
            numbers = numbers[:-1] if word in _COUNTED else numbers
            break
        end = found.end()
        if value is not None:
            numbers.append((found.start(), end))
            is_year = is_year or 1900 <= value < 2100
    if numbers and (len(numbers) >= least or (is_year and least == 2)):
        yield Span(numbers[0][0], numbers[-1][1], Kind.BIRTH_DATE)


def _said(word: str) -> int | None:
    """Return the number that a word says, 'negentiennegenenveertig' too, and 0 of a month's name."""
    if word.isdigit():
        return int(word) if len(word) <= 4 else None
    if _MONTH.fullmatch(word):
        return 0
    value = number(word)
    if value is None and word.startswith("negentien"):
        value = number(word.removeprefix("negentien"))
        return None if value is None else 1900 + int(value)
    return None if value is None else int(value)


def _is_date(text: str, start: int, end: int, year: int | None) -> bool:
    """Return whether figures without a year are a date, and not a value: '7-6', not '7.6' or '7/6'."""
    return year is not None or "." not in text[start:end]


def _in_figures(text: str, this: int) -> Iterator[Found]:
    for found in _WRITTEN.finditer(text):
        year = found["year"] or found["year2"]
        if year is None and "." in found[0]:
            continue
        day, month = int(found["day"] or found["day2"]), int(found["month"] or found["month2"])
        if month <= 12 and day <= 31:
            yield (*found.span(), day, month, _whole(int(year), this) if year else None)


def _whole(year: int, this: int) -> int:
    """Return a year of two figures in full, as one that was: 49 is 1949."""
    if year >= 100:
        return year
    return year + this // 100 * 100 - (100 if year > this % 100 else 0)


def _in_words(text: str, this: int) -> Iterator[Found]:
    words = tokens(_FIRST.sub("1  ", _BETWEEN.sub(_blank, text)))
    for value in values(words):
        keys = dict(value.keys)
        day = keys.get("day")
        if value.kind != "date" or not isinstance(day, tuple):
            continue
        start, end = words[value.first].start, words[value.last].end
        year = keys.get("year")
        if not isinstance(year, int):
            year, end = _short_year(text, words, value.last, this)
        yield start, end, day[0], day[1], year


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _short_year(text: str, words: list[Token], last: int, this: int) -> tuple[int | None, int]:
    """Return the year of two figures behind a month, and where it ends: '7 juni 49', 'zeven juni negenenveertig'."""
    end = words[last].end
    if found := _YEAR.match(text, end):
        return _whole(int(found[1]), this), found.end(1)
    following = words[last + 1] if last + 1 < len(words) else None
    if following and following.text.isalpha() and 1900 <= (_said(following.lower) or 0) < 2100:
        return _said(following.lower), following.end
    if following is None or following.value is None or not following.text.isalpha() or not 10 <= following.value <= 99:
        return None, end
    counted = words[last + 2].lower if last + 2 < len(words) else ""
    if following.value % 1 or counted in ("uur", "mg", "milligram", "ml", "keer", "graden", "procent", "over"):
        return None, end
    return _whole(int(following.value), this), following.end
