"""The filter of the log: Dutch dates, errors at their fields, kinds, and rows by day."""

from datetime import datetime

import pytest

from tests import people as cast
from tests.ui.organizations.test_page import page_of, press
from voice_report.clock import AMSTERDAM
from voice_report.services.audit import trail
from voice_report.ui.pages.audit.viewer import LogbookState


async def test_dates_are_dutch_and_rows_come_by_day(db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 11, 19, 21, tzinfo=AMSTERDAM))
    people = await cast.make_people()
    for action in ("view", "delete"):
        async with db.transaction() as session:
            await trail.record(session, await people.user.current(), action, "draft")
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
