"""``check`` says of each part whether it works, and what to do when not; it changes nothing."""

import asyncio
import socket
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests.support import environment, server
from tests.support.fakes.mail_server import serving
from voice_report.config import settings
from voice_report.services.audit import verification
from voice_report.services.platform import self_check
from voice_report.services.platform.self_check import FAILED, GOOD, WARNING, Finding


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch) -> Path:
    """The anchor's file of this test."""
    (tmp_path / "var").mkdir()
    monkeypatch.setenv("AUDIT_ANCHOR", str(tmp_path / "var" / "anchor.json"))
    monkeypatch.setenv("ERASURES_FILE", str(tmp_path / "var" / "erasures.json"))
    settings.cache_clear()
    return tmp_path / "var" / "anchor.json"


async def found() -> dict[str, list[Finding]]:
    parts: dict[str, list[Finding]] = {}
    async for one in self_check.look():
        parts.setdefault(one.part.split(" ")[0], []).append(one)
    return parts


async def state(part: str) -> set[str]:
    return {one.state for one in (await found())[part]}


async def test_a_whole_installation_fails_nowhere(db, monkeypatch) -> None:
    async with serving() as mails:
        environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{mails.port}", BACKUP_KEY="b" * 32, BACKUP_DAYS="30")
        await verification.verify(renew=True)
        parts = await found()
    assert {"instellingen", "database", "schema", "back-up", "schijf", "auditspoor", "klok", "mail", "motor"} == set(
        parts
    )
    assert [one for several in parts.values() for one in several if one.state == FAILED] == []
    for part in ("database", "schema", "back-up", "auditspoor", "mail"):
        assert {one.state for one in parts[part]} == {GOOD}, part
    assert mails.recipients == []


async def test_a_mail_server_that_is_away_fails(db, monkeypatch) -> None:
    environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{server.free_port()}")
    assert await state("mail") == {FAILED}


async def test_an_engine_that_is_away_fails_and_one_that_is_there_does_not(db, monkeypatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        address = f"http://127.0.0.1:{there.getsockname()[1]}/v1"
        environment.use(monkeypatch, OPENAI_BASE_URL=address, OPENAI_API_KEY="only-for-tests")
        assert await state("motor") == {GOOD}
    assert await state("motor") == {FAILED}


async def test_an_anchor_that_is_missing_old_or_forged_is_told(db, wall_clock, outside) -> None:
    assert await state("auditspoor") == {WARNING}
    outside.write_text('{"heads": {}, "signature": "forged"}')
    assert await state("auditspoor") == {FAILED}


@pytest.mark.one_database
async def test_a_disk_without_room_fails(db, monkeypatch) -> None:
    monkeypatch.setattr(self_check.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 1_000_000}))
    assert await state("schijf") == {FAILED}


@pytest.mark.one_database
async def test_without_a_database_the_rest_is_told(monkeypatch, tmp_path) -> None:
    environment.use(monkeypatch, DATABASE_URL=f"sqlite:///{tmp_path}/var/none.db")
    parts = await found()
    assert parts["database"][0].state == FAILED
    assert "mail" not in parts
    assert not (tmp_path / "var" / "none.db").exists()


async def test_it_is_told_why_a_database_takes_nothing(db, db_kind, monkeypatch, tmp_path) -> None:
    if db_kind == "sqlite":
        environment.use(monkeypatch, DATABASE_URL=f"sqlite:///{tmp_path}/nergens/none.db")
        expected = "unable to open database file"
    else:
        whole = make_url(settings().database_url)
        environment.use(monkeypatch, DATABASE_URL=whole.set(database="nergens").render_as_string(hide_password=False))
        expected = 'database "nergens" does not exist'
    [told] = (await found())["database"]
    assert (told.state, expected in told.sentence) == (FAILED, True), told.sentence


@pytest.mark.one_database
async def test_a_folder_that_is_not_there_is_told_once(db, monkeypatch, tmp_path) -> None:
    files = {name: str(tmp_path / "nergens" / name) for name in ("AUDIT_ANCHOR", "ERASURES_FILE")}
    environment.use(monkeypatch, **files)
    assert [one.state for one in (await found())["schijf"]].count(FAILED) == 1


@pytest.mark.one_database
async def test_a_clock_that_no_server_sets_is_told(db, monkeypatch) -> None:
    for answer, told in ((5, WARNING), (0, GOOD)):
        library = type("Library", (), {"adjtimex": staticmethod(lambda _buffer, answer=answer: answer)})
        monkeypatch.setattr(self_check.ctypes, "CDLL", lambda _name, library=library: library)
        assert (await asyncio.to_thread(self_check._synchronized)).state == told
