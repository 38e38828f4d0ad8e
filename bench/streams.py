"""How soon a concept's first words are there while fifty others are being written, beside one alone.

The fake model writes 50 words a second for each, as a fast one does. What counts is our own time: from the press to the
model's receiving the question, and from the end of its first line to the words at the page, over a real websocket.
"""

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.support import people as cast
from tests.support import server as servers
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions

from .crowd import closed, opened
from .events import DRAFT, ROOT, Tab
from .stage import say
from .table import Figure, p95, show

STREAMS = 50
ROUNDS = 60
GOAL = 2.0
TOKEN_DELAY = 0.02  # seconds between two words of the model
SENTENCES = 40  # of a concept beside; the one that is measured has three
GIVE_UP = 60  # seconds for a whole concept

_PAGES = f"{ROOT}.voice_report___ui___pages___reports___new_report"
_WIZARD = f"{_PAGES}___state____wizard_state"
_CONCEPT = f"{_PAGES}___concept____concept_state"
_TRANSCRIPT = 2  # the step


@dataclass
class Writer:
    """A person who asks for one concept after another, of the same draft; each of another transcript."""

    tab: Tab
    sentences: int
    at: int = 0
    has_report: bool = False

    async def concept(self) -> tuple[str, float, float]:
        """Return the transcript, when the button was pressed and when the first words came (seconds since 1970)."""
        self.at += 1
        first = f"Mevrouw {id(self)} sliep {self.at} uur."
        others = (f"Zin {number} van het verhaal over de zorg." for number in range(1, self.sentences))
        words = " ".join([first, *others])
        async with asyncio.timeout(GIVE_UP):
            await self.tab.press(_WIZARD, "back_to_transcript" if self.has_report else "type_instead")
            await self.tab.seen(DRAFT, "step", lambda step: step == _TRANSCRIPT)
            await self.tab.ask(DRAFT, "change_transcript", {"text": words, "at": self.at}, transcript=words)
            if self.has_report:
                await self.tab.press(_CONCEPT, "generate")
                await self.tab.seen(_CONCEPT, "asking", bool)
            pressed = time.time()
            await self.tab.press(_CONCEPT, "generate_anew" if self.has_report else "generate")
            came = await self.tab.seen(_CONCEPT, "streamed", lambda text: first in text)
            await self.tab.seen(DRAFT, "report", lambda report: first in report)
        self.has_report = True
        return first, pressed, came


async def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        directory = Path(name)
        provider = servers.fake_provider(directory)
        product = servers.app_server(directory, provider_url=provider.url)
        try:
            provider.start()
            product.start()
            cookies = await _cookies(product)
            async with httpx.AsyncClient(base_url=provider.url) as engine:
                plan = {"endpoint": "chat", "token_delay": TOKEN_DELAY}
                (await engine.post("/control", json=plan)).raise_for_status()
                alone, among, errors = await _measure(product.url, cookies, engine)
        finally:
            product.stop()
            provider.stop()
    for error in sorted(set(errors))[:10]:
        say(error)
    return show(
        f"A concept's first words, our own time ({ROUNDS} concepts; {STREAMS} others)", _figures(alone, among, errors)
    )


async def _cookies(product: servers.AppServer) -> list[str]:
    os.environ["DATABASE_URL"] = product.database_url
    settings.cache_clear()
    organization = await cast.make_organization(credits=100_000, max_users=STREAMS + 1)
    people = [await cast.make_user(organization) for _ in range(STREAMS + 1)]
    await session.dispose()
    return [f"{sessions.cookie_name()}={person.cookie}" for person in people]


async def _measure(
    url: str, cookies: list[str], engine: httpx.AsyncClient
) -> tuple[list[float], list[float], list[str]]:
    """Return the milliseconds alone and among the others, and what went wrong with the others."""
    [tab], errors = await opened(url, "/new-report", cookies[:1]), []
    one = Writer(tab, 3)
    say("the first concepts of a process, and one alone")
    for _ in range(3):
        await one.concept()
    alone = await _own(one, engine)
    say(f"{STREAMS} others")
    tabs = await opened(url, "/new-report", cookies[1:])
    others = [asyncio.create_task(_go_on(Writer(tab, SENTENCES), errors)) for tab in tabs]
    spread = time.monotonic() + SENTENCES * 10 * TOKEN_DELAY * 2  # by then each is somewhere in a concept of its own
    while time.monotonic() < spread:
        await one.concept()
    among = await _own(one, engine)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await closed([tab, *tabs])
    return alone, among, errors


async def _go_on(writer: Writer, errors: list[str]) -> None:
    wait = random.random() * writer.sentences * 10 * TOKEN_DELAY  # noqa: S311  not all at once
    await asyncio.sleep(wait)
    while True:
        try:
            await writer.concept()
        except Exception as error:  # noqa: BLE001  whatever the error, it is counted and shown
            errors.append(f"{type(error).__name__}: {error}")
            return


async def _own(writer: Writer, engine: httpx.AsyncClient) -> list[float]:
    """Return our own milliseconds of one concept after another."""
    made = [await writer.concept() for _ in range(ROUNDS)]
    requests = (await engine.get("/log", timeout=60)).json()["requests"]
    asked = {entry["transcript"]: entry for entry in requests if entry["endpoint"] == "chat"}
    found = []
    for first, pressed, came in made:
        [entry] = [entry for transcript, entry in asked.items() if first in transcript]
        to_model = entry["received_at"] - pressed
        found.append((to_model + came - entry["lines_ended_at"][0]) * 1000)
    return found


def _figures(alone: list[float], among: list[float], errors: list[str]) -> list[Figure]:
    own, base = p95(among), p95(alone)
    medians = f"{statistics.median(among):.0f} / {statistics.median(alone):.0f} ms"
    return [
        Figure("p95 beside one alone", own / base, "x", GOAL, f"{own:.0f} / {base:.0f} ms"),
        Figure("median beside one alone", statistics.median(among) / statistics.median(alone), "x", None, medians),
        Figure("concepts of the others that failed", len(errors), "", 0),
    ]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
