"""The product's speech path with a real Whisper: what only a model that really listens can show."""

import numpy as np
import pytest

from bench import speech_score as score
from bench import speech_sound as sounds
from tests import real_whisper
from tests.fakes import sound
from voice_report.integrations import speech
from voice_report.integrations.speech import doubt
from voice_report.integrations.speech.local import LocalWhisper

pytestmark = pytest.mark.slow


async def test_it_hears_dutch():
    spoken = sound.speech("Ik heb geholpen met wassen en aankleden. De wond aan het linkerbeen ziet er rustig uit.")
    heard = await real_whisper.engine().transcribe(spoken, "")
    assert "geholpen" in heard.casefold()
    assert "rustig uit" in heard.casefold()


def noisy(text: str) -> np.ndarray:
    """Speak the text in a street, 10 dB above the cars."""
    return sounds.recording("real", [text], ("nl", 140), 10, "street").samples


@pytest.fixture
def listening(monkeypatch) -> LocalWhisper:
    """The product with the real model as its engine."""
    engine = real_whisper.engine()
    monkeypatch.setattr(speech, "engine", lambda: engine)
    return engine


async def test_the_words_before_never_come_back_as_what_was_said(listening):
    before = "Mevrouw heeft vannacht goed geslapen en was vanochtend vrolijk. Ze heeft haar ontbijt helemaal opgegeten."
    heard = await speech.transcribe(
        noisy("De wond aan het linkerbeen ziet er rustig uit, morgen komt de arts."), before
    )
    assert heard
    assert not doubt.copies(heard, before)


async def test_speech_without_a_pause_is_never_nothing(listening):
    """Whisper gives up on this sound: it repeats one word for as long as it may, at every temperature."""
    spoken = np.concatenate([sound.speech(sentence) for sentence in sound.SENTENCES])
    assert await listening.transcribe(spoken, "") == ""
    heard = await speech.transcribe(spoken)
    assert len(heard.split()) > 20
    assert score.looped(heard) == score.foreign(heard) == 0
