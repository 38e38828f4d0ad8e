"""Recording in a story: a microphone that says what the story wants, and what the device has of it."""

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


async def begin(screen: Screen, first: int, count: int = 1) -> None:
    """Press 'Start opname' with a microphone that will say ``count`` sentences numbered from ``first``."""
    await give_microphone(screen, sound.wav(sound.dictation(count, first=first)), once=True)
    before = await seconds_stored(screen)
    await screen.press("Start opname")
    await screen.sees(RECORDING)
    await screen.until(LONGER, before)  # from here on every sound is recorded


async def say(screen: Screen) -> None:
    """Say those sentences, and wait until the device has them."""
    await screen.until("return window.speak()")
    await screen.until(LONGER, await seconds_stored(screen) + 2.5)
