"""The wizard offers to show what leaves where text leaves, saves it first, and says later how much was replaced."""

from datetime import timedelta

import pytest
from sqlmodel import update

from tests.support import tables
from tests.unit.services.privacy.keeping import a_draft
from tests.unit.ui.reports.tab import Tab
from voice_report import clock
from voice_report.db.models import Organization
from voice_report.services.concepts import outgoing, structuring
from voice_report.services.dictation import voice_line
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.pages.reports.new_report.speech_note import SpeechState
from voice_report.ui.pages.reports.outgoing import OutgoingState

SAID = "Vanmorgen was ik bij mevrouw Zwoltriks. Ze sliep goed. Bel haar op 06-12345678."


async def let(db, **columns) -> None:
    await tables.run(update(Organization).values(unlimited=True, **columns))


@pytest.mark.parametrize("choice", ["pseudonymised", "plain", "never"])
async def test_the_button_is_there_where_text_would_leave(db, people, fake_provider, choice: str):
    await let(db, outside_text=choice)
    tab = await Tab.opened(people.user)
    assert (await tab.root.get_state(OutgoingState)).leaves == (choice != "never")


async def test_the_text_on_the_page_is_saved_before_it_is_shown(db, people, fake_provider):
    await let(db, outside_text="pseudonymised")
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, SAID, 1)
    await tab.press(DraftState.change_transcript, f"{SAID} Ze at ook.", 2)
    await tab.press(OutgoingState.look)
    assert (await tab.root.get_state(OutgoingState)).round == 1
    shown = await outgoing.view(await people.user.current(), tab.draft.draft_id)
    assert shown.text.endswith("Ze at ook.")
    await tab.press(OutgoingState.always)
    assert tab.toast.title == "Voortaan vervangen bij iedereen van Zorggroep De Linde"


async def test_a_concept_says_how_much_was_replaced(db, people, fake_provider):
    await let(db, outside_text="pseudonymised")
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, SAID, 1)
    user = await people.user.current()
    await structuring.generate_whole(user, SAID, tab.draft.draft_id)
    again = await Tab.opened(people.user, tab.draft.draft_id)
    assert (again.draft.replaced, again.draft.is_sent) == ("2 gegevens vervangen voor verzending", True)
    await structuring.finish_all()


@pytest.mark.parametrize(("choice", "is_sent"), [("plain", True), ("pseudonymised", True), ("never", False)])
async def test_what_was_sent_can_be_seen_where_something_was(db, people, fake_provider, choice: str, is_sent: bool):
    await let(db, outside_text=choice)
    fake_provider.control(endpoint="chat", report="Natuurlijk! Hier is het verslag.")  # of no use
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, SAID, 1)
    await structuring.generate_whole(await people.user.current(), SAID, tab.draft.draft_id)
    again = await Tab.opened(people.user, tab.draft.draft_id)
    assert again.draft.is_sent == is_sent
    await structuring.finish_all()


async def test_the_paper_says_that_the_draft_is_erased_soon_until_it_is_changed(db, people):
    user = await people.user.current()
    drafts = {days: await a_draft(user, SAID, updated_at=clock.now() - timedelta(days=days)) for days in (1, 84, 89)}
    told = {}
    for days, draft in drafts.items():
        tab = await Tab.opened(people.user, draft)
        told[days] = (tab.draft.kept, tab.draft.is_soon)
    assert told[1] == ("", False)
    assert told[84][0].startswith("Wordt over ")
    assert (told[84][1], told[89][1]) == (False, True)
    await tab.press(DraftState.change_transcript, f"{SAID} Ze at ook.", 1)
    await tab.press(DraftState.save)
    assert tab.draft.kept == ""


async def test_the_paper_still_says_it_after_a_save_where_the_term_is_short(db, people):
    await let(db, drafts_days=10)
    draft = await a_draft(await people.user.current(), SAID, updated_at=clock.now() - timedelta(days=7))
    tab = await Tab.opened(people.user, draft)
    before = tab.draft.kept
    await tab.press(DraftState.change_transcript, f"{SAID} Ze at ook.", 1)
    await tab.press(DraftState.save)
    assert tab.draft.kept.startswith("Wordt over 1")
    assert tab.draft.kept != before


@pytest.mark.parametrize("is_opened", [True, False])
@pytest.mark.parametrize(("days", "said"), [(10, "Wordt over 1"), (90, "")])
async def test_a_new_draft_says_it_from_its_first_save(db, people, days: int, said: str, is_opened: bool):
    await let(db, drafts_days=days)
    tab = await (Tab.opened if is_opened else Tab.of)(people.user)  # not opened: after a restart of the server
    await tab.press(DraftState.change_transcript, SAID, 1)
    await tab.press(DraftState.save)
    assert tab.draft.kept[: len("Wordt over 1")] == said
    await tab.press(DraftState.change_transcript, f"{SAID} Ze at ook.", 2)
    await tab.press(DraftState.save)
    assert tab.draft.kept[: len("Wordt over 1")] == said


async def test_the_line_about_the_voice_is_closed_for_good(db, people, fake_provider):
    tab = await Tab.opened(people.user)
    speech = await tab.root.get_state(SpeechState)
    assert speech.voice.startswith("Je stem gaat onbewerkt naar ")
    await tab.press(SpeechState.close_voice)
    assert speech.voice == ""
    other = await Tab.opened(people.user)
    assert (await other.root.get_state(SpeechState)).voice == ""
    assert voice_line.LOCAL == "Je stem blijft op deze server."
