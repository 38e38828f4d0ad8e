"""A recording that was chosen as a file, in the wizard and on the dashboard: its client, its draft, how far it is."""

import uuid

import pytest

from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import Report
from voice_report.services.dictation import dictation
from voice_report.ui.pages.reports.dashboard import minutes_written
from voice_report.ui.pages.reports.new_report.draft_sync import RECORDING, TRANSCRIPT
from voice_report.ui.pages.reports.new_report.state import WizardState


@pytest.fixture
def recording() -> str:
    return str(uuid.uuid4())


async def test_the_client_chosen_before_sending_is_the_drafts_while_its_text_still_comes(
    db, people, fake_provider, recording
):
    person = await people.user.current()
    tab = await Tab.of(people.user)
    await tab.press(WizardState.load)
    await tab.draft._show_client(person, "C-1")
    first = await dictation.transcribe_segment(person, recording, 0, spoken(1), None)
    await tab.press(WizardState.recording_sent, recording, str(first.draft_id))
    assert (tab.draft.step, tab.draft.draft_id, tab.draft.client_name) == (
        RECORDING,
        str(first.draft_id),
        "Cor Voorbeeld",
    )
    assert tab.draft.unnamed == str(first.draft_id), "its address gets the draft"
    async with db.reading() as session:
        assert (await session.get_one(Report, first.draft_id)).client_id == "C-1"
    await dictation.transcribe_segment(person, recording, 1, spoken(2), None)
    await tab.press(WizardState.finish_dictation, recording, str(first.draft_id))
    assert (tab.draft.step, tab.draft.transcript) == (TRANSCRIPT, "woord001 woord002")
    assert (tab.draft.client_name, tab.draft.changed_elsewhere) == ("Cor Voorbeeld", False)


async def test_s88_the_draft_of_another_person_is_not_shown(people, fake_provider, recording):
    first = await dictation.transcribe_segment(await people.user.current(), recording, 0, spoken(1), None)
    tab = await Tab.of(people.admin)
    await tab.press(WizardState.load)
    await tab.press(WizardState.recording_sent, recording, str(first.draft_id))
    assert (tab.draft.draft_id, tab.draft.transcript) == ("", "")


@pytest.mark.parametrize(
    ("done", "total", "words"),
    [
        (0, 0, ""),
        (750, 1864, "12 van 31 minuten"),
        (3600, 3600, "60 van 60 minuten"),
        (0, 119, "0 van 119 seconden"),
        (40.4, 40.4, "40 van 40 seconden"),
    ],
)
def test_how_far_a_recording_is(done, total, words):
    assert minutes_written(done, total) == words
