"""The backups of docs/operations/backup.md can be put back, whole: the very commands of the page are tried."""

import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from tests.conftest import ROOT
from tests.support import postgres
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.services.drafts import drafts, listing
from voice_report.services.sessions import sessions

WORDS = "Mevrouw had goed gegeten."


def page(text: str) -> str:
    """Return the commands of the page's block that has this text."""
    written = (ROOT / "docs/operations/backup.md").read_text()
    blocks = re.findall(r"^```\n(.*?)^```$", written, flags=re.MULTILINE | re.DOTALL)
    [found] = [block for block in blocks if text in block]
    return found


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
        assert [draft.transcript for draft in (await listing.list_drafts(session, same)).items] == [WORDS]


def _sqlite(directory: Path) -> str:
    (made,) = _back_up(directory, page("VACUUM INTO"), **_file())
    return f"sqlite:///{made}"


def _file() -> dict[str, str]:
    return {".venv/bin/python": sys.executable, "var/app.db": make_url(settings().database_url).database or ""}


def _postgres(directory: Path) -> str:
    home, name = postgres.cluster(), make_url(settings().database_url).database
    fresh = f"test_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{fresh}"')
    (made,) = _back_up(directory, page("pg_dump"), **_cluster(name or ""))
    run(page(_RESTORE), directory=directory, **_cluster(fresh), **{"DATE.dump": made.name})
    return postgres.url(home, fresh)


_RESTORE = "pg_restore -U"


def _cluster(name: str) -> dict[str, str]:
    login = f"-h '{postgres.cluster()}' -U postgres"
    named = {"-d spraakrapport": f"-d {name}", "spraakrapport > ": f"{name} > "}
    return {"docker compose exec -T db ": f"{postgres.programs()}/", "-U spraakrapport": login, **named}


def _back_up(directory: Path, commands: str, **replaced: str) -> list[Path]:
    """Make and check a backup; return all that are there, the newest last."""
    run(commands, directory=directory, **replaced)
    return sorted((directory / "backups").iterdir())


def _commands(db_kind: str) -> tuple[str, dict[str, str]]:
    """Return the commands that make a backup, and what is replaced in them for this test's database."""
    if db_kind == "sqlite":
        return page("VACUUM INTO"), _file()
    return page("pg_dump"), _cluster(make_url(settings().database_url).database or "")


@pytest.mark.parametrize("ended", ["false", "true"])
async def test_a_backup_that_was_cut_off_never_looks_like_one(db, db_kind, people, tmp_path, ended) -> None:
    """Whether it is noticed at once or not (a full disk); and the next one is made as if nothing had been."""
    commands, replaced = _commands(db_kind)
    (made,) = _back_up(tmp_path, commands, **replaced)
    whole = tmp_path / made.name
    made.rename(whole)
    half = f"head -c {whole.stat().st_size * 2 // 3} {whole} > backups/unchecked{whole.suffix} && {ended} &&"
    first, _makes, *rest = commands.splitlines()
    with pytest.raises(AssertionError, match="unchecked"):
        run("\n".join([first, half, *rest]), directory=tmp_path, **replaced)
    assert [path.stem for path in (tmp_path / "backups").iterdir()] == ["unchecked"]
    for _twice in range(2):
        (made,) = _back_up(tmp_path, commands, **replaced)[-1:]
        assert made.stat().st_size > whole.stat().st_size * 2 // 3
        assert made.stem != "unchecked"


async def test_a_damaged_backup_leaves_the_database_whole(db, db_kind, people, tmp_path) -> None:
    """The worst moment to find out: half a backup must not take what is there along."""
    if db_kind == "sqlite":
        return  # its backup is a file that takes another's place
    commands, replaced = _commands(db_kind)
    (made,) = _back_up(tmp_path, commands, **replaced)
    whole = made.read_bytes()
    made.write_bytes(whole[: len(whole) * 2 // 3])
    await database.dispose()
    with pytest.raises(AssertionError, match="pg_restore"):
        run(page(_RESTORE), directory=tmp_path, **replaced, **{"DATE.dump": made.name})
    assert await people.user.current(), "everybody is still there"
