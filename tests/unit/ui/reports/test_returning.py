"""Back in the wizard, signed in again while a dictation went on: the tab's state is gone, what was chosen is not."""

import uuid

import pytest

from tests.support import tables
from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import Report
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, RECORDING, TRANSCRIPT
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = "Meneer zat in zijn stoel."
REPORT = "## Situatie\n\nMeneer zat in zijn stoel.\n\n## Evaluatie\n\nNiet besproken\n"


@pytest.fixture
def dictated() -> str:
    return str(uuid.uuid4())


async def back(person, dictated: str, *, draft: object = "", client: str = "", heading: str = "") -> Tab:
    """Return the tab of who signed in again: a new session, and so a new state."""
    tab = await Tab.of(person, f"?draft={draft}" if draft else "")
    await tab.press(WizardState.load)
    await tab.press(WizardState.return_to_dictation, dictated, client, heading)
    return tab


async def a_draft(db, people, **columns) -> object:
    return (await people.user.call(drafts.save_draft, transcript=SAID, **columns)).id


async def test_s47_the_client_chosen_before_talking_is_the_drafts(db, people, fake_provider, dictated):
    await dictation.transcribe_segment(await people.user.current(), dictated, 0, spoken(1), None)
    tab = await back(people.user, dictated, client="C-1")
    assert (tab.wizard.returned, tab.draft.step, tab.draft.client_name) == (dictated, RECORDING, "Cor Voorbeeld")
    await tab.press(WizardState.finish_dictation, dictated, "")
    assert (tab.draft.step, tab.draft.transcript) == (TRANSCRIPT, "woord001")
    assert (await tables.get(Report, uuid.UUID(tab.draft.draft_id))).client_id == "C-1"


async def test_s47_more_speech_for_a_draft_goes_on_in_the_recording_step(db, people, fake_provider, dictated):
    draft = await a_draft(db, people)
    await dictation.transcribe_segment(await people.user.current(), dictated, 0, spoken(1), str(draft))
    tab = await back(people.user, dictated, draft=draft)
    assert (tab.draft.draft_id, tab.draft.step) == (str(draft), RECORDING)
    await tab.press(WizardState.finish_dictation, dictated, str(draft))
    assert (tab.draft.draft_id, tab.draft.transcript) == (str(draft), f"{SAID}\nwoord001")


async def test_s47_what_was_dictated_for_a_heading_comes_under_it(db, people, fake_provider, dictated):
    draft = await a_draft(db, people, structured_report=REPORT)
    await dictation.transcribe_segment(await people.user.current(), dictated, 0, spoken(1), str(draft))
    tab = await back(people.user, dictated, draft=draft, heading="Evaluatie")
    assert (tab.wizard.adding, tab.draft.step) == ("Evaluatie", RECORDING)
    await tab.press(WizardState.finish_dictation, dictated, str(draft))
    assert (tab.draft.report, tab.draft.step) == (REPORT.replace("Niet besproken", "woord001"), CONCEPT)


@pytest.mark.parametrize(("client", "heading"), [("C-9", "Toilet"), ("B-1", "x" * 5000), (["C-1"], {"a": 1})])
async def test_s47_what_is_not_theirs_or_does_not_exist_is_not_chosen(db, people, dictated, client, heading):
    draft = await a_draft(db, people, structured_report=REPORT)
    tab = await back(people.user, dictated, draft=draft, client=client, heading=heading)
    assert (tab.wizard.returned, tab.wizard.adding) == (dictated, "")
    assert (tab.draft.step, tab.draft.client_name) == (RECORDING, "")


async def test_s47_another_person_gets_nothing_of_it(db, people, fake_provider, dictated):
    draft = await a_draft(db, people)
    await dictation.transcribe_segment(await people.user.current(), dictated, 0, spoken(1), str(draft))
    tab = await back(people.admin, dictated, draft=draft)
    await tab.press(WizardState.finish_dictation, dictated, str(draft))
    assert (tab.draft.draft_id, tab.draft.transcript) == ("", "")


async def test_s47_a_visitor_is_sent_to_sign_in(dictated):
    tab = await Tab.of()
    answer = await tab.press(WizardState.return_to_dictation, dictated, "C-1", "Evaluatie")
    assert "/login" in str(answer)
    assert (tab.wizard.returned, tab.draft.step, tab.draft.client_name) == ("", 0, "")
