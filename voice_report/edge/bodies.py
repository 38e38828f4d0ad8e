"""How much a request may bring along, whatever its Content-Length says (security.md S23, S33)."""

import asyncio
import contextlib

from ..errors import TooLarge
from .wire import App, Message, Receive, Scope, Send, header

_MIB = 1024 * 1024

#: Bytes per path; a recording of 25 MB comes with a little multipart around it (dictation.md), a file
#: of clients may have 8 MB.
_LARGEST = {"/api/stt": 26 * _MIB, "/api/clients/import": 9 * _MIB, "/api/clients/import/preview": 9 * _MIB}
_DEFAULT = 5 * _MIB  # a transcript and a report of the longest size, written in JSON escapes

#: How much of a refused request is still read, in bytes and seconds, before it is hung up on.
_LISTENS_TO = 64 * _MIB
_LISTENS_FOR = 30.0

_SENTENCE = "Het verzoek is te groot."


async def limited(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Run the app on a body of bounded size. Raises ``TooLarge`` before anything has been answered."""
    largest = _LARGEST.get(scope["path"], _DEFAULT)
    announced = header(scope, b"content-length")
    if announced and (not announced.isdecimal() or int(announced) > largest):
        raise TooLarge(_SENTENCE)
    received, too_large = 0, False

    async def counted() -> Message:
        nonlocal received, too_large
        message = await receive()
        received += len(message.get("body", b""))
        if received > largest:
            too_large = True
            return {"type": "http.disconnect"}
        return message

    async def silenced(message: Message) -> None:
        if not too_large:
            await send(message)

    try:
        await app(scope, counted, silenced)
    except Exception:
        if not too_large:
            raise
    if too_large:
        raise TooLarge(_SENTENCE)


def heard_out(scope: Scope, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Let an early answer (not signed in, too often, too large) wait until the request has been read.

    A server that answers and hangs up while the browser is still sending resets the connection, and the browser then
    reports a lost connection in place of the answer. What is read here is thrown away.
    """
    over = not (header(scope, b"content-length") or header(scope, b"transfer-encoding"))

    async def receiving() -> Message:
        nonlocal over
        message = await receive()
        over = over or not message.get("more_body", False)
        return message

    async def sending(message: Message) -> None:
        nonlocal over
        if not over:
            read = 0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LISTENS_FOR):
                    while not over and read <= _LISTENS_TO:
                        read += len((await receiving()).get("body", b""))
            over = True
        await send(message)

    return receiving, sending
