"""Every failure of the API in one format, at its routes and at the edge before them (RFC 9457, decisions/0008)."""

from typing import Any

from ..config import settings
from ..core import logs

MEDIA_TYPE = "application/problem+json"

#: By status: the name in the description's components, the title, and what it means.
KINDS = {
    400: ("BadRequest", "Bad request", "A header twice that may be there once; an event with a wrong signature or age"),
    401: ("NotSignedIn", "Not signed in", "Nobody is signed in, or the credentials are wrong"),
    402: ("OutOfCredits", "Out of credits", "No credit is left to pay for it"),
    403: ("NotAllowed", "Not allowed", "Another site's page, a role without the right, or `step_up_needed`"),
    404: ("NotFound", "Not found", "Does not exist, or belongs to another organization"),
    405: ("MethodNotAllowed", "Method not allowed", "The path has no such method"),
    408: ("TooSlow", "Too slow", "The body stopped coming, or came too slowly"),
    409: ("Conflict", "Conflict", "Changed, taken or being worked on elsewhere"),
    413: ("TooLarge", "Too large", "More bytes, minutes or characters than are taken"),
    415: ("WrongMedia", "Wrong kind of file", "Not a kind of file that is taken"),
    422: ("Invalid", "Invalid input", "Input that cannot be accepted; `errors` names the fields that are wrong"),
    429: ("TooMany", "Too many requests", "Asked too often; Retry-After says when to come back, in seconds"),
    500: ("Unexpected", "Unexpected failure", "A fault of the product's own, which it logged"),
    503: (
        "Unavailable",
        "Unavailable",
        "A neighbour (speech, text, mail, payment, database) is down or not set up",
    ),
}


def anchor(status: int) -> str:
    """Return the id that a kind of failure has on the page with the description."""
    name = KINDS[status][1] if status in KINDS else "other"
    return name.lower().replace(" ", "-")


def body(status: int, sentence: str, code: str, **more: Any) -> dict[str, Any]:
    """Return the content of a failure.

    ``sentence`` is for the user, in Dutch; it is under ``error`` and ``message`` too, which callers of before RFC 9457
    read. ``more`` is for members that this failure alone has.
    """
    return {
        "type": f"{settings().app_url}/api/docs#{anchor(status)}",
        "title": KINDS[status][1] if status in KINDS else "Failure",
        "status": status,
        "detail": sentence,
        "code": code,
        "error": sentence,
        "message": sentence,
        "requestId": logs.request_id.get(),
        **more,
    }
