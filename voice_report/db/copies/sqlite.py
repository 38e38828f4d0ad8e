"""The copy of SQLite: its file, compressed (zlib), made with SQLite's online backup API (``db.copies``).

The API needs a file to copy into, next to the database, as large as that, and for its owner alone; it is removed
afterwards, and by the next copy when the process was killed. A read transaction around it makes that no writer, also of
another process, lets it begin again, and that it is of one moment; in WAL mode no writer waits for it.
"""

import fcntl
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from ...core.progress import Progress
from ...errors import Conflict, Invalid, Unavailable
from .. import engine, failures
from ..schema import VERSIONS

KIND = "sqlite"

_PAGES = 2_000  # that are copied at once
_PIECE = 256 * 1024  # bytes
#: Level 1 is four times as quick as the usual one, for files that are a seventh larger.
_LEVEL = 1
_NEXT_TO = ("-wal", "-shm", "-journal")

_NO_FILE = "Er is geen database {}."
_BUSY = "Er loopt al een back-up van deze database, of er wordt er een teruggezet."
_SERVED = "Het product draait nog op deze database. Stop het eerst."
_NOT_WHOLE = "De database in de back-up is niet heel. Gebruik een andere back-up."


@contextmanager
def dump(url: str, progress: Progress) -> Iterator[Iterator[bytes]]:
    """Yield the copy in pieces. Raises ``Invalid`` without a file, ``Conflict`` while another is made, ``Unavailable``
    for a damaged database or a full disk."""
    path = _file(url)
    if not path.exists():
        raise Invalid(_NO_FILE.format(path), code="no_database")
    with _own_file(path, "-copy") as copy:
        with _said():
            _copy(path, copy, progress)
        yield _compressed(copy, progress)


def examine(pieces: Iterable[bytes]) -> None:
    """Read a copy to its end. Raises ``Invalid``."""
    for _piece in _unpacked(pieces):
        pass


def schema(url: str) -> set[str]:
    """Return the revisions that the database is at; none when it is not there or nothing was made in it."""
    path = _file(url)
    if not path.exists():
        return set()
    with _said(), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        return {name for (name,) in connection.execute(str(VERSIONS))} if made else set()


def require_programs(_url: str) -> None:
    """Need none: the library is part of Python."""


def is_empty(url: str) -> bool:
    """Return whether the database is not there, or has no row in any table."""
    path = _file(url)
    if not path.exists():
        return True
    with _said(), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('alembic_version')"
        names = [name.replace('"', '""') for (name,) in connection.execute(query)]
        return not any(connection.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in names)  # noqa: S608  # nosec B608


@contextmanager
def held(url: str) -> Iterator[None]:
    """Keep every process that serves away. Raises ``Conflict`` while one does."""
    lock = engine.only_process(_file(url))
    if lock is None:
        raise Conflict(_SERVED, code="served")
    try:
        yield
    finally:
        os.close(lock)


def put_back(url: str, pieces: Iterable[bytes], progress: Progress) -> None:
    """Write the copy next to the database, and rename it when it is whole. Raises ``Invalid`` when it is not."""
    path = _file(url)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _own_file(path, "-restored") as new:
        with new.open("r+b") as file:
            written = 0
            for piece in _unpacked(pieces):
                file.write(piece)
                written += len(piece)
                progress("Database terugzetten", written, 0)
            file.flush()
            os.fsync(file.fileno())
        if _damage(new):
            raise Invalid(_NOT_WHOLE, code="damaged_copy")
        for name in _NEXT_TO:  # of the database that goes: its log would be applied to the new one
            Path(f"{path}{name}").unlink(missing_ok=True)
        _belongs_as(new, path)
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _file(url: str) -> Path:
    path = engine.file_of(make_url(url))
    if path is None:
        raise Invalid(_NO_FILE.format("in een bestand"), code="no_database")
    return path


@contextmanager
def _own_file(path: Path, ending: str) -> Iterator[Path]:
    """Yield an empty file next to the database that no other process has, and remove it."""
    own = Path(f"{path}{ending}")
    handle = os.open(own, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Conflict(_BUSY, code="busy") from None
        try:
            os.ftruncate(handle, 0)
            yield own
        finally:
            for name in ("", *_NEXT_TO):
                Path(f"{own}{name}").unlink(missing_ok=True)
    finally:
        os.close(handle)


def _belongs_as(new: Path, path: Path) -> None:
    """Give a file the owner and mode of the file that it replaces: another user of the machine may run the restore."""
    if path.exists():
        known = path.stat()
        new.chmod(known.st_mode & 0o777)
        if os.geteuid() == 0:
            os.chown(new, known.st_uid, known.st_gid)


def _copy(path: Path, copy: Path, progress: Progress) -> None:
    """Copy the database as it is at one moment, and read the copy whole."""
    source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    with closing(source), closing(sqlite3.connect(copy, isolation_level=None)) as target:
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()  # the moment
        told: Any = lambda _status, left, whole: progress("Database kopiëren", whole - left, whole)  # noqa: E731
        source.backup(target, pages=_PAGES, progress=told)
        source.execute("ROLLBACK")
    progress("Kopie nakijken", 0, 0)
    if _damage(copy):
        raise failures.damaged()


def _damage(path: Path) -> bool:
    """Return whether a file that no other process uses has damage; afterwards it has no log next to it."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            return [line for (line,) in connection.execute("PRAGMA integrity_check(1)")] != ["ok"]
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith(failures.SQLITE_DAMAGED):
            return True
        raise


def _compressed(copy: Path, progress: Progress) -> Iterator[bytes]:
    packer, read, whole = zlib.compressobj(_LEVEL), 0, copy.stat().st_size
    with copy.open("rb") as file:
        while piece := file.read(_PIECE):
            read += len(piece)
            progress("Back-up schrijven", read, whole)
            if packed := packer.compress(piece):
                yield packed
    yield packer.flush()


def _unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what was compressed, in pieces. Raises ``Invalid`` when it does not end as a whole."""
    unpacker = zlib.decompressobj()
    for packed in pieces:
        piece = _unpack(unpacker, packed)
        yield piece
        while unpacker.unconsumed_tail or len(piece) == _PIECE:  # what is left, of what came in or is to come out
            piece = _unpack(unpacker, unpacker.unconsumed_tail)
            yield piece
    if not unpacker.eof or unpacker.unused_data:
        raise Invalid(_NOT_WHOLE, code="damaged_copy")


def _unpack(unpacker: Any, packed: bytes) -> bytes:
    try:
        return unpacker.decompress(packed, _PIECE)
    except zlib.error:
        raise Invalid(_NOT_WHOLE, code="damaged_copy") from None


@contextmanager
def _said() -> Iterator[None]:
    """Raise SQLite's own failures as ``Unavailable``."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(failures.SQLITE_DAMAGED):
            raise failures.damaged() from error
        if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            raise Unavailable(failures.FULL, code="storage_full") from error
        raise Unavailable(failures.AWAY, code="database_away") from error
