"""What a speech engine does. ``voice_report.engines`` lists the engines there are."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .fair_queue import FairQueue

#: Below these a word is worth listening to again: a long word or one with a figure, and another (decisions/0027).
_UNSURE_LONG, _UNSURE_SHORT = 0.5, 0.3
_LONG = 6  # letters


@dataclass(frozen=True, slots=True)
class Word:
    """A word as the engine wrote it: when it was said (seconds from the start), and how sure it is of it (0 to 1)."""

    text: str
    start: float
    end: float
    probability: float

    @property
    def is_unsure(self) -> bool:
        matters = sum(map(str.isalnum, self.text)) >= _LONG or any(map(str.isdigit, self.text))
        return self.probability < (_UNSURE_LONG if matters else _UNSURE_SHORT)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine heard. ``words`` are those of the text, or none: not every engine tells of them one by one."""

    text: str
    words: tuple[Word, ...] = ()


class SpeechEngine(Protocol):
    """Turns Dutch speech into text. One object per process, used by all requests on one event loop."""

    @property
    def queue(self) -> FairQueue | None:
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

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        """Return the words in mono samples at 16,000 per second, 16-bit ones or float32 from -1 to 1, at most 600 s; ''
        when there are none.

        ``careful``: an earlier answer to the same samples was doubtful (``doubt``) or empty, so guess less. Raises
        ``Unavailable`` with a Dutch sentence, a code and the seconds after which to try again; never blocks the event
        loop.
        """
        ...
