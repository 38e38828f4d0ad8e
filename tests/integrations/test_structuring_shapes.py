"""Every shape in which a server is known to answer, read by the engine and made into a report."""

import json

import pytest

from tests.fakes.recorded import filled, shapes
from tests.integrations.test_structuring_openai import engine_at, pauses, scripted, sse
from tests.integrations.test_structuring_server_sent import Response
from voice_report.errors import Unavailable
from voice_report.integrations.structuring import chat_answer, server_sent, thoughts
from voice_report.integrations.structuring.openai_compatible import OpenAICompatibleEngine, _has_heading
from voice_report.integrations.structuring.protocol import Note
from voice_report.report_templates import DEFAULT
from voice_report.services.reports import _writing
from voice_report.services.reports._writing import Written
from voice_report.writing import Style

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


async def written(engine: OpenAICompatibleEngine, style: Style) -> Written:
    pieces = [piece async for piece in _writing.write(engine, " ".join(SAID), DEFAULT, style)]
    assert isinstance(pieces[-1], Written)
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
    assert (report.label, len(requests)) == ("letterlijk: taalmodel neemt deze tekst niet aan", 1)
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
    answer, whole, shown = thoughts.Answer(_has_heading), "", []
    async for batch in server_sent.batches(Response(*(sent[at : at + size] for at in range(0, len(sent), size)))):
        for chunk in batch:
            said = chat_answer.read(chunk)
            text = "" if said.is_whole and whole else said.text
            whole += text
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
    answer = thoughts.Answer(lambda text, at: True)
    text = f"## Observaties\n\n{said} Dochter komt morgen."
    assert "".join(map(str, [*answer.feed(text), *answer.close(is_whole=True)])) == text
