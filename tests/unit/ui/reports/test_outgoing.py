"""The wizard offers to show what leaves where text leaves, saves it first, and says later how much was replaced."""

import pytest
from sqlmodel import update

from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import Organization
from voice_report.services.concepts import outgoing, structuring
from voice_report.services.dictation import voice_line
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.pages.reports.new_report.speech_note import SpeechState
from voice_report.ui.pages.reports.new_report.state import WizardState
from voice_report.ui.pages.reports.outgoing import OutgoingState

SAID = "Vanmorgen was ik bij mevrouw Zwoltriks. Ze sliep goed. Bel haar op 06-12345678."


async def let(db, **columns) -> None:
    async with db.transaction() as session:
        await session.execute(update(Organization).values(unlimited=True, **columns))


@pytest.mark.parametrize("choice", ["pseudonymised", "plain", "never"])
async def test_the_button_is_there_where_text_would_leave(db, people, fake_provider, choice: str):
    await let(db, outside_text=choice)
    tab = await Tab.of(people.user)
    await tab.press(WizardState.load)
    assert (await tab.root.get_state(OutgoingState)).leaves == (choice != "never")


async def test_the_text_on_the_page_is_saved_before_it_is_shown(db, people, fake_provider):
    await let(db, outside_text="pseudonymised")
    tab = await Tab.of(people.user)
    await tab.press(WizardState.load)
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
    tab = await Tab.of(people.user)
    await tab.press(WizardState.load)
    await tab.press(DraftState.change_transcript, SAID, 1)
    user = await people.user.current()
    await structuring.generate_whole(user, SAID, tab.draft.draft_id)
    again = await Tab.of(people.user, f"?draft={tab.draft.draft_id}")
    await again.press(WizardState.load)
    assert again.draft.replaced == "2 gegevens vervangen voor verzending"
    await structuring.finish_all()


async def test_the_line_about_the_voice_is_closed_for_good(db, people, fake_provider):
    tab = await Tab.of(people.user)
    await tab.press(WizardState.load)
    speech = await tab.root.get_state(SpeechState)
    assert speech.voice.startswith("Je stem gaat onbewerkt naar ")
    await tab.press(SpeechState.close_voice)
    assert speech.voice == ""
    other = await Tab.of(people.user)
    await other.press(WizardState.load)
    assert (await other.root.get_state(SpeechState)).voice == ""
    assert voice_line.LOCAL == "Je stem blijft op deze server."
