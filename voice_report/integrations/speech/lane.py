"""Turns at an engine that transcribes one segment at a time: fair between people, in order within a dictation.

Who was served longest ago is next, so that nobody's first segment waits for more than one of each other person
(security.md S33). A segment that does not fit is refused at once; it is still on its device, which offers it again.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ...errors import Unavailable
from .executor import BUSY
from .pace import Pace

#: Segments that may wait, a few megabytes each; and beyond these one for each person who has none waiting.
_WAITING, _PEOPLE = 32, 128


@dataclass(frozen=True, slots=True)
class Place:
    """Whose segment it is, and where it stands in which dictation."""

    person: str = ""
    dictation: str = ""
    position: int = 0


@dataclass(eq=False, slots=True)
class _Waiting:
    place: Place
    seconds: float
    called: asyncio.Future[None]


class Lane:
    """The turns of one engine. Used on one event loop."""

    def __init__(self, pace: Pace, *, now: Callable[[], float] = time.monotonic) -> None:
        self.pace = pace
        self._now = now
        self._waiting: list[_Waiting] = []  # by arrival
        self._is_taken = False
        self._served: dict[str, int] = {}  # when each person had a turn, as a number that rises
        self._turns = 0

    @asynccontextmanager
    async def turn(self, place: Place, seconds: float) -> AsyncIterator[None]:
        """Hold the engine for a segment of so many seconds of sound; waits for its turn.

        Raises ``Unavailable`` (code ``busy``) at once when there is no room to wait.
        """
        if self._is_taken:
            await self._wait(place, seconds)
        else:
            self._is_taken = True
            self.pace.arrived(seconds)
        self._turns += 1
        self._served[place.person] = self._turns
        self.pace.look(sum(one.seconds for one in self._waiting))
        began = self._now()
        try:
            yield
            self.pace.done(seconds, self._now() - began)
        finally:
            self._pass_on()

    async def _wait(self, place: Place, seconds: float) -> None:
        if not self._has_room(place.person):
            raise Unavailable(BUSY, code="busy", retry_after=5)
        one = _Waiting(place, seconds, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self.pace.arrived(seconds)
        try:
            await one.called
        except asyncio.CancelledError:
            if not one.called.cancelled():
                self._pass_on()  # it was called at the same moment
            raise
        finally:
            with contextlib.suppress(ValueError):
                self._waiting.remove(one)

    def _has_room(self, person: str) -> bool:
        if len(self._waiting) < _WAITING:
            return True
        return len(self._waiting) < _PEOPLE and all(one.place.person != person for one in self._waiting)

    def _pass_on(self) -> None:
        self._waiting = [one for one in self._waiting if not one.called.cancelled()]
        if not self._waiting:
            self._is_taken = False
            self._served.clear()
            return
        first = min(self._waiting, key=lambda one: self._served.get(one.place.person, 0))
        person, dictation = first.place.person, first.place.dictation
        own = [one for one in self._waiting if (one.place.person, one.place.dictation) == (person, dictation)]
        chosen = min(own, key=lambda one: one.place.position)
        self._waiting.remove(chosen)
        chosen.called.set_result(None)
