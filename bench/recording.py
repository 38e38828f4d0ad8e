"""A chosen sound file of an hour, written out beside people who dictate, against a fake engine that takes a set time.

The file is m4a, as phones make it. Short dictations come before it, and as many while it is written out; then the words
of its draft are held against what was said in it. It takes about seven minutes.
"""

import asyncio
import contextlib
import statistics
import sys
from collections.abc import AsyncIterator

from tests.support.chosen_files import Tab
from tests.support.fakes import sound

from .dictation import dictate
from .load import kilobytes
from .speaker import control
from .stage import Stage, say, stage
from .table import Figure, show

MINUTES, DICTATIONS, SECONDS = 60, 4, 12
SPEECH_DELAY = 0.5  # seconds the engine takes for any piece, besides decoding it
FIRST = 560  # sentence of the first dictation; the file has those before it
WEIGH_EVERY = 0.5  # seconds; the memory of the product


async def main() -> bool:
    say(f"making {MINUTES} minutes of m4a")
    pause = (60 * MINUTES - len(sound.dictation(FIRST - 1, pause=0)) / sound.RATE) / (FIRST - 1)
    file = sound.encoded(sound.dictation(FIRST - 1, pause=pause), "mp4")
    async with stage() as running:
        await control(running, endpoint="speech", delay=SPEECH_DELAY)
        await _waits(running, 0)  # what the first dictation loads once is nobody's
        say("dictations alone")
        alone = [await _waits(running, turn) for turn in range(1, DICTATIONS + 1)]
        before = kilobytes(running.product)
        tab = Tab(running.product.url, running.people.admin, file)
        async with _weighed(running) as weights:
            await tab.sends()
            say("dictations beside the file")
            beside = [await _waits(running, turn) for turn in range(DICTATIONS + 1, 2 * DICTATIONS + 1)]
            if (state := await tab.state())["state"] != "transcribing":
                raise RuntimeError(f"The file ended before the dictations beside it: {state['state']}")
            say(f"waiting for the rest of the file, from {state['secondsDone']} s")
            heard = await tab.text()
    expected = {f"woord{number:03d}" for number in range(1, FIRST)}
    wrong = len(expected - set(heard)) + len(heard) - len(set(heard))
    with_file, without = statistics.median(beside) * 1000, statistics.median(alone) * 1000
    growth = (max(weights) - before) / 1024
    figures = [
        Figure(
            "others: stop -> transcript, beside it",
            with_file / without,
            "x",
            1.2,
            f"{with_file:.0f} / {without:.0f} ms",
        ),
        Figure("memory of the product, growth of its peak", growth, " MB", 100, f"from {before / 1024:.0f} MB"),
        Figure("words lost or doubled", wrong, "", 0, f"of {len(expected)}"),
    ]
    return show(f"A chosen file of {MINUTES} minutes, {len(file) / 2**20:.0f} MB", figures)


async def _waits(running: Stage, turn: int) -> float:
    """Dictate; return the seconds between 'Stop opname' and the complete transcript."""
    return (await dictate(running, SECONDS, first=FIRST + 5 * turn)).waited


@contextlib.asynccontextmanager
async def _weighed(running: Stage) -> AsyncIterator[list[int]]:
    """Weigh the product again and again; yield the weights, in KB."""
    weights = []

    async def weigh() -> None:
        while True:
            weights.append(await asyncio.to_thread(kilobytes, running.product))
            await asyncio.sleep(WEIGH_EVERY)

    weighing = asyncio.create_task(weigh())
    try:
        yield weights
    finally:
        weighing.cancel()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
