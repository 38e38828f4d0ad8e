"""A backup made while people work is put back whole, or not at all (S96)."""

import asyncio
import itertools
import threading
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from sqlmodel import select

from tests.support import environment, postgres, tables
from voice_report import clock
from voice_report.config import settings
from voice_report.db import copies, migrate, schema
from voice_report.db import session as database
from voice_report.db.models import AuditLog, DeletionReceipt, Erasure, Report
from voice_report.errors import Conflict, DomainError, Invalid, Unavailable
from voice_report.services.audit import verification
from voice_report.services.backups import _sealed, making, restoring
from voice_report.services.drafts import deleted, drafts, listing
from voice_report.services.privacy import restored
from voice_report.services.processing import egress
from voice_report.services.sessions import sessions

KEY = "a key of backups, made by a machine"
WORDS = "Mevrouw had goed gegeten."


pytestmark = pytest.mark.usefixtures("nobody_connected")


@pytest.fixture
def files() -> Path:
    """The folder with the files of this test that are outside the database."""
    return Path(settings().audit_anchor).parent


@pytest.fixture
async def elsewhere(db, db_kind, tmp_path) -> AsyncIterator[str]:
    """The address of an empty database of another machine."""
    if db_kind == "sqlite":
        yield f"sqlite:///{tmp_path}/other/app.db"
        return
    home, name = postgres.cluster(), f"restored_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{name}"')
    yield postgres.url(home, name)
    await database.dispose()
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


async def use(url: str, monkeypatch) -> None:
    await database.dispose()
    environment.use(monkeypatch, DATABASE_URL=url)


async def make(target: Path) -> bytes:
    await asyncio.to_thread(making.make, target, KEY)
    return await asyncio.to_thread(target.read_bytes)


async def write(db, user, words: str = WORDS) -> uuid.UUID:
    return (await db.run_in_transaction(drafts.save_draft, user, transcript=words)).id


async def words_of(user) -> list[str]:
    return sorted(one.transcript for one in (await database.run_in_transaction(listing.list_drafts, user)).items)


async def test_s96_what_people_had_at_that_moment_is_put_back(db, people, tmp_path, elsewhere, monkeypatch) -> None:
    user = await people.user.current()
    await write(db, user)
    await verification.verify(renew=True)
    written = await make(tmp_path / "one.backup")
    assert WORDS.encode() not in written
    assert (tmp_path / "one.backup").stat().st_mode & 0o777 == 0o600
    await write(db, user, "Later geschreven.")
    await verification.verify()

    await use(elsewhere, monkeypatch)
    done = await restoring.restore(tmp_path / "one.backup", KEY)
    await asyncio.to_thread(migrate.migrate)
    same = await database.run_in_transaction(sessions.identify, people.user.cookie)
    assert same is not None
    assert (same.email, await words_of(same)) == (people.user.email, [WORDS])
    assert (done.notes, done.is_verifiable) == ((), True)
    assert (await verification.verify()).deviations == [], "the anchor of the backup came with it"
    await restoring.record()
    assert (await verification.verify()).deviations == []


async def test_s96_it_is_of_one_moment_while_others_write(db, people, tmp_path, elsewhere, monkeypatch) -> None:
    """Every transaction writes two drafts, of which a copy has both or none; the writers go on while it is made."""
    user = await people.user.current()
    number, numbers = 0, itertools.count()
    stop, again = threading.Event(), threading.Event()

    async def work() -> None:
        nonlocal number
        while not stop.is_set():
            mine = next(numbers)
            async with db.transaction() as session:
                for part in "ab":
                    await drafts.save_draft(session, user, transcript=f"{mine} {part}")
            number += 1
            again.set()

    def slowly(_what: str, _done: int, _whole: int) -> None:
        again.clear()
        assert again.wait(30), "no writer goes on"

    monkeypatch.setattr(copies.sqlite, "_PAGES", 60)
    writers = [asyncio.create_task(work()) for _ in range(2)]
    await asyncio.to_thread(again.wait, 30)
    before = number
    await asyncio.to_thread(making.make, tmp_path / "one.backup", KEY, slowly)
    stop.set()
    await asyncio.gather(*writers)
    assert number > before + 3

    await use(elsewhere, monkeypatch)
    await restoring.restore(tmp_path / "one.backup", KEY)
    found = [words.split() for words in await tables.rows(select(Report.transcript))]
    first, second = ({one for one, which in found if which == part} for part in "ab")
    assert first == second
    assert before <= len(first) <= number


def in_the_way(path: Path) -> list[tuple[str, bytes]]:
    """Return ways in which a file of backups is none, each with what is in it then."""
    whole = path.read_bytes()
    piece = _sealed.PIECE + _sealed.TAG
    places = {0, 10, 60, _sealed.HEADER, _sealed.HEADER + 20, len(whole) - 1, len(whole) - 30, len(whole) // 2}
    places |= {at for at in range(_sealed.HEADER, len(whole), piece)}
    found = [(f"cut off at {at}", whole[:at]) for at in sorted(places) if at < len(whole)]
    for at in (3, 30, 70, _sealed.HEADER, _sealed.HEADER + 40, len(whole) // 2, len(whole) - 1):
        changed = bytearray(whole)
        changed[at] ^= 0x10
        found.append((f"changed at {at}", bytes(changed)))
    return [*found, ("longer", whole + b"\0"), ("none", b"PK\x03\x04" + whole)]


async def test_s96_what_is_not_whole_or_of_another_key_changes_nothing(db, people, tmp_path, files) -> None:
    user, path = await people.user.current(), tmp_path / "one.backup"
    await write(db, user)
    await verification.verify(renew=True)
    await make(path)
    await write(db, user, "Later geschreven.")
    await verification.verify()
    outside = {one.name: one.read_bytes() for one in files.iterdir()}
    for what, content in in_the_way(path):
        (tmp_path / "wrong.backup").write_bytes(content)
        with pytest.raises(Invalid):
            await asyncio.to_thread(making.check, tmp_path / "wrong.backup", KEY)
        with pytest.raises(Invalid):
            await restoring.restore(tmp_path / "wrong.backup", KEY, replace=True)
        assert outside == {one.name: one.read_bytes() for one in files.iterdir()}, what
    with pytest.raises(Invalid, match="andere sleutel"):
        await restoring.restore(path, "another key of backups, of a machine", replace=True)
    assert await words_of(user) == ["Later geschreven.", WORDS]
    assert (await verification.verify()).deviations == []


async def test_s96_a_database_with_anything_in_it_is_replaced_only_when_asked(db, people, tmp_path) -> None:
    user, path = await people.user.current(), tmp_path / "one.backup"
    await write(db, user)
    await make(path)
    await write(db, user, "Later geschreven.")
    with pytest.raises(Conflict, match="niet leeg"):
        await restoring.restore(path, KEY)
    assert len(await words_of(user)) == 2
    await restoring.restore(path, KEY, replace=True)
    assert await words_of(user) == [WORDS]


async def test_s96_a_table_that_a_newer_version_added_goes_with_the_rest(db, people, db_kind, tmp_path) -> None:
    """Else its migration would find it there."""
    path = tmp_path / "one.backup"
    await make(path)
    async with db.engine().begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE of_a_newer_version (id integer)")
    await restoring.restore(path, KEY, replace=True)
    kept = "sqlite_master WHERE name" if db_kind == "sqlite" else "pg_tables WHERE tablename"
    async with db.engine().connect() as connection:
        assert (await connection.exec_driver_sql(f"SELECT * FROM {kept} = 'of_a_newer_version'")).first() is None  # noqa: S608


async def test_s96_the_trail_and_its_guards_are_put_back(db, people, tmp_path) -> None:
    path = tmp_path / "one.backup"
    await make(path)
    await restoring.restore(path, KEY, replace=True)
    await write(db, await people.user.current())
    assert await tables.first(select(AuditLog.id))
    for attack in ("UPDATE audit_logs SET action = 'nothing'", "DELETE FROM audit_logs"):
        with pytest.raises(Exception, match="append-only"):
            async with db.engine().begin() as connection:
                await connection.exec_driver_sql(attack)


async def test_s96_s62_what_was_erased_after_the_backup_is_erased_again(db, people, tmp_path, files, caplog) -> None:
    """Also what was erased so lately that only the database that goes knew of it."""
    user, path = await people.user.current(), tmp_path / "one.backup"
    stays, goes, goes_late = await write(db, user, "Blijft."), await write(db, user), await write(db, user)
    await make(path)
    for one in (goes, goes_late):
        for action in (deleted.delete_draft, deleted.erase):
            await db.run_in_transaction(action, user, one)
        if one == goes:
            await restored.erase_again()  # brings the file up to date
    await restoring.restore(path, KEY, replace=True)
    assert len(await words_of(user)) == 3
    assert await tables.first(select(Erasure.id)) is None
    assert await restored.erase_again() == 2
    assert "a backup was restored: 2 rows" in caplog.text
    assert await tables.rows(select(Report.id)) == [stays]
    assert len(await tables.rows(select(DeletionReceipt.id))) > 0
    (said,) = await restored.lately()
    assert "opnieuw gewist" in said


@pytest.mark.played_connection
@pytest.mark.parametrize("is_told", [True, False])
async def test_s96_s70_nothing_is_said_to_have_stayed_before_a_backup_was_put_back(
    db, people, tmp_path, wall_clock, is_told: bool
) -> None:
    """What left after it was made is in no count of it. ``is_told``: by the command, else the marks tell it."""
    user, path = await people.user.current(), tmp_path / "one.backup"
    platform_admin, goes = await people.platform_admin.current(), await write(db, user)
    await db.run_in_transaction(egress.purge)
    await db.run_in_transaction(egress.add, "engine", "taal.example", 7, people.organization_id)
    await make(path)
    wall_clock.advance(hours=1)
    await db.run_in_transaction(egress.add, "engine", "taal.example", 7, people.organization_id)
    for action in (deleted.delete_draft, deleted.erase):
        await db.run_in_transaction(action, user, goes)
    await restored.erase_again()
    wall_clock.advance(hours=1)
    await restoring.restore(path, KEY, replace=True)
    await (restoring.record() if is_told else restored.erase_again())
    put_back = clock.now()
    wall_clock.advance(hours=1)
    assert await db.run_in_transaction(egress.purge) == 0
    async with database.reading() as session:
        mine, found = await egress.of_organization(session, user), await egress.overview(session, platform_admin)
    assert (mine.since, mine.is_restored, mine.requests) == (put_back, True, 1)
    assert (found.since, found.counted_since, found.is_restored) == (put_back, put_back, True)


async def test_s96_s62_marks_come_along_to_another_machine(db, people, tmp_path, files, elsewhere, monkeypatch) -> None:
    """The marks in the file that the database of the backup did not know: it was restored itself, a moment before."""
    user, path = await people.user.current(), tmp_path / "two.backup"
    goes = await write(db, user)
    await make(tmp_path / "one.backup")
    for action in (deleted.delete_draft, deleted.erase):
        await db.run_in_transaction(action, user, goes)
    await restored.erase_again()
    await restoring.restore(tmp_path / "one.backup", KEY, replace=True)
    await make(path)  # before the product erased again
    await use(elsewhere, monkeypatch)
    (files / "erasures.json").unlink()
    await restoring.restore(path, KEY)
    assert await restored.erase_again() == 1


async def test_s96_a_damaged_file_of_marks_stops_it(db, people, tmp_path, files) -> None:
    user, path = await people.user.current(), tmp_path / "one.backup"
    await make(path)
    await write(db, user)
    files.mkdir(exist_ok=True)
    (files / "erasures.json").write_text('{"erased": {}, "signature": "forged"}')
    with pytest.raises(Invalid, match="merktekens"):
        await restoring.restore(path, KEY, replace=True)
    assert await words_of(user) == [WORDS]


async def test_s96_a_copy_that_breaks_off_halfway_leaves_the_database(db, people, tmp_path) -> None:
    """Whatever happens to the file after it was looked at, or to its disk."""
    user, url = await people.user.current(), settings().database_url
    await write(db, user)
    await db.dispose()
    with copies.of(url).dump(url, lambda *_: None) as pieces:
        copy = list(pieces)

    def broken():
        yield copy[0][: len(copy[0]) // 2]
        raise Invalid("De schijf gaf het op.")

    def half():
        yield b"".join(copy)[: sum(map(len, copy)) * 2 // 3]

    for pieces, raised in ((broken(), "gaf het op"), (half(), "niet heel|mislukte"), (iter(()), "niet heel|mislukte")):
        with pytest.raises(DomainError, match=raised):
            await asyncio.to_thread(copies.of(url).put_back, url, pieces, lambda *_: None)
        assert await words_of(user) == [WORDS]
        await db.dispose()
    folder = Path(make_url(url).database or "").parent
    assert [one for one in folder.glob("*-restored*")] == []


async def test_s96_a_backup_of_a_newer_version_or_another_database_is_refused(
    db, people, tmp_path, monkeypatch
) -> None:
    path = tmp_path / "one.backup"
    await make(path)
    monkeypatch.setattr(schema, "history", lambda: ({"0001"}, {"0001"}))
    with pytest.raises(Invalid, match="nieuwere versie"):
        await restoring.restore(path, KEY, replace=True)
    other = "postgresql://nobody@127.0.0.1:1/none" if "sqlite" in settings().database_url else "sqlite:///other.db"
    await use(other, monkeypatch)
    with pytest.raises(Invalid, match="van een database in"):
        await restoring.restore(path, KEY, replace=True)


async def test_s96_a_backup_never_takes_the_place_of_another(db, people, tmp_path) -> None:
    path = tmp_path / "one.backup"
    before = await make(path)
    with pytest.raises(Conflict, match="bestaat al"):
        await make(path)
    with pytest.raises(Unavailable, match="niet worden geschreven"):
        await make(tmp_path / "no such folder" / "one.backup")
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["one.backup"]


async def test_s96_who_works_is_not_restored_under(db, people, db_kind, tmp_path) -> None:
    path, url = tmp_path / "one.backup", settings().database_url
    await make(path)
    if db_kind == "sqlite":
        with copies.sqlite.held(url), pytest.raises(Conflict, match="draait nog"):
            await restoring.restore(path, KEY, replace=True)
        return
    import psycopg

    with psycopg.connect(url, application_name="spraakrapport"), pytest.raises(Conflict, match="verbonden"):
        await restoring.restore(path, KEY, replace=True)


async def test_s96_a_former_or_unknown_secret_key_is_told(db, people, tmp_path, elsewhere, monkeypatch) -> None:
    await verification.verify(renew=True)
    await make(tmp_path / "one.backup")
    former = settings().secret_key
    for keys, note in ((f'["{former}"]', restoring.FORMER_KEY), ("[]", restoring.OTHER_KEY)):
        monkeypatch.setenv("SECRET_KEY", "another key of the installation, with 32")
        monkeypatch.setenv("FORMER_SECRET_KEYS", keys)
        await use(elsewhere, monkeypatch)
        done = await restoring.restore(tmp_path / "one.backup", KEY, replace=True)
        assert (done.notes, done.is_verifiable) == ((note,), False)


@pytest.mark.one_database
def test_s96_a_short_key_and_the_key_of_the_installation_are_refused(monkeypatch, tmp_path) -> None:
    with pytest.raises(Invalid, match="minstens 32"):
        making.key()
    (tmp_path / "key").write_text("short\n")
    with pytest.raises(Invalid, match="minstens 32"):
        making.key(tmp_path / "key")
    (tmp_path / "key").write_text(f"{KEY}\n")
    assert making.key(tmp_path / "key") == KEY
    environment.use(monkeypatch, BACKUP_KEY=settings().secret_key)
    with pytest.raises(Invalid, match="andere sleutel dan SECRET_KEY"):
        making.key()
