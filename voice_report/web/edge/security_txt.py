"""``/.well-known/security.txt`` (RFC 9116): where a vulnerability of this installation is reported."""

from datetime import timedelta
from urllib.parse import quote

from ... import clock
from ...config import settings
from .asgi import Scope, Send, answer

PATH = "/.well-known/security.txt"
_EXPIRES = timedelta(days=180)  # RFC 9116, 2.5.5: less than a year


async def serve(scope: Scope, send: Send) -> None:
    """Answer a GET or HEAD of any caller."""
    if scope["method"] not in ("GET", "HEAD"):
        await answer(send, 405, [(b"allow", b"GET, HEAD"), (b"content-length", b"0")])
        return
    body = (
        f"Contact: mailto:{quote(settings().contact_email, safe='@')}\n"
        f"Expires: {clock.now() + _EXPIRES:%Y-%m-%dT%H:%M:%SZ}\n"
        "Preferred-Languages: nl, en\n"
        f"Canonical: {settings().origin}{PATH}\n"
    ).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"public, max-age=86400"),
    ]
    await answer(send, 200, headers, b"" if scope["method"] == "HEAD" else body)
