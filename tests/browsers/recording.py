"""Recording in a story: a microphone that says what the story wants, what the device has of it, and what the server."""

import re

import numpy as np

from tests.browsers.test_reports import report_of
from tests.e2e.reports.recording import LOOK
from tests.support.engines.screen import Screen, give_microphone
from tests.support.fakes import sound
from tests.support.people import People

RECORDING = "Aan het opnemen..."
_SHORT = "Mevrouw sliep goed."
#: Whether the device has more than so many seconds of sound.
LONGER = f"const [seconds] = arguments; return ({LOOK})().then((found) => found.seconds > seconds);"
_LOOK = f"return ({LOOK})();"
#: What the fake engine writes for a sentence that it heard whole. The sound goes round: a busy machine that
#: lost some of a sentence hears it again.
_WORD = re.compile(r"woord00[12]")


def one_sentence() -> np.ndarray:
    """Return a numbered sentence; any three seconds of it, over and over, have its number."""
    return sound.dictation(1, texts=[_SHORT], pause=0.6)


def two_sentences(*, first: int = 1) -> np.ndarray:
    """Return two numbered sentences, as short as can be with the recorder's first cut (in the first pause after four
    seconds) between them: the one is sent, while the other is in a segment that has not ended."""
    return sound.dictation(2, first=first, texts=[sound.SENTENCES[4], _SHORT], pause=1)


async def seconds_stored(screen: Screen) -> float:
    """Return how many seconds of sound the device has."""
    return (await screen.until(_LOOK))["seconds"]


async def begin(screen: Screen, said: np.ndarray) -> None:
    """Press 'Start opname' with a microphone that will say this, once."""
    await give_microphone(screen, sound.wav(said), once=True)
    before = await seconds_stored(screen)
    await screen.press("Start opname")
    await screen.sees(RECORDING)
    await screen.until(LONGER, before)  # from here on every sound is recorded


async def say(screen: Screen) -> None:
    """Say it, and wait until the device has it."""
    await screen.run("window.speak().then(() => { window.hasSpoken = true; });")
    await screen.until("return window.hasSpoken")
    await screen.until(LONGER, await seconds_stored(screen) + 2.5)


async def talk(screen: Screen, said: np.ndarray) -> None:
    """Begin, and say it."""
    await begin(screen, said)
    await say(screen)


async def hears(screen: Screen) -> None:
    """Wait until a sentence has come all the way back as text."""
    await screen.sees("woord00")


async def stop(screen: Screen, people: People, db) -> str:
    """Stop, and return the transcript that the server stored, which the page shows too."""
    await screen.press("Stop opname")
    return await transcript(screen, people, db)


async def transcript(screen: Screen, people: People, db) -> str:
    await screen.sees("Stap 2 van 3", "woord00")
    stored = (await report_of(db, people.user)).transcript
    assert _WORD.search(stored)
    return stored
