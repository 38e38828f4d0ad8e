"""The failures a route may return, described once (decisions/0008)."""

from typing import Any

from pydantic import Field

from .shapes import Camel


class Failure(Camel):
    """The format of every failure; ``error`` and ``message`` are the same sentence for the user, in Dutch."""

    error: str
    message: str
    code: str
    reason: str | None = Field(default=None, description="with `step_up_needed`: why, in Dutch")


_MEANINGS = {
    400: "Not genuine: the signature or the age of an event is wrong",
    401: "Nobody is signed in, or the credentials are wrong",
    402: "Out of credits",
    403: "Not allowed: another site's page, or a role without the right",
    404: "Does not exist, or belongs to another organization",
    409: "Changed, taken or being worked on elsewhere",
    413: "Too large",
    415: "Not a kind of file we take",
    422: "Input that cannot be accepted; the sentence names the first field that is wrong",
    429: "Asked too often; the Retry-After header tells when to come back, in seconds",
    503: "A neighbour (speech, structuring, mail, payment) is down or not set up",
}

#: Returned by the edge or while reading the request: any call may fail with these.
_ANY = (403, 413, 422, 429)

#: What a failure looks like in the description. FastAPI builds a validator for each `model` of each route: eight
#: hundred of the same, which are unused, were a tenth of a start.
_CONTENT = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` of an ``APIRouter`` or a route: these failures, and those that any call may return."""
    return {status: {"content": _CONTENT, "description": _MEANINGS[status]} for status in sorted({*_ANY, *statuses})}


#: The failures of a route behind the sign-in.
SIGNED_IN = refusals(401, 404, 409)
