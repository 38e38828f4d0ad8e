"""The filter of the log: Dutch dates, errors at their fields, kinds, and rows by day."""

from datetime import datetime

import pytest
from sqlmodel import func, select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import set_up
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.clock import AMSTERDAM
from voice_report.db.models import AuditLog
from voice_report.services.audit import trail
from voice_report.services.shared import step_up_reasons
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.pages.audit.viewer import LogbookState


async def test_dates_are_dutch_and_rows_come_by_day(db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 11, 19, 21, tzinfo=AMSTERDAM))
    people = await cast.make_people()
    for action in ("view", "delete"):
        await people.user.call(trail.record, action, "draft")
        wall_clock.advance(hours=4)
    page, _ = await page_of(LogbookState, people.admin)
    await press(LogbookState.search, page, {"since": "19-11-2026", "until": "20-11-2026"})
    shown = [(item.heading, item.time, item.what) for item in page.items]
    assert shown == [
        ("Vandaag, vrijdag 20 november", "01.00", "Concept verwijderd"),
        ("Gisteren, donderdag 19 november", "21.00", "Concept bekeken"),
    ]
    assert page.export_href == "/api/logbook/export?since=2026-11-19&until=2026-11-20"
    await press(LogbookState.choose_kind, page, "deleted")
    assert [item.what for item in page.items] == ["Concept verwijderd"]
    assert "kind=deleted" in page.export_href
    await press(LogbookState.choose_kind, page, "onzin")
    assert (page.kind, page.items[-1].what) == ("", "Concept bekeken")


async def test_views_repeated_shortly_after_each_other_are_one_row(db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 11, 20, 9, tzinfo=AMSTERDAM))
    people = await cast.make_people()

    async def note(person, action: str, resource: str, client_id: str | None = None, **later: int) -> None:
        await person.call(trail.record, action, resource, client_id=client_id)
        wall_clock.advance(**(later or {"minutes": 4}))

    await note(people.user, "view", "dossier", people.client_id, minutes=16)  # 09.00, too long before the next
    await note(people.user, "view", "dossier", people.client_id)  # 09.16
    await note(people.admin, "view", "dossier", people.client_id)  # 09.20, another person
    await note(people.user, "view", "dossier", people.client_id)  # 09.24
    await note(people.user, "change", "draft")  # 09.28
    await note(people.user, "change", "draft")  # 09.32: changes are never merged
    await note(people.user, "view", "dossier", people.client_id)  # 09.36
    await note(people.admin, "view", "users", seconds=1)  # 09.40
    await note(people.admin, "view", "invitations", seconds=1)
    await note(people.admin, "view", "clients")
    page, _ = await page_of(LogbookState, people.admin)
    await press(LogbookState.search, page, {})
    name, other = people.user.name, people.admin.name
    assert [(item.time, item.person, item.what, item.repeated) for item in page.items] == [
        ("09.40", other, "Gebruikers, uitnodigingen en cliënten bekeken", "3 keer, 09.40 uur"),
        ("09.36", name, "Dossier bekeken", "3 keer, 09.16–09.36 uur"),
        ("09.32", name, "Concept gewijzigd", ""),
        ("09.28", name, "Concept gewijzigd", ""),
        ("09.20", other, "Dossier bekeken", ""),
        ("09.00", name, "Dossier bekeken", ""),
    ]
    assert {item.heading for item in page.items[1:]} == {""}
    kept = await tables.row(select(func.count()).select_from(AuditLog))
    assert kept == 11, "ten rows and this look at them: the trail is as it was"


async def test_a_failure_is_said_and_never_merged(db, wall_clock, people) -> None:
    for success in (True, False, True):
        await people.user.call(trail.record, "view", "drafts", success=success)
        wall_clock.advance(seconds=1)
    page, _ = await page_of(LogbookState, people.admin)
    await press(LogbookState.search, page, {})
    assert [(item.what, item.failed, item.repeated) for item in page.items] == [
        ("Concepten bekeken", False, "2 keer, 10.00 uur"),
        ("Concepten niet bekeken", True, ""),
    ]


@pytest.mark.parametrize(
    ("since", "until", "errors"),
    [
        ("20-11-2026", "16-11-2026", ("De begindatum ligt na de einddatum.", "")),
        ("31-02-2026", "", ("Vul een bestaande datum in: dd-mm-jjjj.", "")),
        ("", "2026", ("", "Vul een bestaande datum in: dd-mm-jjjj.")),
    ],
)
async def test_a_wrong_date_is_said_at_its_field_and_changes_nothing_else(db, people, since, until, errors) -> None:
    page, _ = await page_of(LogbookState, people.admin)
    await press(LogbookState.load, page)
    before = [item.id for item in page.items]
    await press(LogbookState.search, page, {"since": since, "until": until, "person": "iemand"})
    assert (page.since_error, page.until_error) == errors
    assert (page.refused, page.since, page.person, [item.id for item in page.items]) == (1, "", "", before)
    await press(LogbookState.load, page)
    assert (page.since_error, page.until_error) == ("", ""), "a new visit begins without errors"
    await press(LogbookState.search, page, {"since": "", "until": ""})
    assert (page.since_error, page.until_error) == ("", "")


async def test_s39_a_choice_waits_for_the_code(db, wall_clock, people) -> None:
    await set_up(people.admin)
    wall_clock.advance(minutes=10)
    page, _ = await page_of(LogbookState, people.admin)
    await press(LogbookState.choose_kind, page, "deleted")
    await press(LogbookState.search, page, {"person": "iemand"})
    assert (page.kind, page.person, page.items) == ("", "", []), "the press that is repeated makes the choice"
    asked = await page.get_state(StepUpState)
    assert asked.reason == step_up_reasons.LOGBOOK
