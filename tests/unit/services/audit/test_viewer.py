"""Reading the audit trail: who may, what they see, what they look for, and a file that is inert in a spreadsheet."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.support import people as cast
from voice_report import clock
from voice_report.clock import AMSTERDAM
from voice_report.core import texts
from voice_report.db.models import Report
from voice_report.errors import Invalid, NotAllowed
from voice_report.services.audit import _labels, trail, viewer
from voice_report.services.audit.viewer import AuditFilter
from voice_report.services.organizations import invitations


async def note(db, person: cast.Person, action: str = "view", resource: str = "dossier", **details) -> None:
    await person.call(trail.record, action, resource, **details)


async def read(db, reader: cast.Person, /, after: str | None = None, limit: int = 50, **wanted):
    async with db.transaction() as session:
        return await viewer.read(session, await reader.current(), AuditFilter(**wanted), after=after, limit=limit)


async def test_s02_s27_an_admin_reads_the_own_organization_and_a_platform_admin_all(db, people):
    await note(db, people.user, client_id="C-1")
    await note(db, people.outsider, client_id="C-1")
    own = (await read(db, people.admin)).items
    assert {entry.person for entry in own} == {people.user.name}
    assert [(entry.what, entry.client_id) for entry in own] == [("Dossier bekeken", "C-1")]
    all_of_it = (await read(db, people.platform_admin)).items
    assert {people.user.name, people.outsider.name} <= {entry.person for entry in all_of_it}


async def test_s27_the_names_of_clients_are_for_their_organization_only(db, people):
    await note(db, people.user, client_id=people.client_id)
    (own,) = (await read(db, people.admin)).items
    assert own.client != ""
    assert {entry.client for entry in (await read(db, people.platform_admin)).items} == {""}


async def test_s27_a_number_that_was_given_again_names_nobody_in_the_rows_of_before(db, people, wall_clock):
    await note(db, people.user, client_id="C-77")
    wall_clock.advance(minutes=1)
    await cast.make_client(people.organization_id, "C-77", "Nieuwe", "Mens")
    await note(db, people.user, "change", client_id="C-77")
    of_both = (await read(db, people.admin, client="C-77")).items
    assert [(entry.what, entry.client) for entry in of_both] == [
        ("Dossier gewijzigd", "Nieuwe Mens"),
        ("Dossier bekeken", ""),
    ]
    assert [entry.what for entry in (await read(db, people.admin, client="nieuwe mens")).items] == ["Dossier gewijzigd"]


async def test_s01_care_workers_do_not_read_the_trail(db, people):
    with pytest.raises(NotAllowed):
        await read(db, people.user)
    with pytest.raises(NotAllowed):
        [line async for line in viewer.export(await people.user.current(), AuditFilter())]


async def test_s27_reading_and_exporting_are_written_down(db, people):
    await read(db, people.admin)
    assert [line async for line in viewer.export(await people.admin.current(), AuditFilter())]
    told = [(entry.what, entry.person) for entry in (await read(db, people.admin)).items]
    assert told == [("Logboek gedownload", people.admin.name), ("Logboek bekeken", people.admin.name)]


async def test_it_is_found_by_person_client_and_period(db, wall_clock):
    wall_clock.set(datetime(2026, 7, 1, 20, tzinfo=AMSTERDAM))
    people = await cast.make_people()
    await note(db, people.user, client_id=people.client_id)
    wall_clock.advance(hours=10)
    await note(db, people.admin, "change", "user")
    today = clock.local_now().date()
    name = people.user.first_name.upper()
    asked: tuple[dict[str, Any], ...] = (
        {"person": name},
        {"person": people.user.email},
        {"person": str(people.user.id)},
        {"client": people.client_id},
        {"until": today - timedelta(days=1)},
    )
    for wanted in asked:
        assert [entry.person for entry in (await read(db, people.admin, **wanted)).items] == [people.user.name], wanted
    since = (await read(db, people.admin, since=today, person=people.admin.email)).items
    assert "Account gewijzigd" in {entry.what for entry in since}
    assert not (await read(db, people.admin, client="%")).items


async def test_it_says_whose_account_was_touched_and_is_found_by_them(db, people):
    await note(db, people.admin, "pause", "user", resource_id=people.user.id)
    await note(db, people.user, "change", "user", resource_id=people.user.id)
    await note(db, people.admin, "change", "user", resource_id="geen-id")
    found = (await read(db, people.admin, person=people.user.name)).items
    assert [(entry.what, entry.person, entry.subject) for entry in found] == [
        ("Account gewijzigd", people.user.name, ""),
        ("Account gepauzeerd", people.admin.name, people.user.name),
    ]


async def test_names_are_found_without_their_capitals_and_accents(db, people):
    await cast.make_client(people.organization_id, "C-7", "Élise", "Özgür")
    async with db.transaction() as session:
        person = await session.get(cast.User, people.user.id)
        person.first_name, person.last_name = "Štěpán", "Éclair"
        session.add(person)
    await note(db, people.user, client_id="C-7")
    asked: tuple[dict[str, Any], ...] = (
        {"person": "éclair štěpán"},
        {"person": "STEPAN"},
        {"client": "ozgur"},
        {"client": "ÉLISE"},
    )
    for wanted in asked:
        found = (await read(db, people.admin, **wanted)).items
        assert [entry.client_id for entry in found] == ["C-7"], wanted


async def test_a_day_is_a_day_in_amsterdam(db, wall_clock):
    wall_clock.set(datetime(2026, 6, 30, 22, 30, tzinfo=UTC))  # half past midnight on 1 July
    people = await cast.make_people()
    await note(db, people.user)
    assert (await read(db, people.admin, since=date(2026, 7, 1))).items
    assert not (await read(db, people.admin, until=date(2026, 6, 30))).items


async def test_pages_follow_each_other_without_a_gap(db, people):
    for number in range(7):
        await note(db, people.user, resource_id=str(number))
    first = await read(db, people.admin, limit=3, person=people.user.email)
    second = await read(db, people.admin, first.next, 3, person=people.user.email)
    third = await read(db, people.admin, second.next, 3, person=people.user.email)
    told = [entry.resource_id for page in (first, second, third) for entry in page.items]
    assert sorted(told) == [str(number) for number in range(7)]
    assert third.next is None
    with pytest.raises(Invalid):
        await read(db, people.admin, "verzonnen")


def test_a_period_that_ends_before_it_begins_is_said():
    with pytest.raises(Invalid, match="De begindatum ligt na de einddatum"):
        AuditFilter(since=date(2026, 11, 20), until=date(2026, 11, 16))
    AuditFilter(since=date(2026, 11, 20), until=date(2026, 11, 20))


async def test_it_is_found_by_kind(db, people):
    for action, resource in (
        ("view", "dossier"), ("create", "draft"), ("restore", "former draft"), ("export", "report"),
        ("copy", "draft"), ("delete", "draft"), ("withdraw", "invitation"), ("login", "session"),
    ):  # fmt: skip
        await note(db, people.user, action, resource)
    found = {
        kind: {entry.what for entry in (await read(db, people.admin, kind=kind, person=people.user.email)).items}
        for kind in viewer.KINDS
    }
    assert found == {
        "viewed": {"Dossier bekeken"},
        "changed": {"Concept aangemaakt", "Vorige versie van concept teruggezet"},
        "copied": {"Concept gekopieerd"},
        "downloaded": {"Rapportage gedownload"},
        "deleted": {"Concept verwijderd", "Uitnodiging ingetrokken"},
    }
    everything = (await read(db, people.admin, person=people.user.email)).items
    assert len(everything) == 8
    assert {entry.kind for entry in everything if entry.what == "Ingelogd"} == {""}
    lines = [line async for line in viewer.export(await people.admin.current(), AuditFilter(kind="deleted"))]
    assert len(lines) == 3  # the head and two rows


async def test_a_row_names_what_it_is_about_as_long_as_that_exists(db, people):
    report, draft = await _report(people, is_draft=False), await _report(people, is_draft=True)
    made = await people.admin.call(invitations.invite, "lotte@linde.example")
    await note(db, people.user, "export", "report", resource_id=report.id, client_id=people.client_id)
    await note(db, people.user, "delete", "draft", resource_id=draft.id)
    await note(db, people.outsider, "view", "report", resource_id=report.id)
    for reader in (people.admin, people.platform_admin):
        found = {entry.what: entry.subject for entry in (await read(db, reader)).items if entry.kind != "viewed"}
        assert found["Rapportage gedownload"] == texts.reference(report.id, report.created_at)
        assert found["Concept verwijderd"] == f"Concept van {texts.dutch_date(draft.created_at)}"
        assert found["Uitnodiging verzonden"] == "lotte@linde.example"
    (foreign,) = [
        e for e in (await read(db, people.other_admin, kind="viewed")).items if e.person == people.outsider.name
    ]
    assert foreign.subject == ""  # a report of another organization
    await people.admin.call(invitations.withdraw, made.id)
    gone = [entry.subject for entry in (await read(db, people.admin)).items if entry.what.startswith("Uitnodiging")]
    assert gone == ["", ""]


async def _report(people, *, is_draft: bool) -> Report:
    own = {"user_id": people.user.id, "organization_id": people.organization_id}
    report = Report(client_id=None if is_draft else people.client_id, transcript="Sliep.", is_draft=is_draft, **own)
    await cast._save([report])
    return report


@pytest.mark.parametrize("evil", ["=1+1", "+31", "-2", "@SUM(A1)", " =1", "\t=1", "＝1+1", 'zeg "ja"; nee'])
async def test_s24_a_cell_is_never_a_formula(db, people, evil):
    async with db.transaction() as session:
        person = await session.get(cast.User, people.user.id)
        person.first_name = evil
        session.add(person)
    await note(db, people.user)
    lines = [line async for line in viewer.export(await people.admin.current(), AuditFilter(person=people.user.email))]
    head, row = csv.reader(io.StringIO("".join(lines).removeprefix("\ufeff")), delimiter=";")
    assert head[:2] == ["Moment", "Medewerker"]
    assert row[1].removeprefix("'").startswith(evil)
    assert not row[1].lstrip().startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize(
    "odd", [{"until": date.max}, {"since": date.min}, {"person": "\x00\ud800"}, {"client": "\ud800"}]
)
async def test_odd_days_and_characters_find_what_they_can(db, people, odd: dict) -> None:
    await note(db, people.user)
    for reader in (people.admin, people.platform_admin):
        assert len((await read(db, reader, **odd)).items) >= 1


async def test_nothing_is_from_before_everything(db, people) -> None:
    await note(db, people.user)
    assert (await read(db, people.admin, until=date.min)).items == []
    assert (await read(db, people.admin, since=date.max)).items == []


def test_a_reason_is_in_dutch() -> None:
    assert _labels.reason("refund refused") == "terugbetalen geweigerd"
    assert _labels.reason("requested 2026-03-02T09:00:00+00:00") == "gevraagd op 02-03-2026, 10.00 uur"
    assert _labels.reason("Deze cliënt bestaat niet.") == "Deze cliënt bestaat niet."
