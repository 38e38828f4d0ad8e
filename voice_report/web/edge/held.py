"""Limits on the bytes of bodies in memory at once: per account, for all visitors and in total (security.md S33, S56).

A body is in memory from its first byte until its request is answered; a client that sends all but its end and then
nothing keeps it there for as long as ``bodies`` waits. The limit on all visitors leaves room for signed-in users, and
what is kept for small bodies leaves room for all users who type or dictate. Twenty people who each send a dictated
sentence at a change of shifts hold 10 MB.
"""

from ...core.shares import BODIES, Holder, Pool
from ...errors import DomainError, TooMany, Unavailable
from ...services.shared import rate_limits

_MIB = 1024 * 1024

# Bytes.
_OF_AN_ADDRESS = 16 * _MIB  # all its visitors together; an honest one sends a few hundred bytes
_OF_VISITORS = 64 * _MIB
_FILE = 65 * _MIB  # a chosen recording; apart from the others, who hold what they may meanwhile
_SMALL = 2 * _MIB  # a segment of speech, and all that a day's work types
_KEPT_FOR_SMALL = 64 * _MIB  # of what all may hold

_RETRY_AFTER = 10  # seconds
_BUSY = "Het is nu erg druk. Probeer het over enkele ogenblikken opnieuw."

pool = Pool()  # per process, as the memory is


class Share:
    """The bytes that one request holds."""

    def __init__(self, holder: Holder | None, address: str, *, is_file: bool = False) -> None:
        """``holder`` is ``None`` for a visitor, who is identified by the address."""
        self._size = 0
        if holder and is_file:
            self._bounds = {f"file of account {holder.account}": _FILE}  # how many: services.dictation.recordings
        elif holder:
            self._bounds = BODIES.of(holder)
        else:
            own = f"address {rate_limits.address_key(address)}"
            self._bounds = {own: _OF_AN_ADDRESS, "visitors": _OF_VISITORS, "all": BODIES.everybody}

    def check(self, size: int) -> None:
        """Raise ``TooMany`` (one client's limit) or ``Unavailable`` (the total limit) when so many more do not fit."""
        full = pool.full(self._bounds, size)
        if full is None and "all" in self._bounds and self._size + size > _SMALL:
            full = pool.full({"all": BODIES.everybody - _KEPT_FOR_SMALL}, size)
        if full is not None:
            raise _refusal(full)

    def take(self, size: int) -> None:
        """Hold this many more bytes. Raises what ``check`` raises."""
        self.check(size)
        pool.add(self._bounds, size)
        self._size += size

    def release(self) -> None:
        pool.add(self._bounds, -self._size)
        self._size = 0


def _refusal(key: str) -> DomainError:
    if key in ("all", "visitors"):
        return Unavailable(_BUSY, code="busy", retry_after=_RETRY_AFTER)
    return TooMany(rate_limits.SENTENCE, retry_after=_RETRY_AFTER)
