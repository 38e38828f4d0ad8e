"""Recording in a story: a microphone that says what the story wants, and what the device has of it."""

import numpy as np

from tests.e2e.reports.recording import LOOK
from tests.support.engines.screen import Screen, give_microphone
from tests.support.fakes import sound

RECORDING = "Aan het opnemen..."
#: Whether the device has more than so many seconds of sound.
LONGER = f"const [seconds] = arguments; return ({LOOK})().then((found) => found.seconds > seconds);"
_LOOK = f"return ({LOOK})();"


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
