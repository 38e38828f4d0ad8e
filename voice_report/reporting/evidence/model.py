"""The result of a comparison: what each written sentence rests on, and what to look at."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "unsupported", "number", "unit", "time", "date", "drug", "negation", "side", "person", "meaning", "correction",
    "unsure", "value", "who",
]  # fmt: skip
Level = Literal["red", "amber", "note"]


@dataclass(frozen=True, slots=True)
class Flag:
    """A point to check in a written sentence.

    ``text`` says it in a few Dutch words. ``here`` is the piece of the sentence that it is about, '' for the whole
    sentence; ``said`` is what was spoken instead, '' when nothing was. Both are verbatim.
    """

    kind: Kind
    level: Level
    text: str
    here: str = ""
    said: str = ""


def differs(kind: Kind, level: Level, here: str, said: str = "", otherwise: str = "zei je niet") -> Flag:
    """Return the flag of a piece of the sentence; ``otherwise`` tells what is wrong when nothing was said instead."""
    return Flag(kind, level, f"Je zei: {said}" if said else f"{quoted(here)} {otherwise}", here, said)


def quoted(piece: str) -> str:
    """Return a piece in quotation marks with a capital, to begin a text with."""
    return f"‘{piece[:1].upper()}{piece[1:]}’"


@dataclass(frozen=True, slots=True)
class Statement:
    """A written sentence under its section; ``sources`` are positions of spoken sentences, the best one first.

    ``copied``: it consists of spoken sentences, word for word. ``unsaid`` are its words with content, as written, that
    its sources do not have, nor another word for them: what no rule judges, a person sees.
    """

    section: str
    text: str
    sources: tuple[int, ...]
    flags: tuple[Flag, ...]
    copied: bool = False
    unsaid: tuple[str, ...] = ()


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
