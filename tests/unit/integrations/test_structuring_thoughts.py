"""What precedes an answer (a thought, a draft, prose) is never taken for one, and a long answer is read whole."""

import re
import time

import pytest

from tests.unit.integrations.long.test_structuring_openai import engine_at, scripted, sse
from tests.unit.integrations.model_answers import ANSWERS, SAID, STYLES, THOUGHTS, body, in_pieces, named, written
from voice_report.dutch.sentences import split
from voice_report.errors import Unavailable
from voice_report.integrations.structuring.chat import thoughts
from voice_report.integrations.structuring.protocol import Note
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style
from voice_report.services.concepts import _writing

pytestmark = pytest.mark.usefixtures("waits")


@pytest.mark.parametrize("shape", [one for one in named("answer") if "no opening" in one.id])
async def test_no_thought_is_shown_for_a_moment_either_once_the_server_is_known(shape: dict) -> None:
    """The first answer may have to take back what it showed; from then on the engine knows how the model thinks."""
    async with scripted((200, body(shape, "vrij"))) as (url, _):
        engine = engine_at(url)
        for _attempt in range(2):
            shown = [piece async for piece in engine.stream(" ".join(SAID), DEFAULT)]
    assert "gedachte" not in str(shown)


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
            ["## Situatie\n", "Hm.\n", "## Sit", Note.RESTART, "## Situatie\nZij "],
        ),
    ],
)
def test_an_answer_is_shown_as_it_comes(begins: re.Pattern, pieces: list[str], shown: list) -> None:
    answer = thoughts.Answer(begins)
    assert [one for piece in pieces for one in answer.feed(piece)] == shown


@pytest.mark.parametrize("unit", ["\n", " \n", "</b>\n", "<", "[a", "`"])
@pytest.mark.parametrize("begins", [thoughts.LINES, thoughts.report(DEFAULT)])
def test_an_answer_of_nothing_takes_linear_time(begins: re.Pattern, unit: str) -> None:
    answer, text, started = thoughts.Answer(begins), unit * (30_000 // len(unit)), time.process_time()
    for at in range(0, len(text), 4_096):
        answer.feed(text[at : at + 4_096])
    answer.close(is_whole=True)
    assert time.process_time() - started < 5
