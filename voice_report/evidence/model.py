"""The result of a comparison: what each written sentence rests on, and what to look at."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["unsupported", "number", "unit", "time", "date", "drug", "negation", "side", "person"]
Level = Literal["red", "amber", "note"]


@dataclass(frozen=True, slots=True)
class Flag:
    """A point to check in a written sentence; ``text`` says it in Dutch."""

    kind: Kind
    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A written sentence under its section; ``sources`` are positions of spoken sentences, the best one first."""

    section: str
    text: str
    sources: tuple[int, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class Omission:
    """A spoken sentence with content that the report does not have; ``sentence`` is its position."""

    sentence: int
    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A report compared with its transcript; ``spoken`` are the transcript's sentences in order."""

    sentences: tuple[Statement, ...]
    spoken: tuple[str, ...]
    omissions: tuple[Omission, ...]
