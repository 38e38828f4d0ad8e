"""Every failure that a test of the API meets is in the description of the route that answered it."""

from typing import Any

import httpx
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: What is said of a body that the edge cut off, which no client gets; and a bug of ours.
_IN_NO_DESCRIPTION = (400, 500)


def told(answer: httpx.Response) -> dict[str, Any]:
    """Return what a failure tells its caller, apart from the id of this one request."""
    problem = answer.json()
    assert problem.pop("requestId") == answer.headers["x-request-id"]
    return problem


def noting(app: FastAPI, missing: set[str]) -> ASGIApp:
    """Return the app, which adds to ``missing`` what it answered and does not describe, as 'PUT /api/drafts/{draft_id}:
    409'."""

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                missing.update(_missing(app, scope, message["status"]))
            await send(message)

        await app(scope, receive, sent)

    return noted


def _missing(app: FastAPI, scope: Scope, status: int) -> set[str]:
    route: Any = scope.get("route")
    if not getattr(route, "include_in_schema", False) or status in _IN_NO_DESCRIPTION:
        return set()
    operation = app.openapi()["paths"][route.path_format].get(scope["method"].lower())
    if operation is None or str(status) in operation["responses"]:
        return set()
    return {f"{scope['method']} {route.path_format}: {status}"}
