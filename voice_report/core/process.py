"""What this process makes once and keeps: engines, counters, connections. Reloaded settings get their own.

``@process_singleton`` takes the place of a module global with a function that makes it and one that resets it. What
must be closed on the event loop that opened it (the database, Stripe, Redis for pages) has its own ``close`` and the
lifespan.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from ..config import Settings, settings

__all__ = ["process_singleton"]

T = TypeVar("T")

_made: dict[Callable[[], Any], Any] = {}
_made_for: Settings | None = None


def process_singleton(make: Callable[[], T]) -> Callable[[], T]:
    """Return a function that calls ``make`` at first use, and returns that object until the settings are reloaded."""

    @wraps(make)
    def made() -> T:
        global _made_for
        if _made_for is not settings():
            _made.clear()
            _made_for = settings()
        if make not in _made:
            _made[make] = make()
        return _made[make]

    return made
