"""The output of every measurement: a table of figures, their goals and whether these are met."""

import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

_TIMES = 9  # of which ``fastest`` is the figure


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. ``goal`` is its maximum; ``None`` means for information only."""

    name: str
    value: float
    unit: str = ""
    goal: float | None = None
    detail: str = ""

    @property
    def holds(self) -> bool:
        return self.goal is None or self.value <= self.goal


async def fastest(name: str, work: Callable[[], Awaitable[Any]], goal: float | None, detail: str = "") -> Figure:
    """Do the work nine times; return the fastest in milliseconds, with the median and the slowest in its detail."""
    times = []
    for _ in range(_TIMES):
        began = time.monotonic()
        await work()
        times.append((time.monotonic() - began) * 1000)
    spread = f"median {sorted(times)[_TIMES // 2]:.0f}, worst {max(times):.0f} ms"
    return Figure(f"{name}, fastest of {_TIMES}", min(times), " ms", goal, f"{detail}; {spread}" if detail else spread)


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def show(title: str, figures: list[Figure]) -> bool:
    """Print the table; return whether every goal is met."""
    rows = [("what", "measured", "goal", "holds", "from")]
    for figure in figures:
        goal = "" if figure.goal is None else f"<= {_number(figure.goal)}{figure.unit}"
        verdict = "" if figure.goal is None else ("yes" if figure.holds else "NO")
        rows.append((figure.name, f"{_number(figure.value)}{figure.unit}", goal, verdict, figure.detail))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    print(f"\n{title}")
    for number, row in enumerate(rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
    return all(figure.holds for figure in figures)


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.2f}"
