"""A recording that was chosen as a file, in the wizard and on the dashboard: its client, its draft, how far it is."""

import uuid
from datetime import timedelta

import pytest

from tests.support import tables
from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from tests.unit.ui.reports.test_dashboard import dashboard_of
from voice_report import clock
from voice_report.db.models import Recording, Report
from voice_report.services.dictation import dictation
from voice_report.ui.pages.reports.dashboard import RecordingTile
from voice_report.ui.pages.reports.new_report.draft_sync import RECORDING, TRANSCRIPT
from voice_report.ui.pages.reports.new_report.state import WizardState


@pytest.fixture
def recording() -> str:
    return str(uuid.uuid4())


async def test_the_client_chosen_before_sending_is_the_drafts_while_its_text_still_comes(
    db, people, fake_provider, recording
):
    person = await people.user.current()
    tab = await Tab.opened(people.user)
    await tab.draft._show_client(person, "C-1")
    first = await dictation.transcribe_segment(person, recording, 0, spoken(1), None)
    await tab.press(WizardState.recording_sent, recording, str(first.draft_id))
    assert (tab.draft.step, tab.draft.draft_id, tab.draft.client_name) == (
        RECORDING,
        str(first.draft_id),
        "Cor Voorbeeld",
    )
    assert tab.draft.unnamed == str(first.draft_id), "its address gets the draft"
    assert (await tables.get(Report, first.draft_id)).client_id == "C-1"
    await dictation.transcribe_segment(person, recording, 1, spoken(2), None)
    await tab.press(WizardState.finish_dictation, recording, str(first.draft_id))
    assert (tab.draft.step, tab.draft.transcript) == (TRANSCRIPT, "woord001 woord002")
    assert (tab.draft.client_name, tab.draft.changed_elsewhere) == ("Cor Voorbeeld", False)


async def test_s88_the_draft_of_another_person_is_not_shown(people, fake_provider, recording):
    first = await dictation.transcribe_segment(await people.user.current(), recording, 0, spoken(1), None)
    tab = await Tab.opened(people.admin)
    await tab.press(WizardState.recording_sent, recording, str(first.draft_id))
    assert (tab.draft.draft_id, tab.draft.transcript) == ("", "")


async def a_recording(db, person, recording: str, **columns) -> str:
    """Write out the first words of a recording of 31 minutes, of which the server has lost the sound after twelve."""
    first = await dictation.transcribe_segment(await person.current(), recording, 0, spoken(1), None)
    async with db.transaction() as session:
        session.add(
            Recording(id=uuid.UUID(recording), seconds=1864, samples_done=750 * 16_000, pieces_done=1, **columns)
        )
    return str(first.draft_id)


LINE = "Opname voor 12 van 31 minuten verwerkt. Kies het bestand opnieuw om verder te gaan."


async def test_s88_a_draft_whose_recording_is_needed_again_opens_with_that_until_it_is_written_out(
    db, people, fake_provider, recording
):
    draft = await a_recording(db, people.user, recording)
    tab = await Tab.opened(people.user, draft)
    assert tab.draft.step == RECORDING
    assert tab.wizard.recording == {
        "id": recording, "draftId": draft, "state": "send_again", "done": 750, "total": 1864, "code": "",
        "sentence": LINE,
    }  # fmt: skip
    tab.draft.step = TRANSCRIPT
    await tab.press(WizardState.load)  # the page connected again
    assert tab.draft.step == TRANSCRIPT
    await tab.press(WizardState.finish_dictation, recording, draft)
    assert (tab.wizard.recording, tab.draft.step, tab.draft.transcript) == (None, TRANSCRIPT, "woord001")


@pytest.mark.parametrize("columns", [{"state": "done"}, {"state": "done", "code": "cut_off"}])
async def test_a_draft_whose_recording_is_written_out_opens_at_its_text(db, people, fake_provider, recording, columns):
    draft = await a_recording(db, people.user, recording, **columns)
    tab = await Tab.opened(people.user, draft)
    assert (tab.wizard.recording, tab.draft.step) == (None, TRANSCRIPT)


async def test_s88_the_dashboard_asks_for_the_file_again_of_its_owner_alone(db, people, fake_provider, recording):
    draft = await a_recording(db, people.user, recording)
    own, other = await dashboard_of(people.user), await dashboard_of(people.admin)
    assert own.recordings == [RecordingTile(LINE, f"/new-report?draft={draft}")]
    assert other.recordings == []


async def test_the_dashboard_says_that_a_recording_is_written_out(db, people, fake_provider, recording):
    draft = await a_recording(db, people.user, recording, claimed_until=clock.now() + timedelta(seconds=60))
    dashboard = await dashboard_of(people.user)
    words = "Hij wordt uitgeschreven. De tekst komt in je concept."
    assert dashboard.recordings == [RecordingTile(words, f"/new-report?draft={draft}")]
