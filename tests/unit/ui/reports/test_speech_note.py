"""The wizard says before talking that a spare speech model listens."""

import threading
import uuid

import pytest

from tests.support.fakes import whisper
from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.config import settings
from voice_report.integrations import speech
from voice_report.integrations.speech import local, spare
from voice_report.integrations.speech.local import LocalWhisper
from voice_report.services.dictation import dictation
from voice_report.ui.pages.reports.new_report.covered import CoveredState
from voice_report.ui.pages.reports.new_report.speech_note import SpeechState
from voice_report.ui.pages.reports.new_report.state import WizardState


@pytest.fixture(autouse=True)
def _loading_model() -> None:
    """Load the model as the product does."""


async def note(tab: Tab) -> str:
    return (await tab.root.get_state(SpeechState)).note


async def test_an_ordinary_engine_has_no_note(people, fake_provider):
    tab = await Tab.opened(people.user)
    assert await note(tab) == ""


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (WizardState.dictation_started, "0d8a3c1e-5c39-4a52-9a53-0f4ed2c0b7a1"),
        (CoveredState.said, "Mevrouw sliep goed."),
    ],
    ids=["talking", "words"],
)
async def test_a_spare_model_is_named_also_when_it_was_loaded_after_the_page(
    people, monkeypatch, tmp_path, later, words
):
    def unreachable(name, progressed) -> str:
        raise ConnectionError

    held, really_open = threading.Event(), local._open
    monkeypatch.setattr(local, "_download", unreachable)
    monkeypatch.setattr(spare, "fetched", lambda progressed: str(whisper.build(tmp_path / "spare")))
    monkeypatch.setattr(local, "_open", lambda directory: held.wait(100) and really_open(directory))
    settings.cache_clear()
    tab = await Tab.opened(people.user)
    assert await note(tab) == ""
    held.set()
    engine = speech.engine()
    assert isinstance(engine, LocalWhisper)
    assert engine.wait_until_settled(600)
    await tab.press(later, words)
    assert await note(tab) == spare.SENTENCE


async def test_the_transcript_says_that_a_spare_model_wrote_it_also_when_the_usual_one_listens_by_then(
    people, fake_provider, monkeypatch
):
    notes = [spare.SENTENCE]
    monkeypatch.setattr(dictation, "speech_note", lambda: notes[-1])
    tab = await Tab.opened(people.user)
    for listens in ("", spare.SENTENCE):  # the second dictation is of another draft
        dictating, before = str(uuid.uuid4()), tab.draft.draft_id
        await tab.press(WizardState.dictation_started, dictating)
        await dictation.transcribe_segment(await people.user.current(), dictating, 0, spoken(1))
        notes.append(listens)
        await tab.press(WizardState.finish_dictation, dictating, "")
        state = await tab.root.get_state(SpeechState)
        assert (state.wrote, state.wrote_in) == (spare.SENTENCE, tab.draft.draft_id)
        assert tab.draft.draft_id != before
        await tab.press(WizardState.next_report)
        tab.goes_to("/new-report")
        await tab.press(WizardState.load)
    notes.append("")
    dictating = str(uuid.uuid4())
    await tab.press(WizardState.dictation_started, dictating)
    await dictation.transcribe_segment(await people.user.current(), dictating, 0, spoken(2))
    await tab.press(WizardState.finish_dictation, dictating, "")
    assert (await tab.root.get_state(SpeechState)).wrote_in != tab.draft.draft_id
