"""A voice is found wherever it is in a sound, and nothing else is taken for one."""

import tracemalloc

import numpy as np
import pytest
from faster_whisper.vad import get_vad_model

from bench import speech_sound as sounds
from tests.support.fakes import sound
from tests.support.fakes.sound import RATE
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import vad

SENTENCES = sound.dictation(2)


async def test_silence_is_real_sound_without_a_voice():
    heard = await speech.examine(sound.encoded(sound.silence(5), "webm"))
    assert not heard.speaks


async def test_one_second_of_speech_is_heard():
    heard = await speech.examine(sound.encoded(sound.speech("Goedemorgen mevrouw")[: sound.RATE], "webm"))
    assert heard.speaks
    assert heard.seconds == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("gain", [0.1, 0.01, 0.002])
def test_a_soft_voice_is_a_voice(gain):
    assert vad.speaks(SENTENCES * np.float32(gain))


@pytest.mark.parametrize("word", ["ja", "nee", "pijn"])
def test_one_short_word_is_a_voice(word):
    quiet = sound.silence(2)
    assert vad.speaks(np.concatenate([quiet, sound.speech(word), quiet]))


@pytest.mark.parametrize("seconds", [2.7, 2.9, 3.0, 3.5, 3.9, 4.0, 9.8, 14.0])
def test_a_word_is_heard_wherever_it_stands_in_a_long_silence(seconds: float):
    quiet = np.zeros(round(seconds * sound.RATE), dtype=np.float32)
    rest = np.zeros(15 * sound.RATE - len(quiet), dtype=np.float32)
    assert vad.speaks(np.concatenate([quiet, sound.speech("Ja, hij heeft gegeten."), rest]))


@pytest.mark.parametrize("noise", ["none", "offset", "hiss", "hum", "beep"])
def test_noise_is_no_voice(noise):
    moments = np.arange(5 * sound.RATE) / sound.RATE
    samples = {
        "none": np.zeros(len(moments)),
        "offset": np.full(len(moments), 0.2),
        "hiss": np.random.default_rng(1).normal(0, 0.01, len(moments)),
        "hum": 0.2 * np.sin(2 * np.pi * 50 * moments),
        "beep": 0.2 * np.sin(2 * np.pi * 1000 * moments),
    }[noise]
    assert not vad.speaks(samples.astype(np.float32))


def test_s33_looking_for_a_voice_takes_a_piece_of_the_sound_at_a_time():
    noise = np.random.default_rng(1).normal(0, 0.001, 120 * sound.RATE).astype(np.float32)
    vad.speaks(noise[: sound.RATE])  # loads the model
    tracemalloc.start()
    try:
        assert not vad.speaks(noise)
        assert vad.voiced(noise).seconds < 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 1024 * 1024, "two seconds are 0.3 MB, and their windows as much; all of it was 17 MB"


def test_pieces_are_heard_as_the_whole_is():
    whole = np.concatenate([sound.silence(1), SENTENCES, sound.silence(1)])
    whole = np.pad(whole, (0, -len(whole) % 512))
    pieces = np.concatenate(list(vad._probabilities(whole, loudest=0.5)))
    assert np.allclose(pieces, get_vad_model()(whole.copy()).ravel(), atol=1e-5)
    assert 0.1 < (pieces > 0.5).mean() < 0.9


@pytest.mark.parametrize("samples", [0, 1, 100, 511, 512, 513])
def test_a_blink_of_sound_is_no_voice_and_no_error(samples):
    assert not vad.speaks(np.full(samples, 0.3, dtype=np.float32))


@pytest.mark.parametrize("place", sounds.WITHOUT_A_VOICE)
def test_no_place_without_a_voice_speaks_however_long_it_lasts(place):
    for turn in range(3):
        noise = sounds.around(place, 20 * RATE, f"noise {turn}") * np.float32(0.03)
        assert not vad.speaks(noise)
        voiced = vad.voiced(noise)
        assert voiced.seconds < 0.1
        assert voiced.clearly == 0.0


def test_how_long_somebody_speaks_is_about_as_long_as_they_do():
    spoken = sounds.recording("x", list(sound.SENTENCES), ("nl", 140), 10, "kitchen")
    voiced = vad.voiced(spoken.samples)
    assert voiced.seconds == pytest.approx(spoken.spoken.sum() / RATE, rel=0.25)
    assert 0.2 < voiced.clearly < voiced.seconds
    assert vad.voiced(sound.silence(0)) == vad.voiced(sound.silence(2)) == vad.Voiced(0.0, 0.0)
