"""The headings that light up while a person talks, and the question after it about those that did not."""

import uuid

import pytest

from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.db.session import run_in_transaction
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.services.shared import rate_limits
from voice_report.ui.pages.reports.new_report.choices import TemplateState
from voice_report.ui.pages.reports.new_report.covered import CoveredState
from voice_report.ui.pages.reports.new_report.draft_sync import RECORDING, TRANSCRIPT
from voice_report.ui.pages.reports.new_report.state import WizardState

SITUATION = "Vanochtend was ik bij mevrouw voor de ochtendzorg."
DONE = "Ik heb haar geholpen met douchen."
PLAN = "Morgen bel ik de huisarts over de medicatie."


@pytest.fixture
async def tab(people, fake_provider) -> Tab:
    return await Tab.of(people.user)


async def covered_in(tab: Tab) -> CoveredState:
    return await tab.root.get_state(CoveredState)


async def dictated(tab: Tab, people, text: str) -> None:
    """Finish a dictation that follows this text."""
    user = await people.user.current()
    draft = await run_in_transaction(drafts.save_draft, user, transcript=text)
    tab.goes_to(f"/new-report?draft={draft.id}")
    await tab.press(WizardState.load)
    dictating = str(uuid.uuid4())
    await dictation.transcribe_segment(user, dictating, 0, spoken(1), str(draft.id))
    await tab.press(WizardState.finish_dictation, dictating, str(draft.id))


async def test_headings_light_up_in_the_order_of_speaking(tab):
    await tab.press(WizardState.load)
    await tab.press(CoveredState.said, f"{SITUATION} {DONE}")
    assert (await covered_in(tab)).covered == ["Situatie", "Uitgevoerde zorg"]
    await tab.press(CoveredState.said, f"{SITUATION} {DONE} {PLAN}")
    assert (await covered_in(tab)).covered == ["Situatie", "Uitgevoerde zorg", "Afspraken en vervolg"]


async def test_another_template_has_its_own_headings(tab):
    await tab.press(WizardState.load)
    await tab.press(TemplateState.choose, "soep")
    await tab.press(CoveredState.said, PLAN)
    assert (await covered_in(tab)).covered == ["Plan"]


async def test_after_a_dictation_the_few_headings_without_a_word_are_named_until_an_answer(tab, people):
    await dictated(tab, people, f"{SITUATION} {DONE} {PLAN}")
    covered = await covered_in(tab)
    assert tab.draft.step == TRANSCRIPT
    assert covered.missing == "Over Observaties en over Evaluatie zei je nog niets. Nog iets?"
    await tab.press(CoveredState.nothing_missing)
    assert covered.missing == ""
    await dictated(tab, people, f"{SITUATION} {DONE} {PLAN}")
    await tab.press(WizardState.back_to_recording)
    assert (covered.missing, tab.draft.step) == ("", RECORDING)


async def test_most_headings_missing_is_no_reminder(tab, people):
    await dictated(tab, people, DONE)
    assert ((await covered_in(tab)).missing, tab.draft.step) == ("", TRANSCRIPT)


async def test_too_many_questions_leave_the_page_as_it_is(tab, people, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "headings", rate_limits.parse("1 per minute"))
    await tab.press(WizardState.load)
    await tab.press(CoveredState.said, DONE)
    await tab.press(CoveredState.said, f"{DONE} {PLAN}")
    assert ((await covered_in(tab)).covered, tab.toast.description) == (["Uitgevoerde zorg"], "")


async def test_a_visitor_gets_no_answer(db):
    tab = await Tab.of()
    await tab.press(CoveredState.said, DONE)
    assert (await covered_in(tab)).covered == []
