"""Every shape in which a server is known to answer, and what recognisers write of their own."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import environment
from tests.support.fakes import sound
from tests.support.fakes.recorded import shapes
from voice_report.config import settings
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.integrations.resilience import Failure, ServerError
from voice_report.integrations.speech import marks, transcript
from voice_report.integrations.speech.openai_compatible import OpenAICompatible

pytestmark = pytest.mark.usefixtures("waits")

SAMPLES = sound.dictation(1)
SAID = "Mevrouw heeft goed geslapen en heeft ontbeten met twee boterhammen. De wond is verzorgd."


@asynccontextmanager
async def answering(rich: tuple[int, str, str], plain: tuple[int, str, str]) -> AsyncIterator[tuple[str, list[dict]]]:
    """Serve (status, content type, body) to a request for words and to one for the text; gives URL and requests."""
    requests: list[dict] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        form = await reader.readexactly(int(length[1])) if length else b""
        fields = re.findall(rb'name="([\w\[\]]+)"\r\n\r\n(.*?)\r\n', form)
        requests.append({name.decode(): value.decode() for name, value in fields})
        status, kind, body = rich if requests[-1]["response_format"] == "verbose_json" else plain
        data = body.encode()
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + data)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", requests


def configured(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    environment.use(monkeypatch, SPEECH_BASE_URL=url, SPEECH_ENGINE="openai")


@pytest.mark.parametrize("shape", [pytest.param(one, id=one["name"]) for one in shapes("speech")])
async def test_what_was_said_is_read_in_any_shape(shape: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, ok = shape.get("type", "application/json"), "application/json"
    rich = (shape.get("status", 200), kind, shape["body"])
    plain = (200, ok, shape["plain"]) if "plain" in shape else rich
    async with answering(rich, plain) as (url, requests):
        configured(monkeypatch, url)
        answer = await speech.transcribe(SAMPLES)
    assert answer.text == shape.get("text", SAID)
    if "asked" in shape:
        assert [one["response_format"] for one in requests] == shape["asked"]


@pytest.mark.parametrize(
    "body",
    [
        '{"id": "a", "status": "queued", "text": null}',
        '{"result": null, "success": false, "errors": [{"message": "upstream"}]}',
        '{"model": "whisper-1", "message": "Model is loading"}',
        '{"task": "transcribe", "status": "failed", "message": "CUDA out of memory"}',
        '{"text": "", "message": "model not loaded"}',
        '{"text": "", "status": "IN_QUEUE"}',
        '{"text": "", "state": "loading"}',
        '{"id": "a", "status": "IN_PROGRESS", "output": null}',
        '{"id": "a", "model": "x", "status": "starting"}',
        '{"id": "a"}',
        '{"RecognitionStatus": "Error"}',
        '{"status": "failed", "content": "out of memory"}',
        '{"segments": [1.0, 2.0]}',
        *('{"text": "Mevr', "<!doctype html><p>x</p>", "<html>", '{"message": "Not found"}', '{"error": "busy"}', "{"),
    ],
)
def test_what_is_no_transcription_is_a_failure(body: str) -> None:
    with pytest.raises(Failure):
        transcript.read(body)


@pytest.mark.parametrize(
    "body",
    [
        "\ufeffMevrouw sliep.\r\nDe wond is rood.",
        "1\r\n00:00:00,000 --> 00:00:04,000\r\nMevrouw sliep.\r\n\r\n"
        "2\r\n00:00:04,000 --> 00:00:09,000\r\nDe wond is rood.",
        "WEBVTT - x\nKind: captions\nLanguage: nl\n\nc-1\n00:00.000 --> 00:04.000 align:start\nMevrouw sliep.\n\n"
        "c-2\n00:04.000 --> 00:09.000\nDe wond is rood.",
        "00:00.000 --> 00:04.000\nMevrouw sliep. De wond is\n00:04.000 --> 00:09.000\nrood.",
        ': ping\n\ndata: {"text": "Mevrouw sliep. De wond is rood."}\n\n',
        'id: 1\nretry: 3\nevent: x\ndata: {"text": "Mevrouw sliep. De wond is rood."}\n\ndata: [DONE]\n',
        '{"text": "Mevrouw sliep. De wond is rood.", "status": "IN_PROGRESS"}',
    ],
)
def test_what_is_around_the_words_is_none_of_them(body: str) -> None:
    assert " ".join(transcript.read(body).text.split()) == "Mevrouw sliep. De wond is rood."


@pytest.mark.parametrize(
    "body",
    [
        '{"status": "error", "result": "Something went wrong"}',
        '{"Status": "Failed ", "data": {"text": "Something went wrong"}}',
        '{"state": "failure", "output": "Traceback"}',
        '{"status": "queued", "transcript": "Your request is queued"}',
        '{"status": "pending", "result": {"text": "Please wait"}}',
        '{"status": "processing", "text": "Please wait"}',
        '{"RecognitionStatus": "Error", "DisplayText": "Something went wrong"}',
        '{"result": "error", "data": "Something went wrong"}',
        '{"result": "failed"}',
        '{"success": false, "text": "Something went wrong"}',
        '{"ok": false, "result": "Something went wrong"}',
        '{"data": {"success": false, "text": "Something went wrong"}}',
        '{"status": 500, "data": "Something went wrong"}',
        '{"code": 503, "text": "Something went wrong"}',
        '{"status": "error", "message": {"content": "Internal Server Error"}}',
        '{"content": "Internal Server Error"}',
        '{"data": {"content": "Internal Server Error"}}',
        '[{"value": "Internal Server Error"}]',
        '{"id": "a", "channels": 1}',
        '{"choices": [{"message": {"content": null, "refusal": "I can\'t"}}]}',
        '{"choices": [{"message": {"content": "", "refusal": "I can\'t"}, "finish_reason": "stop"}]}',
        '{"choices": [{"message": {"content": [{"type": "text", "text": ""}, {"refusal": "I can\'t"}]}}]}',
        '{"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}',
        '{"choices": [{"message": {"content": " "}, "finish_reason": "length"}]}',
        '{"choices": [{"message": {"content": null}, "finishReason": "SAFETY"}]}',
    ],
)
def test_what_a_server_says_of_itself_is_an_error_and_no_words(body: str) -> None:
    with pytest.raises(ServerError):
        transcript.read(body)


@pytest.mark.parametrize(
    "body",
    [
        '{"text": "", "phrases": ["decubitus"]}',
        '{"text": "", "choices": ["nl", "en"]}',
        '{"text": "", "content": "audio/wav"}',
        '{"text": "", "channels": 1, "duration": 3.1}',
        '{"transcript": "", "result": "nl", "data": "audio/wav"}',
        '{"text": " ", "results": ["nl"], "output": "x.json"}',
        '{"text": "", "segments": [{"id": 0, "no_speech_prob": 0.9}]}',
        '{"text": "", "results": [{"label": "silence", "content": "audio/wav"}]}',
        '{"channels": 1, "duration": 3.1}',
        '{"choices": [{"message": {"content": ""}, "finish_reason": "stop"}]}',
        '{"choices": [{"message": {"content": ""}, "finish_reason": null}]}',
    ],
)
def test_silence_is_no_word_and_no_failure(body: str) -> None:
    assert transcript.read(body).text.strip() == ""


@pytest.mark.parametrize(
    "body",
    [
        '{"text": "", "segments": [{"text": "Mevrouw"}, {"text": "sliep."}]}',
        '{"text": " ", "segments": [], "utterances": [{"transcript": "Mevrouw sliep."}]}',
        '{"text": "", "transcription": "Mevrouw sliep."}',
        '{"text": "Mevrouw sliep.", "segments": [{"status": "failed"}]}',
        '{"text": null, "result": {"text": "Mevrouw sliep."}}',
        '{"status": "ready", "result": "Mevrouw sliep."}',
        '{"status": 200, "code": 0, "data": "Mevrouw sliep."}',
        '{"message": {"role": "assistant", "content": "Mevrouw sliep."}}',
        '{"output": [{"role": "assistant", "content": [{"type": "output_text", "text": "Mevrouw sliep."}]}]}',
        '{"choices": [{"message": {"content": "Mevrouw sliep.", "refusal": null}, "finish_reason": "length"}]}',
    ],
)
def test_words_are_found_beside_what_is_empty_and_what_is_about_the_request(body: str) -> None:
    assert transcript.read(body).text == "Mevrouw sliep."


async def test_the_language_in_an_error_under_status_200_is_not_what_the_server_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failed = (200, "application/json", '{"language": "nl", "status": "error", "text": "busy"}')
    async with answering(failed, failed) as (url, requests):
        configured(monkeypatch, url)
        with pytest.raises(Unavailable):
            await OpenAICompatible(settings(), settings().first("speech")).transcribe(SAMPLES)
    assert all("language" in one for one in requests)


@pytest.mark.parametrize("body", ['{"text": "", "status": "completed"}', '{"text": null, "message": "Success"}'])
def test_a_request_that_is_done_without_words_heard_none(body: str) -> None:
    assert transcript.read(body).text == ""


def test_the_outcome_of_a_request_is_not_what_was_said() -> None:
    assert transcript.read('{"result": "success", "data": {"text": "Mevrouw sliep."}}').text == "Mevrouw sliep."
    assert transcript.read('{"result": "Mevrouw sliep."}').text == "Mevrouw sliep."


@pytest.mark.parametrize(
    "said",
    [
        "This model has no word-level timestamps", "no transcription model loaded", "API key too short",
        "No transcription provider found for model", "no speech recognition backend available", "timeout too short",
        "No speech-to-text model is configured", "no voice activity model found", "no text encoder",
    ],
)  # fmt: skip
@pytest.mark.parametrize("status", [400, 500])
async def test_what_a_server_lacks_is_no_silence(said: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lacks = (status, "application/json", f'{{"error": {{"message": "{said}"}}}}')
    async with answering(lacks, (200, "application/json", '{"text": "Mevrouw sliep."}')) as (url, requests):
        configured(monkeypatch, url)
        assert (await speech.transcribe(SAMPLES)).text == "Mevrouw sliep."
    assert requests[-1]["response_format"] == "json"


@pytest.mark.parametrize("status", [404, 500, 501])
async def test_a_form_that_is_not_known_is_not_asked_for_again_and_again(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with answering((status, "text/plain", "invalid"), (200, "text/plain", SAID)) as (url, requests):
        configured(monkeypatch, url)
        for _time in range(4):
            assert (await speech.transcribe(SAMPLES)).text == SAID
    assert [one["response_format"] for one in requests] == [*["verbose_json", "json"] * 3, "json"]


async def test_a_gateway_that_refuses_words_for_long_is_asked_for_the_text_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = (503, "application/json\r\nRetry-After: 60", '{"message": "x"}')
    async with answering(refused, (200, "application/json", '{"text": "Mevrouw sliep."}')) as (url, requests):
        configured(monkeypatch, url)
        engine = OpenAICompatible(settings(), settings().first("speech"))
        with pytest.raises(Unavailable):
            await engine.transcribe(SAMPLES)
        assert (await engine.transcribe(SAMPLES)).text == "Mevrouw sliep."
    assert [one["response_format"] for one in requests] == ["verbose_json", "json"]


@pytest.mark.parametrize(
    ("status", "code"), [(401, "engine_misconfigured"), (403, "engine_misconfigured"), (404, "engine_misconfigured")]
)
async def test_a_wrong_address_or_key_is_still_told(status: int, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = (status, "application/json", '{"detail": "x"}')
    async with answering(refused, refused) as (url, requests):
        configured(monkeypatch, url)
        with pytest.raises(Unavailable) as failed:
            await speech.transcribe(SAMPLES)
    assert (failed.value.code, len(requests)) == (code, 1 if status == 401 else 2)


async def test_what_a_server_refuses_and_can_do_without_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = (422, "application/json", '{"detail": "Field language is not supported by this model"}')
    async with answering(refused, refused) as (url, requests):
        configured(monkeypatch, url)
        engine = OpenAICompatible(settings(), settings().first("speech"))
        with pytest.raises(Unavailable):
            await engine.transcribe(SAMPLES)
    assert ["language" in one for one in requests] == [True, False, False]


def cleaned(text: str) -> str:
    return speech._without_invented(speech.Answer(text)).text


@pytest.mark.parametrize(
    "said",
    [
        "De wond (links) is rood.",
        "Mevrouw kreeg paracetamol [500 mg] om acht uur.",
        "Mevrouw (78) heeft klachten (hoest, koorts) en belt de huisarts.",
        "Dagbesteding (muziekgroep op dinsdag en donderdag met haar dochter) gaat door.",
        "Ze was boos. (Ze huilt vaak.) Daarna werd het rustig.",
        "Bloeddruk <140 en >90, dus goed.",
        "Temperatuur 38,2 °C, saturatie 96 %.",
        "Mevrouw was *niet* benauwd.",
        "Er is MRSA gevonden.",
        "MEVROUW HEEFT DE DEUR OPEN GEDAAN",
        "COPD.",
        "De stilte deed haar goed. Muziek ook.",
        "Ze hoestte, zuchtte en lachte.",
        "Spreker 1 vertelde over de zorg.",
        "Mijn language is Dutch.",
        "Om 10:30 uur kwam de arts - zij bleef kort.",
        "-5 graden buiten.",
        "Zij zei: 'Ik wil niet' (en ging zitten).",
        "5 + 3 mg",
        "*Mevrouw sliep goed.*",
        "*Goed geslapen vannacht.*",
        "{Zij at niet}",
        "Kamer #3 en #4.",
        "(links)",
        "[Linkerbeen.] De wond is rood.",
        "Zij sprak met haar zoon (in het Turks).",
        "Haar man (spreekt Turks) kwam.",
        "Zij had pijn (rings om de enkels).",
        "Zij volgt (training) en (shopping).",
        "Zij zegt: 'Ik & jij', R&D; <0x2 en 0x20>.",
    ],
)
def test_what_may_have_been_said_stays(said: str) -> None:
    assert cleaned(said) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (" Een wond is ver\nzorgd.\n", "Een wond is verzorgd."),
        (" Temperatuur 38\n,2 graden.", "Temperatuur 38,2 graden."),
        ("Zij is moe\nzij slaapt", "Zij is moe zij slaapt"),
        (" Zij sliep goed\nDe wond is rood", "Zij sliep goed De wond is rood"),
        ("Kop\n\nRegel", "Kop Regel"),
        ("a\r\nb", "a b"),
        ("**Mevrouw sliep.**", "Mevrouw sliep."),
        ("**Deur open gedaan voor haar.** **Zucht.**", "Deur open gedaan voor haar."),
        ("[Spreker A]: Zij sliep. {noise} # muziek # Toen at ze.", "Zij sliep. Toen at ze."),
        ("• Zij sliep. <v Spreker>Toen at ze.</v> {\\an8}Ja.", "Zij sliep. Toen at ze. Ja."),
        ("‹|nl|›Zij sliep.＜｜endoftext｜＞ <think>Was dat alles?</think>Toen at ze.", "Zij sliep. Toen at ze."),
        ("Mevrouw [inaudible] geslapen.", "Mevrouw [onverstaanbaar] geslapen."),
        ("(Muziek speelt) Zij sliep. [Gelach] Toen at ze. (APPLAUS EN GEJUICH)", "Zij sliep. Toen at ze."),
        ("Zij sliep goed (zucht). Toen at ze.", "Zij sliep goed (zucht). Toen at ze."),
        ("Zij sliep (speaking in foreign language) en at.", "Zij sliep en at."),
        ("(man speaking Spanish in background) Zij sliep. (clears throat)", "Zij sliep."),
        ("(spreekt in het Turks) Zij sliep. [praat in een vreemde taal]", "Zij sliep."),
        ("(gesproken in het Nederlands)", ""),
        ("Zij [onduidelijk] en (niet verstaanbaar) sliep.", "Zij [onverstaanbaar] en [onverstaanbaar] sliep."),
        ("(speaks indistinctly) Zij sliep.", "[onverstaanbaar] Zij sliep."),
        ("♪ Vrolijke muziek ♪ Zij sliep. ♪ Zij at. ♪", "Zij sliep. Zij at."),
        ("Zij<0x20>dronk<0x0A>caf<0xC3><0xA9>. <0xE2><0x99><0xAA> <0xC3>", "Zij dronk café."),
        ("▁Zij▁sliep ⁇ goed. [UNK] %HESITATION", "Zij sliep goed."),
        ("Brood &amp; thee.&nbsp;&lt;i&gt;Goed&lt;/i&gt;", "Brood & thee. Goed"),
    ],
)
def test_an_engines_own_marks_and_lines_are_not_the_speakers(written: str, said: str) -> None:
    assert cleaned(written) == said


@given(st.text(alphabet="ab .\n[](*<>|♪-_1S", max_size=80))
def test_cleaning_never_raises_and_cleaned_text_is_one_line(text: str) -> None:
    once = cleaned(text)
    assert "\n" not in once
    assert once == once.strip()


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "(a",
        "*",
        "<|",
        "[a] ",
        "\n",
        "a\n",
        "- ",
        "♪",
        "♪a",
        "<0x20>",
        "&a",
        "(sings a ",
        "SPEAKER_",
        ">>",
        "00:00 --> ",
        "A ",
    ],
)
def test_s33_a_long_answer_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    marks.in_one_line(marks.without_marks(unit * (100_000 // len(unit))), has_own_spaces=True)
    assert time.process_time() - started < 10


def word(text: str, start: float, sure: float) -> dict:
    return {"word": text, "start": start, "end": start + 0.2, "probability": sure}


def test_words_are_found_in_segments_and_put_together_from_pieces() -> None:
    """As whisper.cpp sends them: tokens, of which the first of a word brings its space."""
    pieces = [word(" Ze", 0.0, 0.9), word(" kreeg", 0.2, 0.8), word(" amox", 0.4, 0.9), word("icill", 0.6, 0.3)]
    pieces += [word("ine", 0.8, 0.7), word(".", 1.0, 0.1)]
    segments = [
        {"text": " Ze kreeg amoxicilline.", "words": pieces},
        {"text": " Ja.", "words": [word(" Ja.", 2.0, 0.9)]},
    ]
    answer = transcript.read(json.dumps({"text": " Ze kreeg amoxicilline. Ja.", "segments": segments}))
    told = [(one.text, one.start, round(one.end, 1), one.probability) for one in answer.words]
    assert told == [
        ("Ze", 0.0, 0.2, 0.9),
        ("kreeg", 0.2, 0.4, 0.8),
        ("amoxicilline.", 0.4, 1.2, 0.3),
        ("Ja.", 2.0, 2.2, 0.9),
    ]


@pytest.mark.parametrize(
    "segments",
    ["x", [1], [{"words": "x"}], [{"words": [1]}], [{"words": [{"word": "ja"}]}], [{"words": [word("ja", 0, 2e9)]}]],
)
def test_words_in_segments_of_any_kind_do_no_harm(segments) -> None:
    assert transcript.read(json.dumps({"text": "Ja.", "segments": segments})).words == ()
