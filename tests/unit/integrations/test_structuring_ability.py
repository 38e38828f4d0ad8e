"""A model that cannot place and write a report is not asked for one, until it can."""

import asyncio
import json

import pytest

from tests.unit.integrations.long.test_structuring_openai import AMPLE, TRANSCRIPT, engine_at, scripted, sse
from voice_report.engines import Profile
from voice_report.integrations.structuring import openai_compatible
from voice_report.integrations.structuring.chat import ability
from voice_report.integrations.structuring.local import LocalEngine
from voice_report.reporting.templates import DEFAULT


def lines(*wrong: int, text: str | None = None) -> str:
    """Return lines for the known sentences; those at ``wrong`` under another heading."""
    return "".join(
        json.dumps({"s": [at + 1], "h": "evaluatie" if at in wrong else section, "t": text or sentence}) + "\n"
        for at, (sentence, section) in enumerate(ability.CANARY.items())
    )


IN_ONE_LINE = json.dumps({"s": [1, 2, 3, 4, 5], "h": "situatie", "t": "Mevrouw is gevallen."})


@pytest.mark.parametrize(
    ("answer", "is_able"),
    [
        (lines(), True),
        (lines(1), True),
        (lines(1, 2), False),
        (lines(text="Mevrouw had 39,5 koorts."), False),
        (IN_ONE_LINE, False),
        ("Natuurlijk! Hier is het verslag.", False),
        ("", False),
    ],
)
def test_a_model_that_can_do_the_work_places_and_writes_what_everybody_knows(answer: str, is_able: bool):
    assert ability.passes(answer) == is_able


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[float]:
    """The pauses that were begun; each ends when it is marked as done."""
    begun: asyncio.Queue[float] = asyncio.Queue()

    async def pause(seconds: float) -> None:
        begun.put_nowait(seconds)
        await begun.join()

    monkeypatch.setattr(openai_compatible, "pause", pause)
    return begun


async def test_a_model_that_cannot_is_not_asked_until_it_can(pauses: asyncio.Queue[float]):
    unable, able = sse({"content": IN_ONE_LINE}), sse({"content": lines()})
    async with scripted((200, unable), (200, able)) as (url, requests):
        engine = engine_at(url, AMPLE)
        assert (engine.label, "leesbaar" in engine.styles) == ("", True), "nothing is known"
        examination = asyncio.create_task(engine.examine())
        await pauses.get()
        assert (engine.label, engine.styles) == (LocalEngine.label, LocalEngine.styles)
        assert [piece async for piece in engine.lines([TRANSCRIPT], DEFAULT, "netjes")] == []
        assert len(requests) == 1
        pauses.task_done()
        await examination
    assert (engine.label, "vrij" in engine.styles) == ("", True)


async def test_without_an_answer_a_model_is_taken_for_one_that_can(pauses: asyncio.Queue[float]):
    async with scripted((401, b"{}"), (200, sse({"content": lines()}))) as (url, requests):
        engine = engine_at(url, AMPLE)
        examination = asyncio.create_task(engine.examine())
        await pauses.get()
        assert "leesbaar" in engine.styles
        pauses.task_done()
        await examination
    assert len(requests) == 2


async def test_an_engine_that_is_not_set_up_is_not_examined():
    profile = Profile("x", "structuring", "openai", "other", "x")
    engine = openai_compatible.OpenAICompatibleEngine(profile, AMPLE)
    await engine.examine()
    assert engine.state() == "missing"
