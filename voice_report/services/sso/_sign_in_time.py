"""When the user last signed in at the provider (``auth_time``): its request, and its use in a step-up (S44).

Only a time in the signed token counts. ``prompt=login`` and ``max_age`` travel through the browser: a person who sits
at an unlocked one can take them out of the address, and a provider that still knows its user answers with a token made
now. So ``iat`` proves nothing, although Microsoft's reference of ID token claims calls it the time of the
authentication.

Entra ID leaves ``auth_time`` out unless the application asks for it: as an optional claim of its registration
(Microsoft's reference of optional claims), and, as its own library shows, with ``max_age`` (msal for Python, issue
455). Google needs it as an essential claim in the request (OpenID Connect Core, 5.5); a provider without that
parameter ignores it (3.1.2.1). The request uses all three, and the test of the connection shows whether one worked.
"""

import json
from typing import Any

from ...db.models import IdentityProvider
from ...integrations.oidc import tokens
from ...integrations.oidc.metadata import Metadata
from ...integrations.oidc.refusal import NO_TIME, NOT_RECENT, ProviderError
from ..shared.identity import STEP_UP
from .identity_provider import ENTRA


def asked(row: IdentityProvider, provider: Metadata) -> dict[str, str]:
    """Return the parameters of every request: for the time, and for the second step that was agreed on."""
    wanted: dict[str, Any] = {"auth_time": {"essential": True}} if provider.takes_claims else {}
    if row.acr and row.kind == ENTRA:
        wanted["acrs"] = {"essential": True, "value": row.acr}
    found = {"claims": json.dumps({"id_token": wanted}, separators=(",", ":"))} if wanted else {}
    if row.acr and row.kind != ENTRA:
        found["acr_values"] = row.acr
    return found


def of_test() -> dict[str, str]:
    """Return the parameters of a test: the time is needed, and signing in again is not."""
    return {"max_age": "86400"}


def of_step_up(row: IdentityProvider) -> dict[str, str]:
    """Return the parameters that make the provider ask its user again.

    A token of Entra ID is over ``max_age`` after the authentication (msal for Python, issue 444): 0 would be too late.
    """
    longest = int(STEP_UP.total_seconds()) if row.kind == ENTRA else 0
    return {"prompt": "login", "max_age": str(longest)}


def require_since(claims: dict[str, Any], begun_at: float) -> None:
    """Raise ``ProviderError`` unless the token says that its user signed in since then (seconds since 1970)."""
    moment = tokens.moment(claims, "auth_time")
    if moment is None:
        raise ProviderError(NO_TIME, "no auth_time")
    if moment < begun_at - tokens.LEEWAY:
        raise ProviderError(NOT_RECENT, "not signed in again")
