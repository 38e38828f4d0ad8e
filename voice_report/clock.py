"""The application's only clock. All time-dependent code reads it, so that a test can set the time.

A server's clock is wrong now and then: ahead by a month for an hour, say. What was stored meanwhile lies in the future
afterwards, and must neither stop anything until then nor last until then.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

AMSTERDAM = ZoneInfo("Europe/Amsterdam")

_read: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC."""
    return _read()


def local_now() -> datetime:
    """Return the current time in the Dutch time zone."""
    return _read().astimezone(AMSTERDAM)


#: How much the clocks of two machines may differ.
SKEW = timedelta(minutes=5)


def is_coming(moment: datetime | None, within: timedelta) -> bool:
    """Return whether a stored moment, which was set this far ahead at most, is yet to come.

    One that lies further ahead was set by a clock that was wrong: it counts as over.
    """
    return moment is not None and now() < moment <= now() + within + SKEW


def use(read: Callable[[], datetime] | None) -> None:
    """Replace the source of time (tests); ``None`` restores the real one."""
    global _read
    _read = read or (lambda: datetime.now(UTC))
