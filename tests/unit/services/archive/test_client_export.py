"""Reports of a period, and all reports of one client in one file."""

from datetime import date, datetime
from typing import Any

import pytest

from tests.support import people as cast
from voice_report.clock import AMSTERDAM
from voice_report.db.models import Report
from voice_report.errors import Invalid, NotFound, TooMany
from voice_report.services.archive import archive, client_export, dossier, search
from voice_report.services.audit import viewer
from voice_report.services.shared import rate_limits

WEEK: dict[str, Any] = {"since": date(2026, 11, 16), "until": date(2026, 11, 22)}


async def put(people: cast.People, *moments: datetime, client_id: str = "C-1", text: str = "De knie is dik.") -> None:
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "client_id": client_id}
    rows = [
        Report(transcript="ik zei knie", structured_report=f"# Observaties\n{text}", created_at=moment, **own)
        for moment in moments
    ]
    await cast._save([*rows])


async def archived(db, people: cast.People) -> None:
    monday = datetime(2026, 11, 16, tzinfo=AMSTERDAM)
    sunday = datetime(2026, 11, 22, 23, 59, tzinfo=AMSTERDAM)
    await put(people, monday, sunday, datetime(2026, 11, 15, 23, 59, tzinfo=AMSTERDAM), sunday.replace(day=23))
    async with db.transaction() as session:
        await archive.recount(session, people.organization_id, ["C-1"])


async def test_a_period_is_of_whole_days_in_amsterdam(db, people) -> None:
    await archived(db, people)
    user = await people.user.current()
    async with db.transaction() as session:
        lists = [
            (await dossier.client_reports(session, user, "C-1", **WEEK)).items,
            (await dossier.list_reports(session, user, **WEEK)).items,
            (await search.search(session, user, "knie", **WEEK)).reports,
        ]
    assert [[report.created_at.astimezone(AMSTERDAM).day for report in found] for found in lists] == [[22, 16]] * 3


async def test_one_file_has_all_of_one_client_and_is_recorded(db, people) -> None:
    await archived(db, people)
    await cast.make_client(people.organization_id, "C-2")
    await put(people, datetime(2026, 11, 20, tzinfo=AMSTERDAM), client_id="C-2", text="Van een ander.")
    user = await people.user.current()
    async with db.transaction() as session:
        client = await dossier.get_client(session, user, "C-1")
        found = await client_export.read(session, user, "C-1")
        of_week = await client_export.read(session, user, "C-1", **WEEK)
    name, text, week = found.name, await found.text(), await of_week.text()
    assert name.startswith("dossier-" + client.name.replace(" ", "_"))
    assert (text.count("Observaties"), week.count("Observaties"), text.count("ik zei knie")) == (4, 2, 4)
    assert "Van een ander." not in text
    for part in (
        client.name,
        f"{client.date_of_birth:%d-%m-%Y}",
        "4 rapportages",
        f"{people.user.name} (kenmerk {user.id})",
    ):
        assert part in text
    async with db.transaction() as session:
        rows = (await viewer.read(session, await people.admin.current(), viewer.AuditFilter(kind="downloaded"))).items
    assert [(row.what, row.client_id) for row in rows] == [("Dossier gedownload", "C-1")] * 2


async def test_a_file_that_would_be_too_large_is_refused(db, people, monkeypatch) -> None:
    await archived(db, people)
    monkeypatch.setattr(client_export, "MAX_EXPORT", 100)
    async with db.transaction() as session:
        with pytest.raises(Invalid, match="Kies een periode"):
            await client_export.read(session, await people.user.current(), "C-1")


async def test_s02_another_organizations_client_is_not_found(db, people) -> None:
    await archived(db, people)
    await cast.make_client(people.organization_id, "C-9")
    async with db.transaction() as session:
        for client_id in ("C-9", "onzin", "\x00"):
            with pytest.raises(NotFound):
                await client_export.read(session, await people.outsider.current(), client_id)


async def test_s33_files_are_limited(db, people) -> None:
    await archived(db, people)
    user = await people.user.current()
    for _ in range(rate_limits.LIMITS["export"].amount):
        await rate_limits.hit("export", str(user.id))
    async with db.transaction() as session:
        with pytest.raises(TooMany):
            await client_export.read(session, user, "C-1")
