"""The authorization code flow with PKCE (RFC 7636), and its result: the identity that the provider vouches for."""

import base64
import hashlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit, urlunsplit

from . import client, tokens
from .metadata import Metadata
from .refusal import DECLINED, UNREACHABLE, ProviderError, misconfigured, rejected

SCOPES = "openid email profile"
MAX_CODE = 4000  # characters of an authorization code
#: What an answer that is not signed may add: nothing about when, how, or in which tenant or domain the user signed in.
_OF_PERSON = ("email", "email_verified", "given_name", "family_name", "name")
_SAYS_NO = ("access_denied", "login_required", "interaction_required", "consent_required", "account_selection_required")


@dataclass(frozen=True, slots=True)
class Client:
    """This installation as one organization registered it with its provider."""

    id: str
    secret: str = field(repr=False)
    redirect_uri: str


@dataclass(frozen=True, slots=True)
class Request:
    """What binds an answer to its question; ``verifier`` never leaves us before the code comes back (PKCE)."""

    state: str
    nonce: str
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The parameters with which the provider sends the browser back; '' for one that is missing."""

    code: str = ""
    issuer: str = ""
    error: str = ""


def authorization_url(provider: Metadata, us: Client, request: Request, **extra: str) -> str:
    """Return where to send the browser; ``extra`` are further parameters, left out when empty."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(request.verifier.encode()).digest()).rstrip(b"=").decode()
    parts = urlsplit(provider.authorization_endpoint)
    asked = {
        "response_type": "code",
        "client_id": us.id,
        "redirect_uri": us.redirect_uri,
        "scope": SCOPES,
        "state": request.state,
        "nonce": request.nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        **{name: value for name, value in extra.items() if value},
    }
    query = [pair for pair in parse_qsl(parts.query) if pair[0] not in asked] + list(asked.items())
    return urlunsplit(parts._replace(query=urlencode(query)))


async def finish(provider: Metadata, us: Client, request: Request, answer: Answer) -> dict[str, Any]:
    """Exchange the code and return the checked claims of the user who signed in. Raises ``ProviderError``."""
    if (answer.issuer or provider.names_itself) and answer.issuer != provider.issuer:  # RFC 9207: mix-up
        raise rejected("answer of another provider")
    if answer.error:
        if answer.error in _SAYS_NO:
            raise ProviderError(DECLINED, "declined")
        if answer.error in ("server_error", "temporarily_unavailable"):
            raise ProviderError(UNREACHABLE, "server error")
        raise misconfigured("request refused")
    if not 0 < len(answer.code) <= MAX_CODE:
        raise rejected("no code")
    given = await _exchange(provider, us, request, answer.code)
    raw, access = given.get("id_token"), given.get("access_token")
    access = access if isinstance(access, str) and access.isascii() and access.isprintable() else ""
    if not isinstance(raw, str):
        raise rejected("no ID token")
    claims = await tokens.id_token(raw, provider, client_id=us.id, nonce=request.nonce, access_token=access)
    if not tokens.text(claims, "email") and access and provider.userinfo_endpoint:
        more = await client.get_json(provider.userinfo_endpoint, token=access)
        if more.get("sub") != claims["sub"]:
            raise rejected("another subject")
        claims = {**{name: more[name] for name in _OF_PERSON if name in more}, **claims}  # what is signed wins
    return claims


def logout_url(provider: Metadata, client_id: str, *, back_to: str) -> str:
    """Return where to send the browser to sign out at the provider (RP-Initiated Logout 1.0), or ''."""
    if not provider.end_session_endpoint:
        return ""
    parts = urlsplit(provider.end_session_endpoint)
    asked = [*parse_qsl(parts.query), ("client_id", client_id), ("post_logout_redirect_uri", back_to)]
    return urlunsplit(parts._replace(query=urlencode(asked)))


async def _exchange(provider: Metadata, us: Client, request: Request, code: str) -> dict[str, Any]:
    """Exchange a code for tokens (RFC 6749, 4.1.3)."""
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": us.redirect_uri,
        "code_verifier": request.verifier,
    }
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    if provider.takes_secret_in_header:
        pair = f"{quote_plus(us.id)}:{quote_plus(us.secret)}"  # RFC 6749, 2.3.1
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        fields |= {"client_id": us.id, "client_secret": us.secret}
    status, body = await client.fetch("POST", provider.token_endpoint, headers, urlencode(fields).encode())
    if status == 200:
        return client.read_object(body)
    if status >= 500:
        raise ProviderError(UNREACHABLE, f"status {status}")
    refused = client.read_object(body).get("error")
    if status == 401 or refused in ("invalid_client", "unauthorized_client"):
        raise misconfigured("client refused")
    raise rejected("code refused")
