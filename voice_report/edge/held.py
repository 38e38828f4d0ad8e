"""Limits on the bytes of bodies in memory at once: per client, for all visitors and in total (security.md S33).

A body is in memory from its first byte until its request is answered; a client that sends all but its end and then
nothing keeps it there for as long as ``bodies`` waits. The limit on all visitors leaves room for signed-in users.
Twenty people who each send a dictated sentence at a change of shifts hold 10 MB; ten recordings of maximum size fit at
once.
"""

from collections import Counter

from ..errors import DomainError, TooMany, Unavailable
from ..services.shared import rate_limits

_MIB = 1024 * 1024

# Bytes.
_OF_A_SESSION = 64 * _MIB  # two recordings of maximum size, plus what is typed meanwhile
_OF_AN_ADDRESS = 16 * _MIB  # all its visitors together; an honest one sends a few hundred bytes
_OF_VISITORS = 64 * _MIB
_OF_ALL = 256 * _MIB

_RETRY_AFTER = 10  # seconds
_BUSY = "Het is nu erg druk. Probeer het over enkele ogenblikken opnieuw."

_held: Counter[str] = Counter()  # bytes by holder; per process, as the memory is


class Share:
    """The bytes that one request holds."""

    def __init__(self, session_hash: str, address: str) -> None:
        """``session_hash`` is empty for a visitor, who is identified by the address."""
        self._size = 0
        if session_hash:
            self._bounds = {f"session {session_hash}": _OF_A_SESSION, "all": _OF_ALL}
        else:
            own = f"address {rate_limits.address_key(address)}"
            self._bounds = {own: _OF_AN_ADDRESS, "visitors": _OF_VISITORS, "all": _OF_ALL}

    def take(self, size: int) -> None:
        """Hold this many more bytes. Raises ``TooMany`` (one client's limit) or ``Unavailable`` (the total limit)."""
        for key, most in self._bounds.items():
            if _held[key] + size > most:
                raise _refusal(key)
        self._add(size)

    def release(self) -> None:
        """Release all bytes held."""
        self._add(-self._size)
        for key in self._bounds:
            if not _held[key]:
                del _held[key]

    def _add(self, size: int) -> None:
        self._size += size
        for key in self._bounds:
            _held[key] += size


def _refusal(key: str) -> DomainError:
    if key in ("all", "visitors"):
        return Unavailable(_BUSY, code="busy", retry_after=_RETRY_AFTER)
    return TooMany(rate_limits.SENTENCE, retry_after=_RETRY_AFTER)
