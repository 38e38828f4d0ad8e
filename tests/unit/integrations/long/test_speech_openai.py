"""The OpenAI-compatible engine: the real client against a provider that answers from what it hears, and fails."""

import asyncio
import logging

import numpy as np
import pytest

from tests.support import environment
from tests.support.fakes import sound
from tests.support.fakes.stopwatch import Stopwatch
from voice_report.config import settings
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.integrations.speech import Word
from voice_report.integrations.speech.openai_compatible import OpenAICompatible

SAMPLES = sound.dictation(2)

pytestmark = pytest.mark.usefixtures("waits")


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    environment.use(monkeypatch, SPEECH_TIMEOUT="1")


async def test_it_hears_every_sentence_in_order_in_dutch_and_is_shown_no_words(fake_provider):
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"
    (request,) = fake_provider.requests("speech")
    assert (request["language"], request["prompt"]) == ("nl", None)
    assert request["model"] == "whisper-1"
    assert request["seconds"] == pytest.approx(len(SAMPLES) / sound.RATE, abs=0.05)


async def test_model_and_address_come_from_the_settings(fake_provider, monkeypatch):
    monkeypatch.setenv("SPEECH_MODEL", "eigen-model")
    monkeypatch.setenv("SPEECH_BASE_URL", fake_provider.url)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.delenv("OPENAI_API_KEY")
    settings.cache_clear()
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"
    assert fake_provider.requests("speech")[0]["model"] == "eigen-model"
    assert speech.ready() == (True, "")


async def test_without_key_and_address_it_says_so(monkeypatch):
    environment.use(monkeypatch, SPEECH_ENGINE="openai")
    assert speech.ready()[0] is False
    with pytest.raises(Unavailable, match="niet ingesteld") as failed:
        await speech.transcribe(SAMPLES)
    assert failed.value.code == "not_configured"


async def test_invented_sentences_are_taken_out(fake_provider):
    fake_provider.control(endpoint="speech", append="Ondertitels ingediend door de Amara.org gemeenschap", words=[])
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"


@pytest.mark.parametrize("failure", ["429", "500", "503", "reset", "cut", "broken", "html"])
async def test_s20_a_passing_failure_is_tried_again_and_not_noticed(fake_provider, failure, waits):
    fake_provider.control(endpoint="speech", fail=failure, times=2)
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"
    assert len(fake_provider.requests("speech")) == 3
    assert len(waits) == 2


@pytest.mark.parametrize("failure", ["429", "500", "reset", "cut", "broken", "html"])
async def test_s20_a_lasting_failure_ends_in_a_clear_sentence_after_three_attempts(fake_provider, failure):
    fake_provider.control(endpoint="speech", fail=failure)
    with pytest.raises(Unavailable, match="niet bereikbaar") as failed:
        await speech.transcribe(SAMPLES)
    assert failed.value.message.startswith("De spraakherkenning is even niet bereikbaar. Je opname is bewaard")
    assert failed.value.retry_after
    assert len(fake_provider.requests("speech")) == 3


@pytest.mark.parametrize("failure", ["hang", "drip"])
async def test_s20_hanging_and_dripping_end_at_the_time_out(fake_provider, failure, monkeypatch):
    impatient(monkeypatch)
    fake_provider.control(endpoint="speech", fail=failure)
    async with asyncio.timeout(100):
        with pytest.raises(Unavailable, match="niet bereikbaar"):
            await speech.transcribe(SAMPLES)
    assert len(fake_provider.requests("speech")) <= 1  # the time was spent: no second hang


async def test_s20_retry_after_is_honoured_within_bounds(fake_provider, waits):
    fake_provider.control(endpoint="speech", fail="429", times=1, retry_after=2)
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"
    assert waits == [2.0]
    fake_provider.control(endpoint="speech", fail="429", times=1, retry_after=3600)
    with pytest.raises(Unavailable) as failed:
        await speech.transcribe(SAMPLES)
    assert failed.value.retry_after == 120


async def test_s20_after_many_failures_the_provider_is_left_alone(fake_provider):
    fake_provider.control(endpoint="speech", fail="500")
    for _ in range(6):
        with pytest.raises(Unavailable):
            await speech.transcribe(SAMPLES)
    assert len(fake_provider.requests("speech")) == 10


async def test_s20_a_refused_key_is_not_tried_again(fake_provider):
    fake_provider.control(endpoint="speech", fail="401")
    with pytest.raises(Unavailable) as failed:
        await speech.transcribe(SAMPLES)
    assert failed.value.code == "engine_misconfigured"
    assert len(fake_provider.requests("speech")) == 1


async def test_nobody_listening_at_the_address_is_the_same_sentence(monkeypatch):
    environment.use(monkeypatch, OPENAI_BASE_URL="http://127.0.0.1:9/v1")
    with pytest.raises(Unavailable, match="niet bereikbaar"):
        await speech.transcribe(SAMPLES)


async def test_an_empty_answer_to_speech_is_asked_for_again_and_then_marked(fake_provider):
    fake_provider.control(endpoint="speech", fail="empty", times=1)
    assert (await speech.transcribe(SAMPLES)).text == "woord001 woord002"
    fake_provider.control(endpoint="speech", fail="empty", times=None)
    assert (await speech.transcribe(SAMPLES)).text == "[onverstaanbaar]"
    assert len(fake_provider.requests("speech")) == 4


async def test_s28_neither_key_address_nor_words_are_logged(fake_provider, monkeypatch, caplog):
    environment.use(monkeypatch, OPENAI_API_KEY="kanarie-sleutel")
    with caplog.at_level(logging.DEBUG):
        await speech.transcribe(SAMPLES)
        fake_provider.control(endpoint="speech", fail="500")
        with pytest.raises(Unavailable):
            await speech.transcribe(SAMPLES)
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("asyncio"))
    assert "speech: attempt 1 failed" in ours
    for secret in ("kanarie-sleutel", "woord001", str(fake_provider.port)):
        assert secret not in ours


async def test_samples_beyond_full_scale_are_clipped_not_wrapped(fake_provider):
    loud = (SAMPLES * np.float32(3)).astype(np.float32)
    assert (await speech.transcribe(loud)).text == "woord001 woord002"


def told(word: str, start: float, end: float, probability: float | None) -> dict:
    return {"word": word, "start": start, "end": end, "probability": probability}


async def test_a_server_that_says_how_sure_it_is_of_each_word_is_asked_for_that(fake_provider):
    end = len(SAMPLES) / sound.RATE
    words = [told("woord001", 1.2, 1.9, 0.2), told("woord002", 5, end, 0.9)]
    fake_provider.control(endpoint="speech", words=words)
    for _ in range(2):
        answer = await speech.transcribe(SAMPLES)
        assert answer.words == (Word("woord001", 1.2, 1.9, 0.2), Word("woord002", 5.0, end, 0.9))
        assert [word.is_unsure for word in answer.words] == [True, False]
    assert [request["response_format"] for request in fake_provider.requests("speech")] == ["verbose_json"] * 2


async def test_a_server_that_refuses_to_tell_words_is_asked_for_the_text_alone_for_an_hour(fake_provider):
    now = Stopwatch()
    engine = OpenAICompatible(settings(), settings().first("speech"), now=now)

    async def asked_for(*, refused: bool) -> list[str]:
        before = len(fake_provider.requests("speech"))
        fake_provider.control(endpoint="speech", fail="400" if refused else None, times=1 if refused else None)
        assert (await engine.transcribe(SAMPLES)).text == "woord001 woord002"
        return [request["response_format"] for request in fake_provider.requests("speech")[before:]]

    for _ in range(3):
        assert await asked_for(refused=True) == ["verbose_json", "json"]
    assert await asked_for(refused=False) == ["json"]
    now.seconds += 3599
    assert await asked_for(refused=False) == ["json"]
    now.seconds += 1
    assert await asked_for(refused=True) == ["verbose_json", "json"]
    assert await asked_for(refused=False) == ["json"]


async def test_an_answer_without_words_now_and_then_does_not_end_the_unsure_words(fake_provider):
    words = [told("woord001", 1.2, 1.9, 0.2), told("woord002", 5, 6.25, 0.9)]
    for given in ([], [], words, [], []):
        fake_provider.control(endpoint="speech", words=given)
        await speech.transcribe(SAMPLES)
    fake_provider.control(endpoint="speech", words=words)
    assert (await speech.transcribe(SAMPLES)).words[0].is_unsure
    assert {request["response_format"] for request in fake_provider.requests("speech")} == {"verbose_json"}


@pytest.mark.parametrize(
    "words",
    [
        "woord001",
        [],
        {"0": told("woord001", 0, 1, 0.5)},
        ["woord001"],
        [{"word": "woord001", "start": 0, "end": 1}],
        [told("woord001", 0, 1, None)],
        [told("woord001", -1, 1, 0.5)],
        [told("woord001", 0, 1e300, 0.5)],
        [told("woord001", float("nan"), 1, 0.5)],
        [told("woord001", 0, 1, float("inf"))],
        [told({"evil": 1}, 0, 1, 0.5)],  # pyright: ignore[reportArgumentType]
        [told("woord001", 0, 1, 0.5), None],
        [told("ja", 0, 1, 0.5)] * 6000,
    ],
    ids=lambda words: str(words)[:60],
)
async def test_words_that_cannot_be_right_are_left_out_and_after_a_few_times_not_asked_for(fake_provider, words):
    fake_provider.control(endpoint="speech", words=words)
    for _ in range(4):
        assert await speech.transcribe(SAMPLES) == speech.Answer("woord001 woord002")
    asked = [request["response_format"] for request in fake_provider.requests("speech")]
    assert asked == [*["verbose_json"] * 3, "json"]


@pytest.mark.parametrize(
    ("word", "probability", "is_unsure"),
    [
        ("carbidopa,", 0.49, True),
        ("carbidopa,", 0.5, False),
        ("ze", 0.31, False),
        ("ze", 0.29, True),
        ("37,5", 0.45, True),
        ("...", 0.45, False),
    ],
)
def test_a_long_word_or_a_figure_is_doubted_sooner(word, probability, is_unsure):
    assert Word(word, 0.0, 1.0, probability).is_unsure is is_unsure
