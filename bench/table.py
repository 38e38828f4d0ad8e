"""The output of every measurement: a table of figures, their goals and whether these are met."""

from dataclasses import dataclass


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
