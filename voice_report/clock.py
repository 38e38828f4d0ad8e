"""The application's only clock. All time-dependent code reads it, so that a test can set the time."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

AMSTERDAM = ZoneInfo("Europe/Amsterdam")

_read: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731


def now() -> datetime:
    """Return the current time, timezone-aware, in UTC."""
    return _read()


def local_now() -> datetime:
    """Return the current time in the Dutch time zone."""
    return _read().astimezone(AMSTERDAM)


def use(read: Callable[[], datetime] | None) -> None:
    """Replace the source of time (tests); ``None`` restores the real one."""
    global _read
    _read = read or (lambda: datetime.now(UTC))
