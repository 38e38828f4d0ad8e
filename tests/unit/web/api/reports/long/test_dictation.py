"""``POST /api/stt``: who may, what is refused and with which sentence, and that sound leaves no trace on disk."""

import asyncio
import functools
import tempfile
import uuid
from collections.abc import Callable

import httpx
import pytest

from tests.support import environment
from tests.support.fakes import sound
from voice_report.errors import Unavailable
from voice_report.integrations import resilience, speech
from voice_report.integrations.speech.local import LocalWhisper
from voice_report.services.dictation import dictation
from voice_report.services.shared import tokens

SPEECH = sound.encoded(sound.dictation(1), "webm")
HTML = b"<!doctype html><script>alert(1)</script>"
NOT_SOUND = "Dit bestand is geen geluidsopname. Neem op in de app of kies een webm-, mp4-, ogg- of wav-bestand."
TOO_LARGE = "Deze opname is te groot: een bestand mag hoogstens 25 MB zijn."
NOTHING = {"transcript": "", "draftId": None, "replaced": [], "words": []}
NAMES = ["../../etc/passwd", "..\\..\\boot.ini", "/etc/shadow", "a\x00b", "x" * 200, "<script>.webm"]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def pause(seconds: float) -> None:
        """Time passes at once."""

    monkeypatch.setattr(resilience, "pause", pause)


async def send(client: httpx.AsyncClient, audio: bytes, name: str = "opname.webm", **fields: str) -> httpx.Response:
    return await client.post("/api/stt", files={"audio": (name, audio, "audio/webm")}, data=fields)


async def test_s23_nobody_gets_in_without_a_session(api, people, fake_provider):
    answer = await send(await api(), SPEECH)
    assert answer.status_code == 401
    assert fake_provider.log == []


async def test_a_recording_becomes_text(api, people, fake_provider):
    answer = await send(await api(people.user), SPEECH)
    assert (answer.status_code, answer.json()) == (200, {**NOTHING, "transcript": "woord001"})


@pytest.mark.parametrize("container", ["webm", "mp4", "ogg", "wav"])
async def test_every_container_is_taken(api, people, fake_provider, container):
    answer = await send(await api(people.user), sound.encoded(sound.dictation(1), container), f"x.{container}")
    assert answer.json()["transcript"] == "woord001"


async def test_a_segment_grows_a_draft_and_is_remembered(api, people, fake_provider):
    client, fields = await api(people.user), {"dictationId": str(uuid.uuid4()), "segment": "0"}
    first = await send(client, SPEECH, **fields)
    again = await send(client, SPEECH, **fields)
    assert first.status_code == 200
    assert first.json() == again.json()
    assert len(fake_provider.requests("speech")) == 1
    draft = await client.get(f"/api/drafts/{first.json()['draftId']}")
    assert draft.json()["draft"]["transcript"] == "woord001"


async def test_a_segment_without_a_voice_has_no_text_and_is_no_failure(api, people, fake_provider):
    client, silence = await api(people.user), sound.encoded(sound.silence(2))
    answer = await send(client, silence, dictationId=str(uuid.uuid4()), segment="0")
    assert (answer.status_code, answer.json()) == (200, NOTHING)
    assert fake_provider.log == []


async def test_sound_that_a_browser_lost_is_seen_in_the_log(api, people, fake_provider, caplog):
    client, dictation_id = await api(people.user), str(uuid.uuid4())
    silence = sound.encoded(sound.silence(2))
    for segment, recorded in enumerate(["2000", "2290", "2400", "1000", "12345678", "-2500", "2e3", "", "x" * 99]):
        fields = {"dictationId": dictation_id, "segment": str(segment), "ms": recorded}
        assert (await send(client, silence, **fields)).status_code == 200
    told = [record.getMessage() for record in caplog.records if "recorded" in record.getMessage()]
    assert [line.rsplit(" ", 2)[0] for line in told] == [
        f"segment {segment}: recorded {recorded} ms, decoded" for segment, recorded in ((2, 2400), (3, 1000))
    ]


TOLD = [{"word": "woord001", "start": 1.2, "end": 1.9, "probability": 0.2}]
MOMENTS = [{"word": "woord001", "start": 1200, "end": 1900, "unsure": True}]


async def test_unsure_words_come_with_their_moments_also_when_a_segment_is_sent_again(api, people, fake_provider):
    fake_provider.control(endpoint="speech", words=TOLD)
    fields = {"dictationId": str(uuid.uuid4()), "segment": "0"}
    client = await api(people.user)
    assert [(await send(client, SPEECH, **fields)).json()["words"] for _ in range(2)] == [MOMENTS, MOMENTS]
    assert (await send(client, SPEECH, again="1")).json() == {**NOTHING, "transcript": "woord001", "words": MOMENTS}
    other = {**fields, "segment": "1"}
    fake_provider.control(endpoint="speech", words=[{**TOLD[0], "probability": 0.9}])
    assert (await send(client, SPEECH, **other)).json()["words"] == []
    refused = await send(await api(people.outsider), SPEECH, **fields)
    assert (refused.status_code, "words" in refused.json()) == (404, False)


async def test_a_segment_that_was_not_understood_is_asked_again_without_a_trace(api, people, fake_provider, db):
    fake_provider.control(endpoint="speech", fail="empty")
    client, fields = await api(people.user), {"dictationId": str(uuid.uuid4()), "segment": "0"}
    first = (await send(client, SPEECH, **fields)).json()
    assert first["transcript"] == "[onverstaanbaar]"
    assert (await send(client, SPEECH, again="1")).json() == {**NOTHING, "transcript": "[onverstaanbaar]"}
    fake_provider.control(endpoint="speech", fail=None)
    before = (await client.get(f"/api/drafts/{first['draftId']}")).json()
    assert (await send(client, SPEECH, again="1")).json()["transcript"] == "woord001"
    assert (await client.get(f"/api/drafts/{first['draftId']}")).json() == before  # the page puts it in its place
    assert (await send(await api(), SPEECH, again="1")).status_code == 401


WAITS = {"transcript": None, "draftId": None}


async def test_a_segment_that_takes_long_is_asked_for_again_and_transcribed_once(
    api, people, fake_provider, monkeypatch
):
    fake_provider.control(endpoint="speech", fail="hang")
    monkeypatch.setattr(dictation, "PATIENCE", 0.05)
    client, fields = await api(people.user), {"dictationId": str(uuid.uuid4()), "segment": "0"}
    for _ in range(3):
        answer = await send(client, SPEECH, **fields)
        assert (answer.status_code, answer.json()) == (202, {**WAITS, "retryAfter": 1})
        assert answer.headers["Retry-After"] == "1"
    await asyncio.to_thread(fake_provider.wait_for, 1)
    monkeypatch.setattr(dictation, "PATIENCE", 600)
    fake_provider.reset()  # lets the hanging request go; the engine is asked again
    assert (await send(client, SPEECH, **fields)).json()["transcript"] == "woord001"
    assert len(fake_provider.requests("speech")) == 1


async def test_s33_a_segment_that_does_not_fit_comes_later_without_a_failure(api, people, monkeypatch):
    async def full(*_arguments) -> str:
        raise Unavailable("Druk.", code="busy", retry_after=5)

    monkeypatch.setattr(dictation, "_heard", full)
    client, fields = await api(people.user), {"dictationId": str(uuid.uuid4()), "segment": "0"}
    answer = await send(client, SPEECH, **fields)
    assert (answer.status_code, answer.json()) == (202, {**WAITS, "retryAfter": 5})
    assert (await send(client, SPEECH)).status_code == 503, "a whole recording has nobody who brings it again"


def webm_of(megabytes: int) -> bytes:
    return b"\x1aE\xdf\xa3" + b"\0" * (megabytes * 1024 * 1024)


BAD: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "zero bytes": (lambda: b"", 422, "De opname is leeg: er is geen geluid ontvangen."),
    "silence": (lambda: sound.encoded(sound.silence(3)), 422, "Geen spraak herkend"),
    "one silent second": (lambda: sound.encoded(sound.silence(1)), 422, "Geen spraak herkend"),
    "renamed page": (lambda: HTML * 50, 415, NOT_SOUND),
    "page before sound": (lambda: HTML + SPEECH, 415, NOT_SOUND),
    "first bytes only": (lambda: SPEECH[:40], 422, "Geen spraak herkend"),
    "an hour": (
        functools.cache(lambda: sound.encoded(sound.silence(3600), "flac")),
        413,
        "Deze opname is langer dan 10 minuten. Verdeel hem in kortere stukken.",
    ),
    "30 MB": (lambda: webm_of(30), 413, "Het verzoek is te groot."),
    "just over 25 MB": (lambda: webm_of(25), 413, TOO_LARGE),
}


@pytest.mark.parametrize("name", BAD)
async def test_s23_bad_sound_gets_its_sentence_and_never_reaches_the_engine(api, people, fake_provider, name):
    make, status, sentence = BAD[name]
    answer = await send(await api(people.user), make())
    assert (answer.status_code, answer.json()["error"], answer.json()["message"]) == (status, sentence, sentence)
    assert answer.json()["code"]
    assert fake_provider.log == []


async def test_a_recording_cut_off_by_a_crash_is_taken(api, people, fake_provider):
    data = sound.encoded(sound.dictation(2), "webm")
    answer = await send(await api(people.user), data[: int(len(data) * 0.6)])
    assert answer.json()["transcript"] == "woord001"


@pytest.mark.parametrize("name", NAMES)
async def test_s23_the_file_name_means_nothing(api, people, fake_provider, name):
    answer = await send(await api(people.user), SPEECH, name)
    assert answer.json()["transcript"] == "woord001"
    assert fake_provider.log[0]["filename"] == "opname.wav"


async def test_s23_no_sound_touches_the_disk(api, people, fake_provider, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("a temporary file was made")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", refuse)
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    large = sound.wav(sound.dictation(40))
    assert len(large) > 5 * 1024 * 1024
    answer = await send(await api(people.user), large)
    assert len(answer.json()["transcript"].split()) == 40


async def test_s23_a_body_without_a_length_is_limited_while_it_is_read(api, people, fake_provider):
    sent = 0

    async def endless():
        nonlocal sent
        head = '--b\r\nContent-Disposition: form-data; name="audio"; filename="x.webm"\r\n\r\n'
        yield head.encode()
        while True:
            sent += 1024 * 1024
            yield b"\0" * (1024 * 1024)

    client = await api(people.user)
    answer = await client.post(
        "/api/stt", content=endless(), headers={"Content-Type": "multipart/form-data; boundary=b"}
    )
    assert answer.status_code == 413
    # 26 MiB are taken in; of what is refused another 64 are heard out and thrown away (edge.bodies.drain_before_reply).
    assert sent <= 92 * 1024 * 1024


FORMS = {
    "no form": ({"content": b"{}", "headers": {"Content-Type": "application/json"}}, 415),
    "no boundary": ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, 422),
    "broken form": ({"content": b"--b\r\nrommel", "headers": {"Content-Type": "multipart/form-data; boundary=b"}}, 422),
    "no audio": ({"files": {"iets": ("x", b"y")}}, 422),
    "audio as text": ({"data": {"audio": "tekst"}, "files": {}}, 415),
    "two files": ({"files": [("audio", ("a", SPEECH)), ("audio", ("b", SPEECH))]}, 422),
    "many fields": ({"files": {"audio": ("a", SPEECH)}, "data": {f"f{n}": "x" for n in range(20)}}, 422),
    "a long field": ({"files": {"audio": ("a", SPEECH)}, "data": {"dictationId": "x" * 5000}}, 422),
}


@pytest.mark.parametrize("name", FORMS)
async def test_malformed_forms_are_refused_in_dutch(api, people, fake_provider, name):
    request, status = FORMS[name]
    answer = await (await api(people.user)).post("/api/stt", **request)
    assert answer.status_code == status
    assert answer.json()["error"][0].isupper()
    assert fake_provider.log == []


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"dictationId": "geen-uuid", "segment": "0"}, 422, "invalid_dictation"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": ""}, 422, "invalid_segment"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "-1"}, 422, "invalid_segment"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "1e3"}, 422, "invalid_segment"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "10000"}, 422, "invalid_segment"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "٣"}, 422, "invalid_segment"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "0", "draftId": "geen-uuid"}, 404, "draft_not_found"),
        ({"dictationId": str(uuid.UUID(int=1)), "segment": "0", "draftId": str(uuid.uuid4())}, 404, "draft_not_found"),
    ],
)
async def test_malformed_ids_are_refused(api, people, fake_provider, fields, status, code):
    answer = await send(await api(people.user), SPEECH, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert fake_provider.log == []


async def test_a_recording_waits_for_its_owner_when_somebody_else_signed_in(api, people, fake_provider):
    own, other = tokens.device_key(people.user.id), tokens.device_key(people.admin.id)
    client = await api(people.user)
    refused = await send(client, SPEECH, userKey=other)
    assert refused.status_code == 401
    assert fake_provider.log == []
    assert (await send(client, SPEECH, userKey=own)).status_code == 200


async def test_s20_a_failing_provider_is_a_sentence_with_a_moment_to_come_back(api, people, fake_provider):
    fake_provider.control(endpoint="speech", fail="500")
    answer = await send(await api(people.user), SPEECH)
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("De spraakherkenning is even niet bereikbaar")
    assert int(answer.headers["Retry-After"]) >= 1


async def test_a_missing_local_model_is_a_sentence(api, people, monkeypatch):
    environment.use(monkeypatch, SPEECH_ENGINE="local", SPEECH_MODEL="./nergens")
    speech.start_loading()
    engine = speech.engine()
    assert isinstance(engine, LocalWhisper)
    assert await asyncio.to_thread(engine.wait_until_settled, 600)
    answer = await send(await api(people.user), SPEECH)
    assert (answer.status_code, answer.json()["code"]) == (503, "model_missing")
    assert "spraakmodel" in answer.json()["error"]


async def test_s33_a_flood_of_uploads_is_slowed_down_and_others_go_on(api, people, fake_provider, user):
    answers = [await send(user, b"x") for _ in range(125)]
    assert {answer.status_code for answer in answers} == {415, 429}
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert (await send(await api(people.admin), SPEECH)).status_code == 200


async def test_the_description_names_the_form(api, people):
    description = (await (await api()).get("/api/openapi.json")).json()
    form = description["paths"]["/api/stt"]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert set(form["properties"]) >= {"audio", "dictationId", "segment", "draftId"}
