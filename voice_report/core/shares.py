"""What one account, and one organization, may hold of a process at once: every such bound is here (security.md S56).

Anybody can register, and open as many sessions as they like. So a bound for a session is none, and a bound for all
together is one that a single person can fill. What is held is memory, a process or a place in a queue; how often
something may be asked in a time is in ``services.shared.rate_limits``, what one event may cost in ``edge``, and whose
turn it is among short recordings in ``integrations.speech.executor``.

Heavy work has one bound for all its kinds: an account that has a workbook read has no more of it than one that has a
report compared. Of all of it one piece runs at a time (``Heavy.turn``), so that the other cores are left to the event
loop, and to what it waits for.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from ..errors import TooMany, Unavailable
from .process import per_process

__all__ = ["BODIES", "HEAVY", "TABS", "Bounds", "Heavy", "Holder", "Pool", "heavy"]

_MIB = 1024 * 1024

#: Tabs of one account that are connected to a process, and tabs of one account whose state is kept. A tab keeps a
#: transcript and a report, 3.2 MB at most.
TABS = 20

_ALL = "all"
_RETRY_AFTER = 5  # seconds


@dataclass(frozen=True, slots=True)
class Holder:
    """An account, and its organization; both are ids. The organization is empty for who has none."""

    account: str
    organization: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much an account, an organization and all together may hold of one thing."""

    account: int
    organization: int
    everybody: int

    def of(self, holder: Holder) -> dict[str, int]:
        """Return the bounds that count for this holder, by key of a ``Pool``."""
        bounds = {f"account {holder.account}": self.account, _ALL: self.everybody}
        if holder.organization:
            bounds[f"organization {holder.organization}"] = self.organization
        return bounds


#: Bytes of request bodies in memory. An account: two recordings of maximum size, and what is typed meanwhile.
BODIES = Bounds(64 * _MIB, 128 * _MIB, 256 * _MIB)
#: Pieces of heavy work that are done, or wait for it: long reports that are compared, workbooks, and recordings of more
#: than a minute until they are transcribed. Of an account one can wait for who presses a button meanwhile.
HEAVY = Bounds(2, 6, 24)

_OWN = "Er is al veel tegelijk bezig voor jou of je organisatie. Probeer het zo opnieuw."
_BUSY = "Het is nu erg druk. Probeer het zo opnieuw."
_REMEMBERED = 1000  # accounts
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


class Heavy:
    """The heavy work of a process: its places, and its turns; for the event loop."""

    def __init__(self) -> None:
        self.places = Pool()
        self._used: dict[str, tuple[float, float]] = {}  # by account: seconds of turns, and when that was so
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._is_taken = False

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
    async def turn(self, account: str) -> AsyncIterator[None]:
        """Run the block while nothing else heavy runs. Of those who wait, who used least lately is first."""
        if self._is_taken:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append((account, turn))
            try:
                await turn
            except asyncio.CancelledError:
                self._waiting = [one for one in self._waiting if one[1] is not turn]
                if turn.done() and not turn.cancelled():
                    self._pass_on()
                raise
        self._is_taken = True
        began = time.monotonic()
        try:
            yield
        finally:
            self._used[account] = self._use(account) + time.monotonic() - began, time.monotonic()
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the first of those who wait; nobody else can take it in between."""
        waiting = [one for one in self._waiting if not one[1].done()]
        self._is_taken = bool(waiting)
        if waiting:
            first = min(waiting, key=lambda one: self._use(one[0]))
            waiting.remove(first)
            first[1].set_result(None)
        self._waiting = waiting
        if len(self._used) > _REMEMBERED:
            self._used = {account: self._used[account] for account in self._used if self._use(account) > 1}

    def _use(self, account: str) -> float:
        seconds, at = self._used.get(account, (0.0, 0.0))
        return seconds * math.exp2((at - time.monotonic()) / _HALVED_IN)


@per_process
def heavy() -> Heavy:
    """Return the heavy work of this process."""
    return Heavy()
