"""The product's speech path with a real Whisper: what only a model that really listens can show."""

import numpy as np
import pytest

from bench import speech as bench
from bench import speech_score as score
from bench import speech_sound as sounds
from tests.support import real_whisper
from tests.support.fakes import sound
from voice_report.integrations import speech
from voice_report.integrations.speech import doubt
from voice_report.integrations.speech.local import LocalWhisper

pytestmark = pytest.mark.slow


async def test_it_hears_dutch():
    spoken = sound.speech("Ik heb geholpen met wassen en aankleden. De wond aan het linkerbeen ziet er rustig uit.")
    heard = (await real_whisper.engine().transcribe(spoken)).text
    assert "geholpen" in heard.casefold()
    assert "rustig uit" in heard.casefold()


def noisy(text: str) -> np.ndarray:
    """Speak the text in a street, 10 dB above the cars."""
    return sounds.recording("real", [text], ("nl", 140), 10, "street").samples


@pytest.fixture
def listening(monkeypatch) -> LocalWhisper:
    """The product with the real model as its engine."""
    engine = real_whisper.engine()
    monkeypatch.setattr(speech, "engine", lambda *_: engine)
    return engine


async def test_speech_without_a_pause_is_never_nothing(listening):
    """With other settings Whisper repeats a word of it for as long as it may, or answers nothing at all."""
    spoken = np.concatenate([sound.speech(sentence) for sentence in sound.SENTENCES])
    heard = (await speech.transcribe(spoken)).text
    assert len(heard.split()) > 20
    assert score.looped(heard) == score.foreign(heard) == 0


async def test_a_backlog_tells_when_words_were_said(listening, monkeypatch):
    monkeypatch.setattr(listening.queue.monitor, "is_hurried", True)
    spoken = sound.speech(" ".join(sound.SENTENCES[:2]))
    heard = await speech.transcribe(np.concatenate([spoken, sound.silence(5)]))
    assert len(spoken) / sound.RATE - 1.5 < heard.words[-1].end < len(spoken) / sound.RATE + 0.5
    assert doubt.marks(heard.text) == 0


async def test_the_wrong_words_are_unsure_far_more_often_than_the_right_ones(listening):
    """Each dictation of ``bench/speech`` shows this: there it is 39 % of the wrong and 9 % of the right words."""
    recording = next(one for one in bench.dictations(1, 10) if one.name == "d10")
    heard: list[tuple[str, bool]] = []
    for first, end in sounds.pieces(recording.samples):
        answer = await speech.transcribe(recording.samples[first:end])
        assert all(0 <= word.start <= word.end <= (end - first) / sound.RATE + 1 for word in answer.words)
        heard += [(word.text, word.is_unsure) for word in answer.words]
    wrong, wrong_dotted, right, right_dotted = score.dotted(recording.text, heard)
    assert min(wrong, right) > 20
    assert wrong_dotted / wrong > 3 * right_dotted / right
