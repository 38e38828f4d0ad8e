"""'Dictaat weggooien' and 'Liever typen': the ways out of talking."""

import pytest
from sqlmodel import select

from tests.support import tables
from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import Report
from voice_report.services.drafts import deleted, drafts
from voice_report.ui.pages.reports.new_report.discarding import DiscardState
from voice_report.ui.pages.reports.new_report.draft_sync import RECORDING, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = "Mevrouw was vrolijk."


async def a_draft(db, person, said: str = SAID) -> str:
    return str((await person.call(drafts.save_draft, transcript=said)).id)


async def drafts_there(db) -> set[str]:
    return {str(draft_id) for draft_id in await tables.rows(select(Report.id))}


async def test_what_is_discarded_is_gone_and_an_empty_report_begins(db, people):
    other, draft = await a_draft(db, people.user, "Iets anders."), await a_draft(db, people.user)
    tab = await Tab.opened(people.user, draft)
    await tab.press(DiscardState.ask)
    await tab.press(DiscardState.discard)
    assert await drafts_there(db) == {other}
    assert (tab.draft.draft_id, tab.draft.transcript) == ("", "")
    assert (await tab.root.get_state(DiscardState)).removed == draft
    assert tab.toast.title == "Dictaat weggegooid"
    await tab.press(DiscardState.discard)  # the second click of a double one
    assert await drafts_there(db) == {other}


async def test_words_that_were_not_saved_yet_can_be_restored_too(db, people):
    tab = await Tab.opened(people.user)
    tab.draft.step, tab.draft.transcript = TRANSCRIPT, SAID
    await tab.press(DiscardState.ask)
    await tab.press(DiscardState.discard)
    assert await drafts_there(db) == set()
    user = await people.user.current()
    assert [one.preview for one in (await db.run_in_transaction(deleted.list_deleted, user)).items] == [SAID]


@pytest.mark.parametrize("why", ["too long", "changed elsewhere"])
async def test_what_cannot_be_saved_first_is_asked_before_it_is_discarded(db, people, why: str):
    draft = await a_draft(db, people.user)
    tab = await Tab.opened(people.user, draft)
    if why == "too long":
        await tab.press(DraftState.change_transcript, "woord " * 40_000, 1)
    else:
        tab.draft.changed_elsewhere, tab.draft.transcript = True, "Wat alleen hier staat."
    await tab.press(DiscardState.ask)
    await tab.press(DiscardState.discard)
    asking = await tab.root.get_state(DiscardState)
    assert (asking.asking, asking.loses) == (True, True)
    assert await drafts_there(db) == {draft}
    assert tab.draft.draft_id == draft
    await tab.press(DiscardState.discard)
    assert await drafts_there(db) == set()


@pytest.mark.parametrize("asked", [False, True], ids=["not asked", "kept"])
async def test_nothing_is_discarded_without_a_yes(db, people, asked):
    draft = await a_draft(db, people.user)
    tab = await Tab.opened(people.user, draft)
    if asked:
        await tab.press(DiscardState.ask)
        await tab.press(DiscardState.keep)
    await tab.press(DiscardState.discard)
    assert await drafts_there(db) == {draft}
    assert tab.draft.transcript == SAID


async def test_nobody_discards_a_colleagues_draft(db, people):
    draft = await a_draft(db, people.user)
    tab = await Tab.opened(people.admin, draft)
    tab.draft.draft_id = draft  # as a forged client would have it
    await tab.press(DiscardState.ask)
    await tab.press(DiscardState.discard)
    await tab.press(DiscardState.discard)
    assert await drafts_there(db) == {draft}


async def test_typing_begins_with_its_own_question_and_a_text_that_is_there_does_not(db, people):
    tab = await Tab.opened(people.user)
    assert tab.draft.step == RECORDING
    await tab.press(WizardState.type_instead)
    assert (tab.draft.step, tab.wizard.typing) == (TRANSCRIPT, True)
    draft = await a_draft(db, people.user)
    tab = await Tab.opened(people.user, draft)
    await tab.press(WizardState.back_to_recording)
    await tab.press(WizardState.type_instead)
    assert (tab.draft.step, tab.wizard.typing) == (TRANSCRIPT, False)
