"""Every connection that leaves is counted before its first byte does (security.md S70).

What connects calls ``count``, or ``count_in_thread``, with the kind and host of the connection and how much it is
about to send. ``kept_by`` says at the start who stores that; what cannot be stored does not leave: ``NotCounted``.
Requests to engines are counted with their step instead (``checkpoint``): of kind 'engine' those to an outside one,
whatever its address, and 'own_engine' those to one on this server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import TimeoutError as TooLate
from typing import Literal

Kind = Literal["engine", "own_engine", "mail", "payment", "sign_in", "name_server", "model"]
#: Stores that one more connection of a kind is made to a host, with a body of so many bytes.
Keep = Callable[[Kind, str, int], Awaitable[None]]

_LONGEST = 30.0  # seconds that a thread waits for its connection to be counted


class NotCounted(ConnectionError):
    """The connection could not be counted, and is not made."""


_keep: Keep | None = None
_loop: asyncio.AbstractEventLoop | None = None


def kept_by(keep: Keep | None, loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Let ``keep`` store every connection from now on; those of threads in this event loop."""
    global _keep, _loop
    _keep, _loop = keep, loop


async def count(kind: Kind, host: str, size: int = 0) -> None:
    """Count a connection that is about to be made. Raises ``NotCounted``."""
    if _keep is None:
        raise NotCounted("nobody keeps the counts")
    try:
        await _keep(kind, host, size)
    except Exception as error:  # noqa: BLE001  whatever it is, there is no row
        raise NotCounted(type(error).__name__) from None


def count_in_thread(kind: Kind, host: str, size: int = 0) -> None:
    """Do the same in a thread without an event loop. Blocks. Raises ``NotCounted``."""
    if _loop is None or _loop.is_closed():
        raise NotCounted("nobody keeps the counts")
    try:
        asyncio.run_coroutine_threadsafe(count(kind, host, size), _loop).result(_LONGEST)
    except (RuntimeError, TooLate):  # the loop ended meanwhile
        raise NotCounted("nobody keeps the counts any more") from None
