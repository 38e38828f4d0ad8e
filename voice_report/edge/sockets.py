"""The websocket: bound to the session cookie, closed when the session ends, and never flooded (S03, S06, S33).

Reflex trusts whoever names a tab's client token. Here that name is only half of it: what the framework gets is a keyed
digest of the token **and** the session, so the same token with another cookie, or with none, is another, empty state.
Nothing is remembered for it, so it holds across workers and restarts.

The framework keeps the headers of the connection in its state, and logs them; so it gets the session's hash in
the place of the cookies.

A page on which nothing happens is closed too (``watch``): within a second when its session ended in this process,
within ``_LOOK_EVERY`` when another worker ended it, or time.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlencode

from ..config import settings
from ..errors import TooMany
from ..services import auth, rate_limits, tokens
from ..services.ended import ended
from .wire import App, Message, Receive, Scope, Send, header

logger = logging.getLogger(__name__)

#: The one cookie event handlers see (read by ``ui.session``).
HASH_COOKIE = b"session-hash"

_PRIVATE_HEADERS = (b"cookie", b"authorization", b"proxy-authorization")
_LONGEST_CLIENT_TOKEN = 100
_LARGEST_MESSAGE = 4 * 1024 * 1024  # characters; the longest transcript and report, escaped
_MESSAGES_PER_SECOND = 60
_SOCKETS_PER_SESSION = 50
_SOCKETS_PER_VISITOR_ADDRESS = 500
_LOOK_EVERY = 5.0  # seconds; one query for all connections of this process

_open: Counter[str] = Counter()
_members: set["_Connection"] = set()  # the connections of people who are signed in


async def serve(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Run the framework on a connection bound to its session. Raises ``TooMany`` when too many are open already."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    client_token = query.pop("token", [""])[0]
    if not 0 < len(client_token) <= _LONGEST_CLIENT_TOKEN:
        await send({"type": "websocket.close", "code": 4400})
        return
    session_hash = await _session_hash(scope)
    query["token"] = [tokens.signed("client", session_hash, client_token)[:40]]
    scope = {
        **scope,
        "query_string": urlencode(query, doseq=True).encode(),
        "headers": _without_secrets(scope, session_hash),
    }
    owner = session_hash or f"visitor {scope['client'][0]}"
    if _open[owner] >= (_SOCKETS_PER_SESSION if session_hash else _SOCKETS_PER_VISITOR_ADDRESS):
        raise TooMany(rate_limits.SENTENCE)
    _open[owner] += 1
    connection = _Connection(session_hash, receive, send)
    if session_hash:
        _members.add(connection)
    try:
        await app(scope, connection.receive, connection.send)
    finally:
        _members.discard(connection)
        _open[owner] -= 1
        if not _open[owner]:
            del _open[owner]


@asynccontextmanager
async def watch() -> AsyncIterator[None]:
    """Close what ended, for as long as the process lives (a lifespan task)."""
    task = asyncio.create_task(_go_on())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def close_ended() -> None:
    """Close every open connection whose session is over; its page asks again, and is sent to the sign-in page."""
    over = await ended({connection.session_hash for connection in _members})
    for connection in [one for one in _members if one.session_hash in over]:
        connection.end()


async def _go_on() -> None:
    seen, last = auth.changes, time.monotonic()
    while True:
        await asyncio.sleep(1)
        if not _members or (auth.changes == seen and time.monotonic() - last < _LOOK_EVERY):
            continue
        seen, last = auth.changes, time.monotonic()
        try:
            await close_ended()
        except Exception:
            logger.exception("connections whose session ended could not be closed")


async def _session_hash(scope: Scope) -> str:
    """Return the hash of the session the browser is in, or an empty text for a visitor."""
    try:
        cookie = SimpleCookie(header(scope, b"cookie")).get(auth.cookie_name())
    except CookieError:
        return ""
    if cookie is None or not cookie.value:
        return ""
    session_hash = tokens.hashed(cookie.value)
    return session_hash if await auth.resolve(session_hash) else ""


def _without_secrets(scope: Scope, session_hash: str) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in scope["headers"] if name.lower() not in _PRIVATE_HEADERS]
    if session_hash:
        kept.append((b"cookie", HASH_COOKIE + b"=" + session_hash.encode()))
    return kept


class _Connection:
    """One connection's messages, in and out, for as long as its session lasts."""

    def __init__(self, session_hash: str, receive: Receive, send: Send) -> None:
        self.session_hash = session_hash
        self._receive = receive
        self._send = send
        self._over = asyncio.Event()
        self._second = 0
        self._messages = 0

    async def receive(self) -> Message:
        message = await self._next()
        if message["type"] != "websocket.receive":
            return message
        await self._slow_down()
        size = len(message.get("text") or message.get("bytes") or "")
        # The handler that is asked reads the session itself.
        if size > _LARGEST_MESSAGE or not await self._lasts(looked_within=_LOOK_EVERY):
            return await self._hang_up()
        return message

    async def send(self, message: Message) -> None:
        if not self._over.is_set() and message["type"] == "websocket.send" and not await self._lasts():
            self.end()
        if not self._over.is_set():
            await self._send(message)

    def end(self) -> None:
        """Fall silent now; who waits for the next message hangs up. A server closes nothing under a waiting reader."""
        self._over.set()

    async def _next(self) -> Message:
        """Wait for a message, or for the end."""
        if not self._over.is_set():
            message, over = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._over.wait())
            try:
                await asyncio.wait((message, over), return_when=asyncio.FIRST_COMPLETED)
                if message.done():
                    return message.result()
            finally:
                message.cancel()
                over.cancel()
        return await self._hang_up()

    async def _hang_up(self) -> Message:
        self.end()
        with suppress(Exception):  # the other end was just leaving
            await self._send({"type": "websocket.close", "code": 4401})
        return {"type": "websocket.disconnect", "code": 4401}

    async def _lasts(self, *, looked_within: float = 1) -> bool:
        return not self.session_hash or await auth.is_live(self.session_hash, looked_within=looked_within)

    async def _slow_down(self) -> None:
        """Let a flood wait for the next second: this connection slows down, the others do not notice."""
        if settings().rate_limits == "off":
            return
        now = time.monotonic()
        if int(now) != self._second:
            self._second, self._messages = int(now), 0
        self._messages += 1
        if self._messages > _MESSAGES_PER_SECOND:
            await asyncio.sleep(1 - now % 1)
