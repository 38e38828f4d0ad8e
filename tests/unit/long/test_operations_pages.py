"""The commands of docs/operations/backup.md do what the page says, each as a process of its own."""

import asyncio
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support import environment, postgres
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.services.audit import verification
from voice_report.services.drafts import drafts, listing
from voice_report.services.sessions import sessions

pytestmark = pytest.mark.usefixtures("nobody_connected")

WORDS = "Mevrouw had goed gegeten."
KEY = "made by openssl rand -base64 32, say"
#: What the page runs in containers, and how it is run here.
WITHOUT_DOCKER = (
    (r"docker compose run --rm \w+", f"{sys.executable} -m voice_report"),
    (r"docker compose (stop|up) .*", "true"),
    ("/backups/", "backups/"),
    (r"^python -m", f"{sys.executable} -m"),
)


def blocks(name: str) -> list[str]:
    """Return the commands of a page, block by block, as they are run without Docker."""
    written = (ROOT / "docs" / "operations" / f"{name}.md").read_text()
    found = re.findall(r"^```\n(.*?)^```$", written, flags=re.MULTILINE | re.DOTALL)
    for there, here in WITHOUT_DOCKER:
        found = [re.sub(there, here, block, flags=re.MULTILINE) for block in found]
    return found


def run(command: str, directory: Path, **variables: str) -> str:
    """Run a block in a directory, with the settings of this test; return what it printed."""
    given = {"PYTHONPATH": str(ROOT), "BACKUP_KEY": KEY, "APP_ENV": "development", **variables}
    line = ["/usr/bin/env", *(f"{name}={value}" for name, value in given.items()), "/bin/sh", "-ec", command]
    done = subprocess.run(line, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def elsewhere(db_kind, tmp_path) -> Iterator[str]:
    """The address of an empty database of another machine."""
    if db_kind == "sqlite":
        yield f"sqlite:///{tmp_path}/drill/app.db"
        return
    home, name = postgres.cluster(), f"drill_{uuid.uuid4().hex}"
    postgres.execute(home, f'CREATE DATABASE "{name}"')
    yield postgres.url(home, name)
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


async def test_backup_restore_and_drill_as_the_page_has_them(db, people, tmp_path, elsewhere, monkeypatch) -> None:
    key, backup, old, check, restore, drill = blocks("backup")
    environment.use(
        monkeypatch,
        AUDIT_ANCHOR=str(tmp_path / "var" / "anchor.json"),
        ERASURES_FILE=str(tmp_path / "var" / "erasures.json"),
        DATABASE_URL=settings().database_url,
    )
    await people.user.call(drafts.save_draft, transcript=WORDS)
    await verification.verify(renew=True)
    await database.dispose()

    assert len(await asyncio.to_thread(run, key, tmp_path)) > 40
    assert "gemaakt en nagekeken" in await asyncio.to_thread(run, backup, tmp_path)
    (tmp_path / "backups" / "old.backup").touch()
    assert (await asyncio.to_thread(run, f"touch -d '40 days ago' backups/old.backup\n{old}", tmp_path)) == ""
    [made] = (tmp_path / "backups").iterdir()
    named = {block: block.replace("NAME.backup", made.name) for block in (check, restore)}
    assert "De back-up is heel" in await asyncio.to_thread(run, named[check], tmp_path)
    again = named[restore].replace(made.name, f"{made.name} --replace")
    assert "Het auditspoor is heel" in await asyncio.to_thread(run, again, tmp_path)

    there = {"DATABASE_URL": elsewhere, "AUDIT_ANCHOR": "var/a.json", "ERASURES_FILE": "var/e.json"}
    drill = drill.replace("NAME.backup", str(made))
    (tmp_path / "drill" / "var").mkdir(parents=True)
    said = await asyncio.to_thread(run, drill, tmp_path / "drill", MAIL_URL="file:var/mail", **there)
    assert said.count("Het auditspoor is heel") == 2
    assert "goed    database" in said

    environment.use(monkeypatch, DATABASE_URL=elsewhere)
    async with database.transaction() as session:
        same = await sessions.identify(session, people.user.cookie)
        assert same is not None, "who was signed in still is"
        assert [draft.transcript for draft in (await listing.list_drafts(session, same)).items] == [WORDS]
    await database.dispose()
