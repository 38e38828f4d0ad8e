"""How fast an engine on this machine is, and when it has to hurry.

It hurries before a backlog grows: as soon as the sound of the last minute takes nearly a minute of work, or what waits
takes longer than a person likes to. It goes back to its usual settings when nothing waits and there is time to spare.
"""

import logging
import time
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

#: Seconds in which the sound that comes in is counted.
_WINDOW = 60.0
#: Work that comes in, in seconds per second: above the first it hurries, below the second it stops. Far enough apart
#: that one person more or less does not make it go to and fro.
_MOST, _LEAST = 0.9, 0.6
#: Seconds of waiting work from which it hurries, whatever comes in: a network that is back brings minutes at once.
_MOST_WAITING = 10.0
#: Seconds of sound after which a measurement counts for half.
_HALF = 60.0
#: Seconds of work per second of sound before anything has been measured, and how many seconds of sound that is worth.
_FIRST, _WORTH = 0.5, 4.0


class LoadMonitor:
    """``gain``: how many times faster a segment is when hurried (``bench/speech``)."""

    def __init__(self, *, gain: float, now: Callable[[], float] = time.monotonic) -> None:
        self._gain = gain
        self._now = now
        self._work, self._sound = _FIRST * _WORTH, _WORTH
        self._arrived: deque[tuple[float, float]] = deque()
        self.is_hurried = False

    @property
    def speed(self) -> float:
        """Seconds of work per second of sound with the usual settings."""
        return self._work / self._sound

    def arrived(self, seconds: float) -> None:
        """Count a segment that came in."""
        self._arrived.append((self._now(), seconds))

    def look(self, waiting: float) -> None:
        """Decide how the next segment is transcribed, with so many seconds of sound waiting behind it."""
        while self._arrived and self._arrived[0][0] <= self._now() - _WINDOW:
            self._arrived.popleft()
        load = self.speed * sum(seconds for _, seconds in self._arrived) / _WINDOW
        due = self.speed * waiting
        if not self.is_hurried and (load > _MOST or due > _MOST_WAITING):
            self.is_hurried = True
            log.info("speech: hurrying; load %.2f, %.0f s of work waits", load, due)
        elif self.is_hurried and not waiting and load < _LEAST:
            self.is_hurried = False
            log.info("speech: no longer hurrying; load %.2f", load)

    def done(self, seconds: float, work: float) -> None:
        """Measure a segment; one that was hurried counts for what it would have taken."""
        fading = 0.5 ** (seconds / _HALF)
        self._work = self._work * fading + work * (self._gain if self.is_hurried else 1.0)
        self._sound = self._sound * fading + seconds
