"""How many bytes of bodies may be in memory at once: of one client, of all visitors and of all (security.md S33).

A body is in memory from its first byte until its request is answered; whoever sends all but its end and then nothing
keeps it there for as long as ``bodies`` waits. What visitors may hold together leaves room for people who are signed
in. Twenty people who each send a dictated sentence at a change of shifts hold 10 MB; ten recordings of the largest size
fit at once.
"""

from collections import Counter

from ..errors import DomainError, TooMany, Unavailable
from ..services.shared import rate_limits

_MIB = 1024 * 1024

# Bytes.
_OF_A_SESSION = 64 * _MIB  # two recordings of the largest size, and what is typed meanwhile
_OF_AN_ADDRESS = 16 * _MIB  # its visitors together; an honest one sends a few hundred bytes
_OF_VISITORS = 64 * _MIB
_OF_ALL = 256 * _MIB

_RETRY_AFTER = 10  # seconds
_BUSY = "Het is nu erg druk. Probeer het over enkele ogenblikken opnieuw."

_held: Counter[str] = Counter()  # bytes by who holds them; per process, as the memory is


class Share:
    """The part of it that one request holds."""

    def __init__(self, session_hash: str, address: str) -> None:
        """``session_hash`` is empty for a visitor, who is known by the address."""
        self._size = 0
        if session_hash:
            self._bounds = {f"session {session_hash}": _OF_A_SESSION, "all": _OF_ALL}
        else:
            own = f"address {rate_limits.address_key(address)}"
            self._bounds = {own: _OF_AN_ADDRESS, "visitors": _OF_VISITORS, "all": _OF_ALL}

    def take(self, size: int) -> None:
        """Hold so many bytes more. Raises ``TooMany`` (one client's bound) or ``Unavailable`` (everybody's)."""
        for key, most in self._bounds.items():
            if _held[key] + size > most:
                raise _refusal(key)
        self._add(size)

    def release(self) -> None:
        """Hold nothing any more."""
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
