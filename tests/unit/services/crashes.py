"""What a crash of the process or a failure of the database leaves behind, tried at every statement of a use case.

A ``Story`` is a use case as a client asks for it, and asks again after an error. ``everywhere`` tries every chance that
its mode has, each on the same rows and in a process of its own (a fork, so that one takes tens of milliseconds), and
returns what was wrong afterwards.

``KILLED``: a new process knows only what the database has. So one run keeps it as it is at every chance, and a new
process is started with each state of the rows that was met (``_killed``).

``BROKEN`` and ``ANSWER_LOST`` are run up to every chance. What comes after it is the longest part, and the same for
many chances; it is cut short where it is known to pass. ``BROKEN``, for a story that keeps nothing in the process: a
chance shares it with those before it in its transaction when nothing was committed since, and the process goes on with
the same statement in the same attempt, with as many connections in use (``_Strike._went_on``).
"""

import asyncio
import faulthandler
import itertools
import json
import os
import shutil
import sqlite3
import threading
import traceback
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg import sql
from sqlalchemy import Engine, event
from sqlalchemy.engine import make_url
from sqlmodel import SQLModel, col, select

from tests.support import postgres
from voice_report import lifespan
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import AuditLog, Report
from voice_report.errors import Unavailable
from voice_report.services.audit import verification
from voice_report.services.billing import reconciliation, webhooks
from voice_report.services.platform import deletion

Work = Coroutine[Any, Any, None]

#: Threads that did not end: they wait for the next request of a connection that a client keeps open, such as the
#: server of this process's browser tests, and hold nothing meanwhile.
_IDLE: WeakSet[threading.Thread] = WeakSet()


class Mode(StrEnum):
    """What goes wrong once. The chances: ``KILLED`` before a statement that writes and on either side of a commit,
    ``BROKEN`` at every statement and every commit, ``ANSWER_LOST`` at every commit."""

    KILLED = "the process ends, and another one starts"
    BROKEN = "the disk fails"
    ANSWER_LOST = "the commit succeeds, and its answer is an error"


@dataclass(frozen=True, slots=True)
class Story:
    """A use case. ``act`` does it as a client does, also for the second time; ``check`` asserts that it happened once.

    Only ``Unavailable`` may leave ``act``: the client asks again. ``keeps_nothing``: of a transaction that
    failed, the process keeps at most a connection and the writers' turn.
    """

    act: Callable[[], Work]
    check: Callable[[], Work]
    keeps_nothing: bool = False


@dataclass(slots=True)
class _Strike:
    """Lets something go wrong at the ``at``-th chance, once; ``where`` says where that was, ``rows`` what was committed
    then, and ``rest`` what comes after it. ``KILLED``: keeps the database at every chance, and says in ``ends`` where
    that was, and under which name."""

    mode: Mode
    at: int
    passed: Collection[str]
    say: Callable[[str], None]
    where: str = ""
    rest: str = ""
    rows: int = 0
    attempt: int = 1
    commits: int = 0
    begun: int = 0
    ends: list[tuple[str, str]] = field(default_factory=list)
    chances: Any = field(default_factory=lambda: itertools.count(1))

    def arm(self, engine: Engine) -> None:
        """Watch the statements and the commits of an engine."""
        for kind in ("do_execute", "do_executemany"):
            event.listen(engine, kind, self._statement)
        event.listen(engine, "begin", self._begin)
        commit = engine.dialect.do_commit

        def do_commit(connection) -> None:
            if self.mode is not Mode.ANSWER_LOST:
                self._chance("before a commit")
            commit(connection)
            self.commits += 1
            if self.mode is not Mode.BROKEN:
                self._chance("after a commit")

        engine.dialect.do_commit = do_commit  # type: ignore[method-assign]

    def _begin(self, _connection) -> None:
        self.begun += 1

    def _statement(self, _cursor, statement: str, _parameters, _context) -> None:
        if self.where and not self.rest and not statement.startswith("BEGIN"):
            self._went_on(statement)
        writes = statement.startswith(("INSERT", "UPDATE", "DELETE"))
        if self.mode is Mode.BROKEN or (self.mode is Mode.KILLED and writes):
            self._chance(f"before {' '.join(statement.split()[:3])}")

    def _chance(self, where: str) -> None:
        if self.mode is Mode.KILLED:
            self.end(where)
            return
        if next(self.chances) != self.at:
            return
        self.where, self.rows, self.begun = where, _rows(), 0
        if not _is_sqlite():
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        failure = sqlite3.OperationalError("disk I/O error")
        failure.sqlite_errorcode, failure.sqlite_errorname = sqlite3.SQLITE_IOERR, "SQLITE_IOERR"
        raise failure

    def end(self, where: str) -> None:
        """Keep the database as it is when the process ends here."""
        state = f"kept_{self.commits}_{_rows()}"
        if state not in dict(self.ends).values():
            _keep(state)
        self.ends.append((where, state))

    def _went_on(self, statement: str) -> None:
        """Note how the process goes on, and end it if that is known to pass."""
        opened = database._opened
        assert opened is not None
        held = opened.engine.pool.checkedout(), opened.writers is not None and opened.writers.locked()  # type: ignore[attr-defined]
        self.rest = f"{self.commits} commits, attempt {self.attempt}, begun {self.begun}, {held}, {statement}"
        if _rows() != self.rows:
            self.rest = f"{self.at} left something"
        elif self.rest in self.passed:
            self.say("")
            os._exit(0)


async def prepared(story: Story) -> Story:
    """Keep the database as it is now for ``everywhere``; run the story once, so that every statement is compiled."""
    await database.dispose()
    _forget()
    _keep(_BEFORE)
    await story.act()
    await _check(story)
    await webhooks.close()
    await database.dispose()
    return story


def everywhere(story: Story, mode: Mode) -> list[str]:
    """Let it go wrong at each chance of a mode; return what was wrong."""
    if mode is Mode.KILLED:
        return _killed(story)
    found: list[str] = []
    passed: set[str] = set()
    for at in itertools.count(1):
        _put_back(_BEFORE)
        told = _in_a_fork(lambda strike: _asked_again(story, strike), mode, at, passed)
        if told.wrong:
            found.append(f"{mode}, {at}, {told.where}:\n{told.wrong}")
        elif story.keeps_nothing:
            passed.add(told.rest)
        if not told.where:
            assert at > 1, f"only {at - 1} chances"
            return found
    return found


def _killed(story: Story) -> list[str]:
    """Do the work once, and start a process with each state in which it could have ended."""
    _put_back(_BEFORE)
    told = _in_a_fork(lambda strike: _to_the_end(story, strike), Mode.KILLED)
    if told.wrong:
        return [f"{Mode.KILLED}, nowhere:\n{told.wrong}"]
    assert len(told.ends) > 2, f"only {len(told.ends) - 1} chances"
    wrong = {}
    for state in dict.fromkeys(state for _, state in told.ends):
        _put_back(state)
        assert state.endswith(f"_{_rows()}"), "a killed process leaves the rows that were committed"
        wrong[state] = _in_a_fork(lambda _: _started_again(story)).wrong
    ends = enumerate(told.ends, 1)
    return [f"{Mode.KILLED}, {at}, {where}:\n{wrong[state]}" for at, (where, state) in ends if wrong.get(state)]


def _file() -> Path:
    return Path(settings().database_url.removeprefix("sqlite:///"))


_BEFORE = "kept_before"


def _is_sqlite() -> bool:
    return settings().database_url.startswith("sqlite")


def _forget() -> None:
    """Drop what was kept of an earlier story."""
    if _is_sqlite():
        return  # each test has a directory of its own
    with _connected() as connection:
        kept = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kept\\_%'").fetchall()
        for (name,) in kept:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))


def _keep(name: str) -> None:
    """Keep every row that is committed: in files with this name, or in tables of a schema with this name."""
    if _is_sqlite():
        for ending in _FILES:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{_file()}{ending}", f"{_file().with_name(name)}{ending}")
        return
    with _connected() as connection:
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        _for_each_table(connection, f'CREATE TABLE "{name}".%1$I AS TABLE public.%1$I')


def _put_back(name: str) -> None:
    if _is_sqlite():
        for left in _file().parent.glob(f"{_file().name}*"):
            left.unlink()
        for ending in _FILES:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{_file().with_name(name)}{ending}", f"{_file()}{ending}")
        return
    with _connected() as connection:
        postgres.empty(connection)
        _for_each_table(connection, f'INSERT INTO public.%1$I SELECT * FROM "{name}".%1$I')  # noqa: S608  our own names


#: What SQLite reads after a crash: the file, and the log of what was written since.
_FILES = ("", "-wal")


def _rows() -> int:
    """Return a hash of all rows that are committed: the same in every fork of this process."""
    opened: Any = sqlite3.connect(_file()) if _is_sqlite() else _connected()
    every = [f"SELECT * FROM {name}" for name in SQLModel.metadata.tables]  # noqa: S608  our own tables
    with closing(opened) as connection:
        return hash(repr([sorted(map(repr, connection.execute(query))) for query in every]))


def _connected() -> psycopg.Connection:
    return postgres.connect(postgres.cluster(), make_url(settings().database_url).database or "")


def _for_each_table(connection: psycopg.Connection, statement: str) -> None:
    connection.execute(_FOR_EACH_TABLE.replace("DO_IT", statement).encode())


_FOR_EACH_TABLE = """
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('DO_IT', name);
    END LOOP;
END $$
"""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a fork said before its end: where something went wrong as it should, what was wrong, and the ``rest`` and
    the ``ends`` of the strike."""

    where: str = ""
    wrong: str = ""
    rest: str = ""
    ends: Sequence[tuple[str, str]] = ()


def _in_a_fork(
    work: Callable[[_Strike], Work], mode: Mode = Mode.BROKEN, at: int = 0, passed: Collection[str] = ()
) -> _Told:
    """Do this work in a process of its own; return what it said.

    A fork copies the locks that other threads hold, and not the threads: those of a connection that was closed, and of
    a fake server that still ends the connection of the process before, are waited for. A process that hangs all the
    same says where.
    """
    for thread in set(threading.enumerate()).difference(_IDLE):
        if "process_request_thread" in thread.name or "_connection_worker_thread" in thread.name:
            thread.join(5)
            if thread.is_alive():
                _IDLE.add(thread)
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with open(reading) as told:
            said = told.read()
        os.waitpid(child, 0)
        return _Told(**json.loads(said)) if said else _Told(wrong="the process ended without a word")

    def say(wrong: str) -> None:
        with open(writing, "w") as heard:
            json.dump({"where": strike.where, "wrong": wrong, "rest": strike.rest, "ends": strike.ends}, heard)

    faulthandler.dump_traceback_later(600, exit=True, file=2)
    strike = _Strike(mode, at, passed, say)
    try:
        strike.arm(database.engine().sync_engine)
        asyncio.run(work(strike))
        say("")
    except BaseException:  # noqa: BLE001  the parent has to hear it
        say(traceback.format_exc(limit=-6))
    os._exit(0)


async def _to_the_end(story: Story, strike: _Strike) -> None:
    await story.act()
    strike.end("")


async def _asked_again(story: Story, strike: _Strike) -> None:
    with suppress(Unavailable):
        await story.act()
    if strike.where:
        strike.attempt = 2
        await story.act()
        await _check(story)


async def _started_again(story: Story) -> None:
    """Start as ``lifespan.run`` does, and let the client ask again."""
    await lifespan.release_stale_leases()
    await deletion.resume()
    await webhooks.handle_waiting(all_of_them=True)
    await story.act()
    await _check(story)


async def _check(story: Story) -> None:
    await story.check()
    await check_everything()


async def check_everything() -> None:
    """Assert what holds in every database at every moment at which nobody works in it."""
    opened = database._opened
    assert opened is not None
    assert opened.writers is None or not opened.writers.locked(), "the writers' turn was given back"
    assert opened.engine.pool.checkedout() == 0, "every connection was given back"  # type: ignore[attr-defined]
    assert await reconciliation.differences() == []
    assert (await verification.verify(renew=True)).deviations == []
    async with database.reading() as session:
        archived = (await session.exec(select(Report.id).where(~col(Report.is_draft)))).all()
        rows = select(AuditLog.resource_id).where(AuditLog.action == "create", AuditLog.resource == "report")
        assert set(map(str, archived)) <= set(await session.exec(rows)), "an archived report is in the logbook"
    if not _is_sqlite():
        return
    with closing(sqlite3.connect(_file())) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
