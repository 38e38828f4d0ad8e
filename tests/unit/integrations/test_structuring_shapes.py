"""Every shape in which a server is known to answer, read by the engine and made into a report."""

import json
import re
import time

import pytest

from tests.support.fakes.recorded import filled, shapes
from tests.unit.integrations.long.test_structuring_openai import engine_at, pauses, scripted, sse
from tests.unit.integrations.test_structuring_server_sent import Response
from voice_report.dutch.sentences import split
from voice_report.errors import Unavailable
from voice_report.integrations.resilience import ServerError
from voice_report.integrations.structuring import chat_answer, refusals, server_sent, thoughts
from voice_report.integrations.structuring.openai_compatible import OpenAICompatibleEngine
from voice_report.integrations.structuring.protocol import Note
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style
from voice_report.services.concepts import _writing
from voice_report.services.concepts._writing import WrittenReport

_ = pauses  # for every test here too

SAID = ("Mevrouw heeft vannacht goed geslapen.", "Zij heeft ontbeten.")
OBSERVED = "Vannacht sliep mevrouw goed."
ANSWERS = {
    "letterlijk": '{"s":[1],"h":"observaties"}\n{"s":[2],"h":"observaties"}\n',
    "leesbaar": f'{{"s":[1],"h":"observaties","t":"{SAID[0]}"}}\n{{"s":[2],"h":"observaties","t":"{SAID[1]}"}}\n',
    "vrij": f"## Situatie\n\nNiet besproken\n\n## Observaties\n\n{' '.join(SAID)}\n\n## Uitgevoerde zorg\n\n"
    "Niet besproken\n\n## Evaluatie\n\nNiet besproken\n\n## Afspraken en vervolg\n\nNiet besproken\n",
}
THOUGHTS = {
    "letterlijk": 'Zin 1 misschien: {"s":[1],"h":"afspraken"} Nee, toch niet.\n{"s":[2],"h":"evaluatie"}\n',
    "leesbaar": f'Zin 1 misschien: {{"s":[1],"h":"afspraken","t":"{SAID[0]}"}} Nee.\n{{"s":[2],"h":"evaluatie"}}\n',
    "vrij": "Ik begin met\n## Situatie\n\nEen gedachte.\n\n## Observaties\n\nNog een gedachte.\n",
}
ECHO = {
    "model": "x",
    "stream": True,
    "temperature": 0,
    "messages": [{"role": "system", "content": "content policy, context length, system message only"}],
}
SHAPES = shapes("chat")
STYLES = tuple(ANSWERS)


def body(shape: dict, style: str) -> bytes:
    answer = ANSWERS[style]
    half = len(answer) // 2
    return filled(shape["body"], begin=answer[:half], rest=answer[half:], thought=THOUGHTS[style])


async def written(engine: OpenAICompatibleEngine, style: Style, said: str = " ".join(SAID)) -> WrittenReport:
    pieces = [piece async for piece in _writing.write(engine, said, DEFAULT, style)]
    assert isinstance(pieces[-1], WrittenReport)
    return pieces[-1]


def named(*expected: str) -> list:
    return [pytest.param(shape, id=shape["name"]) for shape in SHAPES if shape.get("expect", "answer") in expected]


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


@pytest.mark.parametrize("shape", [one for one in named("answer") if "no opening" in one.id])
async def test_no_thought_is_shown_for_a_moment_either_once_the_server_is_known(shape: dict) -> None:
    """The first answer may have to take back what it showed; from then on the engine knows how the model thinks."""
    async with scripted((200, body(shape, "vrij"))) as (url, _):
        engine = engine_at(url)
        for _attempt in range(2):
            shown = [piece async for piece in engine.stream(" ".join(SAID), DEFAULT)]
    assert "gedachte" not in str(shown)


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
    last = max((at for at, piece in enumerate(shown) if piece is Note.ANEW), default=-1)
    assert "".join(shown[last + 1 :]).strip() == ANSWERS["vrij"].strip()


@pytest.mark.parametrize("thinks_for", [3_000, 12_000])
async def test_a_long_thought_without_a_mark_places_nothing(thinks_for: int) -> None:
    thought = THOUGHTS["letterlijk"].replace("\n", " ") + "Laat me nog eens kijken. " * (thinks_for // 25)
    sent = sse({"content": thought}, {"content": "\n</think>\n"}, {"content": ANSWERS["letterlijk"]})
    async with scripted((200, sent)) as (url, _):
        report = await written(engine_at(url), "letterlijk")
    assert [(one.section, one.text) for one in report.statements] == [("observaties", text) for text in SAID]
    assert report.label == ""


@pytest.mark.parametrize("style", STYLES)
async def test_a_thought_that_never_ends_is_no_answer(style: Style) -> None:
    thought = THOUGHTS["letterlijk"].replace("\n", " ") + "Laat me nog eens kijken. " * 1_000
    async with scripted((200, sse({"content": thought}, {"content": ANSWERS["letterlijk"]}))) as (url, requests):
        if style == "vrij":
            with pytest.raises(Unavailable):
                await written(engine_at(url), style)
        else:
            report = await written(engine_at(url), style)
            assert (report.label, all(one.as_spoken for one in report.statements)) == (_writing.NO_LINES, True)
    assert len(requests) == 1


@pytest.mark.parametrize("known", [False, True])
async def test_a_thought_that_the_models_limit_cuts_off_is_no_answer(known: bool) -> None:
    first = sse({"content": f"Even denken.\n</think>\n{ANSWERS['letterlijk']}"})
    cut = sse({"content": THOUGHTS["letterlijk"]}, finish="length")
    async with scripted(*[(200, first)] * known, (200, cut)) as (url, _):
        engine = engine_at(url)
        reports = [await written(engine, "letterlijk") for _time in range(1 + known)]
    assert reports[-1].label == _writing.NO_LINES


@pytest.mark.parametrize("stream", [True, False])
async def test_a_long_report_in_one_piece_is_an_answer(stream: bool) -> None:
    report = ANSWERS["vrij"].replace(SAID[0], f"{SAID[0]} " + "Ook at zij een boterham. " * 800)
    whole = {"choices": [{"index": 0, "message": {"content": report}, "finish_reason": "stop"}]}
    sent = sse({"content": report}) if stream else json.dumps(whole).encode()
    async with scripted((200, sent)) as (url, _):
        pieces = [piece async for piece in engine_at(url).stream("Ook at zij een boterham. " * 800, DEFAULT)]
    assert "".join(map(str, pieces)) == report


@pytest.mark.parametrize(
    "said",
    [
        "Bel bij saturatie < 90, analyse volgt dan, of temperatuur > 39.", "RR <90, reflectie met team, pols >100.",
        "HbA1c <streefwaarde, analyse volgt, Hb >7.", "Sat <92 en bloedanalyse aangevraagd bij temp >38.",
    ],
)  # fmt: skip
def test_less_and_more_are_no_marks_of_a_thought(said: str) -> None:
    answer = thoughts.Answer(thoughts.report(DEFAULT))
    text = f"## Situatie\n\n{said} Dochter komt morgen."
    assert "".join(map(str, [*answer.feed(text), *answer.close(is_whole=True)])) == text


#: Thoughts before an answer, with no mark that any family of models is known by.
THOUGHT, ANSWER = "«thought»", "«answer»"
FORMS = [
    f"<plan>\n{THOUGHT}\n</plan>\n{ANSWER}",
    f"<planning>{THOUGHT}</planning>{ANSWER}",
    f"<overweging><stap>\n{THOUGHT}\n</stap></overweging>\n{ANSWER}",
    f'<step n="1">\n{THOUGHT}\n</step>\n{ANSWER}',
    f"<plan>\n{THOUGHT}\n</plan>\n<check>\n{THOUGHT}\n</check>\n{ANSWER}",
    f"<plan>\n{THOUGHT}\n</plan>\n<verslag>\n{ANSWER}</verslag>\n",
    f"<!-- {THOUGHT} -->\n{ANSWER}",
    f"<details><summary>Thinking</summary>\n{THOUGHT}\n</details>\n\n{ANSWER}",
    f"[PLAN]\n{THOUGHT}\n[/PLAN]\n{ANSWER}",
    f"```thinking\n{THOUGHT}\n```\n{ANSWER}",
    f"```thinking\n{THOUGHT}\n```\n```json\n{ANSWER}```",
    f"Thinking...\n{THOUGHT}\n...done thinking.\n\n{ANSWER}",
    f"### Thought\n{THOUGHT}\n### Answer\n{ANSWER}",
    f"Thought: {THOUGHT}\nFinal answer:\n{ANSWER}",
    f"&lt;think&gt;{THOUGHT}&lt;/think&gt;{ANSWER}",
    f"&lt;plan&gt;\n{THOUGHT}\n&lt;/plan&gt;\n{ANSWER}",
    f"Eerst denk ik na:\n{THOUGHT}\nNee, toch niet.\n{ANSWER}",
    f"Okay, step by step.\n{THOUGHT}\nWait, that's wrong. The final answer:\n\n{ANSWER}",
    f"{THOUGHT}\n\nOpnieuw, nu goed.\n\n{ANSWER}",
    f"{THOUGHT}\nNee.\n{THOUGHT}\nOok niet.\n{ANSWER}",
    f"Concept:\n{ANSWER}\nControle: zin 1 staat goed.\n\nDefinitief:\n{ANSWER}",
    f"{THOUGHT}\n</thought>\nHier:\n\n{ANSWER}",
    f"<answer>\n{THOUGHT}\n</answer>\nWacht.\n<answer>\n{ANSWER}</answer>",
    f"analysisWe denken. {THOUGHT}.assistantfinal{ANSWER}",
    f"thought: |\n  {THOUGHT}\nanswer:\n{ANSWER}",
    "Ik denk na. " * 1_000 + f"\n{THOUGHT}\n\nAntwoord:\n{ANSWER}",
    f"<plan>\n{THOUGHT}\n<answer>\n{ANSWER}</answer>",
    f"<plan>\n{THOUGHT}\n</planning>\n{ANSWER}",
    f"Ik gebruik <plan> en daarna <answer>.\n{THOUGHT}\n</plan>\n<answer>\n{ANSWER}</answer>",
    f"<verslag><inhoud>\n{ANSWER}</inhoud></verslag>",
    f"<|think_start|>{THOUGHT}<|think_end|>{ANSWER}",
    f"~~~\n{ANSWER}~~~\n",
    f"Hier is het:\n\n~~~json\n{ANSWER}~~~\n\nLaat het me weten als je nog iets nodig hebt!",
    f"{THOUGHT}\n\n```\n{ANSWER}```\n\nLaat het me weten als je nog iets nodig hebt!",
]
#: What it thinks: other places, or a draft as a whole.
DRAFTS = {
    "letterlijk": (
        THOUGHTS["letterlijk"],
        ANSWERS["letterlijk"].replace("observaties", "evaluatie"),
        '{"s":[2],"h":"plan"}',
    ),
    "leesbaar": (THOUGHTS["leesbaar"], ANSWERS["leesbaar"].replace("observaties", "evaluatie"), '{"s":[2],"h":"plan"}'),
    "vrij": (
        THOUGHTS["vrij"],
        ANSWERS["vrij"].replace("Niet besproken", "Een gedachte."),
        "Situatie\n---\n\nGedachte.",
    ),
}


def in_pieces(text: str, size: int) -> bytes:
    return sse(*({"content": text[at : at + size]} for at in range(0, len(text), size)))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", FORMS)
async def test_what_precedes_an_answer_is_none_whatever_its_name(form: str, style: Style) -> None:
    forms = [form.replace(THOUGHT, draft).replace(ANSWER, ANSWERS[style]) for draft in DRAFTS[style]]
    answers = [(200, in_pieces(text, size)) for text, size in zip(forms, (3, 1_000, 7), strict=True)]
    async with scripted(*answers) as (url, _):
        reports = [await written(engine_at(url), style) for _answer in answers]
    for report in reports:
        assert (report.style, report.label) == (style, "")
        assert report.report == ANSWERS["vrij"] if style == "vrij" else report.not_included == ()
        assert [(one.section, one.text) for one in report.statements] == (
            [] if style == "vrij" else [("observaties", text) for text in SAID]
        )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "form",
    [
        f"<plan>\n{ANSWER}</plan>\nDat kan ik niet.",
        f"<think>\n{ANSWER}",
        f"<think>{ANSWER}</think>Klaar.",
        f"```notes\n{ANSWER}```\nMeer weet ik niet.",
        f"analysisWe denken na.\n{ANSWER}",
    ],
)
async def test_a_thought_without_an_answer_is_none(form: str, style: Style) -> None:
    async with scripted((200, in_pieces(form.replace(ANSWER, ANSWERS[style]), 3))) as (url, _):
        if style == "vrij":
            with pytest.raises(Unavailable):
                await written(engine_at(url), style)
        else:
            report = await written(engine_at(url), style)
            assert (report.label, len(report.statements)) == (_writing.NO_LINES, len(SAID))
            assert all(one.as_spoken for one in report.statements)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "said",
    [
        "Er staat <output> op het scherm. Hij zei: Here is my response: ja.",
        "Sat < 92, analyse volgt, temp > 38. Klaar.",
        "Hij typte <think> en toen </think> in de app. Zij zei </s> daarna.",
        "RR <90, reflectie met team, pols >100. Klaar.",
        "Zij zei: assistantfinal bestaat niet. De knop <|im_end|> werkt niet.",
        "Foutcode [PLAN] in beeld. Tekst a < b > c.",
        "De [onverstaanbaar] is gebeld. Op het scherm staat </antwoord>",
        "<think> staat op het scherm. </s> ook.",
        "Hb <streefwaarde en [analyse] loopt. Pijn > 3.",
    ],
)
@pytest.mark.parametrize("end", ["", "<|im_end|>\n<|im_start|>user\nEn nu?"])
async def test_what_was_said_is_no_mark(said: str, style: Style, end: str) -> None:
    answer = ANSWERS[style]
    for old, new in zip(SAID, split(said), strict=True):
        answer = answer.replace(old, new)
    forms = f"<think>Hm: {said}</think>{answer}{end}", f"<plan>Hm: {said}</plan><verslag>\n{answer}</verslag>{end}"
    async with scripted(*((200, in_pieces(form, 3)) for form in forms)) as (url, _):
        reports = [await written(engine_at(url), style, said) for _form in forms]
    for report in reports:
        assert (report.style, report.label) == (style, "")
        assert report.report == answer if style == "vrij" else [one.text for one in report.statements] == split(said)


@pytest.mark.parametrize(
    ("begins", "pieces", "shown"),
    [
        (thoughts.LINES, ['{"s":[1]', ',"h":"plan"}\n', "{"], ['{"s":[1]', ',"h":"plan"}\n', "{"]),
        (thoughts.LINES, ["Hier is het:\n", "```json\n", '{"s"'], ['Hier is het:\n```json\n{"s"']),
        (thoughts.LINES, ["<plan>Hm.</plan>\n", '{"s"', ":"], ['{"s"', ":"]),
        (thoughts.report(DEFAULT), ["## Situatie", "\n", "Zij ", "sliep."], ["## Situatie\n", "Zij ", "sliep."]),
        (thoughts.report(DEFAULT), ["Situatie\n", "---\n", "Zij "], ["Situatie\n---\n", "Zij "]),
        (thoughts.report(DEFAULT), ["Hm.\n", "# **Situatie**:\n", "Zij "], ["# **Situatie**:\n", "Zij "]),
        (
            thoughts.report(DEFAULT),
            ["## Situatie\n", "Hm.\n", "## Sit", "uatie\nZij "],
            ["## Situatie\n", "Hm.\n", "## Sit", Note.ANEW, "## Situatie\nZij "],
        ),
    ],
)
def test_an_answer_is_shown_as_it_comes(begins: re.Pattern, pieces: list[str], shown: list) -> None:
    answer = thoughts.Answer(begins)
    assert [one for piece in pieces for one in answer.feed(piece)] == shown


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
    for body in (said, json.dumps({"error": {"message": said}})):
        assert refusals.is_of_the_text(refusals.text_of(ServerError(body))) == is_for_good


@pytest.mark.parametrize("unit", ["\n", " \n", "</b>\n", "<", "[a", "`"])
@pytest.mark.parametrize("begins", [thoughts.LINES, thoughts.report(DEFAULT)])
def test_an_answer_of_nothing_takes_linear_time(begins: re.Pattern, unit: str) -> None:
    answer, text, started = thoughts.Answer(begins), unit * (30_000 // len(unit)), time.process_time()
    for at in range(0, len(text), 4_096):
        answer.feed(text[at : at + 4_096])
    answer.close(is_whole=True)
    assert time.process_time() - started < 5
