"""Reports of a period, and all reports of one client in one file."""

from datetime import date, datetime
from typing import Any

import pytest

from tests.support import people as cast
from tests.unit.services.exports.test_forms import of_pdf, of_word
from voice_report.clock import AMSTERDAM
from voice_report.db.models import Report
from voice_report.errors import Invalid, NotFound, TooMany
from voice_report.services.archive import archive, dossier, search
from voice_report.services.audit import viewer
from voice_report.services.exports import _dossier, _pdf, files
from voice_report.services.shared import rate_limits

DAYS = (("maandag", 23), ("zondag", 22), ("maandag", 16), ("zondag", 15))
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
    await db.run_in_transaction(archive.recount, people.organization_id, ["C-1"])


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
    client = await db.run_reading(dossier.get_client, user, "C-1")
    whole = await files.of_client(user, "C-1", "txt")
    text, week = whole.content.decode(), (await files.of_client(user, "C-1", "txt", **WEEK)).content.decode()
    assert whole.name.startswith("dossier-" + client.name.replace(" ", "_"))
    assert (text.count("Observaties"), week.count("Observaties"), text.count("ik zei knie")) == (4, 2, 4)
    assert "Van een ander." not in text
    head = (client.name, f"{client.date_of_birth:%d-%m-%Y}", "4 rapportages", f"{people.user.name} (kenmerk {user.id})")
    assert all(part in text for part in head)
    async with db.transaction() as session:
        rows = (await viewer.read(session, await people.admin.current(), viewer.AuditFilter(kind="downloaded"))).items
    assert [(row.what, row.client_id) for row in rows] == [("Dossier gedownload", "C-1")] * 2


@pytest.mark.parametrize(("wanted", "read"), [("docx", of_word), ("pdf", of_pdf)])
async def test_s77_word_and_pdf_of_a_client_have_each_report_whole_and_in_order(db, people, wanted, read) -> None:
    await archived(db, people)
    user = await people.user.current()
    file = await files.of_client(user, "C-1", wanted)
    assert file.name.endswith(f".{wanted}")
    words = read(file.content)
    days = [words.index(f"{name}{day}november2026") for name, day in DAYS]
    assert (days, words.count("Deknieisdik."), words.count("ikzeiknie")) == (sorted(days), 4, 0)
    assert words.index("4rapportages") < days[0]
    week = read((await files.of_client(user, "C-1", wanted, **WEEK)).content)
    assert week.count("Deknieisdik.") == 2
    assert "2rapportages,vanaf16-11-2026totenmet22-11-2026" in week


async def test_s77_a_file_that_cannot_be_made_is_not_in_the_trail(db, people) -> None:
    await put(people, datetime(2026, 11, 20, tzinfo=AMSTERDAM), text="Goed \N{THUMBS UP SIGN}.")
    await db.run_in_transaction(archive.recount, people.organization_id, ["C-1"])
    with pytest.raises(Invalid, match="Een rapportage heeft een teken dat niet in een PDF kan: \N{THUMBS UP SIGN}"):
        await files.of_client(await people.user.current(), "C-1", "pdf")
    seen = await people.admin.call(viewer.read, viewer.AuditFilter(kind="downloaded"))
    assert seen.items == []


async def test_a_file_that_would_be_too_large_is_refused(db, people, monkeypatch) -> None:
    await archived(db, people)
    user = await people.user.current()
    for bound, most in (("_MOST_BLOCKS", 7), ("_MOST_CHARACTERS", 95)):  # four headings, four paragraphs
        with monkeypatch.context() as patch:
            patch.setattr(_pdf, bound, most)
            with pytest.raises(Invalid, match=r"te groot voor een PDF\. Kies een periode, Word of tekst\."):
                await files.of_client(user, "C-1", "pdf")
    monkeypatch.setattr(_dossier, "MAX_CHARACTERS", 100)
    for wanted in files.MEDIA_TYPES:
        with pytest.raises(Invalid, match="Kies een periode"):
            await files.of_client(user, "C-1", wanted)


async def test_s02_another_organizations_client_is_not_found(db, people) -> None:
    await archived(db, people)
    await cast.make_client(people.organization_id, "C-9")
    for client_id in ("C-9", "onzin", "\x00"):
        with pytest.raises(NotFound):
            await files.of_client(await people.outsider.current(), client_id, "txt")


async def test_s33_files_are_limited(db, people) -> None:
    await archived(db, people)
    user = await people.user.current()
    for _ in range(rate_limits.LIMITS["export"].amount):
        await rate_limits.hit("export", str(user.id))
    with pytest.raises(TooMany):
        await files.of_client(user, "C-1", "txt")
