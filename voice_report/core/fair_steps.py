"""The event loop, shared by organizations: none takes more than half of it while others want it (security.md S56).

A task runs in steps, from one of its waits to the next; a call or an event takes a dozen, and each stands behind
whatever else is ready. Were all run as they come, an organization with twenty calls under way would have twenty steps
run before each step of another one. So the time that an organization's steps take is measured, and it rests as long
as they took: its next step waits meanwhile. It may take a little in advance, which an ordinary event does not use up,
and while no other organization has work it does not rest.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .fair_lock import whose

__all__ = ["Turns", "hurried", "share", "stepped"]

_PARTS = 2  # of which one is the step, and the others are the rest
_AHEAD = 0.04  # seconds that an organization may be ahead of its rest: opening a page takes 0.03
_LATELY = 0.005  # seconds in which another organization had a step: it wants the loop as well
_REMEMBERED = 1000  # organizations


_hurries: ContextVar[bool] = ContextVar("hurries", default=False)


@contextmanager
def hurried() -> Iterator[None]:
    """Have steps in the block not wait for the rest of their organization: others wait for what it holds."""
    before = _hurries.get()
    _hurries.set(True)
    try:
        yield
    finally:
        _hurries.set(before)


class _Organization:
    """The steps of an organization that wait, and until when it rests, but for what it may have ahead."""

    __slots__ = ("rests_until", "waiting")

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.rests_until = 0.0


class Turns:
    """Whose steps may run; the task factory of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.monotonic) -> None:
        self._loop, self._now = loop, now
        self._organizations: dict[str, _Organization] = {}
        self._last, self._others_at = "", -_LATELY  # who had the last step, and when another one last had one

    def __call__(self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], **options: Any) -> Any:
        """Return a task that runs in turns."""
        return asyncio.Task(_Stepped(coroutine, self), loop=loop, **options)

    def ask(self, organization: str) -> asyncio.Future[None] | None:
        """Return what a step of this organization waits for; ``None`` when it may run now."""
        own = self._organizations.get(organization)
        if own is None or not (own.waiting or self._rest(organization, own)):
            return None
        turn = self._loop.create_future()
        own.waiting.append(turn)
        if len(own.waiting) == 1:
            self._loop.call_later(self._rest(organization, own), self._go_on, organization, own)
        return turn

    def note(self, organization: str, seconds: float) -> None:
        """Note how long a step took."""
        now = self._now()
        if organization != self._last:
            self._last, self._others_at = organization, now
        own = self._organizations.get(organization)
        if own is None:
            if len(self._organizations) >= _REMEMBERED:
                self._forget(now)
            own = self._organizations[organization] = _Organization()
        own.rests_until = max(now - seconds, own.rests_until) + _PARTS * seconds

    def _rest(self, organization: str, own: _Organization) -> float:
        """Return the seconds until its next step."""
        now = self._now()
        is_alone = organization == self._last and now - self._others_at >= _LATELY
        return 0.0 if is_alone else max(0.0, own.rests_until - _AHEAD - now)

    def _go_on(self, organization: str, own: _Organization) -> None:
        """Let the next step run that waits, and look again after it."""
        rest = self._rest(organization, own)
        while own.waiting and (own.waiting[0].done() or not rest):
            turn = own.waiting.popleft()
            if not turn.done():  # else its task was cancelled
                turn.set_result(None)
                break
        if own.waiting:
            self._loop.call_later(rest, self._go_on, organization, own)

    def _forget(self, now: float) -> None:
        for name, own in list(self._organizations.items()):
            if own.rests_until <= now and not own.waiting:
                del self._organizations[name]


class _Stepped(Coroutine[Any, Any, Any]):
    """A coroutine whose steps run in the turns of whose it is (``fair_lock.whose``)."""

    __slots__ = ("_coroutine", "_turns", "_value", "_waits")

    def __init__(self, coroutine: Coroutine[Any, Any, Any], turns: Turns) -> None:
        self._coroutine, self._turns = coroutine, turns
        self._value: Any = None
        self._waits = False

    def send(self, value: Any) -> Any:
        organization = whose.get()
        if self._waits:
            value, self._value, self._waits = self._value, None, False
        elif organization and not _hurries.get() and (turn := self._turns.ask(organization)) is not None:
            self._value, self._waits = value, True
            turn._asyncio_future_blocking = True  # as an ``await`` says to the task
            return turn
        began = time.thread_time()
        try:
            return self._coroutine.send(value)
        finally:
            if organization := whose.get():
                self._turns.note(organization, time.thread_time() - began)

    def throw(self, *error: Any) -> Any:
        self._value, self._waits = None, False
        return self._coroutine.throw(*error)

    def close(self) -> None:
        self._coroutine.close()

    def __await__(self) -> "_Stepped":
        return self

    def __iter__(self) -> "_Stepped":
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def __getattr__(self, name: str) -> Any:
        """Return what a coroutine says of itself: ``cr_frame`` and the like."""
        return getattr(self._coroutine, name)


def share() -> None:
    """Have the tasks that begin from now on, on the running loop, run in turns."""
    loop = asyncio.get_running_loop()
    loop.set_task_factory(Turns(loop))


def stepped(coroutine: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, Any]:
    """Return a coroutine that is no task's as one that runs in turns, where tasks do."""
    turns = asyncio.get_running_loop().get_task_factory()
    return _Stepped(coroutine, turns) if isinstance(turns, Turns) else coroutine
