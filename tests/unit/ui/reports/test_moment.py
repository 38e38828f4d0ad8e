"""The report's date on the paper, and the dialog in which its author changes it."""

from datetime import UTC, datetime

import pytest

from tests.support import people as cast
from tests.unit.ui.reports.tab import Tab
from voice_report import clock
from voice_report.services.drafts import drafts
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.pages.reports.new_report.moment import MomentState

SAID = "Goed geslapen."


@pytest.fixture
async def tab(db, wall_clock, people) -> Tab:
    """A draft that was begun on 2 March 2026 at 10.00 in Amsterdam, opened at 13.00."""
    async with db.transaction() as session:
        draft = await drafts.save_draft(
            session, await people.user.current(), transcript=SAID, structured_report="## Situatie\n\nGoed geslapen."
        )
    wall_clock.advance(hours=3)
    tab = await Tab.opened(people.user, draft.id)
    return tab


async def changed(tab: Tab, day: str, time: str) -> tuple[bool, str, str]:
    await tab.press(MomentState.open_moment)
    await tab.press(MomentState.change_moment, {"day": day, "time": time})
    state = await tab.root.get_state(MomentState)
    return state.changing, state.day_error, state.time_error


async def test_the_date_is_that_of_the_report_and_stays_after_a_change(tab):
    assert tab.draft.reported_at == "maandag 2 maart 2026, 10.00 uur"
    await tab.press(DraftState.change_report, "## Situatie\n\nGoed geslapen en gegeten.", 5, tab.draft.draft_id)
    await tab.press(DraftState.autosave)
    assert tab.draft.reported_at == "maandag 2 maart 2026, 10.00 uur"
    assert tab.draft.saved_label == "Bewaard om 13.00 uur"


async def test_its_author_changes_the_date_and_what_is_typed_meanwhile_is_saved(tab, db, people):
    await tab.press(DraftState.change_report, "## Situatie\n\nWakker.", 5, tab.draft.draft_id)
    assert await changed(tab, "01-03-2026", "22:22") == (False, "", "")
    assert tab.draft.reported_at == "zondag 1 maart 2026, 22.22 uur"
    await tab.press(DraftState.save)
    assert (tab.toast.title, tab.draft.changed_elsewhere) == ("Concept opgeslagen", False)
    stored = await db.run_reading(drafts.find, await people.user.current(), tab.draft.draft_id)
    assert (stored.reported_at, stored.structured_report) == (
        datetime(2026, 3, 1, 21, 22, tzinfo=UTC), "## Situatie\n\nWakker.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("day", "time", "of_day", "of_time"),
    [
        ("31-02-2026", "10.00", "Vul een bestaande datum in: dd-mm-jjjj.", ""),
        ("02-03-2026", "13.06", "Dit moment is nog niet geweest.", ""),
        ("02-03-2026", "25.00", "", "Vul een tijd in: uu.mm."),
        ("x" * 100_000, "y" * 100_000, "Vul een bestaande datum in: dd-mm-jjjj.", ""),
    ],
)
async def test_a_wrong_date_is_said_in_the_dialog(tab, day, time, of_day, of_time):
    assert await changed(tab, day, time) == (True, of_day, of_time)
    assert tab.draft.reported_at == "maandag 2 maart 2026, 10.00 uur"


async def test_what_is_left_as_it_was_keeps_its_hour_that_came_twice(db, wall_clock):
    wall_clock.now = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # the second 02.30 of that night
    people = await cast.make_people()
    draft = await people.user.call(drafts.save_draft, transcript=SAID)
    tab = await Tab.opened(people.user, draft.id)
    assert await changed(tab, "25-10-2026", "02.30") == (False, "", "")
    assert tab.draft._reported_at == clock.now()
