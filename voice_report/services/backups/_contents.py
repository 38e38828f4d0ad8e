"""What is in a backup, in this order: four bytes with the length of the head (big-endian), the head as JSON, the files
that are not in the database, and to the end the copy of the database (``db.copies``)."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ...config import settings
from ...errors import Invalid

#: The files outside the database that a restored one needs, by the setting with their place. What else the product
#: writes is made again (a model) or is of development (mails as files); ``.env`` is kept elsewhere than backups.
ANCHOR, ERASURES = "AUDIT_ANCHOR", "ERASURES_FILE"

_LONGEST = 1 << 30  # bytes of a head or a file, which is held in memory as a whole; the product holds them so too

UNKNOWN = "De back-up heeft een onbekende inhoud: hij is van een nieuwere versie."


@dataclass(frozen=True, slots=True)
class About:
    """What a backup is of. ``key`` is the id of the ``SECRET_KEY`` then; ``files`` are sizes by setting."""

    version: str
    made_at: datetime
    kind: str
    schema: tuple[str, ...]
    key: str
    files: dict[str, int] = field(default_factory=dict)


def places() -> dict[str, Path]:
    """Return where the files outside the database are, by setting."""
    return {ANCHOR: Path(settings().audit_anchor), ERASURES: Path(settings().erasures_file)}


def head(about: About) -> bytes:
    """Return how a backup begins."""
    told = {
        "version": about.version, "madeAt": about.made_at.isoformat(), "database": about.kind,
        "schema": list(about.schema), "key": about.key, "files": about.files,
    }  # fmt: skip
    content = json.dumps(told).encode()
    return len(content).to_bytes(4, "big") + content


class Contents:
    """Reads a backup: ``about`` and ``files`` first, then what iterating gives: the copy of the database."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._ahead = b""
        self.about = _about(self._exactly(int.from_bytes(self._exactly(4), "big")))
        self.files = {name: self._exactly(size) for name, size in self.about.files.items()}

    def __iter__(self) -> Iterator[bytes]:
        if self._ahead:
            ahead, self._ahead = self._ahead, b""
            yield ahead
        yield from self._pieces

    def _exactly(self, size: int) -> bytes:
        if not 0 <= size <= _LONGEST:
            raise Invalid(UNKNOWN, code="unknown_contents")
        waiting = bytearray(self._ahead)
        while len(waiting) < size:
            try:
                waiting += next(self._pieces)
            except StopIteration:
                raise Invalid(UNKNOWN, code="unknown_contents") from None
        self._ahead = bytes(waiting[size:])
        return bytes(waiting[:size])


def _about(content: bytes) -> About:
    try:
        told: dict[str, Any] = json.loads(content)
        files = {str(name): int(size) for name, size in told["files"].items()}
        schema = tuple(map(str, told["schema"]))
        made_at = datetime.fromisoformat(told["madeAt"])
        return About(str(told["version"]), made_at, str(told["database"]), schema, str(told["key"]), files)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Invalid(UNKNOWN, code="unknown_contents") from None
