"""What one request tells about itself: to the metrics, and as a line of the access log (security.md S95).

Both name the template of its route and nothing of the request: an address of care data has ids in its path and names in
its query. Where the caller came from is in the audit trail, and not here.
"""

import logging
import time

from starlette.types import Message, Scope, Send

from ..config import settings
from ..core import logs, metrics

#: A path that has no route, and a request that was refused before it had one.
UNROUTED = "unrouted"
#: Files of the pages; each page has its own path.
STATIC = "static"

_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_WEBSOCKET = "WEBSOCKET"
#: Not in the access log: monitors ask them all day, and files say nothing that their page does not.
_QUIET = frozenset((STATIC, "/healthz", "/readyz", "/metrics"))

logger = logging.getLogger(logs.ACCESS)


class Exchange:
    """A request and its answer, or a websocket, from its first byte to its end."""

    def __init__(self, scope: Scope) -> None:
        self._began = time.perf_counter()
        method = _WEBSOCKET if scope["type"] == "websocket" else scope["method"]
        self._method = method if method in _METHODS or method == _WEBSOCKET else "other"
        self._status = 0  # until there is an answer; the client may leave before

    def noting(self, send: Send) -> Send:
        """Return ``send``, with a note of the answer's status; that of a websocket is 101, or why it was refused."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._status = message["status"]
            elif message["type"] == "websocket.accept":
                self._status = 101
            elif message["type"] == "websocket.close" and not self._status:
                self._status = message.get("code", 1000)
            await send(message)

        return sending

    def end(self, route: str) -> None:
        """Count it under the template of its route."""
        seconds = time.perf_counter() - self._began
        metrics.REQUESTS.labels(route, self._method, str(self._status)).inc()
        if self._method != _WEBSOCKET:
            metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        if route not in _QUIET and settings().access_log == "on":
            told = {"method": self._method, "route": route, "status": self._status, "ms": round(seconds * 1000, 1)}
            logger.info("%(method)s %(route)s %(status)d %(ms).1f ms", told, extra={"fields": told})
