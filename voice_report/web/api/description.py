"""The API's description (OpenAPI 3.1): what FastAPI makes of the routes, completed with what holds for each of them.

The failures that follow from a route's shape are added here, so that a route names its own alone: a call that
needs a session may lack it, one with a body may send too much, and any call may come too often.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from ...config import settings
from ...services.sessions import sessions
from ..problems import KINDS, MEDIA_TYPE
from . import _fields, guards
from .responses import Problem, reference

_SCHEME = "session"
_SESSION = "The cookie that `POST /api/auth/login` sets. A call that changes something has an `Origin` of the "
_SESSION += "installation itself, or `Sec-Fetch-Site: same-origin`."
_TAGS = {
    "account": "The caller's own account: names, password, second factor, passkeys, devices.",
    "admin": "The users of an organization, for its administrators; organizations and users, for platform admins.",
    "auth": "Signing in and out.",
    "billing": "The ledger of credits.",
    "checkout": "Paying for credits.",
    "clients": "The clients of an organization.",
    "dossier": "The archive of reports, and files of it.",
    "drafts": "One's own drafts, from dictation to sign-off.",
    "health": "Whether the process answers, and can do its work.",
    "invitations": "An invitation as its link shows it.",
    "logbook": "The audit trail, for administrators.",
    "organization": "What holds for a whole organization, set by its administrators.",
    "registration": "Making an account, verifying its address, a new password.",
    "speech": "Speech to text.",
    "structure": "From a transcript to a report, and comparing the two.",
    "templates": "The templates of reports.",
    "words": "Word lists: how names and terms are written.",
}
_RETRY_AFTER = {"description": "seconds until another try may succeed", "schema": {"type": "integer"}}
_RATE_LIMIT = {
    "RateLimit-Policy": {
        "description": 'the limits that the call counted for: uses (q) in seconds (w), as in `"structure";q=20;w=60`',
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": 'what is left (r), until the seconds (t) have passed, as in `"structure";r=19;t=42`',
        "schema": {"type": "string"},
    },
}
_HEADERS: dict[int, dict[str, Any]] = {
    429: {"headers": {"Retry-After": _RETRY_AFTER, **_RATE_LIMIT}},
    503: {"headers": {"Retry-After": _RETRY_AFTER}},
}
_FIRST_CLAUSE = re.compile(r".+?(?=[.;:(](\s|$)|$)", re.DOTALL)
_ASK_FOR_A_SESSION = {guards.signed_in, guards.signed_in_here}
#: Without a rate limit.
_MONITORED = ("/healthz", "/readyz")


def complete(described: dict[str, Any], routes: Iterable[APIRoute]) -> None:
    """Complete the description of these routes in place."""
    found = {(route.path_format, method.lower()): route for route in routes for method in route.methods or ()}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            _complete(operation, found[path, method], method)
    described["info"]["contact"] = {"email": settings().contact_email}
    described["servers"] = [{"url": settings().app_url}]
    described["tags"] = [{"name": name, "description": words} for name, words in _TAGS.items()]
    parts = described["components"]
    for name in ("HTTPValidationError", "ValidationError"):  # FastAPI's own
        parts["schemas"].pop(name, None)
    problem = Problem.model_json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
    parts["schemas"] |= problem.pop("$defs") | {"Problem": problem}
    _fields.explain(described)
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    parts["responses"] = {
        name: {"description": words, "content": content} | _HEADERS.get(status, {})
        for status, (name, _, words) in KINDS.items()
    }
    cookie = {"type": "apiKey", "in": "cookie", "name": sessions.cookie_name(), "description": _SESSION}
    parts["securitySchemes"] = {_SCHEME: cookie}


def _complete(operation: dict[str, Any], route: APIRoute, method: str) -> None:
    operation["summary"] = _summary(route.description)
    calls = set(_calls(route.dependant))
    operation["security"] = [{_SCHEME: []}] if calls & _ASK_FOR_A_SESSION else []
    answers = operation["responses"]
    answers.pop("422", None)  # FastAPI's own
    told = [int(status) for status in route.responses if int(status) in KINDS]
    for status in sorted({*told, *_of_shape(operation, method, calls)}):
        if route.path not in _MONITORED:
            answers[str(status)] = reference(status)


def _of_shape(operation: dict[str, Any], method: str, calls: set[Any]) -> Iterator[int]:
    """Yield the failures that follow from how a route is called, and by whom."""
    yield from (400, 429, 503)
    places = {one["in"] for one in operation.get("parameters", ())}
    if calls & _ASK_FOR_A_SESSION:
        yield 401
    if method != "get" or calls & guards.for_roles:
        yield 403
    if "path" in places:
        yield 404
    if "requestBody" in operation:
        yield from (408, 413)
    if "requestBody" in operation or places & {"query", "header"}:
        yield 422


def _calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for inner in dependant.dependencies:
        yield from _calls(inner)


def _summary(words: str) -> str:
    """Return the first clause of a route's docstring."""
    found = _FIRST_CLAUSE.match(words)
    return " ".join(found[0].split()) if found else ""
