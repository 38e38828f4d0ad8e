"""What one account, and one organization, may hold of a process at once: every such bound is here (security.md S56).

Anybody can register, and open as many sessions as they like. So a bound for a session is none, and a bound for all
together is one that a single person can fill. What is held is memory, a process or a place in a queue; how often
something may be asked in a time is in ``services.shared.rate_limits``, what one event may cost in ``edge``, and whose
turn it is among the recordings in ``integrations.speech.executor``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from ..errors import TooMany, Unavailable

__all__ = ["BODIES", "COMPARISONS", "DECODED", "LONG_SOUNDS", "TABS", "WORKBOOKS", "Bounds", "Holder", "Pool"]

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
#: Long reports that are compared in the other process, or wait for it: of an account one is compared at a time, and one
#: waits, for who presses a button while the page compares.
COMPARISONS = Bounds(2, 4, 8)
#: Recordings of more than a minute that are read, or wait for it: at most 25 MB each. ``DECODED`` of them are in memory
#: as samples, from their decoding until they are transcribed: at most 38 MB each.
LONG_SOUNDS, DECODED = Bounds(1, 2, 8), 2
#: Workbooks that are being read, each in a process of its own.
WORKBOOKS = Bounds(1, 1, 2)


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

    @contextmanager
    def place(
        self, bounds: Bounds, holder: Holder, *, own: str, busy: str, title: str = "Fout", code: str = "own_share"
    ) -> Iterator[None]:
        """Hold one place while the block runs.

        Raises ``TooMany`` with the sentence ``own`` and this ``code`` when the account or its organization has its
        share already, ``Unavailable`` with ``busy`` when all places are taken.
        """
        keys = bounds.of(holder)
        full = self.full(keys)
        if full == _ALL:
            raise Unavailable(busy, code="busy", title=title, retry_after=_RETRY_AFTER)
        if full:
            raise TooMany(own, code=code, title=title, retry_after=_RETRY_AFTER)
        self.add(keys, 1)
        try:
            yield
        finally:
            self.add(keys, -1)
