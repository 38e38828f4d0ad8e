"""Turns at an engine that transcribes one segment at a time: fair between people, in order within a dictation.

The next turn goes to the person with the fewest seconds of sound since they joined: fair by seconds, not by segments. A
person whose first segment was long waits while each other person has as many seconds, in any number of segments; no one
waits for the whole backlog of another (security.md S33). A piece of a chosen file waits for all that is being said.
A segment that does not fit is refused at once; it is still on its device, which offers it again.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ...errors import Unavailable
from .load_monitor import LoadMonitor

BUSY = "Het is nu erg druk met spraakherkenning. Je opname is bewaard en wordt zo opnieuw aangeboden."
OWN = "Er worden al meerdere opnames van je verwerkt. Deze volgt zo vanzelf."

#: Seconds of the recorder's longest segment: 3 MB.
_SEGMENT = 45.0
#: Segments that may wait, and seconds of sound in all; beyond these one segment for each person who has none waiting.
_WAITING, _PEOPLE = 32, 128
_SECONDS = _WAITING * _SEGMENT


@dataclass(frozen=True, slots=True)
class QueueKey:
    """The segment's account, its dictation and its position there; ``is_file``: of a file, for which no user speaks."""

    person: str = ""
    dictation: str = ""
    position: int = 0
    is_file: bool = False

    @property
    def whose(self) -> str:
        """Return whose seconds it counts for: an account's file and what the user says count apart."""
        return f"{self.person}:file" if self.is_file else self.person


@dataclass(eq=False, slots=True)
class _Waiting:
    place: QueueKey
    seconds: float
    called: asyncio.Future[None]


class FairQueue:
    """The turns of one engine. Used on one event loop."""

    def __init__(self, monitor: LoadMonitor, *, now: Callable[[], float] = time.monotonic) -> None:
        self.monitor = monitor
        self._now = now
        self._waiting: list[_Waiting] = []  # by arrival
        self._is_taken = False
        self._served: dict[str, float] = {}  # seconds per person; a new person starts at ``_begun``
        self._begun = 0.0  # what the person who has a turn had before it

    @asynccontextmanager
    async def slot(self, place: QueueKey, seconds: float) -> AsyncIterator[None]:
        """Hold the engine for a segment of so many seconds of sound; waits for its turn.

        Raises ``Unavailable`` (code ``busy``) at once when there is no room to wait.
        """
        self._served[place.whose] = max(self._begun, self._served.get(place.whose, 0.0))
        if self._is_taken:
            await self._wait(place, seconds)
        else:
            self._is_taken = True
            self._note(place, seconds)
        if not place.is_file:
            self._begun = self._served[place.whose]
        self._served[place.whose] += seconds
        self.monitor.look(sum(one.seconds for one in self._waiting if not one.place.is_file))
        began = self._now()
        try:
            yield
            self.monitor.done(seconds, self._now() - began)
        finally:
            self._pass_on()

    async def _wait(self, place: QueueKey, seconds: float) -> None:
        if not self._has_room(place.whose, seconds):
            raise Unavailable(BUSY, code="busy", retry_after=5)
        one = _Waiting(place, seconds, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self._note(place, seconds)
        try:
            await one.called
        except asyncio.CancelledError:
            if not one.called.cancelled():
                self._pass_on()  # it was called at the same moment
            raise
        finally:
            with contextlib.suppress(ValueError):
                self._waiting.remove(one)

    def _note(self, place: QueueKey, seconds: float) -> None:
        """Count what a user says: the engine does not hurry for a file, which takes all the time that there is."""
        if not place.is_file:
            self.monitor.arrived(seconds)

    def _has_room(self, person: str, seconds: float) -> bool:
        if len(self._waiting) < _WAITING and sum(one.seconds for one in self._waiting) + seconds <= _SECONDS:
            return True
        if len(self._waiting) >= _PEOPLE or seconds > _SEGMENT:
            return False
        return all(one.place.whose != person for one in self._waiting)

    def _pass_on(self) -> None:
        self._waiting = [one for one in self._waiting if not one.called.cancelled()]
        if not self._waiting:
            self._is_taken = False
            self._served.clear()
            self._begun = 0.0
            return
        first = min(self._waiting, key=lambda one: (one.place.is_file, self._served[one.place.whose]))
        whose, dictation = first.place.whose, first.place.dictation
        own = [one for one in self._waiting if (one.place.whose, one.place.dictation) == (whose, dictation)]
        chosen = min(own, key=lambda one: one.place.position)
        self._waiting.remove(chosen)
        chosen.called.set_result(None)
