"""People for a load: each has a connection of their own and acts on a schedule of their own, whether the last answer
came or not. Response times are measured from the scheduled second, so a server that lags shows it.
"""

import asyncio
import random
import statistics
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import httpx

from .events import Tab, save, type_text
from .stage import say

SAVES_EVERY = 5  # a tab saves its draft at every fifth event
SENTENCE_EVERY = 5.0  # seconds; each is sent when it has been spoken, as the recorder does
ENGINE = 0.5  # seconds the fake engine takes for one


@dataclass
class Measured:
    """The results: milliseconds per answer, and errors."""

    events: list[float] = field(default_factory=list)
    segments: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    kilobytes_each: float = 0.0


async def opened(url: str, path: str, cookies: Sequence[str]) -> list[Tab]:
    """Return a tab for each cookie, ten of them opened at a time."""
    say(f"opening {len(cookies)} connections")
    tabs: list[Tab] = []
    for start in range(0, len(cookies), 10):
        tabs += await asyncio.gather(*(Tab.open(url, path, cookie) for cookie in cookies[start : start + 10]))
    return tabs


async def closed(tabs: Sequence[Tab]) -> None:
    """Close them all, also those whose server has gone."""
    await asyncio.gather(*(tab.close() for tab in tabs), return_exceptions=True)


def first_number() -> int:
    """Return the number of somebody's first event, so that not everybody saves in the same second.

    The first two texts come first, and one of them creates the draft.
    """
    return 1 + random.randrange(SAVES_EVERY - 2)  # noqa: S311


async def write(tab: Tab, number: int) -> None:
    """Type a text, or at every fifth event save the one before; a tab's numbers follow each other."""
    if number % SAVES_EVERY == 0:
        await save(tab, number - 1)
    else:
        await type_text(tab, number)


async def work(
    tab: Tab, act: Callable[[Tab, int], Awaitable[None]], found: Measured, first: int, seconds: int, warm_up: int
) -> None:
    """Act every second, with growing numbers from ``first``; the answers of the warm-up do not count."""
    began = time.perf_counter() + random.random()  # noqa: S311  not everybody in the same instant
    for number in range(warm_up + seconds):
        due = began + number
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            await act(tab, first + number)
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            found.errors.append(f"event: {type(error).__name__}: {error}")
            return
        if number >= warm_up:
            found.events.append((time.perf_counter() - due) * 1000)


async def dictate(url: str, cookie: str, spoken: bytes, found: Measured, segments: int) -> None:
    """Send a sentence every five seconds, and measure until it is written out."""
    dictation, began = str(uuid.uuid4()), time.perf_counter() + random.random() * SENTENCE_EVERY  # noqa: S311
    headers = {"Origin": url, "Cookie": cookie}
    # There is no TLS: reading the certificate authorities for each client would hold everybody for a second.
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60, verify=False) as client:  # noqa: S501
        for segment in range(segments):
            due = began + segment * SENTENCE_EVERY
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            told = {"dictationId": dictation, "segment": str(segment)}
            answer = await client.post("/api/stt", files={"audio": ("a.webm", spoken, "audio/webm")}, data=told)
            if answer.status_code != 200 or "woord" not in answer.text:
                found.errors.append(f"segment: {answer.status_code} {answer.text[:100]}")
            found.segments.append((time.perf_counter() - due) * 1000)


def percentiles(milliseconds: list[float]) -> tuple[float, float, float]:
    """Return p50, p95 and p99."""
    hundredths = statistics.quantiles(milliseconds, n=100)
    return hundredths[49], hundredths[94], hundredths[98]
