"""The five figures of a dictation: real speech in real browsers, against a fake AI provider that takes a set time.

Short dictations and concepts come first, one at a time: the browsers run on the same machine as the server, and what a
browser takes for drawing its waveform would be counted as ours. Long and disturbed ones then run beside each other, so
that what else the machine does hits all of them. It takes about five minutes more than the longest; ``--minutes 2``
makes that shorter.
"""

import argparse
import asyncio
import re
import signal
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import pairwise

from playwright.async_api import expect

from tests.support.browser import kill
from tests.support.people import Person

from .speaker import Speaker, control, requests, speaker
from .stage import Stage, say, stage
from .table import Figure, show
from .uplink import slow_uplink

SPEECH_DELAY = 0.5  # seconds the speech engine takes for any segment, besides decoding it
FIRST_TOKEN = 0.8  # seconds to the concept's first token
TOKEN_DELAY = 0.015  # seconds between two tokens
LONG_ONES, SHORT_ONES, CONCEPTS = 3, 8, 7
BEHIND_SECONDS = 24
UPLINK, UPLINK_ONES = 128, 5  # kbit/s


@dataclass(frozen=True)
class Stop:
    """Waiting time after 'Stop opname': seconds until the transcript is on screen, of these the engine's for the last
    segment, and seconds more until it can be edited."""

    waited: float
    engine: float
    adopting: float

    @property
    def own(self) -> float:
        return self.waited - self.engine


async def main(minutes: float, *, only_behind: bool) -> bool:
    behind = await _behind()
    return show("Dictation", behind) if only_behind else await _all(minutes, behind)


async def _all(minutes: float, behind: list[Figure]) -> bool:
    async with stage() as running:
        await control(running, endpoint="speech", delay=SPEECH_DELAY)
        await control(running, endpoint="chat", delay=FIRST_TOKEN, token_delay=TOKEN_DELAY)
        say("short dictations")
        stops = [await dictate(running, 8, first=500 + 3 * turn) for turn in range(SHORT_ONES)]
        say(f"dictations over an uplink of {UPLINK} kbit/s")
        async with slow_uplink(running.product.url, UPLINK) as flag:
            slow = [await dictate(running, 20, first=560 + 8 * turn, flags=(flag,)) for turn in range(UPLINK_ONES)]
        say("concepts")
        concepts = [await _concept(running) for _ in range(CONCEPTS)]
        long_ones = asyncio.gather(*[_long(running, minutes * 60, turn) for turn in range(LONG_ONES)])
        say("disturbed dictations: network cut for 1, 30 and 130 s, a reload, a killed browser")
        lost = sum(await asyncio.gather(*[_cut(running, gone) for gone in (1, 30, 130)]))
        lost += sum(await asyncio.gather(_reloaded(running), _killed(running)))
        say("dictations of a minute")
        minute = [await dictate(running, 60, first=530 + 20 * turn) for turn in range(LONG_ONES)]
        say(f"waiting for the dictations of {minutes:g} minutes")
        long = await long_ones
        say("a server that is killed and started again while somebody talks")
        lost += await _server_restarted(running)
    figures = _figures(minutes, long, minute, stops, slow, concepts, lost)
    return show("Dictation, beside the engines' own time", [*figures, *behind])


def _figures(
    minutes: float,
    long: list[Stop],
    minute: list[Stop],
    short: list[Stop],
    slow: list[Stop],
    concepts: list[tuple],
    lost: int,
) -> list[Figure]:
    def median(values) -> float:
        return statistics.median(values)

    after_long, after_minute = median(stop.waited for stop in long), median(stop.waited for stop in minute)
    own = median(stop.own for stop in short) * 1000
    beside = median(stop.own for stop in (*long, *minute)) * 1000
    alone_edited, beside_edited = (
        f"editable after {median(stop.own + stop.adopting for stop in stops) * 1000:.0f} ms"
        for stops in (short, (*long, *minute))
    )
    first_words = [first * 1000 for first, _, _ in concepts]
    shares = [100 * (whole - engine) / engine for _, whole, engine in concepts]
    engine = median(engine for _, _, engine in concepts)
    return [
        Figure(
            f"stop -> complete transcript, {minutes:g} min beside 1 min",
            after_long / after_minute,
            "x",
            1.2,
            f"{after_long * 1000:.0f} / {after_minute * 1000:.0f} ms",
        ),
        Figure(
            "own time on top of the engine's, last segment",
            own,
            " ms",
            80,
            f"{len(short)} one at a time, {alone_edited}",
        ),
        Figure(f"the same with {LONG_ONES} others", beside, " ms", 120, beside_edited),
        Figure(
            f"the same over an uplink of {UPLINK} kbit/s",
            median(stop.own for stop in slow) * 1000,
            " ms",
            500,
            f"{UPLINK_ONES} of 20 s",
        ),
        Figure("first words on screen after the first line", median(first_words), " ms", 100, f"{CONCEPTS} concepts"),
        Figure("own time on top of the engine's, whole concept", median(shares), " %", 3, f"of {engine:.1f} s"),
        Figure("spoken sentences lost over 6 disturbances", lost, "", 0, "cut 1/30/130 s, reload, kill, restart"),
    ]


async def _long(running: Stage, seconds: float, turn: int) -> Stop:
    await asyncio.sleep(10 * turn)
    return await dictate(running, seconds, first=1 + 160 * turn)


async def dictate(running: Stage, seconds: float, *, first: int, flags: tuple[str, ...] = ()) -> Stop:
    """Dictate, stop, and measure how long the transcript takes. Raises when a sentence is missing from it."""
    async with speaker(running, seconds + 5, first=first, flags=flags) as person:
        await person.start()
        await person.talk(round(seconds))
        await person.stop()
        heard = await person.transcript()
        if missing := _missing(person, heard, seconds):
            raise RuntimeError(f"{missing} of the sentences were lost without any disturbance: {heard}")
        marks = await person.marks()
        stopped, shown = marks["Stop opname"], marks["transcript"]
        mine = set(range(first, first + len(person.lengths)))
        all_of = [entry for entry in await requests(running, "speech") if stopped < entry["answered_at"] < shown]
        # A last segment with half a sentence has no number; it is nobody else's when there is none with a number.
        own = [entry for entry in all_of if mine & set(entry["heard"])] or [e for e in all_of if not e["heard"]]
        engine = sum(entry["answered_at"] - max(entry["received_at"], stopped) for entry in own[-1:])
        return Stop(shown - stopped, engine, marks["editable"] - shown)


async def _concept(running: Stage) -> tuple[float, float, float]:
    """Return seconds: from the end of the first line to words on screen, from click to concept, the engine's own.

    A line is checked beside what was said before it is shown (concepts/reports.md): its first token shows nothing yet.
    """
    async with speaker(running, 1) as person:
        page = person.page
        await page.goto("/new-report?testMode=true")
        field = page.get_by_role("textbox", name="Transcript")
        await field.fill(" ".join(f"Zin {number} gaat over de ochtend en de wond." for number in range(30)))
        await expect(page.get_by_text("Bewaard om")).to_be_visible()
        await page.get_by_role("button", name="Genereer concept").click()
        await expect(page.get_by_role("button", name="Kopiëren").first).to_be_enabled(timeout=60_000)
        await page.wait_for_timeout(100)
        marks = await person.marks()
        answer = (await requests(running, "chat"))[-1]
        engine = answer["answered_at"] - answer["received_at"]
        return marks["words"] - answer["lines_ended_at"][0], marks["concept"] - marks["Genereer concept"], engine


def _missing(person: Speaker, heard: list[int], seconds: float) -> int:
    """Count the sentences spoken in the recorded time, its last second aside, that are missing from the transcript."""
    expected = set(range(person.first, person.first + person.spoken_before(seconds - 1)))
    repeated = len(heard) - len(set(heard))
    return len(expected - set(heard)) + repeated


async def _cut(running: Stage, gone: int) -> int:
    """Keep talking while the network is down; return the number of sentences lost."""
    async with speaker(running, gone + 45) as person:
        context = person.page.context
        await person.start()
        await person.talk(10)
        await context.set_offline(True)
        await person.talk(10 + gone)
        await context.set_offline(False)
        await person.talk(gone + 30)
        await person.stop()
        return _missing(person, await person.transcript(), gone + 30)


async def _reloaded(running: Stage) -> int:
    """Reload while recording and continue; the fake microphone starts over. Return the number of sentences lost."""
    async with speaker(running, 60) as person:
        await person.start()
        await person.talk(25)
        await person.page.reload()
        await person.page.get_by_role("button", name="Verder gaan").click()
        await person.is_recording()
        await person.talk(50)
        await person.stop()
        heard = await person.transcript()
    again = heard.index(1, 1) if 1 in heard[1:] else len(heard)
    return _missing(person, heard[:again], 24) + _missing(person, heard[again:], 24)


async def _killed(running: Stage) -> int:
    """Kill the browser while offline, as an empty battery does, and reopen it. Return the number of sentences lost."""
    profile = running.directory / "profile"
    try:
        async with speaker(running, 60, profile=profile) as person:
            await person.start()
            await person.talk(3)
            await person.page.context.set_offline(True)
            await person.talk(25)
            closed = person.page.context.wait_for_event("close")
            kill(profile)
            await closed
    except Exception as error:  # noqa: BLE001  the browser is gone, so closing it raises
        say(f"killed: {type(error).__name__}")
    async with speaker(running, 1, profile=profile) as again:
        await expect(again.page.get_by_text(re.compile("Niet-verzonden opname van"))).to_be_visible()
        await again.page.get_by_role("button", name="Uitschrijven").click()
        return _missing(person, await again.transcript(), 24)


async def _server_restarted(running: Stage) -> int:
    """Kill the server during a dictation, and restart it five seconds later. Return the number of sentences lost."""
    async with speaker(running, 60) as person:
        await person.start()
        await person.talk(18)
        running.product.stop(signal.SIGKILL)
        await person.talk(23)
        await asyncio.to_thread(running.product.start)
        await person.talk(45)
        await person.stop()
        return _missing(person, await person.transcript(), 45)


async def _behind() -> list[Figure]:
    """Let two people dictate at once to one engine on this machine that is three times slower than speech."""
    say("two people at an engine that is three times slower than speech")
    async with stage(app="tests.support.fakes.slow_engine:app") as running:
        people = (running.people.user, running.people.admin)
        found = await asyncio.gather(*[_slowly(running, one, 580 + 20 * turn) for turn, one in enumerate(people)])
    lost, refused, moved, told = map(sum, zip(*found, strict=True))
    detail = f"2 x {BEHIND_SECONDS} s of speech; both were told how far it is" if told == 2 else "somebody was not told"
    return [Figure("engine 3x slower: lost + refused + out of order", lost + refused + moved, "", 0, detail)]


async def _slowly(running: Stage, who: Person, first: int) -> tuple[int, int, int, bool]:
    """Return the sentences lost or doubled, whether any was refused, those out of order, whether it told how far."""
    async with speaker(running, BEHIND_SECONDS + 5, first=first, person=who) as person:
        await person.start()
        await person.talk(BEHIND_SECONDS)
        await person.stop()
        heard = await person.transcript()
        marks = await person.marks()
    moved = sum(after <= before for before, after in pairwise(heard))
    return _missing(person, heard, BEHIND_SECONDS), "refused" in marks, moved, "told" in marks


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long the longest dictations take")
    parser.add_argument("--behind", action="store_true", help="only the dictations at an engine slower than speech")
    options = parser.parse_args()
    began = time.monotonic()
    holds = asyncio.run(main(options.minutes, only_behind=options.behind))
    say(f"took {(time.monotonic() - began) / 60:.0f} minutes")
    sys.exit(0 if holds else 1)
