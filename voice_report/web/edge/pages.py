"""The built pages and their files, served from memory: compressed once, cached by browsers, no redirects.

``/dashboard`` is answered with its page, not with a redirect to ``/dashboard/``. Files with a hash in their name are
immutable; everything else is revalidated with its ETag, so a new version shows at the next visit.

The build has two service workers; ``OFFLINE_PAGE`` chooses which one is ``/sw.js``, without building anew. The other
has no address.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from ...config import settings
from .asgi import Headers, Scope, Send, answer, header
from .headers import page_policy

_IMMUTABLE = b"public, max-age=31536000, immutable"
_REVALIDATE = b"no-cache"
_MISSING = "/404"
_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
_WORTH_COMPRESSING = 800  # bytes

_WORKER, _WORKER_OFF, _OFFLINE_PAGE = "/sw.js", "/sw-off.js", "/opname"

#: Compressed forms are served in place of their original; the sources of our React parts are not for browsers.
_NOT_SERVED = (".br", ".gz", ".jsx")

#: In order of preference: the content encoding, and the suffix of the compressed file next to the original.
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


@dataclass(frozen=True, slots=True)
class File:
    """A file with its response headers, and its compressed forms by encoding."""

    headers: Headers
    etag: bytes
    bodies: dict[str, bytes]


class Pages:
    """Every path that has a file, known from the start; any other path gets the 404 page."""

    def __init__(self, root: Path) -> None:
        self._files: dict[str, File] = {}
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix not in _NOT_SERVED and not name.startswith("__"):
                self._files[_public_path(name)] = _load(path, name)
        self._choose_worker(is_on=settings().offline_page == "on")

    def _choose_worker(self, *, is_on: bool) -> None:
        removing = self._files.pop(_WORKER_OFF, None)
        if not is_on:
            self._files.pop(_OFFLINE_PAGE, None)
            self._files.pop(_WORKER, None)
            if removing is not None:
                self._files[_WORKER] = removing

    async def serve(self, scope: Scope, send: Send) -> None:
        """Answer a GET or HEAD for a page or a file."""
        if scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, [(b"allow", b"GET, HEAD"), (b"content-length", b"0")])
            return
        path = scope["path"].rstrip("/") or "/"
        file = self._files.get(path) if path != _MISSING else None
        status = 200 if file else 404
        file = file or self._files.get(_MISSING)
        if file is None:
            await answer(send, 404, [(b"content-type", b"text/plain; charset=utf-8")], b"Niet gevonden")
            return
        if status == 200 and file.etag.decode() in header(scope, b"if-none-match"):
            await answer(send, 304, file.headers)
            return
        encoding = _preferred(header(scope, b"accept-encoding"), file)
        body = file.bodies[encoding]
        headers = [*file.headers, (b"content-length", str(len(body)).encode())]
        if encoding:
            headers.append((b"content-encoding", encoding.encode()))
        await answer(send, status, headers, b"" if scope["method"] == "HEAD" else body)


def _public_path(name: str) -> str:
    """Map 'dashboard/index.html' and 'dashboard.html' to '/dashboard'."""
    return "/" + name.removesuffix(".html").removesuffix("index").rstrip("/") if name.endswith(".html") else f"/{name}"


def _load(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if path.suffix in (".js", ".mjs"):
        kind = "text/javascript"
    if path.suffix == ".webmanifest":
        kind = "application/manifest+json"
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()
    textual = kind.startswith(_COMPRESSIBLE)
    headers = [
        (b"content-type", (kind + ("; charset=utf-8" if textual else "")).encode()),
        (b"cache-control", _IMMUTABLE if name.startswith("assets/") else _REVALIDATE),
        (b"etag", etag),
    ]
    if textual:
        headers.append((b"vary", b"Accept-Encoding"))
    if path.suffix == ".html":
        headers.append((b"content-security-policy", page_policy(body)))
    return File(headers, etag, _bodies(path, body, textual))


def _bodies(path: Path, body: bytes, textual: bool) -> dict[str, bytes]:
    bodies = {"": body}
    if textual:
        for encoding, suffix in _ENCODINGS:
            compressed = path.with_name(path.name + suffix)
            if compressed.is_file():
                bodies[encoding] = compressed.read_bytes()
        if "gzip" not in bodies and len(body) >= _WORTH_COMPRESSING:
            bodies["gzip"] = gzip.compress(body, mtime=0)
    return {encoding: content for encoding, content in bodies.items() if not encoding or len(content) < len(body)}


def _preferred(accepted: str, file: File) -> str:
    """Return the best encoding that the browser accepts and we have. A weight of zero is a refusal."""
    offered = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        offered[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((encoding for encoding, _ in _ENCODINGS if offered.get(encoding) and encoding in file.bodies), "")
