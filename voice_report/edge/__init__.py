"""The ASGI edge: the outermost layer around pages, API and websocket.

Denies by default. A request is for the API, for the websocket, or for a file of the built pages, which the edge serves
itself; nothing else reaches the framework. What each part promises stands at the top of its module.
"""

from collections.abc import Callable
from pathlib import Path

from .. import logs
from ..config import settings
from ..errors import DomainError, TooMany, Unavailable
from ..services import audit, rate_limits
from . import bodies, frames, headers, origin, sockets
from .pages import Pages
from .wire import App, Receive, Scope, Send, answer_error, header

_API = ("/api/", "/healthz", "/readyz")
_DEVELOPMENT = "/dev/mail"
_WEBSOCKET = "/_event"
_READS = ("GET", "HEAD", "OPTIONS")
_ORIGIN_EXEMPT = ("/api/stripe/webhook",)  # Stripe's servers have no origin; their signature is checked instead


def around(built_pages: Path, takes: frames.Takes = frames.anything) -> Callable[[App], App]:
    """Return what puts the edge around an app, serving the pages built into this directory.

    ``takes`` tells which events the pages have; any other ends the connection that sent it.
    """

    def wrap(app: App) -> App:
        pages = Pages(built_pages)

        async def edge(scope: Scope, receive: Receive, send: Send) -> None:
            scope = _introduce(scope)
            if scope["type"] == "websocket":
                await _websocket(app, scope, receive, send, takes)
            else:
                await _http(app, pages, scope, receive, headers.secured(send))

        return edge

    return wrap


def _introduce(scope: Scope) -> Scope:
    """Give the request an id and the caller's real address, for the logs and the audit trail."""
    address = _address(scope)
    logs.request_id.set(logs.new_request_id())
    audit.caller.set(audit.Caller(address, header(scope, b"user-agent")))
    return {**scope, "client": (address, 0)}


def _address(scope: Scope) -> str:
    """The address the last trusted proxy saw; without one, X-Forwarded-For is whatever the caller wrote."""
    hops = settings().trusted_proxy_hops
    forwarded = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
    if hops and len(forwarded) >= hops:
        return forwarded[-hops]
    client = scope.get("client")
    return client[0] if client else ""


async def _websocket(app: App, scope: Scope, receive: Receive, send: Send, takes: frames.Takes) -> None:
    known = scope["path"].rstrip("/") == _WEBSOCKET
    try:
        if not known or not origin.is_ours(scope):
            await send({"type": "websocket.close", "code": 4403})
            return
        await rate_limits.check("socket", scope["client"][0])
        await sockets.serve(app, scope, receive, send, takes)
    except TooMany:
        await send({"type": "websocket.close", "code": 4429})
    except Unavailable:
        await send({"type": "websocket.close", "code": 1013})  # try again later (RFC 6455's registry)
    except Exception as error:  # noqa: BLE001  the last stop: the server would log the exception with its text
        logs.unexpected(error)


async def _http(app: App, pages: Pages, scope: Scope, receive: Receive, send: Send) -> None:
    path, method = scope["path"], scope["method"]
    if not path.startswith(_API) and (settings().is_production or not path.startswith(_DEVELOPMENT)):
        await pages.serve(scope, send)
        return
    started = False
    receive, send = bodies.heard_out(scope, receive, send)

    async def noting(message) -> None:
        nonlocal started
        started = True
        await send(message)

    try:
        if method not in _READS and path not in _ORIGIN_EXEMPT and not origin.is_ours(scope):
            raise origin.Foreign
        await rate_limits.check("api", scope["client"][0])
        await bodies.limited(app, scope, receive, headers.private(noting))
    except DomainError as refusal:
        await answer_error(noting, refusal)
    except Exception as error:  # noqa: BLE001  the last stop: the server would log the exception with its text
        if not started:
            await answer_error(noting, DomainError(logs.unexpected(error), code="unexpected"), status=500)
