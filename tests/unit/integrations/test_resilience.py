"""Retries and the circuit breaker, with the waiting replaced and time set by hand."""

import httpx2
import openai
import pytest

from tests.support.fakes.stopwatch import Stopwatch
from voice_report.errors import Unavailable
from voice_report.integrations.checkpoint import NotSent
from voice_report.integrations.resilience import Breaker, Failure, Policy, call_with_retries

SENTENCE = "Even niet bereikbaar."
POLICY = Policy(timeout=10.0)


class Neighbour:
    """Fails with the given errors, one a call, and then answers."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "antwoord"


def status(code: int, **headers: str) -> openai.APIStatusError:
    response = httpx2.Response(code, headers=headers, request=httpx2.Request("POST", "http://engine.example"))
    return openai.APIStatusError("no", response=response, body=None)


async def test_a_passing_failure_is_not_noticed(waits):
    neighbour = Neighbour(status(500), Failure("broken answer"))
    assert await call_with_retries(Breaker("x"), neighbour, policy=POLICY, sentence=SENTENCE) == "antwoord"
    assert neighbour.calls == 3
    assert len(waits) == 2
    assert all(0.1 <= wait <= POLICY.longest_wait for wait in waits)


async def test_patience_ends_with_a_sentence(waits):
    neighbour = Neighbour(*[status(503) for _ in range(9)])
    with pytest.raises(Unavailable) as failed:
        await call_with_retries(Breaker("x"), neighbour, policy=POLICY, sentence=SENTENCE)
    assert failed.value.message == SENTENCE
    assert failed.value.retry_after == 5
    assert neighbour.calls == POLICY.attempts


async def test_retry_after_is_honoured(waits):
    neighbour = Neighbour(status(429, **{"Retry-After": "3"}))
    await call_with_retries(Breaker("x"), neighbour, policy=POLICY, sentence=SENTENCE)
    assert waits == [3.0]


@pytest.mark.parametrize(("asked", "told"), [("90", 90), ("86400", 120)])
async def test_a_long_retry_after_ends_the_call_and_is_passed_on_within_bounds(waits, asked, told):
    neighbour = Neighbour(status(429, **{"Retry-After": asked}))
    with pytest.raises(Unavailable) as failed:
        await call_with_retries(Breaker("x"), neighbour, policy=POLICY, sentence=SENTENCE)
    assert failed.value.retry_after == told
    assert (neighbour.calls, waits) == (1, [])


@pytest.mark.parametrize("value", ["-5", "nan", "inf", "Wed, 21 Oct 2026 07:28:00 GMT", ""])
async def test_a_strange_retry_after_falls_back_to_our_own_wait(waits, value):
    await call_with_retries(
        Breaker("x"), Neighbour(status(429, **{"Retry-After": value})), policy=POLICY, sentence=SENTENCE
    )
    assert 0 < waits[0] <= POLICY.longest_wait


@pytest.mark.parametrize(
    ("code", "word"), [(401, "engine_misconfigured"), (404, "engine_misconfigured"), (400, "engine_refused")]
)
async def test_what_trying_again_cannot_mend_is_not_tried_again(waits, code, word):
    neighbour = Neighbour(status(code))
    with pytest.raises(Unavailable) as failed:
        await call_with_retries(Breaker("x"), neighbour, policy=POLICY, sentence=SENTENCE)
    assert (neighbour.calls, failed.value.code) == (1, word)


async def test_a_bug_of_ours_is_not_dressed_up_as_a_failing_neighbour(waits):
    with pytest.raises(KeyError):
        await call_with_retries(Breaker("x"), Neighbour(KeyError("x")), policy=POLICY, sentence=SENTENCE)
    assert waits == []


async def test_an_attempt_that_never_ends_is_ended(waits):
    import asyncio

    async def forever() -> str:
        await asyncio.Event().wait()
        return ""

    with pytest.raises(Unavailable):
        await call_with_retries(Breaker("x"), forever, policy=Policy(timeout=0.01), sentence=SENTENCE)
    assert waits == []  # the time was spent: a hanging neighbour costs one time-out


async def test_the_breaker_rests_after_failures_and_lets_one_attempt_through_to_see():
    now = Stopwatch()
    breaker = Breaker("x", failures=3, rest=15.0, now=now)
    for _ in range(3):
        assert breaker.seconds_to_wait() == 0
        breaker.failed()
    assert breaker.seconds_to_wait() == 15.0
    now.seconds = 15.0
    assert breaker.seconds_to_wait() == 0  # the probe
    assert breaker.seconds_to_wait() > 0  # nobody else meanwhile
    breaker.failed()
    assert breaker.seconds_to_wait() == 15.0
    now.seconds = 30.0
    assert breaker.seconds_to_wait() == 0
    breaker.abandoned()  # its caller went away: the next one may look
    assert breaker.seconds_to_wait() == 0
    breaker.succeeded()
    assert (breaker.seconds_to_wait(), breaker.seconds_to_wait()) == (0, 0)


async def test_an_open_breaker_answers_at_once(waits):
    breaker = Breaker("x", failures=2, rest=15.0, now=Stopwatch())
    neighbour = Neighbour(*[status(500) for _ in range(9)])
    with pytest.raises(Unavailable):
        await call_with_retries(breaker, neighbour, policy=POLICY, sentence=SENTENCE)
    with pytest.raises(Unavailable) as failed:
        await call_with_retries(breaker, neighbour, policy=POLICY, sentence=SENTENCE)
    assert neighbour.calls == 2
    assert failed.value.retry_after == 15


async def test_s28_failures_are_logged_without_address_key_or_content(waits, caplog):
    request = httpx2.Request("POST", "http://engine.example")
    errors = [openai.APIConnectionError(message="key-123 http://engine.example", request=request) for _ in range(3)]
    neighbour = Neighbour(*errors)
    with pytest.raises(Unavailable):
        await call_with_retries(Breaker("speech"), neighbour, policy=POLICY, sentence=SENTENCE)
    assert "speech: attempt 1 failed: connection" in caplog.text
    assert "key-123" not in caplog.text
    assert "engine.example" not in caplog.text


async def test_what_we_stopped_ourselves_says_nothing_about_the_service(waits):
    breaker = Breaker("x", failures=2, rest=15.0, now=Stopwatch())
    breaker.failed()
    with pytest.raises(Unavailable) as stopped:
        await call_with_retries(breaker, Neighbour(NotSent("no ticket")), policy=POLICY, sentence=SENTENCE)
    assert stopped.value.code == "not_sent"
    breaker.failed()
    assert breaker.is_failing, "the failure before still counts"
