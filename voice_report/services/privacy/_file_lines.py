"""The lines and chapters of a privacy file."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Source = Literal["instelling", "gemeten", "ingevuld door jullie"]

SETTING: Source = "instelling"
MEASURED: Source = "gemeten"
FILLED_IN: Source = "ingevuld door jullie"

NOT_FILLED_IN = "NIET INGEVULD"

KEPT = 400  # versions of an organization's file: more than one a day for a year


@dataclass(frozen=True, slots=True)
class Line:
    """One fact with its source; ``value`` is '' where it is still to be filled in.

    ``key`` is the same in every version. ``passes``: it changes by itself every day, and makes no version. ``field`` is
    the name under which the organization can fill it in, '' for what it cannot. ``group`` is a heading above it.
    """

    key: str
    name: str
    value: str
    source: Source
    passes: bool = False
    field: str = ""
    group: str = ""

    @property
    def told_source(self) -> str:
        """The source in words: of what is still to be filled in, by whom."""
        if self.value:
            return self.source
        return f"in te vullen {'door de aanbieder, in de instelling' if self.source == SETTING else 'door jullie'}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its number from 1, its title, and its lines."""

    number: int
    title: str
    lines: tuple[Line, ...]

    @property
    def missing(self) -> int:
        """How many of its lines are to be filled in."""
        return missing(self.lines)


def missing(lines: Iterable[Line]) -> int:
    """Return how many of these lines are to be filled in."""
    return sum(not line.value for line in lines)


def written(chapters: tuple[Chapter, ...]) -> list[dict[str, Any]]:
    """Return the chapters as JSON has them."""
    return [asdict(chapter) for chapter in chapters]


def read(chapters: list[dict[str, Any]]) -> tuple[Chapter, ...]:
    """Return the chapters that ``written`` gave."""
    return tuple(Chapter(one["number"], one["title"], tuple(Line(**line) for line in one["lines"])) for one in chapters)


def setting(key: str, name: str, value: str, *, group: str = "") -> Line:
    """Return what the installation or the organization has set."""
    return Line(key, name, value, SETTING, group=group)


def measured(key: str, name: str, value: str, *, passes: bool = False) -> Line:
    """Return what was counted or looked at."""
    return Line(key, name, value, MEASURED, passes=passes)


def filled_in(own: Mapping[str, str], field: str, name: str, *, key: str = "", group: str = "") -> Line:
    """Return what the organization can fill in under this name."""
    return Line(key or f"own.{field}", name, own.get(field, ""), FILLED_IN, field=field, group=group)
