"""Pace the updates of a streaming concept to the screen.

A state sends a whole var with every change, so sending a long report token by token would take traffic quadratic in
its length. Finished paragraphs are therefore kept apart from the growing tail, and updates are sent at most 20 times a
second; the very first words are sent at once.
"""

import time
from collections.abc import Callable

_INTERVAL = 0.05  # seconds between two updates of the screen


class Pacer:
    """Collects the pieces of a stream; ``settled + tail`` is always the whole text so far."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.settled = ""
        self.tail = ""
        self._monotonic = monotonic
        self._shown_at: float | None = None

    def add(self, piece: str) -> bool:
        """Add a piece; return True when it is time to update the screen."""
        self.tail += piece
        cut = self.tail.rfind("\n\n")
        if cut >= 0:
            self.settled += self.tail[: cut + 2]
            self.tail = self.tail[cut + 2 :]
        now = self._monotonic()
        if not (self.settled or self.tail).strip():
            return False
        if self._shown_at is not None and now - self._shown_at < _INTERVAL:
            return False
        self._shown_at = now
        return True
