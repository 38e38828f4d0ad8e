"""The one clock. Everything that depends on time asks it, so that a test can set it."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

AMSTERDAM = ZoneInfo("Europe/Amsterdam")

_read: Callable[[], datetime] = lambda: datetime.now(UTC)  # noqa: E731


def now() -> datetime:
    """Return the present moment, timezone-aware, in UTC."""
    return _read()


def local_now() -> datetime:
    """Return the present moment as a clock on a Dutch wall shows it."""
    return _read().astimezone(AMSTERDAM)


def use(read: Callable[[], datetime] | None) -> None:
    """Replace the source of time (tests); ``None`` puts the real one back."""
    global _read
    _read = read or (lambda: datetime.now(UTC))
