"""The built pages and their files, served from memory: compressed once, cached by browsers, no redirects.

What they show of this installation is filled in at start (``filled``): one build serves every installation.

``/dashboard`` is answered with its page, not with a redirect to ``/dashboard/``. Files with a hash in their name are
immutable; everything else is revalidated with its ETag, so a new version shows at the next visit.

The build has two service workers; ``OFFLINE_PAGE`` chooses which one is ``/sw.js``, without a new build. The other
has no address.
"""

import asyncio
import gzip
import hashlib
import html
import mimetypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cramjam

from ....config import settings
from ....errors import DomainError
from ... import telemetry
from ..asgi import Headers, Scope, Send, answer, header
from ..headers import page_policy
from .filled import Filling

_IMMUTABLE = b"public, max-age=31536000, immutable"
_REVALIDATE = b"no-cache"
_MISSING = "/404"
_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
_WORTH_COMPRESSING = 800  # bytes

_REFUSED = """<!doctype html>
<html lang="nl">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>{name}</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem">
<h1 style="font-size: 1.5rem">{name}</h1>
<p>{sentence}</p>
<p><a href="">Opnieuw proberen</a></p>
"""

_WORKER, _WORKER_OFF, _OFFLINE_PAGE = "/sw.js", "/sw-off.js", "/opname"

#: Compressed forms are served in place of their original; the sources of our React parts are not for browsers.
_NOT_SERVED = (".br", ".gz", ".jsx")

#: In order of preference: the content encoding, and the suffix of the compressed file next to the original.
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: bytes(cramjam.brotli.compress(body, 11)),
    "gzip": lambda body: gzip.compress(body, mtime=0),
}


@dataclass(frozen=True, slots=True)
class File:
    """A file with its response headers, and its compressed forms by encoding; those of ``later`` are made when the
    first browser asks."""

    headers: Headers
    etag: bytes
    bodies: dict[str, bytes]
    is_document: bool
    later: tuple[str, ...] = ()
    making: dict[str, asyncio.Future[bytes]] = field(default_factory=dict)

    async def body(self, encoding: str) -> bytes:
        """Return the file in an encoding; '' for as it is. Compressing takes up to some tenths of a second."""
        if encoding not in self.bodies:
            made = self.making.get(encoding)
            if made is None or made.get_loop().is_closed():  # many browsers ask at once, and each is made once
                made = asyncio.ensure_future(asyncio.to_thread(_COMPRESS[encoding], self.bodies[""]))
                self.making[encoding] = made
            self.bodies[encoding] = await asyncio.shield(made)
        return self.bodies[encoding]


class Pages:
    """Every path that has a file, known from the start; any other path gets the 404 page."""

    def __init__(self, root: Path, texts: Mapping[str, str]) -> None:
        """Read the files below ``root`` and fill in ``texts`` (``filled``). Raises ``ValueError``."""
        names = (path.relative_to(root).as_posix() for path in sorted(root.rglob("*")) if path.is_file())
        built = {
            name: (root / name).read_bytes()
            for name in names
            if not name.endswith(_NOT_SERVED) and not name.startswith("__")
        }
        filling = Filling(texts)
        self._files: dict[str, File] = {
            _public_path(filling.address(name)): _load(root / name, name, body, is_built=body == built[name])
            for name, body in filling.all(built).items()
        }
        self._choose_worker(is_on=settings().offline_page == "on")

    def _choose_worker(self, *, is_on: bool) -> None:
        removing = self._files.pop(_WORKER_OFF, None)
        if not is_on:
            self._files.pop(_OFFLINE_PAGE, None)
            self._files.pop(_WORKER, None)
            if removing is not None:
                self._files[_WORKER] = removing

    def is_document(self, path: str) -> bool:
        """Return whether a path has a page that works with the server; the one that works without it is none."""
        file = self._files.get(path.rstrip("/") or "/")
        return file is not None and file.is_document and path.rstrip("/") != _OFFLINE_PAGE

    def route(self, path: str) -> str:
        """Return what a request for a path is counted under: the path of a page, which is one of the build."""
        path = path.rstrip("/") or "/"
        file = self._files.get(path)
        if file is None:
            return telemetry.UNROUTED
        return path if file.is_document else telemetry.STATIC

    async def refuse(self, scope: Scope, send: Send, refusal: DomainError) -> None:
        """Answer a page that cannot work now with the sentence that says why, and nothing else."""
        body = _REFUSED.format(name=html.escape(settings().app_name), sentence=html.escape(refusal.message)).encode()
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"retry-after", str(refusal.retry_after or 60).encode()),
        ]
        await answer(send, refusal.status, headers, b"" if scope["method"] == "HEAD" else body)

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
        body = await file.body(encoding)
        headers = [*file.headers, (b"content-length", str(len(body)).encode())]
        if encoding:
            headers.append((b"content-encoding", encoding.encode()))
        await answer(send, status, headers, b"" if scope["method"] == "HEAD" else body)


def _public_path(name: str) -> str:
    """Map '/dashboard/index.html' and '/dashboard.html' to '/dashboard'."""
    return name.removesuffix(".html").removesuffix("index").rstrip("/") or "/" if name.endswith(".html") else name


def _load(path: Path, name: str, body: bytes, *, is_built: bool) -> File:
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
    is_document = path.suffix == ".html"
    if textual and not is_built:  # the compressed forms of the build are of the file as it was
        later = tuple(_COMPRESS) if len(body) >= _WORTH_COMPRESSING else ()
        return File(headers, etag, {"": body}, is_document, later)
    return File(headers, etag, _bodies(path, body, textual), is_document)


def _bodies(path: Path, body: bytes, textual: bool) -> dict[str, bytes]:
    bodies = {"": body}
    if textual:
        for encoding, suffix in _ENCODINGS:
            compressed = path.with_name(path.name + suffix)
            if compressed.is_file():
                bodies[encoding] = compressed.read_bytes()
        if "gzip" not in bodies and len(body) >= _WORTH_COMPRESSING:
            bodies["gzip"] = _COMPRESS["gzip"](body)
    return {encoding: content for encoding, content in bodies.items() if not encoding or len(content) < len(body)}


def _preferred(accepted: str, file: File) -> str:
    """Return the best encoding that the browser accepts and we have. A weight of zero is a refusal."""
    offered = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        offered[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    there = {*file.bodies, *file.later}
    return next((encoding for encoding, _ in _ENCODINGS if offered.get(encoding) and encoding in there), "")
