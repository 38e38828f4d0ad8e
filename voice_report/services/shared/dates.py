"""Dates as people write them, and the periods of a filter (whole days in Europe/Amsterdam)."""

import contextlib
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from ... import clock
from ...clock import AMSTERDAM
from ...dutch.word_sets import word_set
from ...errors import Invalid

LONGEST = 40  # characters: a date, the time that a spreadsheet adds, and white space

_BETWEEN = r"\s?[-/.\s]\s?"
_DATE = re.compile(rf"(\d{{1,2}}){_BETWEEN}(\d{{1,2}}){_BETWEEN}(\d{{4}}|\d{{2}})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_TOGETHER = re.compile(r"(?:(19\d\d|20\d\d)(\d\d)(\d\d)|(\d\d)(\d\d)((?:18|19|20)\d\d))", re.ASCII)
_NAMED = re.compile(r"(\d{1,2})(?:e|ste|de)?[-/.\s]{0,2}([a-z]{3,9})[-/.,\s]{0,3}(\d{4}|\d{2})", re.ASCII)
_MIDNIGHT = re.compile(r"[T ]0{1,2}:00(:00)?(\.0+)?(Z|[+-]00:?00)?$")
_DASHES = str.maketrans("‐‑‒–—−", "------")  # what programs make of a hyphen
_MONTHS_A_YEAR, _MOST_DAYS = 12, 31  # of a month
_TIME = re.compile(r"([01]?\d|2[0-3])[.:]([0-5]\d)", re.ASCII)
#: Months as they are written in Dutch and in English, by their first letters.
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "maa mar mrt", "apr", "mei may", "jun", "jul", "aug", "sep", "okt oct", "nov", "dec"), 1
    )
    for name in names.split()
}
_IN_FULL = word_set(
    """jan januari january feb febr februari february mrt maart mar march apr april mei may jun juni june jul juli july
    aug augustus august sep sept september okt oct oktober october nov november dec december"""
)


class NotADate(ValueError):
    """A text that is not written as a date, whatever day it may mean."""


#: Filters cannot look outside these days: there are no rows, and a database cannot compare some later dates.
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(9000, 1, 1)


def parse(text: str) -> date:
    """Parse a day with a year of four digits: 12-4-1938 (also with / or .), 1938-04-12, 19380412, 12 april 1938.

    Raises ``ValueError`` for a day that does not exist, and ``NotADate`` for another text, also one over ``LONGEST``.
    """
    day, month, year = _parts(text)
    if len(year) == 2:
        raise ValueError("a year of two digits")
    return date(int(year), month, day)


def _parts(text: str) -> tuple[int, int, str]:
    """Return the day, the month and the year as it is written. Raises ``NotADate``."""
    if len(text) > LONGEST:
        raise NotADate
    text = _bare(text)
    if found := _YEAR_FIRST.fullmatch(text):
        return int(found[3]), int(found[2]), found[1]
    if found := _DATE.fullmatch(text):
        return int(found[1]), int(found[2]), found[3]
    if found := _TOGETHER.fullmatch(text):
        year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
        return int(day), int(month), year
    if (found := _NAMED.fullmatch(text)) and found[2] in _IN_FULL:
        return int(found[1]), _MONTHS[found[2][:3]], found[3]
    raise NotADate


def _bare(text: str) -> str:
    """Return the text of a date in small letters, without a time of midnight."""
    return " ".join(_MIDNIGHT.sub("", text.strip()).casefold().translate(_DASHES).split())


def order(text: str) -> Literal["day", "month", "either", ""]:
    """Return what comes first in a date of figures that ends with its year; '' when it makes no difference, and for
    other texts."""
    text = _bare(text[: LONGEST + 1])
    found = _DATE.fullmatch(text) or _TOGETHER.fullmatch(text)
    first, second, *_ = [int(figures) for figures in found.groups() if figures] if found else (0, 0)
    if first == second or not 0 < first <= _MOST_DAYS or not 0 < second <= _MOST_DAYS:
        return ""
    if second > _MONTHS_A_YEAR:
        return "month" if first <= _MONTHS_A_YEAR else ""
    return "day" if first > _MONTHS_A_YEAR else "either"


def centuries(text: str, first_year: int, last_day: date) -> list[date]:
    """Return the days that a date with a year of two digits may be: of both centuries, those from ``first_year`` on."""
    try:
        day, month, written = _parts(text)
    except NotADate:
        return []
    if len(written) != 2:
        return []
    year = int(written)
    found = []
    for century in (1900, 2000):
        with contextlib.suppress(ValueError):  # 29-2-00 is no day in 1900
            found.append(date(century + year, month, day))
    return [day for day in found if day.year >= first_year and day <= last_day]


def optional(text: str, *, code: str = "invalid") -> date | None:
    """Parse a date field that may be empty. Raises ``Invalid``."""
    try:
        return parse(text) if text else None
    except ValueError:
        raise Invalid("Vul een bestaande datum in: dd-mm-jjjj.", code=code) from None


def moment(day: str, time_of_day: str) -> datetime:
    """Parse a date and a time (uu.mm or uu:mm) in Amsterdam; of an hour that comes twice it is the first.

    Raises ``Invalid``, whose ``code`` names the field: ``day`` or ``time``.
    """
    on = optional(day.strip(), code="day")
    if on is None or not _FIRST_DAY <= on < _LAST_DAY:
        raise Invalid("Vul een bestaande datum in: dd-mm-jjjj.", code="day")
    parts = _TIME.fullmatch(time_of_day.strip())
    if parts is None:
        raise Invalid("Vul een tijd in: uu.mm.", code="time")
    hour, minute = map(int, parts.groups())
    found = datetime.combine(on, time(hour, minute), AMSTERDAM)
    if found.astimezone(UTC).astimezone(AMSTERDAM).replace(tzinfo=None) != found.replace(tzinfo=None):
        raise Invalid("Deze tijd was er die nacht niet: de klok ging een uur vooruit.", code="time")
    return found


def begin(day: date | None) -> datetime | None:
    """Return the first moment of the first day of a period; ``None`` when the period has no beginning."""
    return _midnight(day) if day and day > _FIRST_DAY else None


def end(day: date | None) -> datetime | None:
    """Return the first moment after the last day of a period; ``None`` when the period has no end."""
    return _midnight(max(day, _FIRST_DAY) + timedelta(days=1)) if day and day < _LAST_DAY else None


def period(since: str, until: str) -> tuple[date | None, date | None]:
    """Parse the two date fields of a period; each may be empty. Raises ``Invalid``; its ``code`` names the field."""
    days = optional(since, code="since"), optional(until, code="until")
    in_order(*days)
    return days


def in_order(since: date | None, until: date | None) -> None:
    """Raise ``Invalid`` (code ``since``) when a period ends before it begins."""
    if since and until and since > until:
        raise Invalid("De begindatum ligt na de einddatum.", code="since")


def week(of: date) -> tuple[date, date]:
    """Return the Monday and the Sunday of the week that a day is in."""
    monday = of - timedelta(days=of.weekday())
    return monday, monday + timedelta(days=6)


def named(period: str, today: date) -> tuple[date | None, date | None]:
    """Return the first and last day of 'week', 'last_week' or 'month' around ``today``; no ends for another name."""
    if period == "week":
        return week(today)
    if period == "last_week":
        return week(today - timedelta(days=7))
    if period == "month":
        return today.replace(day=1), (today.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return None, None


def today() -> date:
    """Return the present day in Amsterdam."""
    return clock.local_now().date()


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), AMSTERDAM)
