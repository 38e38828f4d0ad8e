"""Limits on a request body: its size, whatever its Content-Length says, and its pace (security.md S23, S33)."""

import asyncio
import contextlib
import time
from dataclasses import dataclass

from ...core.shares import Holder
from ...errors import DomainError, NotSignedIn, TooLarge
from . import held, values
from .asgi import App, Message, Receive, Scope, Send, header
from .token_buckets import TokenBucket

_KIB = 1024
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Bound:
    """The limits on a path's bodies: bytes, marks in its JSON (``values``), whether visitors may send one, the seconds
    that it may take and the bytes that each must bring (``_WAITS_FOR``), and whether it is a chosen file, of which few
    are in memory at once."""

    size: int
    marks: int | None
    is_for_visitors: bool = False
    waits: float = 300.0
    pace: int = 2 * _KIB
    is_file: bool = False


#: Names, addresses, passwords and ids; the largest is well under 20 KB.
_SMALL = _Bound(64 * _KIB, marks=5_000, is_for_visitors=True)
#: A transcript and a report of maximum length, JSON-escaped.
_TEXTS = _Bound(5 * _MIB, marks=values.MOST_WITH_TEXTS)
#: A recording of 25 MB plus a little multipart overhead (concepts/dictation.md).
_SOUND = _Bound(26 * _MIB, marks=None)
#: A chosen file of 64 MB, which takes a phone half an hour on a slow line.
_RECORDING = _Bound(65 * _MIB, marks=None, waits=1800.0, pace=8 * _KIB, is_file=True)
#: A client import file may have 8 MB; it is not JSON, and is parsed in a thread.
_FILE = _Bound(9 * _MIB, marks=None)
#: A Stripe event, which is parsed only once its signature is verified.
_EVENT = _Bound(256 * _KIB, marks=values.MOST_WITH_TEXTS, is_for_visitors=True)

_BOUNDS = {
    "/api/drafts": _TEXTS,
    "/api/structure": _TEXTS,
    "/api/dossier": _TEXTS,
    "/api/evidence": _TEXTS,
    "/api/measurements": _TEXTS,
    "/api/tidy": _TEXTS,
    "/api/stt": _SOUND,
    "/api/recordings": _RECORDING,
    "/api/clients/import": _FILE,
    "/api/clients/import/preview": _FILE,
    "/api/stripe/webhook": _EVENT,
}
_ONE_DRAFT = "/api/drafts/"

_LONGEST_LENGTH = 15  # digits of a Content-Length; converting thousands of digits to a number is slow, or fails

#: The time limit of a body in seconds, plus one second for every ``pace`` bytes received; at most ``_AHEAD`` seconds
#: are saved up, so a client that sent much at first has to continue sending. Audio over a bad mobile connection
#: (EDGE: 5 KB/s and more) or through a tunnel of half a minute still arrives; a client that occupies a connection by
#: sending a byte now and then is cut off. The recorder itself gives up after 180 s (upload.js).
_WAITS_FOR = 30.0
_AHEAD = 60.0

#: How much of a refused request is still read, in bytes and seconds, before the connection is closed.
_LISTENS_TO = 64 * _MIB
_LISTENS_FOR = 30.0
#: All refused requests together are read at this many bytes per second, apart from the beginning of each: reading what
#: is unused takes processor time from all others. A segment of speech is smaller than that beginning.
_READ_AT_ONCE = 512 * _KIB
_drained = TokenBucket(4 * _MIB, burst=2 * _MIB)

_SENTENCE = "Het verzoek is te groot."


class TooSlow(DomainError):
    """The body of the request did not arrive in time (408)."""

    status = 408
    code = "too_slow"
    sentence = "De verbinding is te traag: het verzoek kwam niet op tijd binnen. Probeer het opnieuw."


def has_body(scope: Scope) -> bool:
    """Return whether the request announces a body (RFC 9112, 6.3)."""
    return bool(header(scope, b"transfer-encoding") or header(scope, b"content-length").strip("0"))


async def limited(app: App, scope: Scope, receive: Receive, send: Send, *, holder: Holder | None) -> None:
    """Run the app with a bounded request body; ``holder`` is who is signed in.

    Raises ``TooLarge``, ``TooSlow``, ``TooMany`` or ``Unavailable`` before the response has started, and
    ``NotSignedIn`` before anything has been read where only signed-in users may send a large body.
    """
    bound = _bound(scope["path"])
    if has_body(scope) and not (holder or bound.is_for_visitors):
        raise NotSignedIn
    announced = header(scope, b"content-length")
    if announced and not _fits(announced, bound.size):
        raise TooLarge(_SENTENCE)
    body = _Body(bound, held.Share(holder, scope["client"][0], is_file=bound.is_file))
    body.share.check(int(announced or 0))  # what cannot be taken whole is not begun
    refusal: DomainError | None = None

    async def counted() -> Message:
        nonlocal refusal
        try:
            message = await receive()
            body.take(message.get("body", b""))
        except DomainError as refused:
            refusal = refused
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
    finally:
        body.share.release()
    if refusal is not None:
        raise refusal


def _bound(path: str) -> _Bound:
    return _TEXTS if path.startswith(_ONE_DRAFT) else _BOUNDS.get(path, _SMALL)


def _fits(announced: str, size: int) -> bool:
    return announced.isdecimal() and len(announced) <= _LONGEST_LENGTH and int(announced) <= size


class _Body:
    """The part of one body received so far."""

    def __init__(self, bound: _Bound, share: held.Share) -> None:
        self.share = share
        self._bound = bound
        self._received = self._marks = 0

    def take(self, part: bytes) -> None:
        """Count a chunk. Raises ``TooLarge``, or what ``held`` raises, when it is too much."""
        self._received += len(part)
        if self._bound.marks is not None:
            self._marks += values.marks(part)
        if self._received > self._bound.size or self._marks > (self._bound.marks or 0):
            raise TooLarge(_SENTENCE)
        self.share.take(len(part))


def drain_before_reply(scope: Scope, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Delay an early response (not signed in, too many requests, too large) until the request has been read.

    A server that responds and closes while the browser is still sending resets the connection, and the browser then
    reports a lost connection instead of the response. What is read here is discarded. Receiving raises ``TooSlow``
    when the body arrives too slowly; then the response does not wait for the rest.
    """
    over = not (header(scope, b"content-length") or header(scope, b"transfer-encoding"))
    waited, patience, bound = 0.0, _WAITS_FOR, _bound(scope["path"])

    async def receiving() -> Message:
        nonlocal over, waited, patience
        if over:  # the only message left is the disconnect, however long that takes
            return await receive()
        left = min(bound.waits - waited, patience)
        began = time.monotonic()
        try:
            async with asyncio.timeout(left):
                message = await receive()
        except TimeoutError:
            over = True
            raise TooSlow from None
        took = time.monotonic() - began
        waited += took
        patience = min(_AHEAD, patience - took + len(message.get("body", b"")) / bound.pace)
        over = not message.get("more_body", False)
        return message

    async def sending(message: Message) -> None:
        nonlocal over
        if not over:
            read = 0
            with contextlib.suppress(TimeoutError, TooSlow):
                async with asyncio.timeout(_LISTENS_FOR):
                    while not over and read <= _LISTENS_TO:
                        part = len((await receiving()).get("body", b""))
                        read += part
                        if read > _READ_AT_ONCE:
                            await _drained.acquire(part)
            over = True
        await send(message)

    return receiving, sending
