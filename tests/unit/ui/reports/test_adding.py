"""'Aanvullen' in the wizard: which words come under a heading, and what the page shows afterwards."""

import uuid

import pytest

from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, RECORDING, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = "Meneer zat in zijn stoel."
REPORT = "## Situatie\n\nMeneer zat in zijn stoel.\n\n## Evaluatie\n\nNiet besproken\n"
ADDED = REPORT.replace("Niet besproken", "woord001")


@pytest.fixture
async def tab(db, people, fake_provider) -> Tab:
    """A tab with a concept."""
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)
    tab = await Tab.opened(people.user, draft.id)
    return tab


async def dictate(tab: Tab, people) -> str:
    """Say a word for this draft; the page has not been told that it is finished."""
    dictating = str(uuid.uuid4())
    await dictation.transcribe_segment(await people.user.current(), dictating, 0, spoken(1), tab.draft.draft_id)
    return dictating


@pytest.mark.parametrize("leaves", [False, True])
async def test_what_is_dictated_for_a_heading_comes_under_it_also_after_leaving_and_coming_back(tab, people, leaves):
    await tab.press(WizardState.add_by_voice, " evaluatie")
    assert (tab.wizard.adding, tab.draft.step) == ("Evaluatie", RECORDING)
    dictating = await dictate(tab, people)
    await tab.press(WizardState.dictation_started, dictating)
    if leaves:
        await tab.press(WizardState.stop_adding)
        await tab.press(WizardState.back_to_recording)  # 'Naar de opname'
        assert (tab.wizard.adding, tab.draft.step) == ("", RECORDING)
    await tab.press(WizardState.finish_dictation, dictating, "")
    assert (tab.draft.report, tab.draft.step, tab.wizard.adding) == (ADDED, CONCEPT, "")


async def test_an_older_dictation_does_not_come_under_a_heading_that_is_chosen_later(tab, people):
    older = await dictate(tab, people)
    await tab.press(WizardState.dictation_started, older)
    await tab.press(WizardState.stop_adding)
    await tab.press(WizardState.add_by_voice, "Evaluatie")
    await tab.press(WizardState.finish_dictation, older, "")
    assert (tab.draft.report, tab.draft.transcript) == (REPORT, f"{SAID}\nwoord001")
    assert (tab.wizard.adding, tab.wizard.adopted, tab.draft.step) == ("Evaluatie", older, RECORDING)
    newer = await dictate(tab, people)
    await tab.press(WizardState.dictation_started, newer)
    await tab.press(WizardState.finish_dictation, newer, "")
    assert (tab.draft.report, tab.draft.step) == (ADDED, CONCEPT)


@pytest.mark.parametrize(
    ("goes_back", "adds", "step"),
    [
        (WizardState.stop_adding, True, CONCEPT),
        (WizardState.type_instead, True, CONCEPT),
        (WizardState.type_instead, False, TRANSCRIPT),
    ],
)
async def test_who_goes_back_can_save_after_a_segment_arrived(tab, people, goes_back, adds, step):
    await tab.press(WizardState.add_by_voice, "Evaluatie") if adds else await tab.press(WizardState.back_to_recording)
    await dictate(tab, people)
    await tab.press(goes_back)
    assert (tab.draft.step, tab.draft.transcript, tab.wizard.adding) == (step, f"{SAID}\nwoord001", "")
    await tab.press(DraftState.change_report, "## Situatie\n\nMeneer stond op.", 9)
    await tab.press(DraftState.autosave)
    assert (tab.draft.changed_elsewhere, tab.toast.description, tab.draft.saved_at) == (False, "", 9)


async def test_a_heading_that_is_not_of_the_template_can_only_be_typed_at(tab):
    await tab.press(WizardState.add_by_voice, "Eigen kopje")
    assert tab.toast.description == "Bij dit kopje kun je alleen typen."
    assert (tab.wizard.adding, tab.draft.step) == ("", CONCEPT)
