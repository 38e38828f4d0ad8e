"""A throwaway PostgreSQL cluster for one test run: created at first use, shared by xdist workers, removed at the end.

It listens on a unix socket in a directory of its own, so no port can clash, and runs without fsync unless a bench asks
for a durable one.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

TEMPLATE = "template_app"
_RUN_DIRECTORY = "SPRAAKRAPPORT_TEST_RUN"  # inherited by the workers
_DURABLE = "-c listen_addresses='' -c max_connections=300"
_QUICK = (
    f"{_DURABLE} -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_wal_size=256MB"
)
_ON_DISK = Path("/var/tmp")  # noqa: S108  files here survive a restart, so it is no memory
_ROOM = 2 << 30  # bytes; a run uses a quarter of it


class MissingPostgres(RuntimeError):
    """PostgreSQL's server programs are not installed; the message says what to install."""


def begin_run(*, durable: bool = False) -> None:
    """Create the directory that the workers of this run share. Called once, by the controlling process.

    A ``durable`` cluster has its files on disk and waits for them at each commit, as PostgreSQL does by default.
    """
    directory = Path(tempfile.mkdtemp(prefix="spraakrapport-tests-", dir=_ON_DISK if durable else _in_memory()))
    directory.chmod(0o755)
    (directory / "options").write_text(_DURABLE if durable else _QUICK)
    os.environ[_RUN_DIRECTORY] = str(directory)


def _in_memory() -> Path | None:
    """Return where files are memory, if a run's databases fit there: SQLite waits for the disk after every test."""
    shared = Path("/dev/shm")  # noqa: S108
    fits = os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > _ROOM
    return shared if fits else None


def end_run() -> None:
    """Stop the cluster if it was started and remove everything of this run."""
    directory = run_directory()
    data = directory / "postgres" / "data"
    if (data / "postmaster.pid").exists():
        _as_server("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    shutil.rmtree(directory, ignore_errors=True)
    os.environ.pop(_RUN_DIRECTORY, None)


def is_running_tests() -> bool:
    """Return whether a run has begun, so that there is a directory that its processes share."""
    return _RUN_DIRECTORY in os.environ


def run_directory() -> Path:
    """Return the directory shared by all processes of this run."""
    return Path(os.environ[_RUN_DIRECTORY])


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Lock the block: one process of this run at a time."""
    with (run_directory() / f"{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def cluster() -> Path:
    """Return the socket directory of the running cluster, starting it if necessary. Raises ``MissingPostgres``."""
    with one_at_a_time("postgres"):
        home = run_directory() / "postgres"
        if not (home / "ready").exists():
            _start(home)
            (home / "ready").touch()
    return home


def url(home: Path, name: str) -> str:
    """Return the DATABASE_URL of a database in the cluster."""
    return f"postgresql://postgres@/{name}?host={home}"


def execute(home: Path, statement: str) -> None:
    """Run one statement outside a transaction, as CREATE DATABASE requires."""
    with psycopg.connect(host=str(home), user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


def copy(home: Path) -> str:
    """Create a database like the migrated one; return its name. Migrating another takes a second and a half."""
    name = f"test_{uuid.uuid4().hex}"
    execute(home, f'CREATE DATABASE "{name}" TEMPLATE "{TEMPLATE}" STRATEGY FILE_COPY')
    return name


def connect(home: Path, name: str) -> psycopg.Connection:
    """Return a connection that may empty a database of the cluster: the audit log's triggers do not stop it."""
    options = "-c session_replication_role=replica"
    return psycopg.connect(host=str(home), user="postgres", dbname=name, autocommit=True, options=options)


def empty(connection: psycopg.Connection) -> None:
    """Close the other connections that do something, and delete every row of the tables, except the schema version.

    An idle connection holds no lock and sees nothing of the last test: the next one may use it.
    """
    connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IS DISTINCT FROM 'idle'"
    )
    connection.execute(_EMPTY)


def close_others(connection: psycopg.Connection) -> None:
    """Close all other connections to the database, and wait until the server has let them go."""
    connection.execute(
        "SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


#: Deleting is quicker than TRUNCATE, which creates new files for a table and all its indexes; but deleted rows still
#: take up space, so a table that a test made large is truncated.
_EMPTY = """
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        IF pg_relation_size(name::regclass) > 1000000 THEN
            EXECUTE format('TRUNCATE %I CASCADE', name);
        ELSE
            EXECUTE format('DELETE FROM %I', name);
        END IF;
    END LOOP;
END $$
"""


def _start(home: Path) -> None:
    data = home / "data"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(mode=0o755)
    if (server := _server_account()) is not None:
        os.chown(home, server.pw_uid, server.pw_gid)
    _as_server(
        "initdb", "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"
    )
    options = f"{(run_directory() / 'options').read_text()} -c unix_socket_directories={home}"
    _as_server("pg_ctl", "-D", str(data), "-l", str(home / "log"), "-w", "-o", options, "start")


def programs() -> Path:
    """Return the directory of PostgreSQL's programs. Raises ``MissingPostgres``."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).parent
    raise MissingPostgres("PostgreSQL's server programs are missing: apt-get install postgresql-15")


def _server_account() -> pwd.struct_passwd | None:
    """Return the account to run PostgreSQL as, because it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _as_server(program: str, *arguments: str) -> None:
    account = _server_account()
    rights = {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    done = subprocess.run(
        [str(programs() / program), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # the server inherits it: a pipe would never close
        stderr=subprocess.DEVNULL,
        cwd="/",
        check=False,
        **rights,
    )
    if done.returncode:
        raise RuntimeError(f"{program} failed with exit code {done.returncode}; see {run_directory()}/postgres/log")
