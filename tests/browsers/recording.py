"""Recording in a story: a microphone that says what the story wants, and what the device has of it."""

import numpy as np

from tests.e2e.reports.recording import LOOK
from tests.support.engines.screen import Screen, give_microphone
from tests.support.fakes import sound

RECORDING = "Aan het opnemen..."
_SHORT = "Mevrouw sliep goed."
#: Whether the device has more than so many seconds of sound.
LONGER = f"const [seconds] = arguments; return ({LOOK})().then((found) => found.seconds > seconds);"
_LOOK = f"return ({LOOK})();"


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
