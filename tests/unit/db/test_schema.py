"""New code on an older schema says so and does nothing, and works as soon as it is migrated; old code on a newer one
works. Nobody gets a 500 for it, and no process has to be started again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.support import environment
from tests.support.migrated import upgrade
from voice_report import __main__ as commands
from voice_report import lifespan
from voice_report.config import settings
from voice_report.core import background, logs
from voice_report.db import failures, migrate, schema
from voice_report.db import session as database
from voice_report.errors import Unavailable
from voice_report.integrations import payments
from voice_report.services.billing import webhooks
from voice_report.services.mail import outbox
from voice_report.services.platform import readiness
from voice_report.services.sessions import sessions
from voice_report.web import edge
from voice_report.web.api.app import create
from voice_report.web.edge.asgi import Message

pytestmark = pytest.mark.filterwarnings("ignore:The Column.copy")  # migrations stay as they were


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_KEPT", 0.0)
    monkeypatch.setattr(readiness, "_WITHIN", 60.0)
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A small copy of a build's output."""
    root = tmp_path / "client"
    root.mkdir()
    for name in ("index.html", "dashboard.html", "opname.html", "404.html", "app.css"):
        (root / name).write_text(f"<html>{name}</html>")
    return root


@asynccontextmanager
async def served(pages: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The pages and the API behind the edge, on the DATABASE_URL."""
    transport = httpx.ASGITransport(edge.around(pages)(create()))
    try:
        async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
            yield client
    finally:
        await database.dispose()


@pytest.fixture
def one_behind(url: str) -> str:
    """A database that lacks the newest migration."""
    known, newest = schema.history()
    upgrade(max(known - newest))
    return url


async def test_new_code_on_the_schema_before_says_so_and_works_once_it_is_migrated(
    one_behind: str, pages: Path, monkeypatch, caplog
) -> None:
    environment.use(monkeypatch, OFFLINE_PAGE="on")
    async with served(pages) as client:
        client.cookies.set(sessions.cookie_name(), "x" * 43)
        refused = await client.get("/api/auth/me")
        assert (refused.status_code, refused.json()["code"]) == (503, "schema_behind")
        assert (refused.json()["message"], refused.headers["retry-after"]) == (failures.BEHIND, "60")
        for path in ("/", "/dashboard"):
            page = await client.get(path, headers={"accept": "text/html"})
            assert (page.status_code, page.headers["cache-control"]) == (503, "no-store")
            assert failures.BEHIND in page.text
            assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert (await client.head("/dashboard")).content == b""
        for path in ("/opname", "/app.css", "/healthz"):  # what works without a database, or is asked whether it lives
            assert (await client.get(path)).status_code == 200
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["schema"], ready.json()["database"]) == (503, "behind", True)
        with pytest.raises(Unavailable, match="bijgewerkt"):
            await database.run_in_transaction(outbox.purge)
        said = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
        assert said.count("database: the schema is behind: run migrate") == 1
        await asyncio.to_thread(migrate.migrate)
        assert (await client.get("/dashboard")).text == "<html>dashboard.html</html>"
        assert (await client.get("/api/auth/me")).status_code == 401
        assert (await client.get("/readyz")).json()["schema"] == "current"


async def test_work_that_comes_again_in_seconds_does_not_fill_the_log(one_behind: str, monkeypatch, caplog) -> None:
    monkeypatch.setattr(payments, "is_set_up", lambda: True)
    for module, name in ((outbox, "_LOOK_EVERY"), (webhooks, "_LOOK_EVERY"), (lifespan, "_BETWEEN_FILES")):
        monkeypatch.setattr(module, name, 0.01)
    tried = 0

    async def looked(opened: database._Opened) -> None:
        nonlocal tried
        tried += 1
        await look(opened)

    look = database._look
    monkeypatch.setattr(database, "_look", looked)
    for work in (outbox.run, webhooks.run, lifespan._privacy_files):
        before = tried
        async with background.running(work()):
            while tried < before + 4:  # noqa: ASYNC110  nothing tells that it was tried
                await asyncio.sleep(0.01)
    await database.dispose()
    said = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    assert said == ["database: the schema is behind: run migrate"]


async def test_a_websocket_is_refused_until_then(one_behind: str, pages: Path) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "websocket", "path": "/_event", "query_string": b"token=a", "client": ("192.0.2.1", 1),
        "headers": [(b"origin", settings().origin.encode()), (b"host", b"localhost")],
    }  # fmt: skip
    with pytest.raises(Unavailable):
        await database.require_schema()
    await edge.around(pages)(create())(scope, receive, send)
    await database.dispose()
    assert sent == [{"type": "websocket.close", "code": 1013}]


def test_a_command_says_so_in_one_sentence(one_behind: str, monkeypatch) -> None:
    monkeypatch.setattr("sys.argv", ["voice_report", "verify-audit"])
    with pytest.raises(SystemExit) as ended:
        commands.main()
    assert ended.value.code == failures.BEHIND


@asynccontextmanager
async def changed(db, *there: str, back: tuple[str, ...]) -> AsyncIterator[None]:
    """Change the schema while the process has its connections, and change it back: PostgreSQL's is there for others."""
    for statements in (there, back):
        async with db.engine().begin() as connection:
            for statement in statements:
                await connection.execute(sa.text(statement))
        if statements is there:
            try:
                yield
            except BaseException:
                async with db.engine().begin() as connection:
                    for statement in back:
                        await connection.execute(sa.text(statement))
                raise


def stamped(version: str) -> str:
    return f"UPDATE alembic_version SET version_num = '{version}'"  # noqa: S608


@pytest.mark.both_databases
async def test_an_older_backup_under_a_process_that_serves_gives_no_500(db, people, api) -> None:
    known, newest = schema.history()
    client = await api(people.user)
    assert (await client.get("/api/drafts")).status_code == 200
    lacks = "ALTER TABLE reports RENAME COLUMN title TO named", "ALTER TABLE reports RENAME COLUMN named TO title"
    back = (lacks[1], stamped(*newest))
    async with changed(db, lacks[0], stamped(max(known - newest)), back=back):
        refused = [await client.get("/api/drafts") for _ in range(2)]
        assert {(one.status_code, one.json()["code"]) for one in refused} == {(503, "schema_behind")}
    assert (await client.get("/api/drafts")).status_code == 200


@pytest.mark.both_databases
async def test_a_missing_column_of_a_schema_that_is_current_stays_a_bug(db, people, api, caplog) -> None:
    client = await api(people.user)
    assert (await client.get("/api/drafts")).status_code == 200
    lacks = "ALTER TABLE reports RENAME COLUMN title TO named", "ALTER TABLE reports RENAME COLUMN named TO title"
    async with changed(db, lacks[0], back=(lacks[1],)):
        assert (await client.get("/api/drafts")).status_code == 500
    assert (await client.get("/api/drafts")).status_code == 200


@pytest.mark.both_databases
async def test_a_schema_that_the_monitor_sees_is_behind_is_behind_for_the_next_request(db, people, api) -> None:
    known, newest = schema.history()
    client = await api(people.user)
    assert (await client.get("/api/drafts")).status_code == 200
    async with changed(db, stamped(max(known - newest)), back=(stamped(*newest),)):
        assert (await client.get("/readyz")).json()["schema"] == "behind"
        assert (await client.get("/api/drafts")).status_code == 503
    assert (await client.get("/api/drafts")).status_code == 200


@pytest.mark.both_databases
async def test_former_code_works_on_the_schema_of_newer_code_and_says_so(db, people, api, caplog) -> None:
    """An upgrade migrates first, and going back undoes no migration."""
    _, newest = schema.history()
    client = await api(people.user)
    async with changed(db, stamped("of newer code"), back=(stamped(*newest),)):
        database.look_again()
        assert (await client.get("/api/drafts")).status_code == 200
        ready = await client.get("/readyz")
        assert (ready.status_code, ready.json()["schema"]) == (200, "ahead")
    assert "database: the schema is ahead" in [one.getMessage() for one in caplog.records]


#: Migrations before it were made when nothing ran yet.
_FIRST_BESIDE_FORMER_CODE = 30


def test_a_migration_leaves_former_code_what_it_needs(url: str) -> None:
    """What former code reads is there, and what it does not write has a default: so going back needs no migration."""
    known, _ = schema.history()
    steps = sorted(one for one in known if int(one[:4]) >= _FIRST_BESIDE_FORMER_CODE)
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    upgrade(steps[0])
    before = _columns(engine)
    for step in steps[1:]:
        upgrade(step)
        after = _columns(engine)
        for table, columns in before.items():
            assert columns.keys() <= after.get(table, {}).keys(), f"{step} takes something from {table}"
            for name, column in after[table].items():
                former = columns.get(name)
                may_be_left_out = column["nullable"] or column["default"] is not None
                assert may_be_left_out or (former and not former["nullable"]), f"{step}: {table}.{name} is required"
        before = after
    engine.dispose()


def _columns(engine: sa.Engine) -> dict[str, dict[str, Any]]:
    found = sa.inspect(engine)
    return {table: {one["name"]: one for one in found.get_columns(table)} for table in found.get_table_names()}
