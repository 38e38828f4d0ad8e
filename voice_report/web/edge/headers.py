"""The headers of every response (security.md S26), and those that a request may have once."""

import base64
import hashlib
import re

from ...config import settings
from ...core import logs
from ...errors import DomainError
from ...services.shared import rate_limits
from .asgi import Message, Scope, Send

_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)

#: The clipboard is written at a press, and never read (security.md S76).
_PERMISSIONS = (
    "microphone=(self), screen-wake-lock=(self), clipboard-write=(self), clipboard-read=(), camera=(), geolocation=(), "
    "payment=()"
)


#: What a call is understood by. Of two lines a proxy may read the one and we the other (RFC 9110, 5.3).
_ONCE = (
    b"authorization", b"content-length", b"content-type", b"host", b"idempotency-key", b"origin", b"sec-fetch-site",
    b"stripe-signature",
)  # fmt: skip


class RepeatedHeader(DomainError):
    """A header comes twice that may be there once (400)."""

    code = "repeated_header"


def require_once(scope: Scope) -> None:
    """Raise ``RepeatedHeader`` for a second line of a header that has one value."""
    names = [name.lower() for name, _ in scope["headers"]]
    if repeated := next((one for one in _ONCE if names.count(one) > 1), None):
        raise RepeatedHeader(f"De aanvraag heeft de header {repeated.decode()} meer dan één keer.")


def secured(send: Send) -> Send:
    """Add the headers of every response; a script policy that the response sets itself is kept."""
    always = [
        (b"x-request-id", logs.request_id.get().encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"same-origin"),
        (b"permissions-policy", _PERMISSIONS.encode()),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"content-security-policy", _policy("'none'")),
    ]
    if settings().is_https:
        always.append((b"strict-transport-security", b"max-age=63072000; includeSubDomains"))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [(name.lower(), value) for name, value in message.get("headers", [])]
            names = {name for name, _ in given}
            message = {**message, "headers": given + [pair for pair in always if pair[0] not in names]}
        await send(message)

    return sending


def private(send: Send) -> Send:
    """Keep an API response out of every cache, unless it says otherwise."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", []))
            if not any(name.lower() == b"cache-control" for name, _ in given):
                given.append((b"cache-control", b"no-store"))
            message = {**message, "headers": given}
        await send(message)

    return sending


def limited(send: Send) -> Send:
    """Tell the limits that the call counts for, and what is left of them (draft-ietf-httpapi-ratelimit-headers-11)."""
    noted: list[rate_limits.Counted] = []
    rate_limits.counted.set(noted)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and noted:
            last = {one.name: one for one in noted}.values()
            policies = ", ".join(f'"{one.name}";q={one.amount};w={one.window}' for one in last)
            rests = ", ".join(f'"{one.name}";r={one.remaining};t={one.resets}' for one in last if one.resets)
            told = [(b"ratelimit-policy", policies.encode()), (b"ratelimit", rests.encode())]
            message = {**message, "headers": [*message.get("headers", []), *(pair for pair in told if pair[1])]}
        await send(message)

    return sending


def page_policy(html: bytes) -> bytes:
    """Return the content security policy of a built page: its own inline scripts by hash, and our files."""
    hashes = sorted({_hash(script) for script in _INLINE_SCRIPT.findall(html)})
    return _policy(" ".join(["'self'", *hashes]))


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


def _policy(scripts: str) -> bytes:
    """Inline styles are allowed (React writes style attributes); inline scripts and evaluating code are not."""
    parts = [
        "default-src 'none'",
        f"script-src {scripts}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
    if settings().is_https:
        parts.append("upgrade-insecure-requests")
    return "; ".join(parts).encode()
