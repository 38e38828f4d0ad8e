"""Every shape in which a server is known to answer, read by the engine and made into a report."""

import json

import pytest

from tests.unit.integrations.long.test_structuring_openai import engine_at, scripted, sse
from tests.unit.integrations.model_answers import ANSWERS, ECHO, SAID, STYLES, body, in_pieces, named, written
from tests.unit.integrations.test_structuring_server_sent import Response
from voice_report.errors import Unavailable
from voice_report.integrations.resilience import ServerError
from voice_report.integrations.structuring.chat import chat_answer, refusals, server_sent, thoughts
from voice_report.integrations.structuring.protocol import Note
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style

pytestmark = pytest.mark.usefixtures("waits")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", named("answer"))
async def test_an_answer_is_read_in_any_shape_and_a_thought_never(shape: dict, style: Style) -> None:
    first = shape.get("first")
    answers = [(first["status"], first["body"].encode())] if first else []
    async with scripted(*answers, (200, body(shape, style))) as (url, requests):
        engine = engine_at(url)
        reports = [await written(engine, style) for _ in range(2)]
    for report in reports:
        assert (report.style, report.label) == (style, "")
        assert report.report == ANSWERS["vrij"] if style == "vrij" else report.not_included == ()
        assert [(one.section, one.text) for one in report.statements] == (
            [] if style == "vrij" else [("observaties", text) for text in SAID]
        )
    assert len(requests) == 2 + len(answers), "what was refused once is not asked again"
    for request in requests[len(answers) :]:
        lacks = shape.get("lacks")
        assert ("temperature" in request) == (lacks != "temperature")
        assert request["stream"] == (lacks != "stream")
        assert [one["role"] for one in request["messages"]] == ["user"] if lacks == "system" else ["system", "user"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", named("refused"))
async def test_a_text_that_is_refused_for_good_is_a_report_in_the_speakers_words(shape: dict, style: Style) -> None:
    async with scripted((shape["status"], body(shape, style))) as (url, requests):
        engine = engine_at(url)
        report = await written(engine, style)
        assert engine.state() == "ready"
    assert (report.label, len(requests)) == ("je eigen woorden: taalmodel neemt deze tekst niet aan", 1)
    assert sorted(one.text for one in report.statements) == sorted(SAID)
    assert all(one.as_spoken for one in report.statements)


@pytest.mark.parametrize(
    "body",
    [
        {"detail": [{"loc": ["body", "user"], "msg": "Field required", "input": ECHO}]},
        {
            "detail": [{"loc": ["body"], "msg": "Extra inputs are not permitted", "input": {"request": ECHO}}],
            "body": ECHO,
        },
        {"error": {"message": "Unknown user", "request": ECHO}},
        {"error": {"message": "Unknown user", "params": ECHO}},
        {"errors": [{"field": "user", "rejectedValue": {"given": ECHO}}]},
        {"error": {"message": f"Unknown user; got {json.dumps(ECHO)}"}},
        {"message": "Unknown user", "payload": json.dumps(ECHO)},
        {"detail": "Unsupported field: user", "known": ["model", "messages", "stream", "temperature"]},
    ],
)
async def test_an_error_that_repeats_the_request_refuses_nothing_of_it(body: dict) -> None:
    async with scripted((422, json.dumps(body).encode()), (200, sse({"content": ANSWERS["vrij"]}))) as (url, requests):
        engine = engine_at(url)
        with pytest.raises(Unavailable) as failure:
            await written(engine, "vrij")
        assert (await written(engine, "vrij")).report == ANSWERS["vrij"]
    assert failure.value.code == "engine_refused"
    assert [(request["stream"], "temperature" in request) for request in requests] == [(True, True)] * 2


async def test_what_did_not_help_to_leave_out_is_sent_again() -> None:
    refused = json.dumps({"error": {"message": "temperature, 'stream' or another parameter is wrong"}}).encode()
    async with scripted(*[(400, refused)] * 3, (200, sse({"content": ANSWERS["vrij"]}))) as (url, requests):
        engine = engine_at(url)
        with pytest.raises(Unavailable):
            await written(engine, "vrij")
        await written(engine, "vrij")
    assert [(request["stream"], "temperature" in request) for request in requests] == [
        (True, True), (True, False), (False, False), (True, True),
    ]  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", named("failed"))
async def test_an_answer_that_fails_is_no_report(shape: dict, style: Style) -> None:
    async with scripted((shape["status"], body(shape, style))) as (url, _):
        with pytest.raises(Unavailable) as failure:
            await written(engine_at(url), style)
    assert failure.value.message == "Kon concept niet genereren"


@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize("shape", named("answer"))
async def test_a_shape_may_come_in_pieces_of_any_size(shape: dict, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_sent, "_REST_EACH", 0.0)
    sent = body(shape, "vrij")
    answer, received, shown = thoughts.Answer(thoughts.report(DEFAULT)), chat_answer.Received(), []
    async for batch in server_sent.batches(Response(*(sent[at : at + size] for at in range(0, len(sent), size)))):
        for chunk in batch:
            text = received.add(chat_answer.read(chunk))
            shown += [piece for at in range(0, len(text), size) for piece in answer.feed(text[at : at + size])]
    shown += answer.close(is_whole=True)
    last = max((at for at, piece in enumerate(shown) if piece is Note.RESTART), default=-1)
    assert "".join(shown[last + 1 :]).strip() == ANSWERS["vrij"].strip()


@pytest.mark.parametrize("stream", [True, False])
async def test_a_long_report_in_one_piece_is_an_answer(stream: bool) -> None:
    report = ANSWERS["vrij"].replace(SAID[0], f"{SAID[0]} " + "Ook at zij een boterham. " * 800)
    whole = {"choices": [{"index": 0, "message": {"content": report}, "finish_reason": "stop"}]}
    sent = sse({"content": report}) if stream else json.dumps(whole).encode()
    async with scripted((200, sent)) as (url, _):
        pieces = [piece async for piece in engine_at(url).stream("Ook at zij een boterham. " * 800, DEFAULT)]
    assert "".join(map(str, pieces)) == report


@pytest.mark.parametrize(
    "introduction", ["Eerst denk ik na.\n", "Natuurlijk, ik doe het zo.\n\n", "<br>\n", "Zeker!\n"]
)
@pytest.mark.parametrize("style", ["letterlijk", "leesbaar"])
async def test_a_long_answer_behind_prose_is_one(style: Style, introduction: str) -> None:
    said = [f"Zin {number} gaat over de nacht." for number in range(400)]
    texts = [{"t": text} if style == "leesbaar" else {} for text in said]
    lines = [json.dumps({"s": [at + 1], "h": "observaties", **text}) for at, text in enumerate(texts)]
    async with scripted((200, in_pieces(introduction + "\n".join(lines), 1_000))) as (url, _):
        report = await written(engine_at(url), style, " ".join(said))
    assert (report.label, {one.section for one in report.statements}) == ("", {"observaties"})
    assert [one.text for one in report.statements] == said


@pytest.mark.parametrize(
    ("said", "is_for_good"),
    [
        ("No free slot: context size pool is exhausted", False),
        ("Too many tokens in flight, please slow down", False),
        ("content filter offline", False),
        ("moderation service returned 502", False),
        ("Safety system could not be reached", False),
        ("The text model is not loaded; request too large for the remaining VRAM", False),
        ("Your trial has ended; content policy of your plan", False),
        ("Input length 5000 exceeds the maximum length 4096", True),
        ("`prompt` must be shorter than n_ctx", True),
        ("Input validation error: inputs must have less than 4096 tokens. Given: 5000", True),
        ("Content Exists Risk", True),
        ("The total number of tokens in the prompt exceeds the model's limit", True),
        ("The context size has reached the maximum", True),
        ("sensitive content detected", True),
        (
            "The response was filtered due to the prompt triggering Azure's content management policy. Please retry.",
            True,
        ),
        (
            "Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again.",
            True,
        ),
        ("Invalid prompt: we've limited access to this content for safety reasons.", True),
        ("Your request was rejected as a result of our safety system.", True),
        ("Your input contains sensitive content. Please try again.", True),
        ("The request failed because the input text may contain sensitive information.", True),
        ("input contains sensitive words: [test] (request id: 20240523152007160608893pVIxONYS)", True),
        ("系统检测到输入或生成内容可能包含不安全或敏感内容", True),
        ("Output data may contain inappropriate content.", True),
        ("Malicious content detected in input", True),
        ("Sorry, the model cannot answer this question due to content filtering policies.", True),
        ("Sorry, the model cannot answer this question.", True),
        ("The generated text has been blocked by our content filters.", True),
        ("The model's output was blocked by the guardrail", True),
        ("Violated guardrail policy", True),
        ("guardrail_intervened", True),
        ("Output blocked by content filtering policy", True),
        ("Content blocked: PII detected", True),
        ("Request blocked by content safety", True),
        ("The prompt was blocked. block_reason: SAFETY", True),
        ("Prompt blocked due to security configurations", True),
        ("PROHIBITED_CONTENT", True),
        (
            "Content violates usage guidelines. Team: 1, API key ID: 2, Model: x, Failed check: SAFETY_CHECK_TYPE_BIO",
            True,
        ),
        ("This request was blocked by our AI safety policy", True),
        ("Your organization's content filter blocked this prompt", True),
        ("Your request was flagged by our moderation. If this was in error contact your account manager", True),
        ("harmful content", True),
        ("The request was rejected because it was considered high risk", True),
        ("the content of message is unsafe", True),
        ("new_sensitive", True),
        ("The prompt contains personal data; blocked by DLP policy", True),
        ("Blocked entity detected: PERSON by guardrail", True),
        ("Content blocked: keyword 'x' found", True),
        ("Malicious prompt: jailbreak detected", True),
        ("violence detected in the prompt", True),
        ("Sensitive data store is locked", False),
        ("The upstream server cannot answer at the moment", False),
        ("Blocked by the Content Security Policy of this site", False),
        ("content filter internal error", False),
        ("content filter error", False),
        ("content safety service unavailable", False),
        ("guardrail evaluation timed out", False),
        ("Failed to run guardrail: connection error", False),
        ("failed to load moderation model", False),
        ("API key flagged for suspicious activity", False),
        ("Your account has been flagged for violations of our content policy", False),
        ("Your API key is blocked by our content policy", False),
        ("Your IP is blocked", False),
        ("Moderation endpoint quota exceeded", False),
        ("CUDA error: an illegal memory access was encountered", False),
    ],
)
def test_a_failure_of_the_moment_is_no_refusal_of_the_text(said: str, is_for_good: bool) -> None:
    for text in (said, json.dumps({"error": {"message": said}})):
        assert refusals.is_of_the_text(refusals.text_of(ServerError(text))) == is_for_good
