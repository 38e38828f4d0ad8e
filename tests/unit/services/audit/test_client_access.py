"""A client's overview is complete and shows nobody else's data (S64)."""

import csv
import io
import threading
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import DeletedDraft, ProcessingStep, Report, User
from voice_report.errors import Invalid, NotAllowed, NotFound, StepUpNeeded
from voice_report.services.archive import archive, dossier, refiling, search
from voice_report.services.audit import audited_reads, client_access, trail
from voice_report.services.clients import clients
from voice_report.services.drafts import deleted, drafts, listing
from voice_report.services.exports import files
from voice_report.services.platform import deletion
from voice_report.services.privacy import client_erasure
from voice_report.services.shared.identity import CurrentUser

from ..factors.factors import set_up

CANARY = "kanarie7f3a"


async def a_report(
    user: CurrentUser, client_id: str, words: str = CANARY, *, is_draft: bool = False, **columns: Any
) -> uuid.UUID:
    own = {"user_id": user.id, "organization_id": user.organization_id, "client_id": client_id}
    report = Report(**own, transcript=words, structured_report=f"## Verslag\n\n{words}", is_draft=is_draft, **columns)
    async with database.transaction() as session:
        session.add(report)
        await session.flush()
        await archive.recount(session, user.organization_id, [client_id])
    return report.id


async def look(work, *args: Any, **kwargs: Any) -> Any:
    async with audited_reads.audited_read() as session:
        return await work(session, *args, **kwargs)


def about(found: client_access.Overview) -> list[tuple[str, str, str]]:
    return [(line.who, line.what, line.about) for line in found.lines]


async def everything_seen(user: CurrentUser, report: uuid.UUID, draft: uuid.UUID, client_id: str) -> dict[str, Any]:
    """Return each way to see a report or draft of a client, by name."""
    return {
        "client": lambda: look(clients.get_client, user, client_id),
        "dossier": lambda: look(dossier.client_reports, user, client_id),
        "report": lambda: look(dossier.get_report, user, report),
        "reports": lambda: look(dossier.list_reports, user, client_id=client_id),
        "all reports": lambda: look(dossier.list_reports, user),
        "search": lambda: look(search.search, user, CANARY),
        "copied": lambda: database.run_in_transaction(dossier.note_copied, user, report),
        "file of a report": lambda: files.of_report(user, report, "txt"),
        "file of a client": lambda: files.of_client(user, client_id, "txt"),
        "draft": lambda: look(drafts.get_draft, user, draft),
        "drafts": lambda: look(listing.list_drafts, user),
        "all drafts": lambda: look(listing.list_drafts, user, limit=100),
        "previews": lambda: look(listing.list_previews, user),
        "file of a draft": lambda: files.of_draft(user, draft, "txt"),
        "copied draft": lambda: database.run_in_transaction(drafts.note_copied, user, draft, 1),
    }


async def test_s64_every_way_to_see_a_report_or_draft_of_a_client_appears(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    report = await a_report(user, people.client_id)
    draft = await a_report(user, people.client_id, is_draft=True)
    ways = await everything_seen(user, report, draft, people.client_id)
    seen = 0
    for name, way in ways.items():
        await way()
        found = await client_access.read(admin, people.client_id)
        total = sum(line.number for line in found.lines if line.who == "Zorgmedewerker")
        assert total > seen, name
        seen = total
    await database.run_in_transaction(deleted.delete_draft, user, draft)
    await look(deleted.list_deleted, user)
    lists = [line for line in (await client_access.read(admin, people.client_id)).lines if line.about == "Concepten"]
    assert sum(line.number for line in lists) == 4


async def test_s64_nobody_elses_data_is_in_it(db, people):
    """Another client with the same name, another organization with the same client number."""
    user, admin = await people.user.current(), await people.admin.current()
    outsider = await people.outsider.current()
    await cast.make_client(people.organization_id, "C-77", "Cor", "Voorbeeld")
    await cast.make_client(people.organization_id, "C-78", "Cor", "Voorbeeld")
    await cast.make_client(people.other_organization_id, "C-77", "Cor", "Voorbeeld")
    for of, client_id, words in ((user, "C-78", "ander"), (outsider, "C-77", "vreemd")):
        other = await a_report(of, client_id, words)
        await look(dossier.get_report, of, other)
        await _step(of, other, party=words)
    found = await client_access.read(admin, "C-77")
    assert (found.lines, found.processing) == ([], [])
    text = await client_access.export_csv(admin, "C-77", names=True)
    assert not {"ander", "vreemd", "192.0.2", people.outsider.name} & set(text.split('"'))


async def test_s64_a_number_that_was_given_again_shows_nothing_of_who_had_it(db, people, wall_clock):
    user, admin = await people.user.current(), await people.admin.current()
    await cast.make_client(people.organization_id, "C-77", "Oude", "Persoon")
    await look(dossier.get_report, user, await a_report(user, "C-77"))
    draft = await a_report(user, "C-77", is_draft=True)
    await database.run_in_transaction(deleted.delete_draft, user, draft)
    wall_clock.advance(days=1)
    asked: dict[str, Any] = {"typed": "Oude Persoon", "reason": "client", "with_client": True}
    await client_erasure.erase(admin, "C-77", **asked)
    former: dict[str, Any] = {"user_id": user.id, "organization_id": user.organization_id, "client_id": "C-77"}
    left = DeletedDraft(**former, transcript=CANARY, rest="{}")  # as an older version could leave it
    left_id = left.id
    await tables.add(left)
    await tables.add(_step_row(user, deleted_draft_id=left_id, party="Van vroeger"))
    wall_clock.advance(days=1)
    await cast.make_client(people.organization_id, "C-77", "Nieuwe", "Mens")
    found = await client_access.read(admin, "C-77")
    assert (found.client_name, found.lines, found.processing) == ("Nieuwe Mens", [], [])
    await database.run_in_transaction(deleted.restore, user, left_id)
    assert (await tables.get(Report, left_id)).client_id is None, "it is not about who has the number now"
    await look(clients.get_client, user, "C-77")
    assert ("Zorgmedewerker", "Bekeken", "Cliënt") in about(await client_access.read(admin, "C-77"))


async def test_s64_a_report_that_moved_is_in_both_and_names_neither(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    await cast.make_client(people.organization_id, "C-77", "Mia", "Kanarie")
    day = datetime(2026, 3, 3, 12, tzinfo=UTC)
    report = await a_report(user, people.client_id, reported_at=day)
    await look(dossier.get_report, user, report)
    await database.run_in_transaction(refiling.move, user, report, "C-77")
    former, present = await client_access.read(admin, people.client_id), await client_access.read(admin, "C-77")
    assert ("Zorgmedewerker", "Bekeken", "Rapportage") in about(former), "its date is of the other client's now"
    assert ("Zorgmedewerker", "Naar andere cliënt verplaatst", "Rapportage") in about(former)
    assert ("Zorgmedewerker", "Bekeken", "Rapportage van 3 maart 2026") in about(present), "who saw it where it was"
    assert "Naar andere cliënt verplaatst" not in {line.what for line in present.lines}
    assert "Kanarie" not in await client_access.export_csv(admin, people.client_id, names=True)
    assert "2026-03" not in str(former.lines)
    assert "3 maart" not in str(former.lines)


async def test_s64_what_was_said_before_the_client_was_chosen_is_the_clients_too(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    draft = await a_report(user, people.client_id, is_draft=True)
    await database.run_in_transaction(trail.record, user, "create", "concept by AI", draft)
    assert [(line.what, line.number) for line in (await client_access.read(admin, people.client_id)).lines] == [
        ("Aangemaakt", 1)
    ]


async def test_s64_a_deleted_colleague_and_one_who_left_stay_in_it(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    await look(clients.get_client, user, people.client_id)
    async with database.transaction() as session:
        row = await session.get_one(User, people.user.id)
        row.organization_id = people.other_organization_id
        session.add(row)
    found = await client_access.read(admin, people.client_id)
    assert about(found) == [("Oud-medewerker", "Bekeken", "Cliënt")]
    await deletion.delete_user(await people.platform_admin.current(), people.user.id)
    for names in (False, True):
        found = await client_access.read(admin, people.client_id, names=names)
        assert ("Oud-medewerker", "Bekeken", "Cliënt") in about(found)


async def test_s64_one_line_for_the_same_person_kind_and_day(db, wall_clock):
    wall_clock.set(datetime(2026, 11, 24, 22, 30, tzinfo=UTC))  # half past eleven in Amsterdam
    people = await cast.make_people()
    admin, user = await people.admin.current(), await people.user.current()
    reports = [await a_report(user, people.client_id) for _ in range(3)]
    for report in reports:
        await look(dossier.get_report, user, report)
        wall_clock.advance(minutes=5)
    await look(dossier.get_report, admin, reports[0])
    wall_clock.advance(hours=1)
    await look(dossier.get_report, user, reports[0])
    refused: dict[str, Any] = {"success": False, "error_message": "wrong"}
    await database.run_in_transaction(trail.record, user, "view", "dossier", client_id=people.client_id, **refused)
    found = await client_access.read(admin, people.client_id)
    assert [(line.who, line.what, line.about, line.number) for line in found.lines] == [
        ("Zorgmedewerker", "Bekeken", "Rapportage van 24 november 2026", 1),
        ("Zorgmedewerker", "Geweigerd", "Dossier", 1),
        ("Beheerder", "Bekeken", "Rapportage van 24 november 2026", 1),
        ("Zorgmedewerker", "Bekeken", "3 rapportages", 3),
    ]
    assert found.lines[-1].at == datetime(2026, 11, 24, 22, 30, tzinfo=UTC)
    assert next(line for line in found.lines if line.kind == client_access.REFUSED).reason == "verkeerd wachtwoord"
    named = await client_access.read(admin, people.client_id, names=True)
    assert {line.who for line in named.lines} == {people.user.name, people.admin.name}


async def test_s64_the_period_is_of_whole_days_in_amsterdam(db, wall_clock):
    wall_clock.set(datetime(2026, 11, 24, 22, 59, 59, tzinfo=UTC))
    people = await cast.make_people()
    admin, user = await people.admin.current(), await people.user.current()
    await look(clients.get_client, user, people.client_id)
    day = date(2026, 11, 24)
    wall_clock.advance(hours=2)
    for since, until, number in ((day, day, 1), (day + timedelta(1), None, 0), (None, day - timedelta(1), 0)):
        found = await client_access.read(admin, people.client_id, since=since, until=until)
        assert len([line for line in found.lines if line.about == "Cliënt"]) == number, (since, until)
    with pytest.raises(Invalid):
        await client_access.read(admin, people.client_id, since=day, until=day - timedelta(1))


async def test_s64_making_it_is_a_row_that_the_next_one_shows(db, people):
    admin = await people.admin.current()
    await client_access.read(admin, people.client_id)
    await client_access.export_csv(admin, people.client_id)
    found = await client_access.read(admin, people.client_id)
    assert sorted(about(found)) == [
        ("Beheerder", "Bekeken", "Overzicht van inzage"),
        ("Beheerder", "Gedownload", "Overzicht van inzage"),
    ]


async def test_s64_only_administrators_with_a_recent_factor_make_it(db, people, wall_clock):
    for who in (people.outsider, people.user, people.platform_admin):
        with pytest.raises(NotAllowed):
            await client_access.read(await who.current(), people.client_id)
    with pytest.raises(NotFound):
        await client_access.read(await people.other_admin.current(), "C-nergens")
    await set_up(people.admin)
    wall_clock.advance(minutes=11)
    with pytest.raises(StepUpNeeded):
        await client_access.read(await people.admin.current(), people.client_id)


async def test_s64_the_file_is_inert_and_whole(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    async with database.transaction() as session:
        row = await session.get_one(User, people.user.id)
        row.first_name = "=HYPERLINK(1)"
        session.add(row)
    await look(clients.get_client, user, people.client_id)
    text = await client_access.export_csv(admin, people.client_id, names=True)
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert rows[0] == ["Datum", "Eerste keer", "Wie", "Wat", "Betreft", "Aantal", "Reden"]
    assert rows[1][2].startswith("'=HYPERLINK(1)")
    assert rows[1][3:6] == ["Bekeken", "Cliënt", "1"]
    assert ["Verwerkt door", "Wat", "Waar", "Hoe vaak"] in rows


async def _step(user: CurrentUser, report: uuid.UUID, **columns: Any) -> None:
    await tables.add(_step_row(user, report_id=report, **columns))


def _step_row(user: CurrentUser, **columns: Any) -> ProcessingStep:
    about: dict[str, Any] = {"step": "report", "engine": "taal", "region": "eu", "config_hash": "1", "form": "plain"}
    about |= {"input_unit": "characters", "party": "Taaldienst", "country": "Duitsland", "attempts": 1} | columns
    return ProcessingStep(organization_id=user.organization_id, user_id=user.id, **about)


async def test_s64_processed_by_counts_what_left_and_what_was_done_here(db, people):
    user, admin = await people.user.current(), await people.admin.current()
    report = await a_report(user, people.client_id)
    await _step(user, report, form="pseudonymised", attempts=2)
    await _step(user, report, form="pseudonymised")
    await _step(user, report, attempts=0, outcome="refused")
    here = {"region": "local", "form": "here", "attempts": 0, "party": "", "country": "Nederland"}
    await _step(user, report, step="speech", **here)
    await _step(user, report, **here)
    found = (await client_access.read(admin, people.client_id)).processing
    assert [(one.party, one.what, one.where, one.number) for one in found] == [
        ("Deze server", "Spraak", "Nederland", 1),
        ("Deze server", "Verslag", "Nederland", 1),
        ("Taaldienst", "Tekst met vervangen namen", "Duitsland", 3),
    ]


async def test_more_rows_than_an_overview_takes_ask_for_a_shorter_period(db, people, monkeypatch):
    monkeypatch.setattr(client_access, "MOST", 3)
    admin = await people.admin.current()
    await database.run_in_transaction(
        trail.record_many, [trail.Entry("view", "dossier", None, people.client_id, admin.organization_id, admin.id)] * 4
    )
    with pytest.raises(Invalid) as refused:
        await client_access.read(admin, people.client_id)
    assert refused.value.code == "too_large"
    assert (
        await client_access.read(admin, people.client_id, until=clock.local_now().date() - timedelta(2))
    ).lines == []


async def test_lines_and_file_are_made_beside_the_event_loop(db, people, monkeypatch):
    """Of twenty thousand rows they take a second."""
    made_in: list[bool] = []
    for name in ("_lines", "_csv"):
        real = getattr(client_access, name)

        def noted(*args: Any, real: Any = real) -> Any:
            made_in.append(threading.current_thread() is threading.main_thread())
            return real(*args)

        monkeypatch.setattr(client_access, name, noted)
    await client_access.export_csv(await people.admin.current(), people.client_id)
    assert made_in == [False, False]
