"""Bounds on what one account, and one organization, may hold of a process at once (security.md S56).

Every visitor can register and open any number of sessions, so a bound per session bounds nothing, and a single account
can exhaust a bound for all together. Held are memory, a process or a place in a queue. Rate limits are in
``services.shared.rate_limits``, the cost of one event in ``edge``, and the order of short recordings in
``core.bounded_executor``.

Heavy work has one bound for all its kinds: an account that has a workbook read has no more of it than one that has a
report compared, or a long recording decoded. Of all of it one piece runs at a time (``Heavy.turn``), so that the other
cores are left to the event loop, and to what it waits for, and that what each needs of memory is not needed together; a
second next to it only for an organization that used much less.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from ..errors import TooMany, Unavailable
from .process import process_singleton

__all__ = ["BODIES", "HEAVY", "LARGE", "LARGE_TABS", "TABS", "Bounds", "Heavy", "Holder", "Pool", "heavy"]

_MIB = 1024 * 1024

#: Tabs of one account that are connected to a process, and tabs of one account whose state is kept. A tab keeps a
#: transcript and a report, 3.2 MB at most.
TABS = 20
#: Bytes from which the state of a tab is large, and such tabs of one organization of which it is kept: 128 MB, a
#: quarter of what pages have in Redis (compose.yaml), so that no organization pushes out the pages of others.
LARGE, LARGE_TABS = 256 * 1024, 40

_ALL = "all"
_RETRY_AFTER = 5  # seconds


@dataclass(frozen=True, slots=True)
class Holder:
    """An account, and its organization; both are ids. The organization is empty for an account without one."""

    account: str
    organization: str = ""

    @property
    def whole(self) -> str:
        """The key of the organization; of an account without one, its own."""
        return f"organization {self.organization}" if self.organization else f"account {self.account}"

    @property
    def keys(self) -> tuple[str, str]:
        """The keys of the organization and the account."""
        return self.whole, f"account {self.account}"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much an account, an organization and all together may hold of one thing."""

    account: int
    organization: int
    everybody: int

    def of(self, holder: Holder) -> dict[str, int]:
        """Return the bounds that count for this holder, by key of a ``Pool``."""
        return {holder.whole: self.organization, holder.keys[1]: self.account, _ALL: self.everybody}


#: Bytes of request bodies in memory. An account: a recording of maximum size, and what is typed meanwhile.
BODIES = Bounds(32 * _MIB, 128 * _MIB, 256 * _MIB)
#: Pieces of heavy work that are done, or wait for it: long reports that are compared, workbooks, and recordings of more
#: than a minute until they are transcribed. Of an account one can wait for a user who presses a button meanwhile.
HEAVY = Bounds(2, 6, 24)

_OWN = "Er is al veel tegelijk bezig voor jou of je organisatie. Probeer het zo opnieuw."
_BUSY = "Het is nu erg druk. Probeer het zo opnieuw."
_MUCH = 1.0  # seconds
_REMEMBERED = 1000  # accounts and organizations
_HALVED_IN = 60.0  # seconds in which what an account has used counts for half


class Pool:
    """How much is held, under each key; for the event loop of one process."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()

    def full(self, bounds: Mapping[str, int], size: int = 1) -> str | None:
        """Return the first key under which so much more does not fit, or ``None``."""
        return next((key for key, most in bounds.items() if self.held[key] + size > most), None)

    def add(self, bounds: Mapping[str, int], size: int) -> None:
        """Hold so much more under each key; less when ``size`` is negative."""
        for key in bounds:
            self.held[key] += size
            if not self.held[key]:
                del self.held[key]


@dataclass(eq=False, frozen=True, slots=True)
class _Running:
    """A piece of heavy work: whose it is, and when it began."""

    holder: Holder
    began: float


class Heavy:
    """The heavy work of a process: its places, and its turns; for the event loop."""

    def __init__(self) -> None:
        self.places = Pool()
        self._used: dict[str, tuple[float, float]] = {}  # by key: seconds of turns, and when that was so
        self._waiting: list[tuple[Holder, asyncio.Future[_Running]]] = []
        self._running: list[_Running] = []

    @contextmanager
    def place(
        self, holder: Holder, *, title: str = "Fout", own: str = _OWN, busy: str = _BUSY, code: str = "own_share"
    ) -> Iterator[None]:
        """Hold one place while the block runs.

        Raises ``TooMany`` with the sentence ``own`` and this ``code`` when the account or its organization has its
        share already, ``Unavailable`` with ``busy`` when all places are taken.
        """
        keys = HEAVY.of(holder)
        full = self.places.full(keys)
        if full == _ALL:
            raise Unavailable(busy, code="busy", title=title, retry_after=_RETRY_AFTER)
        if full:
            raise TooMany(own, code=code, title=title, retry_after=_RETRY_AFTER)
        self.places.add(keys, 1)
        try:
            yield
        finally:
            self.places.add(keys, -1)

    @asynccontextmanager
    async def turn(self, holder: Holder) -> AsyncIterator[None]:
        """Run the block in its turn. Of those who wait, whose organization used least lately is first, and of that one
        the account that did.

        One runs at a time. An organization that used less than half of what that one's did, and a second, does not wait
        for it; an account without one is its own.
        """
        if not self._may_begin(holder):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append((holder, turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._end(turn.result())
                raise
            running = turn.result()
        else:
            running = self._begin(holder)
        try:
            yield
        finally:
            self._end(running)

    def _may_begin(self, holder: Holder) -> bool:
        if not self._running:
            return True
        whole = self._use(holder.whole)
        return len(self._running) == 1 and 2 * whole + _MUCH < self._use(self._running[0].holder.whole)

    def _begin(self, holder: Holder) -> "_Running":
        running = _Running(holder, time.monotonic())
        self._running.append(running)
        return running

    def _end(self, running: "_Running") -> None:
        """End a piece, and begin what may begin then; no other piece can take the turn in between."""
        use = {key: self._use(key) for key in running.holder.keys}
        self._running.remove(running)
        self._used.update({key: (used, time.monotonic()) for key, used in use.items()})
        if len(self._used) > _REMEMBERED:
            self._used = {key: used for key, used in self._used.items() if self._use(key) > _MUCH}
        self._waiting = sorted(
            (one for one in self._waiting if not one[1].done()), key=lambda one: [*map(self._use, one[0].keys)]
        )
        while self._waiting and self._may_begin(self._waiting[0][0]):
            first, turn = self._waiting.pop(0)
            turn.set_result(self._begin(first))

    def _use(self, key: str) -> float:
        """Return the seconds of turns that an account or an organization had lately, with those under way."""
        now = time.monotonic()
        seconds, at = self._used.get(key, (0.0, 0.0))
        under_way = sum(now - one.began for one in self._running if key in one.holder.keys)
        return seconds * math.exp2((at - now) / _HALVED_IN) + under_way


@process_singleton
def heavy() -> Heavy:
    """Return the heavy work of this process."""
    return Heavy()
