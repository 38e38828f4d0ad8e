"""How much a request may bring along, whatever its Content-Length says, and how slowly (security.md S23, S33)."""

import asyncio
import contextlib
import time

from ..errors import DomainError, TooLarge
from .wire import App, Message, Receive, Scope, Send, header

_MIB = 1024 * 1024

#: Bytes per path; a recording of 25 MB comes with a little multipart around it (dictation.md), a file
#: of clients may have 8 MB.
_LARGEST = {"/api/stt": 26 * _MIB, "/api/clients/import": 9 * _MIB, "/api/clients/import/preview": 9 * _MIB}
_DEFAULT = 5 * _MIB  # a transcript and a report of the longest size, written in JSON escapes

#: How long we wait for a body: this many seconds in all, and one more for every ``_PACE`` bytes that came. Sound on a
#: bad mobile connection (EDGE: 5 KB/s and more) or through a tunnel of half a minute gets here; a client that keeps a
#: connection occupied with a byte now and then does not. The recorder gives up after 180 s itself (upload.js).
_WAITS_FOR = 30.0
_PACE = 2 * 1024
_WAITS_AT_MOST = 300.0

#: How much of a refused request is still read, in bytes and seconds, before it is hung up on.
_LISTENS_TO = 64 * _MIB
_LISTENS_FOR = 30.0

_SENTENCE = "Het verzoek is te groot."


class TooSlow(DomainError):
    """The body of the request did not arrive in time (408)."""

    status = 408
    code = "too_slow"

    def __init__(self) -> None:
        super().__init__("De verbinding is te traag: het verzoek kwam niet op tijd binnen. Probeer het opnieuw.")


async def limited(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Run the app on a body of bounded size. Raises ``TooLarge`` or ``TooSlow`` before anything has been answered."""
    largest = _LARGEST.get(scope["path"], _DEFAULT)
    announced = header(scope, b"content-length")
    if announced and (not announced.isdecimal() or int(announced) > largest):
        raise TooLarge(_SENTENCE)
    received = 0
    refusal: DomainError | None = None

    async def counted() -> Message:
        nonlocal received, refusal
        try:
            message = await receive()
        except TooSlow as slow:
            refusal = slow
            return {"type": "http.disconnect"}
        received += len(message.get("body", b""))
        if received > largest:
            refusal = TooLarge(_SENTENCE)
            return {"type": "http.disconnect"}
        return message

    async def silenced(message: Message) -> None:
        if refusal is None:
            await send(message)

    try:
        await app(scope, counted, silenced)
    except Exception:
        if refusal is None:
            raise
    if refusal is not None:
        raise refusal


def heard_out(scope: Scope, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Let an early answer (not signed in, too often, too large) wait until the request has been read.

    A server that answers and hangs up while the browser is still sending resets the connection, and the browser then
    reports a lost connection in place of the answer. What is read here is thrown away. Receiving raises ``TooSlow``
    when the body comes too slowly; then the answer does not wait for the rest.
    """
    over = not (header(scope, b"content-length") or header(scope, b"transfer-encoding"))
    waited, received = 0.0, 0

    async def receiving() -> Message:
        nonlocal over, waited, received
        if over:  # all there is to receive is that the client went away, however long that takes
            return await receive()
        left = min(_WAITS_AT_MOST, _WAITS_FOR + received / _PACE) - waited
        began = time.monotonic()
        try:
            async with asyncio.timeout(left):
                message = await receive()
        except TimeoutError:
            over = True
            raise TooSlow from None
        waited += time.monotonic() - began
        received += len(message.get("body", b""))
        over = not message.get("more_body", False)
        return message

    async def sending(message: Message) -> None:
        nonlocal over
        if not over:
            read = 0
            with contextlib.suppress(TimeoutError, TooSlow):
                async with asyncio.timeout(_LISTENS_FOR):
                    while not over and read <= _LISTENS_TO:
                        read += len((await receiving()).get("body", b""))
            over = True
        await send(message)

    return receiving, sending
