"""How much a request may bring along, whatever its Content-Length says (security.md S23, S33)."""

from ..errors import TooLarge
from .wire import App, Message, Receive, Scope, Send, header

_MIB = 1024 * 1024

#: Bytes per path; a recording of 25 MB comes with a little multipart around it (dictation.md).
_LARGEST = {"/api/stt": 26 * _MIB}
_DEFAULT = 5 * _MIB  # a transcript and a report of the longest size, written in JSON escapes

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
