"""Searches every request that left for a language model, at the end of each test, for what was masked in it (S68).

The fake provider records each request to the byte. What may not be in one is what the masking engine held back for it:
the values behind its placeholders, and the names that were known. The search is not the product's: it reads each body
as it is, as JSON, and percent-decoded, each also in compatibility form and without invisible characters.
"""

import hashlib
import json
import re
import unicodedata
import urllib.parse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

import pytest

from voice_report.integrations import checkpoint
from voice_report.reporting import deidentification
from voice_report.services.concepts import _masked_engine
from voice_report.services.concepts._masked_engine import Prepared

_LEAST = 4  # letters of what is looked for: shorter ones are in other words' places
_ORDINARY_CASE = re.compile(r"[A-Z]")
_PLACEHOLDER = re.compile(r"\[[A-Z]{3,20}-\d+[A-Z]?\]")


class Leaks:
    """What may not be in each request that was made with placeholders, by the digest of its body."""

    def __init__(self) -> None:
        self.forbidden: dict[str, frozenset[str]] = {}

    def found(self, requests: Iterable[str]) -> list[str]:
        """Return what may not have left and did. ``requests`` are as they came in: a head, an empty line, a body."""
        return [word for raw in requests for word in self._found(raw)]

    def _found(self, raw: str) -> list[str]:
        forbidden = self.forbidden.get(_digest(_body(raw).encode()))
        if not forbidden:
            return []
        texts = list(readings(raw))
        return sorted(word for word in forbidden if any(is_in(word, text) for text in texts))


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Leaks]:
    """Note what is held back of each request that is made with placeholders."""
    leaks = Leaks()
    held: ContextVar[frozenset[str]] = ContextVar("held", default=frozenset())
    prepare, inspect = _masked_engine.prepare, checkpoint._inspect

    async def note_values(masking: Any, asking: Any, *what: Any) -> Prepared | None:
        held.set(frozenset())

        async def asked(searched: Any) -> Any:
            known, choices = await asking(searched)
            held.set(deidentification.unusual_parts(known) | frozenset(choices.replace))
            return known, choices

        prepared = await prepare(masking, asked, *what)
        if prepared is not None:
            held.set(held.get() | frozenset(prepared.made.vault.values.values()))
        return prepared

    async def note_body(masking: Any, request: Any) -> None:
        await inspect(masking, request)
        leaks.forbidden[_digest(await request.aread())] = held.get()

    monkeypatch.setattr(_masked_engine, "prepare", note_values)
    monkeypatch.setattr(checkpoint, "_inspect", note_body)
    yield leaks


def _body(raw: str) -> str:
    return raw.split("\n\n", 1)[1].lstrip("\n")


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def readings(raw: str) -> Iterator[str]:
    """Yield a request as it came in, and in every way in which it may be read."""
    body = _body(raw)
    texts = [raw, urllib.parse.unquote_plus(raw)]
    with suppress(ValueError):
        texts += _strings(json.loads(body))
    for text in texts:
        for one in {text, urllib.parse.unquote(text)}:
            plain = unicodedata.normalize("NFKC", one)
            yield _PLACEHOLDER.sub(" ", one)
            yield _PLACEHOLDER.sub(" ", _bare(plain))


def _bare(text: str) -> str:
    """Return a text without invisible characters."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from _strings(one)
    elif isinstance(part, dict):
        for pair in part.items():
            for one in pair:
                yield from _strings(one)


def is_in(word: str, text: str) -> bool:
    """Return whether a value or a name is in a text, as whole words; a word with a capital with that."""
    plain = _bare(unicodedata.normalize("NFKC", word)).strip()
    if sum(map(str.isalnum, plain)) < _LEAST:
        return False
    pattern = rf"(?<!\w){re.escape(plain)}(?!\w)"
    return re.search(pattern, text, 0 if _ORDINARY_CASE.search(plain) else re.IGNORECASE) is not None
