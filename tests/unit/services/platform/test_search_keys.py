"""Search keys of an older version, as its processes write them until each was replaced, are mended at night."""

import asyncio
import sys

import pytest
from sqlmodel import col, select, update

from tests.support import people as cast
from tests.support import tables
from voice_report.__main__ import main
from voice_report.core import logs
from voice_report.db.models import Client, Organization, OwnWord, User
from voice_report.services.platform import search_keys
from voice_report.services.vocabulary import words

KEYED = (Client, User, Organization, OwnWord)


async def keys(db) -> dict[tuple[str, str, str], str]:
    """Return all search keys by table, organization and id."""
    async with db.reading() as session:
        rows = [row for model in KEYED for row in (await session.exec(select(model))).all()]
    return {(type(row).__name__, str(getattr(row, "organization_id", "")), str(row.id)): row.search_key for row in rows}


async def test_keys_of_an_older_version_are_made_again(db, people, monkeypatch) -> None:
    monkeypatch.setattr(search_keys, "_AT_ONCE", 2)
    for number in range(5):
        await cast.make_client(people.organization_id, f"C-{number + 10}", "Jan", "van 't O'Neill")
    await cast.make_client(people.other_organization_id, "C-11", "Jan", "d'Hondt")
    content = words.WordContent("metoprolol", ["metro pollol"], "medicijn")
    await people.user.call(words.add, content, "mine")
    right = await keys(db)
    assert right["Client", str(people.organization_id), "C-12"] == "oneill jan van t c 12"
    assert await search_keys.mend() == 0
    async with db.transaction() as session:
        for model in KEYED:
            await session.execute(update(model).values(search_key="zo was het"))
        now = right["Client", str(people.organization_id), "C-12"]
        await session.execute(update(Client).where(col(Client.id) == "C-12").values(search_key=now))
    assert await search_keys.mend() == len(right) - 1
    assert await keys(db) == right


@pytest.mark.one_database
async def test_every_night(db, people, monkeypatch, capsys) -> None:
    right = await keys(db)
    await tables.run(update(User).values(search_key="zo was het"))
    await db.dispose()
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process
    monkeypatch.setattr(sys, "argv", ["voice_report", "nightly"])
    with pytest.raises(SystemExit):
        await asyncio.to_thread(main)
    assert f"{sum(kind == 'User' for kind, *_ in right)} zoeksleutels bijgewerkt." in capsys.readouterr().out
    assert await keys(db) == right
