"""A few threads behind a bounded queue, in which no one waits behind the backlog of another organization."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, TypedDict, TypeVar
from weakref import WeakSet

from ..errors import TooMany, Unavailable

Result = TypeVar("Result")

_BUSY = "Het is nu erg druk. Probeer het over een paar seconden opnieuw."
_OWN = "Er wordt al aan meerdere van je aanvragen gewerkt. Probeer het zo opnieuw."

_slow = threading.local()  # ``began``, in the slow threads only

_SLOW = 1.0  # seconds of a processor: a minute of sound takes a tenth of it
_SLOW_FOR = 60.0  # seconds in which an account's work has the slow thread
_TURN = 0.001  # seconds of a processor that the slow thread works before it rests
_REST = 3  # times what it worked
_MOST_SLOW = 1000  # accounts that are remembered


_executors: "WeakSet[BoundedExecutor]" = WeakSet()


def _begin_in_a_fork() -> None:
    """A fork has none of the threads, and its executors would wait for them."""
    for one in _executors:
        one._begin_empty()


os.register_at_fork(after_in_child=_begin_in_a_fork)


class Whose(TypedDict):
    """Whose work it is, as keyword arguments of ``BoundedExecutor.run``."""

    account: str
    organization: str


@dataclass(eq=False, slots=True)
class _Piece:
    """Work that waits or is done, and whose it is."""

    work: Callable[[], Any]
    account: str
    organization: str
    is_slow: bool
    done: asyncio.Future[Any]  #: its result

    @property
    def turns(self) -> tuple[str, ...]:
        """Whose turns it takes: the organization's first."""
        return tuple(f"{kind} {one}" for kind, one in zip("oa", (self.organization, self.account), strict=True) if one)


class BoundedExecutor:
    """Runs blocking work in ``workers`` threads; at most ``waiting`` more may queue.

    ``busy`` is the sentence for a full queue, ``own`` for who has a share of it already.

    An account uses one thread at a time, an organization one less than there are; organizations take turns, and in each
    its accounts, so that another one waits for at most one piece of it (security.md S33). Once half of the places are
    taken, an account that has one already gets no other, and no organization has more than half of them, so that a few
    accounts never fill them (S56). An account whose work took long has one thread, which gives way, together with the
    others of that kind, so that many of those do not keep the threads from who says a sentence; what it took counts,
    because a file may announce any length.
    """

    def __init__(self, name: str, *, workers: int, waiting: int, busy: str = _BUSY, own: str = _OWN) -> None:
        self._name, self._workers = name, workers
        self._busy, self._own_backlog = busy, own
        self._of_an_organization = max(1, workers - 1)  # threads
        self._room = workers + waiting
        self._slow_until: dict[str, float] = {}
        self._begin_empty()
        _executors.add(self)

    def _begin_empty(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=self._workers, thread_name_prefix=self._name)
        self._slow_thread = ThreadPoolExecutor(
            max_workers=1, thread_name_prefix=f"slow-{self._name}", initializer=_begin_turn
        )
        self._waiting: list[_Piece] = []  # by arrival
        self._running: list[_Piece] = []
        self._turns: dict[str, int] = {}  # the number of the last turn of each organization and account

    def is_free(self, account: str) -> bool:
        """Return whether a thread is free and the account has nothing under way: for work that can be left out."""
        inside = self._inside()
        return len(inside) < self._workers and all(one.account != account for one in inside)

    async def run(
        self,
        work: Callable[..., Result],
        *arguments: Any,
        account: str = "",
        organization: str = "",
        is_slow: bool = False,
    ) -> Result:
        """Return ``work(*arguments)``, done in the slow thread if it ``is_slow``.

        Raises ``Unavailable`` (code ``busy``) at once when the queue is full, and ``TooMany`` (code ``own_backlog``)
        when the account, or its organization, has its share of it.

        The work is given to the threads before the first suspension, when one is free and the account has nothing else
        under way. A cancelled caller keeps its slot until the thread is done: the processor is still in use until then.
        """
        inside = self._inside()
        own = account and 2 * len(inside) >= self._room and any(one.account == account for one in inside)
        if own or (organization and 2 * sum(one.organization == organization for one in inside) >= self._room):
            raise TooMany(self._own_backlog, code="own_backlog", retry_after=2)
        if len(inside) >= self._room:
            raise Unavailable(self._busy, code="busy", retry_after=5)
        timed = partial(self._timed, work, arguments, account)
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Piece(timed, account, organization, is_slow, done))
        self._begin()
        del inside, timed
        try:
            return await asyncio.shield(done)
        finally:
            del done  # a failure refers to this frame: with it, it would be freed at a garbage collection only

    def is_slow(self, account: str) -> bool:
        """Return whether the account's work took long lately, and is done in the slow thread."""
        return self._slow_until.get(account, 0.0) > time.monotonic()

    def note_slow(self, account: str) -> None:
        """Have the account's work done in the slow thread for a while."""
        if account:
            if len(self._slow_until) >= _MOST_SLOW:
                self._slow_until.clear()
            self._slow_until[account] = time.monotonic() + _SLOW_FOR

    def _inside(self) -> list[_Piece]:
        """Return what runs and waits; what an event loop that has ended left behind takes no turn from anyone."""
        for kept in (self._running, self._waiting):
            kept[:] = [one for one in kept if not one.done.get_loop().is_closed()]
        return [*self._running, *self._waiting]

    def _begin(self) -> None:
        """Give the threads what may begin now, of those first who had no turn for longest."""
        numbers = count(max(self._turns.values(), default=0) + 1)
        while may_begin := [one for one in self._waiting if self._may_begin(one)]:
            first = min(may_begin, key=lambda one: [self._turns.get(turn, 0) for turn in one.turns])
            self._waiting.remove(first)
            self._running.append(first)
            self._turns.update(dict.fromkeys(first.turns, next(numbers)))
            threads = self._slow_thread if first.is_slow else self._threads
            ended = asyncio.get_running_loop().run_in_executor(threads, first.work)
            ended.add_done_callback(partial(self._end, first))

    def _may_begin(self, piece: _Piece) -> bool:
        if piece.account and any(one.account == piece.account for one in self._running):
            return False
        piece.is_slow = piece.is_slow or self.is_slow(piece.account)
        beside = [one for one in self._running if one.is_slow == piece.is_slow]
        if piece.is_slow:
            return not beside
        own = sum(one.organization == piece.organization for one in beside) if piece.organization else 0
        return len(beside) < self._workers and own < self._of_an_organization

    def _timed(self, work: Callable[..., Result], arguments: tuple[Any, ...], account: str) -> Result:
        """Do the work, in a thread, and note when it was slow."""
        began = time.thread_time()
        try:
            return work(*arguments)
        finally:
            if time.thread_time() - began > _SLOW:
                self.note_slow(account)

    def _end(self, piece: _Piece, ended: asyncio.Future[Any]) -> None:
        self._running.remove(piece)
        if ended.cancelled():
            piece.done.cancel()
        elif (error := ended.exception()) is not None:
            piece.done.set_exception(error)
            piece.done.exception()  # retrieved, also when no caller waits for it any more
        else:
            piece.done.set_result(ended.result())
        if self._waiting:
            self._begin()
        elif not self._running:
            self._turns.clear()


def give_way() -> None:
    """Rest, in a thread for what takes long, for three times as long as it worked since; called where work can wait.

    The event loop gets the interpreter and a processor meanwhile. A lower priority would do the opposite: a thread that
    the system sets aside while it has the interpreter keeps it from the loop for as long.
    """
    began = getattr(_slow, "began", None)
    if began is not None and (worked := time.thread_time() - began) > _TURN:
        time.sleep(_REST * worked)
        _begin_turn()


def _begin_turn() -> None:
    _slow.began = time.thread_time()
