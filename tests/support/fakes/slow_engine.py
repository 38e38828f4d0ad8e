"""A local engine that takes a set time: it gives turns and hurries as the product's own does, and hears the numbers in
test sound (``sound``). ``SPEECH_MODEL`` is the seconds that it takes per second of sound (3)."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable

import numpy as np

from tests.support.fakes import sound
from voice_report import engines
from voice_report.config import Settings
from voice_report.engines import Profile
from voice_report.integrations.speech.fair_queue import FairQueue
from voice_report.integrations.speech.load_monitor import LoadMonitor
from voice_report.integrations.speech.protocol import Answer


def app():
    """Return the product's ASGI app with this engine (a factory, for the server)."""
    engines.SPEECH["slow"] = engines.Engine("tests.support.fakes.slow_engine", leaves_server=False, model="3")
    os.environ["SPEECH_ENGINE"] = "slow"
    from voice_report.voice_report import app as product

    return product()


def create(_settings: Settings, profile: Profile) -> "SlowEngine":
    return SlowEngine(float(profile.model))


class SlowEngine:
    """``heard`` has the numbers in the order of the engine's work."""

    def __init__(
        self,
        slowness: float,
        *,
        gain: float = 1.0,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.queue = FairQueue(LoadMonitor(gain=gain, now=now), now=now)
        self.heard: list[int] = []
        self._slowness = slowness
        self._gain = gain
        self._wait = wait

    def ready(self) -> tuple[bool, str]:
        return True, ""

    def state(self) -> str:
        return "ready"

    def start_loading(self) -> None:
        """Nothing has to be loaded."""

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        work = self._slowness * len(samples) / sound.RATE
        await self._wait(work / self._gain if self.queue.monitor.is_hurried else work)
        numbers = await asyncio.to_thread(sound.heard, samples)
        self.heard += numbers
        return Answer(" ".join(f"woord{number:03d}" for number in numbers))
