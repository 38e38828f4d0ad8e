"""The installation's own texts, put into the built pages where the build has placeholders for them.

A text is escaped for where it stands: in the text and attributes of HTML and XML, or in a string of JavaScript or JSON.
A placeholder anywhere else, or one that has no text, ends the start. A text is never searched for placeholders.

Files with a hash in their name are kept by browsers for a year, so their addresses begin with a name of the texts:
other texts, other addresses.
"""

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from ....core import placeholders

_IN_ASSETS = "assets/"
_ASSET = re.compile(rf"{_IN_ASSETS}([\w.$~+@/-]+)")
_MARKUP, _SCRIPTS = (".html", ".xml", ".svg"), (".js", ".mjs", ".json", ".webmanifest")
_PLAIN, _STYLES = (".txt",), (".css",)
#: What a browser reads as another language, or as nothing, inside a page.
_NO_TEXT = re.compile(r"<(script|style)\b[^>]*>.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_ELSEWHERE = re.compile(r"[^A-Za-z0-9 ,.:;@_/-]")
_WORKER = "sw.js"


class Filling:
    """Puts ``texts``, by the names of their placeholders, into the files of a build."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        written = json.dumps([(name, in_script(text)) for name, text in sorted(texts.items())])
        #: The first part of the address of a file that browsers keep.
        self.edition = hashlib.sha256(written.encode()).hexdigest()[:10]
        self._texts = {**texts, "edition": self.edition}

    def all(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        """Return the files with the texts in them, by the same names. Raises ``ValueError``."""
        kept = {name for name in files if name.startswith(_IN_ASSETS)}
        done = {name: self._file(name, body, kept) for name, body in files.items()}
        if _WORKER in done:
            done[_WORKER] = self._worker(done[_WORKER], files, done)
        return done

    def address(self, name: str) -> str:
        """Return the path of a file of the build."""
        return f"/{self.edition}/{name}" if name.startswith(_IN_ASSETS) else f"/{name}"

    def _file(self, name: str, body: bytes, kept: set[str]) -> bytes:
        kind = PurePosixPath(name).suffix
        if kind not in (*_MARKUP, *_SCRIPTS, *_PLAIN, *_STYLES):
            return body
        text = body.decode()
        if kind in _MARKUP:
            _refuse(name, "".join(part[0] for part in _NO_TEXT.finditer(text)))
            text = self._put(text, html.escape)
        elif kind in _SCRIPTS:
            text = self._put(text, in_script)
        elif kind in _PLAIN:
            text = self._put(text, str)
        else:
            _refuse(name, text)
        moved = _ASSET.sub(lambda found: f"{self.edition}/{found[0]}" if found[0] in kept else found[0], text)
        return moved.encode()

    def _put(self, text: str, escaped: Callable[[str], str]) -> str:
        return placeholders.PATTERN.sub(lambda found: escaped(self._known(found[1])), text)

    def _known(self, name: str) -> str:
        if name not in self._texts:
            raise ValueError(f"The pages have a place for {name}, which this version does not know.")
        return self._texts[name]

    def _worker(self, body: bytes, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> bytes:
        """Give the service worker's list the digests of the files as they are now: a browser keeps exactly those."""
        for name, old in before.items():
            if name != _WORKER:
                body = body.replace(_digest(old), _digest(after[name]))
        return body


def in_script(text: str) -> str:
    """Return a text for a string of JavaScript, whatever quotation marks it has, or of JSON."""
    return _ELSEWHERE.sub(_as_units, text)


def _as_units(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _refuse(name: str, text: str) -> None:
    if found := placeholders.PATTERN.search(text):
        raise ValueError(f"{name} has {found[1]} where no text can be filled in.")


def _digest(body: bytes) -> bytes:
    return b"sha256-" + base64.b64encode(hashlib.sha256(body).digest())
