"""The ASGI edge: the outermost layer around pages, API and websocket.

Denies by default. A request is for the API, for the websocket, for a file of the built pages or for ``security.txt``;
the edge serves the last two itself, and nothing else reaches the framework. Each module's docstring states what that
part guarantees.

The client's address is the one the last trusted proxy saw (``TRUSTED_PROXY_HOPS``); the audit trail stores it in full.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from ...config import settings
from ...core import fair_lock, logs
from ...core.shares import Holder
from ...db import session as database
from ...errors import DomainError, TooMany, Unavailable
from ...services.audit import trail
from ...services.sessions import devices, sessions
from ...services.shared import page_store, rate_limits, tokens
from .. import telemetry
from . import addresses, bodies, cookies, frames, headers, origin, security_txt, sockets, streamed, turns
from .asgi import App, Receive, Scope, Send, answer_error, header
from .pages import Pages

_API = "/api/"
_METRICS = "/metrics"
#: Never rate limited: monitoring must get a response, most of all under a flood.
_MONITORED = ("/healthz", "/readyz", _METRICS)
_DEVELOPMENT = "/dev/mail"
_WEBSOCKET = "/_event"
_READS = ("GET", "HEAD", "OPTIONS")
_OF_AN_ACCOUNT = {
    "api": "api_account",
    "stream": "api_account",
    "socket": "socket_account",
    "socket_full": "socket_account",
}
_SIGN_IN = ("/api/auth/login", "/api/auth/passkey")
#: Servers have no origin: the signature of an event of Stripe, of a logout token of an identity provider, is checked.
_ORIGIN_EXEMPT = ("/api/stripe/webhook", "/api/auth/single-sign-on/back-channel-logout")


def around(
    built_pages: Path, takes: frames.Takes = frames.anything, texts: Mapping[str, str] | None = None
) -> Callable[[App], App]:
    """Return a function that wraps an app in the edge, serving the pages built into this directory.

    ``takes`` says which events the pages have; any other event closes the connection that sent it. ``texts`` are
    those of this installation, by the names of the placeholders that the pages have for them (``core.placeholders``).
    """

    def wrap(app: App) -> App:
        pages = Pages(built_pages, texts or {})

        async def edge(scope: Scope, receive: Receive, send: Send) -> None:
            address = addresses.of_caller(scope)
            logs.request_id.set(logs.new_request_id())
            trail.caller.set(trail.Caller(address, header(scope, b"user-agent")))
            fair_lock.whose.set(
                rate_limits.site(address) or rate_limits.address_key(address)
            )  # until a session is known
            scope = {**scope, "client": (address, 0), "headers": cookies.in_one_line(scope["headers"])}
            exchange = telemetry.Exchange(scope)
            send = exchange.noting(send)
            try:
                if scope["type"] == "websocket" and scope["path"] in streamed.PATHS:
                    await _streamed(app, scope, receive, send)
                elif scope["type"] == "websocket":
                    await _websocket(app, scope, receive, send, takes)
                else:
                    await _http(app, pages, scope, receive, headers.secured(send))
            finally:
                exchange.end(_route(pages, scope))

        return edge

    return wrap


def _route(pages: Pages, scope: Scope) -> str:
    """Return the template of a request's route, after it was answered: never a part of the request itself."""
    path = scope["path"]
    if scope["type"] == "websocket":
        known = path.rstrip("/") == _WEBSOCKET or path in streamed.PATHS
        return path.rstrip("/") if known else telemetry.UNROUTED
    if _is_call(path):
        return getattr(scope.get("route"), "path", "") or telemetry.UNROUTED  # the framework mounts the API at ""
    return path if path == security_txt.PATH else pages.route(path)


async def _websocket(app: App, scope: Scope, receive: Receive, send: Send, takes: frames.Takes) -> None:
    known = scope["path"].rstrip("/") == _WEBSOCKET
    try:
        if not known or not origin.is_ours(scope):
            await send({"type": "websocket.close", "code": 4403})
            return
        if page_store.is_away():  # a page that connected now would wait forever for its state
            await send({"type": "websocket.close", "code": page_store.AWAY})
            return
        if refusal := await _refusal():
            raise refusal
        # Pages that are refused for lack of room retry every few seconds: those retries must not use up the budget with
        # which pages connect once there is room.
        await _count("socket_full" if sockets.is_full(scope) else "socket", scope)
        await sockets.serve(app, scope, receive, send, takes)
    except TooMany:
        await send({"type": "websocket.close", "code": 4429})
    except Unavailable:
        await send({"type": "websocket.close", "code": 1013})  # try again later (RFC 6455's registry)
    except Exception as error:  # noqa: BLE001  the last handler: the server would log the exception with its text
        logs.unexpected(error)


async def _streamed(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        carried = streamed.request(scope, receive, send)
        if carried is None or not origin.is_ours(scope):
            await send({"type": "websocket.close", "code": 4403})
            return
        holder = await _holder(scope)
        await turns.turn(scope, holder)
        await _count("stream", scope)
        if holder is None:
            await send({"type": "websocket.close", "code": 4401})
            return
        with streamed.room(holder.account):
            if (await receive())["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
                await _call(app, *carried)
    except TooMany:
        await send({"type": "websocket.close", "code": 4429})
    except Unavailable:
        await send({"type": "websocket.close", "code": 1013})
    except Exception as error:  # noqa: BLE001  the last handler: the client may have left
        logs.unexpected(error)


async def _count(name: str, scope: Scope) -> None:
    """Count a request against its address. Raises ``TooMany``.

    When an address has used up its budget, each signed-in account still has its own: a flood from one device behind a
    location's router does not keep the others there from working (S33). Nor does it keep them from signing in, on a
    device from which a user did before (S08).
    """
    try:
        await rate_limits.hit(name, scope["client"][0])
    except TooMany:
        holder = await _holder(scope)
        device = cookies.cookie(scope, devices.cookie_name())
        if holder is not None:
            await rate_limits.hit(_OF_AN_ACCOUNT[name], holder.account)
        elif scope["path"].startswith(_SIGN_IN) and devices.is_signed(device):
            await rate_limits.hit("login_calls", tokens.hashed(device))
        else:
            raise


async def _holder(scope: Scope) -> Holder | None:
    """Return whose session the browser's is, or ``None`` for a visitor."""
    token = cookies.cookie(scope, sessions.cookie_name())
    return await sessions.holder(tokens.hashed(token)) if token else None


def _is_call(path: str) -> bool:
    """Return whether a path is for the API. It comes decoded: '/healthz%2f..%2fx' would reach the framework's files."""
    is_mail = path == _DEVELOPMENT or path.startswith(_DEVELOPMENT + "/")
    is_hidden = path == _METRICS and not settings().metrics_token
    return path.startswith(_API) or (path in _MONITORED and not is_hidden) or (is_mail and not settings().is_production)


async def _http(app: App, pages: Pages, scope: Scope, receive: Receive, send: Send) -> None:
    if _is_call(scope["path"]):
        await _call(app, scope, receive, send)
    elif scope["path"] == security_txt.PATH:
        await security_txt.serve(scope, send)
    elif pages.is_document(scope["path"]) and (refusal := await _refusal()):
        await pages.refuse(scope, send, refusal)
    else:
        await pages.serve(scope, send)


async def _refusal() -> Unavailable | None:
    """Return why no page can work now: the database lacked a migration, and still does. Other failures a page shows
    itself."""
    if database.is_behind():
        try:
            await database.require_schema()
        except Unavailable as refusal:
            return refusal
    return None


async def _call(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    path, method = scope["path"], scope["method"]
    started = False
    receive, send = bodies.drain_before_reply(scope, receive, headers.limited(send))

    async def noting(message) -> None:
        nonlocal started
        started = True
        await send(message)

    try:
        headers.require_once(scope)
        if method not in _READS and path not in _ORIGIN_EXEMPT and not origin.is_ours(scope):
            raise origin.OriginError
        holder = None
        if path not in _MONITORED:
            if refusal := await _refusal():
                raise refusal
            holder = await _holder(scope)
            await turns.turn(scope, holder)
            await _count("api", scope)
        await bodies.limited(app, scope, receive, headers.private(noting), holder=holder)
    except DomainError as refusal:
        await answer_error(noting, refusal)
    except Exception as error:  # noqa: BLE001  the last handler: the server would log the exception with its text
        if not started:
            await answer_error(noting, DomainError(logs.unexpected(error), code="unexpected"), status=500)
