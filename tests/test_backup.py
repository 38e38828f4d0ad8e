"""The backups of README "Operations" can be put back, and then everything is there: the very commands are tried."""

import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests import postgres
from tests.conftest import ROOT
from voice_report import database
from voice_report.config import settings
from voice_report.services.accounts import sessions
from voice_report.services.reports import drafts

WORDS = "Mevrouw had goed gegeten."


def readme(*starts: str) -> list[str]:
    """Return the commands of the README that begin so."""
    text = (ROOT / "README.md").read_text()
    found = [re.search(rf"^{re.escape(start)}.*$", text, flags=re.MULTILINE) for start in starts]
    assert all(found), f"the README no longer has a command that begins with {starts}"
    return [match[0].split("   #")[0] for match in found if match]


def run(command: str, *, directory: Path, **replaced: str) -> None:
    for word, value in replaced.items():
        command = command.replace(word, value)
    done = subprocess.run(["/bin/sh", "-ec", command], cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stderr}"


async def test_a_backup_made_while_people_work_can_be_put_back(db, db_kind, people, tmp_path, monkeypatch) -> None:
    user = await people.user.current()
    async with db.transaction() as session:
        await drafts.save_draft(session, user, transcript=WORDS)
    restored = _sqlite(tmp_path) if db_kind == "sqlite" else _postgres(tmp_path)
    async with db.transaction() as session:  # after the backup: not in it
        await drafts.save_draft(session, user, transcript="Later geschreven.")
    await database.dispose()

    monkeypatch.setenv("DATABASE_URL", restored)
    settings.cache_clear()
    async with database.transaction() as session:
        same = await sessions.identify(session, people.user.cookie)
        assert same is not None, "who was signed in still is"
        assert same.email == people.user.email
        assert [draft.transcript for draft in (await drafts.list_drafts(session, same)).items] == [WORDS]


def _sqlite(directory: Path) -> str:
    (command,) = readme('.venv/bin/python -c "import sqlite3')
    (directory / "backups").mkdir()
    database_file = make_url(settings().database_url).database or ""
    run(command, directory=directory, **{".venv/bin/python": sys.executable, "var/app.db": database_file})
    (made,) = (directory / "backups").iterdir()
    return f"sqlite:///{made}"


def _postgres(directory: Path) -> str:
    home, name = postgres.cluster(), make_url(settings().database_url).database
    fresh = f"test_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{fresh}"')
    made = _backup(directory, name or "")
    _, _, restore = readme(*_COMMANDS)
    run(restore, directory=directory, **_here(), **{"-d spraakrapport": f"-d {fresh}", "DATE.dump": made.name})
    return postgres.url(home, fresh)


_COMMANDS = (
    "docker compose exec -T db pg_dump",
    "docker compose exec -T db pg_restore --list",
    "docker compose exec -T db pg_restore -U",
)


def _here() -> dict[str, str]:
    login = f"-h '{postgres.cluster()}' -U postgres"
    return {"docker compose exec -T db ": f"{postgres.programs()}/", "-U spraakrapport": login}


def _backup(directory: Path, name: str) -> Path:
    """Make and check a backup, and return the file that it is."""
    dump, check, _ = readme(*_COMMANDS)
    (directory / "backups").mkdir()
    run(dump, directory=directory, **_here(), **{"spraakrapport > ": f"{name} > "})
    run(check, directory=directory, **_here())
    (made,) = (directory / "backups").iterdir()
    return made


async def test_a_backup_that_was_cut_off_leaves_the_database_whole(db, db_kind, people, tmp_path) -> None:
    """The worst moment to find out: half a backup must not take what is there along."""
    if db_kind == "sqlite":
        return  # its backup is a file that takes another's place
    made = _backup(tmp_path, make_url(settings().database_url).database or "")
    whole = made.read_bytes()
    made.write_bytes(whole[: len(whole) * 2 // 3])
    name = make_url(settings().database_url).database
    await database.dispose()
    _, check, restore = readme(*_COMMANDS)
    with pytest.raises(AssertionError, match="pg_restore"):
        run(restore, directory=tmp_path, **_here(), **{"-d spraakrapport": f"-d {name}", "DATE.dump": made.name})
    assert await people.user.current(), "everybody is still there"

    nothing = tmp_path / "backups" / "unchecked.dump"
    nothing.write_bytes(whole[:50])  # what a full disk leaves
    with pytest.raises(AssertionError, match="pg_restore"):
        run(check, directory=tmp_path, **_here())
    assert nothing.exists(), "and it did not get a backup's name"
