"""The small part of ASGI that the edge uses."""

import json

from starlette.types import ASGIApp as App
from starlette.types import Message, Receive, Scope, Send

from ...errors import DomainError
from .. import problems

__all__ = ["App", "Headers", "Message", "Receive", "Scope", "Send", "answer", "answer_error", "header"]

Headers = list[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> str:
    """Return a request header's first value, or an empty string."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name), "")


async def answer(send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def answer_error(send: Send, error: DomainError, status: int | None = None) -> None:
    """Send a failure in the API's format."""
    status = status or error.status
    body = json.dumps(problems.body(status, error.message, error.code)).encode()
    headers = [
        (b"content-type", problems.MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if error.status == 408:  # RFC 9110, 15.5.9: do not wait for the rest of the request
        headers.append((b"connection", b"close"))
    if error.retry_after:
        headers.append((b"retry-after", str(error.retry_after).encode()))
    await answer(send, status, headers, body)
