"""The copy of PostgreSQL: an archive of ``pg_dump`` in its custom format, through pipes (``db.copies``).

It is put back as one transaction that first removes what is there, also what a newer schema added: ``pg_restore``
writes the archive out as SQL, and only when it came to its end does ``psql`` get COMMIT. Owners and rights are not in
it: everything belongs to the role that restores, and ``migrate`` gives the product's role its rights.

The programs are those of the server's major version where Debian has it, else those on the PATH. They get the address
and the password in variables of libpq, which other users of the machine cannot read.
"""

import os
import re
import shutil
import subprocess  # nosec B404
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url

from ...core.progress import Progress
from ...errors import Conflict, Invalid, Unavailable
from .. import failures
from ..schema import VERSIONS

KIND = "postgresql"

_PIECE = 64 * 1024  # bytes
_WAITS = "60s"  # for a table that a migration holds
_LEAVES_WITHIN = 15.0  # seconds in which the server, also a busy one, notices that a process has gone
_DEBIAN = Path("/usr/lib/postgresql")

#: Removes what is in the schema ``public`` and belongs to no extension. Views go with their tables.
_REMOVE = """
DO $remove$ DECLARE statement text; BEGIN
    FOR statement IN
        SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', relname) FROM pg_class AS one
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc AS one
        WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')
        UNION ALL
        SELECT format('DROP SEQUENCE IF EXISTS public.%I CASCADE', relname) FROM pg_class AS one
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = one.oid AND deptype = 'e')
    LOOP EXECUTE statement; END LOOP;
END $remove$;
"""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'spraakrapport'"
)

_NO_PROGRAM = "Het programma {} is er niet. Installeer het pakket postgresql-client."
_TOO_OLD = "{} is ouder dan de server: installeer postgresql-client-{}."
_FAILED = "{} mislukte. {}"
_SERVED = "Het product is nog verbonden met deze database ({} keer). Stop het eerst."
_NOT_WHOLE = "De database in de back-up is niet heel. Gebruik een andere back-up."


@contextmanager
def dump(url: str, progress: Progress) -> Iterator[Iterator[bytes]]:
    """Yield the archive in pieces. Raises ``Unavailable`` when it cannot be made, also halfway."""
    line = [_program(url, "pg_dump"), "--format=custom", f"--lock-wait-timeout={_WAITS}", "--no-password"]
    with TemporaryFile() as said, _running(line, said, url, stdout=subprocess.PIPE) as process:
        yield _read(process, progress)
        if process.wait() != 0:
            raise _failure("pg_dump", said)


def examine(pieces: Iterable[bytes]) -> None:
    """Let ``pg_restore`` read an archive to its end. Raises ``Invalid``."""
    line = [_program(None, "pg_restore"), "--file=/dev/null"]
    with TemporaryFile() as said, _running(line, said, None, stdin=subprocess.PIPE) as process:
        feeder = _Feeder(process, pieces)
        feeder.finish()
        if process.wait() != 0:
            raise Invalid(_NOT_WHOLE, code="damaged_copy")


def schema(url: str) -> set[str]:
    """Return the revisions that the database is at; none when nothing was made in it."""
    with _connected(url) as connection:
        [made] = connection.execute("SELECT to_regclass('alembic_version')").fetchone() or (None,)
        return {name for (name,) in connection.execute(str(VERSIONS).encode())} if made else set()


def require_programs(url: str) -> None:
    """Raise ``Unavailable`` without ``pg_dump``, ``pg_restore`` and ``psql``, or when they are too old."""
    for name in ("pg_restore", "psql", "pg_dump"):
        program = _program(url, name)
    line = [program, "--version"]
    said = subprocess.run(line, capture_output=True, text=True, check=False).stdout  # noqa: S603  # nosec B603
    with _connected(url) as connection:
        major = connection.info.server_version // 10_000
    found = re.search(r"(\d+)", said)
    if found is None or int(found[1]) < major:
        raise Unavailable(_TOO_OLD.format(said.strip(), major), code="old_program")


def is_empty(url: str) -> bool:
    """Return whether no table has a row, but for the version of the schema."""
    with _connected(url) as connection:
        tables = [Identifier("public", name) for (name,) in connection.execute(_TABLES) if name != "alembic_version"]
        rows = (connection.execute(SQL("SELECT 1 FROM {} LIMIT 1").format(table)) for table in tables)
        return not any(found.fetchone() for found in rows)


@contextmanager
def held(url: str) -> Iterator[None]:
    """Raise ``Conflict`` while a process of the product is connected. One that starts later waits for the restore."""
    with _connected(url) as connection:
        until = time.monotonic() + _LEAVES_WITHIN
        while number := (connection.execute(_OTHERS).fetchone() or (0,))[0]:
            if time.monotonic() > until:
                raise Conflict(_SERVED.format(number), code="served")
            time.sleep(0.05)
        yield


def put_back(url: str, pieces: Iterable[bytes], progress: Progress) -> None:
    """Let an archive take the database's place. Raises ``Unavailable`` when that fails: nothing was changed."""
    reading = [_program(url, "pg_restore"), "--file=-", "--no-owner", "--no-privileges"]
    writing = [_program(url, "psql"), "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1"]
    writing.append("--set=VERBOSITY=terse")  # the context of an error has rows in it
    with ExitStack() as stack:
        read, wrote = stack.enter_context(TemporaryFile()), stack.enter_context(TemporaryFile())
        psql = stack.enter_context(_running(writing, wrote, url, stdin=subprocess.PIPE))
        archive = stack.enter_context(_running(reading, read, None, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        feeder = _Feeder(archive, pieces)
        with suppress(BrokenPipeError):  # psql ended; it says why
            _stdin(psql).write(b"BEGIN;\n" + _REMOVE.encode())
            for piece in _read(archive, progress, "Database terugzetten"):
                _stdin(psql).write(piece)
            feeder.finish()
            if archive.wait() != 0:
                raise _failure("pg_restore", read)
            _stdin(psql).write(b"\nCOMMIT;\n")
            _stdin(psql).close()
        if psql.wait() != 0:
            raise _failure("psql", wrote)


class _Feeder:
    """A thread that writes pieces to a program; ``finish`` waits for it, and raises what making them raised."""

    def __init__(self, process: subprocess.Popen[bytes], pieces: Iterable[bytes]) -> None:
        self._process, self._pieces = process, pieces
        self._raised: BaseException | None = None
        self._thread = threading.Thread(target=self._feed, name="feeder", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Wait until everything was written, or the program read no more."""
        self._thread.join()
        if self._raised is not None:
            raise self._raised

    def _feed(self) -> None:
        pipe = _stdin(self._process)
        is_read = True
        try:
            for piece in self._pieces:  # to the end, for whether the file is whole is known there
                if is_read:
                    try:
                        pipe.write(piece)
                    except BrokenPipeError:
                        is_read = False
        except BaseException as error:  # noqa: BLE001  raised again by ``finish``
            self._raised = error
            self._process.kill()  # it must not take half an archive for a whole one
        with suppress(BrokenPipeError):
            pipe.close()


@contextmanager
def _running(
    line: list[str],
    said: IO[bytes],
    url: str | None,
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program for a block; it is killed when the block ends before it does."""
    variables = _variables(url)  # no shell takes the line, and it is ours
    process = subprocess.Popen(line, stdin=stdin, stdout=stdout, stderr=said, env=variables)  # noqa: S603  # nosec B603
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


def _stdin(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdin is None:
        raise TypeError("a program that reads nothing")
    return process.stdin


def _read(process: subprocess.Popen[bytes], progress: Progress, what: str = "Back-up schrijven") -> Iterator[bytes]:
    number = 0
    while process.stdout is not None and (piece := process.stdout.read(_PIECE)):
        number += len(piece)
        progress(what, number, 0)
        yield piece


def _variables(url: str | None) -> dict[str, str]:
    """Return this process's variables, with libpq's for the address; messages are in English, as the log is."""
    ours = {**os.environ, "LC_MESSAGES": "C"}
    if url is None:
        return ours
    names = {one.keyword.decode(): one.envvar.decode() for one in pq.Conninfo.get_defaults() if one.envvar}
    given = conninfo_to_dict(_address(url))
    return {**ours, **{names[name]: str(value) for name, value in given.items() if name in names}}


def _address(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def _connected(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Raises ``Unavailable`` when the server is away, and for what it refuses."""
    try:
        with psycopg.connect(_address(url), autocommit=True, application_name="spraakrapport copies") as connection:
            yield connection
    except psycopg.Error as error:
        raise Unavailable(failures.AWAY, code="database_away") from error


def _program(url: str | None, name: str) -> str:
    """Return the path of a program. Raises ``Unavailable`` where it is not installed."""
    if url is not None:
        with _connected(url) as connection:
            fitting = _DEBIAN / str(connection.info.server_version // 10_000) / "bin" / name
        if fitting.exists():
            return str(fitting)
    found = shutil.which(name)
    if found is None:
        raise Unavailable(_NO_PROGRAM.format(name), code="no_program")
    return found


def _failure(program: str, said: IO[bytes]) -> Unavailable:
    """Return the failure of a program with the first error that it wrote, without rows."""
    said.seek(0)
    lines = said.read(16_384).decode(errors="replace").splitlines()
    found = [line for line in lines if re.search(r"\b(error|fatal|ERROR|FATAL)\b", line)] or lines
    return Unavailable(_FAILED.format(program, found[0][:300] if found else "").strip(), code="program_failed")
