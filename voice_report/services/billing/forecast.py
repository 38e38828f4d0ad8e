"""How long credits last."""

from datetime import date, timedelta

from ..shared import dates

_FARTHEST = 365  # days ahead that a date is named for


def lasts_until(balance: int, allowance: int, a_day: float) -> date | None:
    """Return the day on which credits run out at this many a day, or ``None`` when that is over a year from now.

    At the beginning of a month they are topped up to the ``allowance``.
    """
    left, day = float(balance), dates.today()
    for _ in range(_FARTHEST):
        left -= a_day
        if left < 0:
            return day
        day += timedelta(days=1)
        if day.day == 1:
            left = max(left, allowance)
    return None
