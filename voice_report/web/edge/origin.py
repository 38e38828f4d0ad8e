"""Only our own pages may connect or change anything (security.md S04)."""

from ...config import settings
from ...errors import NotAllowed
from .asgi import Scope, header


class OriginError(NotAllowed):
    """The request does not come from our own pages (403)."""

    code = "foreign_origin"
    sentence = "Dit verzoek komt niet van onze eigen pagina's."


def is_ours(scope: Scope) -> bool:
    """Return whether the request's Origin is ours; without an Origin the browser itself must say 'same-origin'."""
    given = header(scope, b"origin")
    if given:
        return given in settings().allowed_origins()
    return header(scope, b"sec-fetch-site") == "same-origin"
