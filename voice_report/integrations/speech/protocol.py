"""What a speech engine does. ``voice_report.engines`` lists the engines there are."""

from typing import Protocol

import numpy as np

from .lane import Lane


class SpeechEngine(Protocol):
    """Turns Dutch speech into text. One object per process, used by all requests on one event loop."""

    @property
    def lane(self) -> Lane | None:
        """The turns of an engine that computes on this machine; ``None`` for one that takes as many as come."""
        ...

    def ready(self) -> tuple[bool, str]:
        """Return whether audio can be transcribed now, and a Dutch sentence about it ('' when there is none)."""
        ...

    def state(self) -> str:
        """Return ``ready``, ``loading``, ``failing`` (its last answers) or ``missing`` (not set up, or no model)."""
        ...

    def start_loading(self) -> None:
        """Load what the first segment would otherwise wait for. Called in a thread, and may be called again."""
        ...

    async def transcribe(self, samples: np.ndarray, prompt: str, *, careful: bool = False) -> str:
        """Return the words in mono float32 samples at 16,000 per second, at most 600 s; '' when there are none.

        ``prompt`` is the preceding text, or ''. ``careful``: an earlier answer to the same samples was doubtful
        (``doubt``) or empty, so guess less. Raises ``Unavailable`` with a Dutch sentence, a code and the seconds
        after which to try again; never blocks the event loop.
        """
        ...
