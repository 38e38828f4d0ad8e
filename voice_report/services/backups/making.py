"""Making a backup while people work, and checking one.

The anchor of the audit trail is read before the database: what it expects is in the copy then.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ... import clock
from ...config import VERSION, settings
from ...core.progress import Progress, untold
from ...db import copies
from ...errors import Conflict, Invalid, Unavailable
from ..shared import secrets_at_rest
from . import _contents, _sealed
from ._contents import About

#: Characters of the shortest key: it is not stretched, so it is made by a machine.
SHORTEST_KEY = 32

_THERE = "{} bestaat al. Een back-up vervangt geen andere."
_BUSY = "Er wordt al een back-up naar {} geschreven."
_NOT_WRITTEN = "De back-up kon niet worden geschreven ({}). Er is geen back-up gemaakt."
_NOT_READ = "De back-up kon niet worden gelezen ({})."
_KEY_NOT_READ = "De sleutel in {} kon niet worden gelezen ({})."
_NO_KEY = "Zet een sleutel van minstens 32 tekens in BACKUP_KEY, of geef --key-file."
_SAME_KEY = "BACKUP_KEY is een andere sleutel dan SECRET_KEY: wie een back-up mag lezen, mag daarmee nog niets anders."


def key(file: Path | None = None) -> str:
    """Return the key of backups: that in a file, else ``BACKUP_KEY``. Blocks. Raises ``Invalid``."""
    try:
        found = file.read_text().strip() if file else settings().backup_key or ""
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(_KEY_NOT_READ.format(file, type(error).__name__), code="no_key") from None
    if len(found) < SHORTEST_KEY:
        raise Invalid(_NO_KEY, code="no_key")
    if found in settings().secret_keys():
        raise Invalid(_SAME_KEY, code="same_key")
    return found


def make(target: Path, backup_key: str, progress: Progress = untold) -> About:
    """Write a backup of now to a new file, read it back, and give it its name only then. Blocks.

    Raises ``Conflict`` when the file exists, and ``Unavailable`` when it cannot be made: nothing is left then.
    """
    if target.exists():
        raise Conflict(_THERE.format(target), code="exists")
    try:
        with _unfinished(target) as (path, file):
            about = _write(file, backup_key, progress)
            file.flush()
            os.fsync(file.fileno())
            check(path, backup_key, progress)
            path.rename(target)
            _sync(target.parent)
    except OSError as error:
        raise Unavailable(_NOT_WRITTEN.format(error.strerror or type(error).__name__), code="not_written") from error
    return about


def check(source: Path, backup_key: str, progress: Progress = untold) -> About:
    """Read a backup to its end, the copy of the database in it too, and return what it is of. Blocks.

    Raises ``Invalid`` when it is not whole, or ``Unavailable`` when it cannot be read.
    """
    try:
        with reading(source, backup_key, progress, "Back-up nakijken") as contents:
            copy_of(contents.about.kind).examine(contents)
            return contents.about
    except OSError as error:
        raise Unavailable(_NOT_READ.format(error.strerror or type(error).__name__), code="not_read") from error


@contextmanager
def reading(source: Path, backup_key: str, progress: Progress, what: str) -> Iterator[_contents.Contents]:
    """Open the contents of a backup for a block."""
    with source.open("rb") as file:
        whole = os.fstat(file.fileno()).st_size
        yield _contents.Contents(_told(file, backup_key, whole, progress, what))


def copy_of(kind: str):
    """Return the module of ``db.copies`` for a kind of database. Raises ``Invalid`` for an unknown one."""
    if kind not in (copies.sqlite.KIND, copies.postgresql.KIND):
        raise Invalid(_contents.UNKNOWN, code="unknown_contents")
    return copies.sqlite if kind == copies.sqlite.KIND else copies.postgresql


def _told(file: BinaryIO, backup_key: str, whole: int, progress: Progress, what: str) -> Iterator[bytes]:
    for piece in _sealed.opened(file, backup_key):
        progress(what, file.tell(), whole)
        yield piece


def _write(file: BinaryIO, backup_key: str, progress: Progress) -> About:
    url = settings().database_url
    copy = copies.of(url)
    files = {name: path.read_bytes() for name, path in _contents.places().items() if path.exists()}
    sizes = {name: len(content) for name, content in files.items()}
    schema = tuple(sorted(copy.schema(url)))
    about = About(VERSION, clock.now(), copy.KIND, schema, secrets_at_rest.current_prefix(), sizes)
    sealer = _sealed.Sealer(file, backup_key)
    with copy.dump(url, progress) as pieces:
        sealer.write(_contents.head(about))
        for content in files.values():
            sealer.write(content)
        for piece in pieces:
            sealer.write(piece)
    sealer.finish()
    return about


@contextmanager
def _unfinished(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Yield an empty file next to the target, for its owner alone; removed unless it was renamed."""
    path = target.with_name(f"{target.name}.part")
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with open(handle, "wb") as file:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Conflict(_BUSY.format(target), code="busy") from None
        os.ftruncate(handle, 0)
        try:
            yield path, file
        finally:
            path.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Let the new name reach the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
