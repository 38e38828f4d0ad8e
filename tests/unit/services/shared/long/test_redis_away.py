"""A Redis that is silent, gone or slow: limits are counted per process, and an answer waits half a second at most."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support import environment, redis_server
from tests.support.silence import Line, line_to
from voice_report.errors import TooMany
from voice_report.integrations.resilience import Breaker
from voice_report.services.shared import page_store, rate_limits

#: Seconds in which what works answers, also on a busy machine.
AMPLE = 60.0
HALF_A_SECOND = rate_limits._TIMEOUT


@pytest.fixture
async def line(tmp_path: Path, monkeypatch) -> AsyncIterator[Line]:
    """The way to a Redis of the test's own, which is the REDIS_URL."""
    monkeypatch.setattr(rate_limits, "_TIMEOUT", AMPLE)
    monkeypatch.setattr(page_store, "ANSWERS_WITHIN", AMPLE)
    with redis_server.running(tmp_path) as url:
        port = urlsplit(url).port
        assert port
        async with line_to(port) as line:
            environment.use(monkeypatch, REDIS_URL=url.replace(f":{port}/", f":{line.port}/"))
            yield line
            await page_store.close()


@pytest.fixture
def rest(monkeypatch) -> "Rest":
    """The breaker of the counters, with a clock set by hand."""
    rest = Rest()
    breaker = Breaker("rate limits", failures=1, rest=5.0, now=lambda: rest.now)
    monkeypatch.setattr(rate_limits, "Breaker", lambda *_, **__: breaker)
    return rest


@pytest.fixture
def waited(monkeypatch) -> list[str]:
    """Each time that Redis was waited for in vain: by what failed."""
    failures, note = [], rate_limits._note_failure

    def noted(breaker: Breaker, error: Exception) -> None:
        failures.append(type(error).__name__)
        note(breaker, error)

    monkeypatch.setattr(rate_limits, "_note_failure", noted)
    return failures


class Rest:
    now = 0.0


async def away(line: Line, monkeypatch, behaviour) -> None:
    """From now on Redis behaves like this, and half a second is waited for it."""
    assert HALF_A_SECOND == 0.5
    monkeypatch.setattr(rate_limits, "_TIMEOUT", HALF_A_SECOND)
    await line.change(behaviour)


async def back(line: Line, monkeypatch) -> None:
    monkeypatch.setattr(rate_limits, "_TIMEOUT", AMPLE)
    await line.change("pass")


async def refused(name: str, key: str, times: int) -> int:
    count = 0
    for _ in range(times):
        try:
            await rate_limits.hit(name, key)
        except TooMany:
            count += 1
    return count


@pytest.mark.parametrize("behaviour", ["hold", "swallow", "half", "drip", "reset", "refuse"])
@pytest.mark.parametrize("known", [True, False], ids=["connected before", "first question"])
async def test_s33_a_silent_redis_costs_half_a_second_once_and_limits_go_on(
    line: Line, rest: Rest, waited: list[str], caplog, monkeypatch, behaviour, known: bool
) -> None:
    if known:
        await rate_limits.hit("structure", "anna")
        assert line.accepted
    await away(line, monkeypatch, behaviour)
    assert await refused("structure", "piet", 30) == 10, "this process counts for itself"
    assert len(waited) == 1, "not once per question"
    assert [record.levelname for record in caplog.records if "rate limits" in record.message] == ["WARNING"]
    assert "Traceback" not in caplog.text

    await back(line, monkeypatch)
    rest.now += 5.1
    assert await refused("structure", "anna", 5) == 0
    assert "answer again" in caplog.text
    assert await refused("structure", "piet", 1) == 0, "Redis never heard of these"


async def test_only_one_question_at_a_time_looks_whether_redis_is_back(
    line: Line, rest: Rest, waited: list[str], monkeypatch
) -> None:
    await away(line, monkeypatch, "refuse")
    await rate_limits.hit("api", "192.0.2.1")
    await line.change("hold")
    rest.now += 5.1
    await asyncio.gather(*(refused("api", "192.0.2.1", 1) for _ in range(20)))
    assert len(waited) == 2, "once when it went, and once since"


async def test_readiness_and_pages_see_redis_go_and_come_back(line: Line) -> None:
    assert await page_store.look()
    assert not page_store.is_away()
    await line.change("refuse")
    assert not await page_store.look(), "nobody listens: once is enough"
    assert page_store.is_away()
    await line.change("pass")
    assert await page_store.look()
    assert await page_store.answers()


@pytest.mark.parametrize("behaviour", ["hold", "swallow", "half"])
async def test_a_late_answer_alone_closes_no_page(line: Line, monkeypatch, behaviour) -> None:
    assert await page_store.look()
    monkeypatch.setattr(page_store, "ANSWERS_WITHIN", 0.2)
    await line.change(behaviour)
    assert [await page_store.look() for _ in range(3)] == [True, True, False]
    assert not await page_store.answers()
    await line.change("pass")
    monkeypatch.setattr(page_store, "ANSWERS_WITHIN", AMPLE)
    assert await page_store.look()
