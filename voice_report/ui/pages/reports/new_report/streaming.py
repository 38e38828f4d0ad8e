"""How fast a streaming concept goes to the screen.

A state sends a whole var with every change, so a long report sent token by token would cost the square of its length.
Finished paragraphs are therefore kept apart from the growing tail, and changes go out at most 20 times a second; the
very first words go out at once.
"""

import time
from collections.abc import Callable

_INTERVAL = 0.05  # seconds between two updates of the screen


class Pacer:
    """Collect pieces of a stream; ``settled + tail`` is always the whole text so far."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.settled = ""
        self.tail = ""
        self._monotonic = monotonic
        self._shown_at: float | None = None

    def add(self, piece: str) -> bool:
        """Add a piece; return True when it is time to show."""
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
