"""A speech engine as a developer would add one: it names its model and the words it is shown instead of listening."""

import numpy as np

from voice_report.config import Settings
from voice_report.engines import Profile
from voice_report.integrations.speech.protocol import Answer, SpeechEngine


def create(_settings: Settings, profile: Profile) -> SpeechEngine:
    return NamingEngine(profile.model)


class NamingEngine:
    queue = None

    def __init__(self, model: str) -> None:
        self._model = model

    def ready(self) -> tuple[bool, str]:
        return True, ""

    def state(self) -> str:
        return "ready"

    def start_loading(self) -> None:
        """Nothing has to be loaded."""

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        return Answer(f"{self._model}.")
