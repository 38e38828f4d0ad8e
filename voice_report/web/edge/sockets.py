"""The websocket: bound to the session cookie, closed when the session ends, and never flooded (S03, S06, S33).

Reflex trusts any client that names a tab's client token. Here that token is only half of the key: the framework gets a
keyed digest of the token **and** the session, so the same token with another cookie, or with none, is another, empty
state. The digest is computed, not stored, so it holds across workers and restarts.

The framework keeps the headers of a connection in its state, and logs them; so it gets only the few it uses, with the
session's hash in place of the cookies. The frames it may read are defined in ``frames``.

A visitor is identified by address alone, and needs no account: the visitors of an address share one limit on
messages and open connections, and may send small messages only. All visitors together may use a part of the process's
time, in which their sites take turns: an IPv4 address each, or the /48 that one customer may have. A signed-in user has
a budget per account, however many share their address or sessions the account has, and its organization has one that
grows with its accounts (S56).

A message is measured when it is whole; until then the server keeps what has come of it, up to 64 MiB, and says nothing.
So few visitors may be connected without having said anything, and none for long. No visitor is refused for it, since a
page says something at once: above the limit the connection that was silent for longest gives way, of the address, or of
the site that has most of them.

An idle page is closed too (``watch``): within a second when its session ended in this process, within ``_LOOK_EVERY``
when another worker ended it, or it expired.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from urllib.parse import parse_qs, urlencode

from ...core import background, metrics
from ...core.shares import TABS, Holder
from ...errors import TooMany, Unavailable
from ...services.sessions import open_tabs, sessions
from ...services.shared import page_store, rate_limits, tokens
from . import cookies, turns, values
from .asgi import App, Message, Receive, Scope, Send
from .frames import LEAVE, PONG, Frames, Takes
from .token_buckets import OfOrganizations, Share, SharedTokenBucket, TokenBucket

logger = logging.getLogger(__name__)

#: The one cookie event handlers see (read by ``ui.shell.session``).
HASH_COOKIE = b"session-hash"

#: Socket.IO packets inside Engine.IO messages, in the framework's namespace.
_EVENT = '42/_event,["event",'
_CONNECT = "40/_event,"
_OPENED = '"hashes":'

#: The browser's headers that the framework gets, with a limit in bytes each; it keeps them in the tab's state.
_HEADERS_KEPT = {
    b"host": 300,
    b"origin": 300,
    b"user-agent": 300,
    b"upgrade": 20,
    b"connection": 50,
    b"sec-websocket-version": 10,
    b"sec-websocket-protocol": 50,
}
_LONGEST_CLIENT_TOKEN = 100
#: Characters; the framework closes the connection above it (``REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE``). An event has one
#: text: the longest report has 600,000, and JSON writes two for a quote, a backslash or a new line.
_LARGEST_MESSAGE = 1_000_000
_LARGEST_MESSAGE_OF_A_VISITOR = 16 * 1024  # characters; public pages send no texts over their websocket
_COSTS_ONE = 64 * 1024  # characters of a message that count as one message
_MARKS_COST_ONE = 1_000  # likewise, in marks that its values can follow (``values``)
# Messages per second, and how many may come at once. An event takes 3 ms of the process's one processor, a page that is
# opened ten times as much. The page of a visitor sends two when it is opened, and two when it is connected again; a
# person who types, four per second, and in the longest report each of those counts for ten.
_OF_A_CONNECTION = (60, 60)
_OF_AN_ACCOUNT = (40, 180)
_OF_AN_ORGANIZATION = (_OF_AN_ACCOUNT, (2, 30))  # and more for each of its accounts: twice what a busy person does
_OF_AN_ADDRESS = (10, 100)
_OF_VISITORS = (40, 40)
#: Seconds that a message may wait for its turn. After twice the heartbeat's interval the framework gives a connection
#: up; one that is closed before comes back by itself, and has used up nothing.
_PATIENCE = 8.0
_FORGET_AFTER = 30.0  # seconds without a connection, in which any of these budgets is full again
_SOCKETS_PER_VISITOR_ADDRESS = 250  # the tablets of a whole location stay idle on the sign-in page
#: Visitors' connections on which no page has connected yet, of an address and in all, and the seconds they have for it.
_SILENT_PER_ADDRESS = 20
_SILENT = 100
_SILENT_FOR = 3.0
_LOOK_EVERY = 5.0  # seconds; one query for all connections of this process

_all: set["_Connection"] = set()
#: The framework's message that gives a tab another token, because an older connection uses the tab's own.
_RENAMED = '42/_event,["new_token",'

_clients: dict[str, "_Client"] = {}
_silent: dict["_Connection", tuple[str, str]] = {}  # those of visitors, oldest first: the client, and its site
_visitors_budget = SharedTokenBucket(*_OF_VISITORS)
_organizations = OfOrganizations(*_OF_AN_ORGANIZATION)
_members: set["_Connection"] = set()  # the connections of signed-in users

metrics.PAGE_CONNECTIONS.set_function(lambda: len(_all))


class _Client:
    """One account, or the visitors of one address: the state that all its connections share."""

    def __init__(self, site: str) -> None:
        """``site``: that of visitors; '' for an account."""
        self.connections = 0
        self.forgetting: asyncio.TimerHandle | None = None
        self.budgets: tuple[TokenBucket | Share, ...] = (TokenBucket(*_OF_AN_ACCOUNT),)
        if site:
            self.budgets = (TokenBucket(*_OF_AN_ADDRESS), Share(_visitors_budget, site))


async def serve(app: App, scope: Scope, receive: Receive, send: Send, takes: Takes) -> None:
    """Run the framework on a connection bound to its session. Raises ``TooMany`` when too many are open already.

    ``takes`` says which events the pages have.
    """
    client_token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
    if not 0 < len(client_token) <= _LONGEST_CLIENT_TOKEN:
        await send({"type": "websocket.close", "code": 4400})
        return
    session_hash, holder = await _session(scope)
    await turns.turn(scope, holder)
    tab = tokens.signed("client", session_hash, client_token)[:40]
    scope = {
        **scope,
        "query_string": urlencode({"EIO": "4", "transport": "websocket", "token": tab}).encode(),
        "headers": _few(scope, session_hash),
    }
    key, site = (holder.account, "") if holder else (_visitors(scope), _site(scope))
    client = _clients.setdefault(key, _Client(site))
    if client.connections >= (TABS if holder else _SOCKETS_PER_VISITOR_ADDRESS):
        raise TooMany(rate_limits.SENTENCE)
    client.connections += 1
    if client.forgetting:
        client.forgetting.cancel()
    budgets = (*client.budgets, _organizations.of(holder)) if holder else client.budgets
    connection = _Connection(session_hash, receive, send, budgets, Frames(takes))
    _all.add(connection)
    try:
        if holder:
            _members.add(connection)
            await open_tabs.note(session_hash, tab, holder.account)
            await app(scope, connection.receive, connection.send)
        else:
            with connection.silent(key, site):
                await app(scope, connection.receive, connection.send)
    finally:
        _all.discard(connection)
        _members.discard(connection)
        client.connections -= 1
        if not client.connections:  # later, so that reconnecting gives no new budget
            client.forgetting = asyncio.get_running_loop().call_later(_FORGET_AFTER, _clients.pop, key, None)
        if holder and connection.is_closed_by_page:
            with suppress(Unavailable):  # then its state stays for as long as that of a lost connection
                await open_tabs.closed(tab)


def is_full(scope: Scope) -> bool:
    """Return whether the visitors of this address have reached their limit of open connections."""
    visitors = _clients.get(_visitors(scope))
    return visitors is not None and visitors.connections >= _SOCKETS_PER_VISITOR_ADDRESS


def _visitors(scope: Scope) -> str:
    return f"visitor {rate_limits.address_key(scope['client'][0])}"


def _site(scope: Scope) -> str:
    return rate_limits.site(scope["client"][0]) or _visitors(scope)


def _make_room(key: str) -> None:
    """End a silent connection when there is no room for another one of this client."""
    own = [one for one, (client, _) in _silent.items() if client == key]
    if len(own) >= _SILENT_PER_ADDRESS:
        own[0].give_way()
    elif len(_silent) >= _SILENT:
        [(most, _)] = Counter(site for _, site in _silent.values()).most_common(1)
        next(one for one, (_, site) in _silent.items() if site == most).give_way()


@asynccontextmanager
async def watch() -> AsyncIterator[None]:
    """Close the connections of ended sessions, for as long as the process lives (a lifespan task)."""
    async with background.running(_go_on()):
        yield


async def close_ended() -> None:
    """Close every open connection whose session ended; its page reconnects, and is redirected to the sign-in page."""
    over = await sessions.expired_among({connection.session_hash for connection in _members})
    for connection in [one for one in _members if one.session_hash in over]:
        connection.end()


def end_all() -> None:
    """Close every open connection, because the state of its page is not there; the page reconnects as soon as it may,
    reads everything again, and says of what was pressed just before that it may be lost (presses.js)."""
    for connection in list(_all):
        connection.end(page_store.AWAY)


async def _go_on() -> None:
    seen, last = sessions.changes, time.monotonic()
    while True:
        await asyncio.sleep(1)
        if not _members or (sessions.changes == seen and time.monotonic() - last < _LOOK_EVERY):
            continue
        seen, last = sessions.changes, time.monotonic()
        try:
            await close_ended()
        except Exception:
            logger.exception("connections whose session ended could not be closed")


async def _session(scope: Scope) -> tuple[str, Holder | None]:
    """Return the hash of the browser's session, and whose it is; an empty string and ``None`` for a visitor."""
    token = cookies.cookie(scope, sessions.cookie_name())
    session_hash = tokens.hashed(token) if token else ""
    holder = await sessions.holder(session_hash, max_age=0) if session_hash else None
    return (session_hash if holder else ""), holder


def _few(scope: Scope, session_hash: str) -> list[tuple[bytes, bytes]]:
    """Return the headers the framework gets: the first of each name, cut, and the session's hash as the only cookie."""
    kept: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name.lower() in _HEADERS_KEPT:
            kept.setdefault(name.lower(), value[: _HEADERS_KEPT[name.lower()]])
    if session_hash:
        kept[b"cookie"] = HASH_COOKIE + b"=" + session_hash.encode()
    return list(kept.items())


def _is_activity(message: Message) -> bool:
    """Return whether a message is a user's action (S05): an event of the page, or a page that was opened.

    The heartbeat of Engine.IO and the CONNECT of a reconnect come from an idle page too. The framework sends the page's
    first load in the CONNECT packet; only that of a newly opened page has the hashes of its initial state.
    """
    text = message.get("text") or ""
    return text.startswith(_EVENT) or (text.startswith(_CONNECT) and _OPENED in text)


def _cost(text: str) -> float:
    return 1 + len(text) // _COSTS_ONE + values.marks(text) // _MARKS_COST_ONE


class _Connection:
    """The messages of one connection, in and out, for as long as its session lasts."""

    def __init__(
        self, session_hash: str, receive: Receive, send: Send, shared: tuple[TokenBucket | Share, ...], frames: Frames
    ) -> None:
        self.session_hash = session_hash
        self._receive = receive
        self._send = send
        self._over: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._budgets: tuple[TokenBucket | Share, ...] = (TokenBucket(*_OF_A_CONNECTION), *shared)
        self._frames = frames
        self._largest = _LARGEST_MESSAGE if session_hash else _LARGEST_MESSAGE_OF_A_VISITOR
        self._speaks: Callable[[], None] | None = None
        self._sending: asyncio.Future[None] | None = None
        self._waiting: asyncio.Timeout | None = None
        self.is_closed_by_page = False

    @contextmanager
    def silent(self, key: str, site: str) -> Iterator[None]:
        """Count this connection as silent until a page connects on it, and end it when that takes too long."""
        _make_room(key)
        _silent[self] = key, site
        ending = asyncio.get_running_loop().call_later(_SILENT_FOR, self.end)

        def speak() -> None:
            ending.cancel()
            self._speaks = None
            del _silent[self]

        self._speaks = speak
        try:
            yield
        finally:
            if self._speaks:
                self._speaks()

    def give_way(self) -> None:
        """End this silent connection now; another one has its place."""
        self.end()
        if self._speaks:
            self._speaks()

    async def receive(self) -> Message:
        message = await self._next()
        if message["type"] != "websocket.receive":
            return message
        text = message.get("text")  # the framework sends no bytes, and neither do its pages
        if not isinstance(text, str) or len(text) > self._largest:
            return await self._hang_up(4400)
        # A heartbeat, the reply to one of the server's, is answered without an event.
        cost = _cost(text)
        for budget in self._budgets[:1] if text == PONG else self._budgets:
            if not await budget.acquire(cost, max_wait=_PATIENCE):
                return await self._hang_up(1013)
        # Answers wait in memory for a page that does not read them: it is not listened to until it does.
        if self._sending and not self._sending.done() and text != PONG:
            await asyncio.wait((self._sending, self._over), return_when=asyncio.FIRST_COMPLETED)
        if self._over.done():
            return await self._hang_up()
        # The event handler reads the session itself.
        if not await self._lasts(max_age=_LOOK_EVERY, counts_as_activity=_is_activity(message)):
            return await self._hang_up()
        if not self._frames.passes(text):
            return await self._hang_up(4400)
        if self._speaks and text.startswith(_CONNECT):
            self._speaks()
        self.is_closed_by_page = text == LEAVE
        return message

    async def send(self, message: Message) -> None:
        if not self._over.done() and message["type"] == "websocket.send" and not await self._lasts():
            self.end()
        if not self._over.done():
            await self._note_renamed(message.get("text") or "")
            sent = self._sending = asyncio.get_running_loop().create_future()
            try:
                await self._send(message)
            finally:
                sent.set_result(None)

    def end(self, code: int = 4401) -> None:
        """Stop sending now; ``receive`` then closes the connection, with the first code that is given: a server closes
        none under a waiting reader."""
        if not self._over.done():
            self._over.set_result(code)
            if self._waiting:
                self._waiting.reschedule(0)

    async def _next(self) -> Message:
        """Wait for a message, or for ``end``. A task for each message would take two more turns of the event loop."""
        if not self._over.done():
            with suppress(TimeoutError):
                async with asyncio.timeout(None) as self._waiting:
                    try:
                        return await self._receive()
                    finally:
                        self._waiting = None
        return await self._hang_up()

    async def _hang_up(self, code: int = 4401) -> Message:
        self.end(code)
        code = self._over.result()
        with suppress(Exception):  # the client was just leaving
            await self._send({"type": "websocket.close", "code": code})
        return {"type": "websocket.disconnect", "code": code}

    async def _lasts(self, *, max_age: float = 1, counts_as_activity: bool = False) -> bool:
        return not self.session_hash or await sessions.is_live(
            self.session_hash, max_age=max_age, counts_as_activity=counts_as_activity
        )

    async def _note_renamed(self, text: str) -> None:
        """Note the new token, under which the framework keeps this connection's state until the next connection."""
        if self.session_hash and text.startswith(_RENAMED):
            renamed = json.loads(text.removeprefix("42/_event,"))[1]
            holder = await sessions.holder(self.session_hash)
            await open_tabs.note(self.session_hash, renamed, holder.account if holder else "")
