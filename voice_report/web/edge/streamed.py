"""A request whose body is sent over a websocket while it is made: the sound of a user who is still speaking.

A page cannot send the body of a request bit by bit over HTTP/1 (decisions/0015). So it opens a websocket at the path of
the request, sends the body in binary messages and a text message at its end, and gets one text message: ``{"status",
"retryAfter", "requestId", "body"}``; ``body`` is the text of the response. In between it is an ordinary
request, and what holds for those holds for it: origin, session, limits, pace, failures. A websocket can do more than a
body, so its messages are bounded here: how large, how many per second, how many connections (S33).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs

from ...core import logs
from ...errors import TooMany
from ...services.shared import rate_limits
from .asgi import Headers, Message, Receive, Scope, Send
from .token_buckets import TokenBucket

#: The requests that may be sent like this, each by POST.
PATHS = frozenset({"/api/stt"})

#: RFC 2046, 5.1.1, without the characters that would have to be quoted.
_BOUNDARY = re.compile(r"[A-Za-z0-9_-]{1,70}")
#: Headers that identify the client. Others are of the handshake: its ``Accept-Encoding`` would compress the answer.
_KEPT = frozenset((b"host", b"origin", b"sec-fetch-site", b"cookie", b"user-agent"))

#: A user who speaks has two for a moment, in each tab that records.
_STREAMS_PER_ACCOUNT = 8
#: Bytes of a message: the recorder sends a second of sound; all of a segment when the browser had suspended the page.
_LARGEST_MESSAGE = 1024 * 1024
_MESSAGES = (10, 60)  # per second, and how many at once: what was recorded before the connection was open

_open: Counter[str] = Counter()  # by account


@contextmanager
def room(account: str) -> Iterator[None]:
    """Count a stream of this account while it is open. Raises ``TooMany``."""
    if _open[account] >= _STREAMS_PER_ACCOUNT:
        raise TooMany(rate_limits.SENTENCE)
    _open[account] += 1
    try:
        yield
    finally:
        _open[account] -= 1
        if not _open[account]:
            del _open[account]


def request(scope: Scope, receive: Receive, send: Send) -> tuple[Scope, Receive, Send] | None:
    """Return the request that this websocket carries: a form, of which its address names the boundary.

    ``None`` when it names none. The websocket has to be accepted before the request is served.
    """
    boundary = parse_qs(scope["query_string"].decode("latin-1")).get("boundary", [""])[0]
    if not _BOUNDARY.fullmatch(boundary):
        return None
    headers: Headers = [
        *((name, value) for name, value in scope["headers"] if name.lower() in _KEPT),
        (b"content-type", f"multipart/form-data; boundary={boundary}".encode()),
        (b"transfer-encoding", b"chunked"),
    ]
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    of_http = {"type": "http", "method": "POST", "scheme": scheme, "headers": headers, "query_string": b""}
    ends = _Carried(receive, send)
    return {**scope, **of_http, "extensions": {}}, ends.receive, ends.send


class _Carried:
    """The two ends of the request."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._budget = TokenBucket(*_MESSAGES)
        self._is_whole = self._is_gone = False
        self._status = 500
        self._retry_after = ""
        self._body = b""

    async def receive(self) -> Message:
        """Return the next part of the body; what comes behind its end is no part of it."""
        while (message := await self._receive())["type"] == "websocket.receive":
            await self._budget.acquire(1)
            part = message.get("bytes")
            if part is not None and not 0 < len(part) <= _LARGEST_MESSAGE:
                await self._send({"type": "websocket.close", "code": 4400})
                break
            if self._is_whole:
                continue
            self._is_whole = part is None
            return {"type": "http.request", "body": part or b"", "more_body": not self._is_whole}
        self._is_gone = True
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Send the response as one message once it is whole, and close the websocket."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._retry_after = dict(message.get("headers", [])).get(b"retry-after", b"").decode("latin-1")
            return
        self._body += message.get("body", b"")
        if message.get("more_body", False) or self._is_gone:
            return
        answer = {
            "status": self._status,
            "retryAfter": self._retry_after,
            "requestId": logs.request_id.get(),
            "body": self._body.decode(errors="replace"),
        }
        await self._send({"type": "websocket.send", "text": json.dumps(answer)})
        await self._send({"type": "websocket.close", "code": 1000})
