"""Restores a backup over an empty database, or over another one with ``replace``.

Everything is looked at before anything is changed: the whole file, its kind, its schema, who serves, what is there.
Then, in this order, so that whatever cuts it off is mended by doing it again: the marks of what was erased, the
database, the anchor. What was erased after the backup is erased again when the product starts (``privacy.restored``).
"""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from ...config import settings
from ...core.progress import Progress, untold
from ...db import copies, schema
from ...db import session as database
from ...db.schema import Schema
from ...db.session import run_in_transaction
from ...errors import Conflict, Invalid, Unavailable
from ..audit import trail
from ..privacy import restored
from ..processing import egress
from ..shared import secrets_at_rest
from . import _contents, making
from ._contents import About

_OTHER_KIND = "De back-up is van een database in {}, en deze installatie heeft er een in {}."
_NEWER = "De back-up is van een nieuwere versie ({}). Installeer die eerst."
_FULL = "De database is niet leeg. Maak er eerst een back-up van; met --replace wordt zij vervangen."
_MARKS = (
    "Het bestand met merktekens van wat gewist is ({}) is beschadigd of van een andere installatie. Zonder dat komt "
    "terug wat gewist is. Zet een goede kopie terug, of haal het bestand weg."
)
_NOT_RESTORED = "Terugzetten mislukte ({}). De database is zoals zij was."
_NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}

MARKS_NOT_READ = (
    "De merktekens in de vervangen database zijn niet gelezen: wat in het laatste uur gewist is, komt terug."
)
OTHER_KEY = (
    "De back-up is van een andere SECRET_KEY, die hier niet bekend is: zet die in FORMER_SECRET_KEYS en draai "
    "rotate-secrets. Tot dan werkt geen tweede stap."
)
FORMER_KEY = "De back-up is van een vorige SECRET_KEY: draai rotate-secrets voor je start."
NO_ANCHOR = "In de back-up zat geen anker: draai verify-audit --renew-anchor."


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back, and sentences about what is left to do. ``is_verifiable``: the trail can be verified now."""

    about: About
    notes: tuple[str, ...]
    is_verifiable: bool


async def restore(source: Path, backup_key: str, *, replace: bool = False, progress: Progress = untold) -> Restored:
    """Put a backup back. Bring the schema up to date afterwards (``db.migrate``).

    Raises ``Invalid``, ``Conflict`` or ``Unavailable`` with a sentence: the database is as it was.
    """
    url = settings().database_owner_url or settings().database_url
    about = await asyncio.to_thread(_examined, source, backup_key, url, progress)
    copy = copies.of(url)
    await database.dispose()  # serving processes are found by their connections
    with copy.held(url):
        is_empty = await asyncio.to_thread(copy.is_empty, url)
        if not is_empty and not replace:
            raise Conflict(_FULL, code="not_empty")
        try:
            with making.reading(source, backup_key, untold, "") as contents:
                notes = await _keep_marks(contents.files.get(_contents.ERASURES), is_empty=is_empty)
                await database.dispose()
                await asyncio.to_thread(copy.put_back, url, contents, progress)
                anchor = contents.files.get(_contents.ANCHOR)
        except OSError as error:
            raise Unavailable(_NOT_RESTORED.format(error.strerror or type(error).__name__), code="failed") from error
    if anchor is not None:
        await asyncio.to_thread(_put_back_anchor, anchor)
    age = secrets_at_rest.age_of(about.key)
    notes += [OTHER_KEY] if age is None else [FORMER_KEY] if age else []
    notes += [NO_ANCHOR] if anchor is None else []
    return Restored(about, tuple(notes), is_verifiable=age == 0 and anchor is not None)


async def record() -> None:
    """Note in the audit trail of the platform, and in the counts of what left, that a backup was put back."""
    await run_in_transaction(egress.begin_again)
    await run_in_transaction(trail.record, None, "restore", "backup")


def _examined(source: Path, backup_key: str, url: str, progress: Progress) -> About:
    """Read the whole backup. Raises ``Invalid`` when it is not whole, or not for this installation."""
    about = making.check(source, backup_key, progress)
    kind = copies.of(url).KIND
    if about.kind != kind:
        raise Invalid(_OTHER_KIND.format(_NAMES[about.kind], _NAMES[kind]), code="other_database")
    if schema.of(set(about.schema)) is Schema.AHEAD:
        raise Invalid(_NEWER.format(about.version), code="newer")
    return about


async def _keep_marks(others: bytes | None, *, is_empty: bool) -> list[str]:
    """Gather the marks of this installation, of the database that goes, and of the backup in ``ERASURES_FILE``."""
    try:
        await restored.gather(others, in_database=not is_empty)
    except restored.UnreadableMarks:
        raise Invalid(_MARKS.format(settings().erasures_file), code="unreadable_marks") from None
    except (Unavailable, DBAPIError):  # damaged or of an old schema: it goes all the same
        await restored.gather(others, in_database=False)
        return [MARKS_NOT_READ]
    return []


def _put_back_anchor(content: bytes) -> None:
    """Replace the anchor; the one that was there is kept next to it, because it knows more rows."""
    path = Path(settings().audit_anchor)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.replace(path.with_name(f"{path.name}.before-restore"))
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
