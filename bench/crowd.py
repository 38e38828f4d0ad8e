"""People for a load: each has a connection of their own and acts on a schedule of their own, whether the last answer
came or not. Response times are measured from the scheduled second, so a server that lags shows it.
"""

import asyncio
import json
import random
import statistics
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from .events import Tab, save, type_text
from .stage import say

SAVES_EVERY = 5  # a tab saves its draft at every fifth event
SENTENCE_EVERY = 5.0  # seconds; each is sent while it is spoken, as the recorder does
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
    """Return the number of a person's first event, so that not everybody saves in the same second.

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
        await _until(due)
        try:
            await act(tab, first + number)
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            found.errors.append(f"event: {type(error).__name__}: {error}")
            return
        if number >= warm_up:
            found.events.append((time.perf_counter() - due) * 1000)


async def dictate(url: str, cookie: str, spoken: bytes, found: Measured, segments: int) -> None:
    """Speak a sentence every five seconds, and measure from its end until it is written out."""
    dictation, began = str(uuid.uuid4()), time.perf_counter() + random.random() * SENTENCE_EVERY  # noqa: S311
    for segment in range(segments):
        due = began + (segment + 1) * SENTENCE_EVERY
        fields = {"dictationId": dictation, "segment": str(segment)}
        try:
            answer = await _spoken(url, cookie, spoken, fields, due)
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            found.errors.append(f"segment: {type(error).__name__}: {error}")
            continue
        if answer["status"] != 200 or "woord" not in answer["body"]:
            found.errors.append(f"segment: {answer['status']} {answer['body'][:100]}")
        found.segments.append((time.perf_counter() - due) * 1000)


async def _spoken(url: str, cookie: str, sound: bytes, fields: dict[str, str], due: float) -> dict[str, Any]:
    """Send a sound as the recorder does, a second of it every second, the last one when due; return the answer."""
    boundary = uuid.uuid4().hex
    part = f"--{boundary}\r\nContent-Disposition: form-data; name="
    rest = "".join(f'\r\n{part}"{name}"\r\n\r\n{value}' for name, value in fields.items())
    seconds = round(SENTENCE_EVERY)
    size = -(-len(sound) // seconds)
    await _until(due - seconds)
    address = f"{url.replace('http', 'ws', 1)}/api/stt?boundary={boundary}"
    async with connect(address, origin=Origin(url), additional_headers={"Cookie": cookie}, compression=None) as socket:
        await socket.send(f'{part}"audio"; filename="a.webm"\r\nContent-Type: audio/webm\r\n\r\n'.encode())
        for second in range(seconds):
            await _until(due - seconds + second + 1)
            await socket.send(sound[second * size : (second + 1) * size])
        await socket.send(f"{rest}\r\n--{boundary}--\r\n".encode())
        await socket.send("")
        return json.loads(await socket.recv())


async def regularly(
    act: Callable[[], Awaitable[None]], every: float, until: float, times: list[float], errors: list[str]
) -> None:
    """Act on schedule. Actions that come due while an answer is awaited would have waited for it too, and count so."""
    due = time.perf_counter()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        try:
            await act()
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            errors.append(f"{act.__name__}: {type(error).__name__}: {error}"[:200])
        now = time.perf_counter()
        while due < now:
            times.append((now - due) * 1000)
            due += every


async def _until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - time.perf_counter()))


def percentiles(milliseconds: list[float]) -> tuple[float, float, float]:
    """Return p50, p95 and p99."""
    hundredths = statistics.quantiles(milliseconds, n=100)
    return hundredths[49], hundredths[94], hundredths[98]
