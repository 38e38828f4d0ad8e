"""The local engine with a real, tiny, untrained model: loading, threads, queue and failures are the real ones."""

import asyncio
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.support import environment
from tests.support.fakes import sound, whisper
from tests.support.fakes.stopwatch import Stopwatch
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.integrations.speech import local
from voice_report.integrations.speech.local import LocalWhisper

SAMPLES = sound.dictation(1)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The untrained model's directory."""
    return whisper.build(tmp_path_factory.mktemp("model"))


async def _turn(heard: speech.Sound) -> None:
    async with speech.turn(speech.QueueKey("b"), heard):
        """Nothing is transcribed."""


def loaded(model: str | Path) -> LocalWhisper:
    engine = LocalWhisper(str(model))
    engine.start_loading()
    assert engine.wait_until_settled(600)
    return engine


async def test_a_model_is_loaded_and_asked(model):
    engine = loaded(model)
    assert engine.ready() == (True, "")
    # An untrained model draws its words by lot, and now and then draws none.
    takes = [await engine.transcribe(SAMPLES) for _ in range(8)]
    words = " ".join(take.text for take in takes).split()
    assert words
    assert set(words) <= set(whisper.WORDS)
    assert [word.text for take in takes for word in take.words] == words
    assert all(0 <= word.start <= word.end and 0 <= word.probability <= 1 for take in takes for word in take.words)


async def test_the_settings_choose_it_and_the_server_start_loads_it(model, monkeypatch):
    environment.use(monkeypatch, SPEECH_MODEL=str(model))
    speech.start_loading()
    engine = speech.engine()
    assert isinstance(engine, LocalWhisper)
    assert engine is speech.engine()  # one per process
    assert engine.wait_until_settled(600)
    assert speech.ready() == (True, "")
    heard = (await speech.transcribe(SAMPLES)).text.replace(" [onzeker]", "")  # an untrained model loops
    assert set(heard.split()) <= set(whisper.WORDS)


async def test_many_at_once_share_one_model_and_the_event_loop_stays_free(model):
    engine = loaded(model)
    waiting = [asyncio.create_task(engine.transcribe(SAMPLES)) for _ in range(6)]
    turns = 0
    while not all(task.done() for task in waiting):
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10
    assert all(set(task.result().text.split()) <= set(whisper.WORDS) for task in waiting)


async def test_a_word_that_lasts_no_time_is_not_left_out(model, monkeypatch):
    engine = loaded(model)
    library = type(engine._model).__mro__[1]
    really = library.add_word_timestamps

    def in_no_time(model, segments, *arguments, **options):
        result = really(model, segments, *arguments, **options)
        for segment in segments[0]:
            segment["end"] = segment["start"]
        return result

    monkeypatch.setattr(library, "add_word_timestamps", in_no_time)
    takes = [await engine.transcribe(SAMPLES) for _ in range(8)]  # now and then it draws none
    assert any(take.text for take in takes)
    assert all(bool(take.text) == bool(take.words) for take in takes)


@pytest.mark.parametrize("careful", [False, True])
async def test_a_backlog_is_transcribed_without_beams_and_fallback(model, monkeypatch, careful):
    engine = loaded(model)
    really, asked, windows = engine._model.transcribe, [], []
    encode = type(engine._model).__mro__[1].encode

    def transcribe(*arguments, **options):
        asked.append(options)
        return really(*arguments, **options)

    def encoded(model, features):
        windows.append(features.shape[-1])
        return encode(model, features)

    monkeypatch.setattr(engine._model, "transcribe", transcribe)
    monkeypatch.setattr(type(engine._model).__mro__[1], "encode", encoded)
    await engine.transcribe(SAMPLES, careful=careful)
    engine.queue.monitor.is_hurried = True
    await engine.transcribe(SAMPLES, careful=careful)
    usual, hurried = asked
    assert windows == [3000, len(SAMPLES) // 160 + 200]
    assert "beam_size" not in usual
    assert usual["no_repeat_ngram_size"] == (5 if careful else 24)  # a dose that is repeated word for word has a dozen
    assert (hurried["beam_size"], hurried["temperature"]) == (1, 0.0)
    assert hurried["no_repeat_ngram_size"] == usual["no_repeat_ngram_size"]
    assert hurried["word_timestamps"]  # without them nothing tells that it ends while a user goes on


@pytest.mark.parametrize(("seconds", "at_once"), [(30, True), (31, False)])
async def test_only_what_fits_in_a_window_is_heard_without_times(model, monkeypatch, seconds, at_once):
    engine = loaded(model)
    asked: list[bool] = []

    def transcribe(samples, **options):
        asked.append(options["without_timestamps"])
        return [], None

    monkeypatch.setattr(engine._model, "transcribe", transcribe)
    await engine.transcribe(np.zeros(seconds * sound.RATE, np.float32))
    assert asked == [at_once]


async def test_the_product_takes_turns_at_a_model_of_its_own_and_not_at_an_outside_engine(model, monkeypatch):
    environment.use(monkeypatch, SPEECH_MODEL=str(model))
    heard = speech.Sound(SAMPLES, speaks=True, seconds=len(SAMPLES) / sound.RATE)
    lane = speech.engine().queue
    assert lane is not None
    async with speech.turn(speech.QueueKey("a"), heard):
        waiting = asyncio.create_task(_turn(heard))
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting
    environment.use(monkeypatch, SPEECH_ENGINE="openai")
    assert speech.engine().queue is None
    async with speech.turn(speech.QueueKey("a"), heard), speech.turn(speech.QueueKey("a"), heard):
        """Both at once."""


async def test_while_it_loads_it_says_so_and_when_to_come_back(model, monkeypatch):
    held = threading.Event()
    really_open = local._open
    monkeypatch.setattr(local, "_open", lambda directory: held.wait(100) and really_open(directory))
    engine = LocalWhisper(str(model))
    assert engine.ready() == (False, "Spraakmodel wordt geladen")
    with pytest.raises(Unavailable) as refused:
        await engine.transcribe(SAMPLES)
    assert refused.value.message == "Spraakmodel wordt geladen"
    assert (refused.value.code, refused.value.retry_after) == ("model_loading", 5)
    held.set()
    assert engine.wait_until_settled(600)
    assert engine.ready() == (True, "")


def unloadable(kind: str, model: Path, tmp_path: Path) -> str:
    if kind == "missing":
        return str(tmp_path / "nergens")
    if kind == "unknown name":
        return "reuzegroot"
    copy = tmp_path / "kapot"
    copy.mkdir()
    for file in model.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    if kind == "truncated":
        weights = copy / "model.bin"
        weights.write_bytes(weights.read_bytes()[:1000])
    elif kind == "empty directory":
        for file in copy.iterdir():
            file.unlink()
    return str(copy)


@pytest.mark.parametrize("kind", ["missing", "unknown name", "truncated", "empty directory"])
async def test_a_missing_or_unloadable_model_gives_one_clear_sentence(kind, model, tmp_path, caplog):
    engine = loaded(unloadable(kind, model, tmp_path))
    assert engine.ready() == (False, local.MISSING)
    with pytest.raises(Unavailable) as refused:
        await engine.transcribe(SAMPLES)
    assert (refused.value.message, refused.value.code) == (local.MISSING, "model_missing")
    assert "could not be loaded" in caplog.text  # the reason is for who runs the server


async def test_a_model_that_was_missing_is_tried_again_after_a_minute(model, monkeypatch):
    now, directory = Stopwatch(), {"is": "nergens"}
    monkeypatch.setattr(LocalWhisper, "_fetched", lambda self: directory["is"])
    engine = LocalWhisper("x", now=now)
    engine.start_loading()
    assert engine.wait_until_settled(600)
    directory["is"] = str(model)
    now.seconds = 59
    assert engine.ready() == (False, local.MISSING)
    now.seconds = 60
    engine.start_loading()
    assert engine.wait_until_settled(600)
    assert engine.ready() == (True, "")


async def test_a_model_that_fails_midway_gives_a_sentence_and_works_on(model, monkeypatch):
    engine = loaded(model)
    really = engine._model.transcribe

    def failing(*arguments, **options):
        monkeypatch.setattr(engine._model, "transcribe", really)
        raise RuntimeError("kanarie")

    monkeypatch.setattr(engine._model, "transcribe", failing)
    with pytest.raises(Unavailable, match="Je opname is bewaard") as failed:
        await engine.transcribe(SAMPLES)
    assert failed.value.code == "engine_failed"
    assert await engine.transcribe(SAMPLES) is not None


async def test_fetching_says_how_far_it_is(model, monkeypatch, caplog):
    engine = LocalWhisper("small")
    halfway = []

    def download(name, progressed):
        progressed(42)
        halfway.append(engine.ready())
        return str(model)

    monkeypatch.setattr(local, "_download", download)
    with caplog.at_level("INFO"):
        engine.start_loading()
        assert engine.wait_until_settled(600)
    assert halfway == [(False, "Spraakmodel wordt geladen (42%)")]
    assert "fetching the local model, 42%" in caplog.text
    assert engine.ready() == (True, "")
