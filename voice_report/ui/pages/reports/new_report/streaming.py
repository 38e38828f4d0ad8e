"""Pace the updates of a streaming concept to the screen.

A state sends a whole var with every change, so sending a long report token by token would take traffic quadratic in
its length. Finished paragraphs are therefore kept apart from the growing tail, and updates are sent at most 20 times a
second; the very first words are sent at once.

A report that is made of lines is sent whole every time, because its sections fill in any order. Lines come a few times
a second, and only the newest of those that wait is sent.
"""

import time
from collections.abc import Callable

_INTERVAL = 0.05  # seconds between two updates of the screen
_SECONDS_A_CHARACTER = 2e-6  # longer when the whole text is sent: half a million characters a second at most


class Pacer:
    """Collects the pieces of a stream; ``settled + tail`` is always the whole text so far.

    ``rest`` are the seconds to wait after the update before the next piece is taken.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.settled = ""
        self.tail = ""
        self.rest = 0.0
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

    def replace(self, whole: str) -> bool:
        """Take the whole text so far; return True, because it is time to update the screen."""
        self.settled, self.tail = whole, ""
        self.rest = _INTERVAL + len(whole) * _SECONDS_A_CHARACTER
        return True
