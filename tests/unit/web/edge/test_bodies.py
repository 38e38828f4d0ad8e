"""Bodies that come slowly: a bad connection may take its time, a client that only holds on may not (S33)."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from voice_report.config import settings
from voice_report.core.shares import Holder
from voice_report.web import edge
from voice_report.web.edge import bodies, token_buckets

KB = 1024


class Clock:
    """A clock that only the client's pauses (seconds before each part) move."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.pause = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def stopwatch(monkeypatch) -> Clock:
    """Let time pass by hand: ``asyncio.timeout`` ends at once when the next part comes later than it allows."""
    watch = Clock()
    real = asyncio.timeout
    monkeypatch.setattr(bodies.time, "monotonic", watch.monotonic)
    monkeypatch.setattr(bodies.asyncio, "timeout", lambda left: real(0 if left < watch.pause else 60))
    return watch


@pytest.fixture
async def _signed_in(monkeypatch) -> None:
    """Whose session it is, is not what these tests are about."""

    async def holder(_session_hash: str) -> Holder:
        return Holder("somebody")

    monkeypatch.setattr(edge.sessions, "holder", holder)


pytestmark = pytest.mark.usefixtures("_signed_in")


async def call(
    built: Path,
    watch: Clock,
    parts: list[bytes],
    *,
    every: float,
    app: Callable[..., Awaitable[None]],
    path: str = "/api/stt",
) -> tuple[int, int]:
    """Send parts with a pause before each; return the answer's status and how many parts were still unsent."""
    left = list(parts)
    watch.pause = every
    statuses = []

    async def receive():
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        watch.now += every
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "client": ("192.0.2.1", 1),
        "headers": [(b"origin", settings().origin.encode()), (b"content-length", b"100000"), (b"cookie", b"session=x")],
    }
    await edge.around(built)(app)(scope, receive, send)
    assert len(statuses) == 1
    return statuses[0], len(left)


async def reads(_scope, receive, send) -> None:
    """An app that reads the whole body, as a route with a form does."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError("the client went away")
        if not message["more_body"]:
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def refuses(_scope, _receive, send) -> None:
    await send({"type": "http.response.start", "status": 401, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def test_s33_a_body_that_drips_in_is_given_up(built, stopwatch) -> None:
    status, unsent = await call(built, stopwatch, [b"x"] * 1000, every=3, app=reads)
    assert status == 408
    assert unsent > 980, "after half a minute, not when all of it had come"


async def test_s33_a_body_that_stops_coming_is_given_up(built, stopwatch) -> None:
    assert await call(built, stopwatch, [b"x" * KB, b"y"], every=31, app=reads) == (408, 2)


async def test_sound_on_a_bad_connection_gets_here(built, stopwatch) -> None:
    """EDGE: 5 KB/s, so a segment of 600 KB takes two minutes."""
    assert await call(built, stopwatch, [b"x" * 5 * KB] * 120, every=1, app=reads) == (200, 0)


async def test_sound_gets_here_through_a_tunnel_of_half_a_minute(built, stopwatch) -> None:
    assert await call(built, stopwatch, [b"x" * 60 * KB] * 3, every=29, app=reads) == (200, 0)


async def test_s56_who_sent_much_at_first_has_to_go_on_sending(built, stopwatch) -> None:
    parts = [b"x" * 600 * KB, *[b"x"] * 100]
    status, unsent = await call(built, stopwatch, parts, every=10, app=reads)
    assert status == 408
    assert 90 < unsent < 96, "a minute after the last large part"


async def test_s33_nothing_takes_longer_than_five_minutes(built, stopwatch) -> None:
    status, unsent = await call(built, stopwatch, [b"x" * 30 * KB] * 100, every=10, app=reads)
    assert (status, unsent) == (408, 70)


async def test_s88_a_chosen_file_has_half_an_hour_and_must_keep_coming(built, stopwatch) -> None:
    parts = [b"x" * 350 * KB] * 190
    arrived = await call(built, stopwatch, parts[:179], every=10, app=reads, path="/api/recordings")
    assert arrived == (200, 0)
    assert await call(built, stopwatch, parts, every=10, app=reads, path="/api/recordings") == (408, 10)
    drips = [b"x" * 40 * KB] * 100
    status, unsent = await call(built, stopwatch, drips, every=10, app=reads, path="/api/recordings")
    assert (status, unsent > 90) == (408, True)


async def test_s33_an_early_answer_does_not_wait_for_a_body_that_drips_in(built, stopwatch) -> None:
    status, unsent = await call(built, stopwatch, [b"x"] * 1000, every=3, app=refuses)
    assert status == 401
    assert unsent > 980


async def test_s33_refused_bodies_together_are_read_at_a_bounded_pace(built, stopwatch, monkeypatch) -> None:
    slept = []
    at_once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        stopwatch.now += seconds
        await at_once(0)

    monkeypatch.setattr(token_buckets.asyncio, "sleep", sleep)
    monkeypatch.setattr(bodies, "_drained", token_buckets.TokenBucket(16 * KB * KB, burst=2 * KB * KB))
    for _ in range(2):
        assert await call(built, stopwatch, [b"x" * 512 * KB] + [b"x" * KB * KB] * 9, every=0, app=refuses) == (401, 0)
    assert sum(slept) == pytest.approx((18 - 2) / 16), "seconds; a small one is not held up"
