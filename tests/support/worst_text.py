"""Texts that are cheap to send and expensive to process, and the processor time one call may take (security.md S33)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

#: Seconds of this process's time. The walks over the handlers stay well below it; a text that is normalised, matched
#: or parsed at its full length takes many times more.
MOST = 3.0


def marks(characters: int) -> str:
    """Return combining marks in descending class, which Unicode normalisation sorts in quadratic time."""
    return "a" + "\u0315" * (characters // 2) + "\u0316" * (characters // 2)


#: A hundred kilobytes of each kind.
WORST = {
    "marks": marks(50_000),
    "half pairs": "\ud800" * 33_000,
    "NUL": "\x00" * 100_000,
    "right to left": "\u202ea" * 25_000,
    "joined": "\U0001f469\u200d" * 14_000,
    "expanding": "\ufdfa" * 33_000,
    "digits": "9" * 100_000,
    "spaces": "x" + " " * 100_000 + "x",
    "one word": "mevrouw " * 12_500,
}

#: Five megabytes, the most the edge lets in.
HUGE = marks(2_400_000)


class Stopwatch:
    """Measures calls and remembers those that took too long."""

    def __init__(self) -> None:
        self.slow: list[str] = []
        self.calls = 0

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        started = time.process_time()
        yield
        took = time.process_time() - started
        self.calls += 1
        if took > MOST:
            self.slow.append(f"{what}: {took:.1f} s")
