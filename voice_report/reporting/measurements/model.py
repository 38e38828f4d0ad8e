"""The measured value: the contract of this package with storage, pages and the API.

A value is here only because it was spoken; nothing is judged, rounded, added up or completed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

Kind = Literal[
    "blood_pressure",
    "heart_rate",
    "temperature",
    "oxygen_saturation",
    "oxygen_flow",
    "respiratory_rate",
    "weight",
    "height",
    "glucose",
    "inr",
    "pain_score",
    "fluid_in",
    "fluid_out",
    "urine",
    "stool_type",
    "stool_count",
    "wound_size",
    "medication",
]

#: Only ``said`` and ``corrected`` are measured values; the first state that fits, in this order from the last one.
#: said: measured; corrected: measured, and said instead of one that was taken back; uncertain: to be asked (``Doubt``);
#: target: a limit, aim or plan; before: of another day; other_person: of a person who is not the client;
#: taken_back: the speaker withdrew it.
State = Literal["said", "corrected", "uncertain", "target", "before", "other_person", "taken_back"]

#: What an uncertain row asks. speaker: the speaker is not sure; unit: which unit; part: upper or lower pressure;
#: reading: joined figures, tens, or no exact value ('boven de 38'); heard: outside the limits of hearing, or likely
#: misheard; kind: of what; given: whether the medicine was given; person: of which of two
#: clients that were named.
Doubt = Literal["speaker", "unit", "part", "reading", "heard", "kind", "given", "person"]

Role = Literal["value", "cue", "context"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One part of a value, in the row's unit.

    ``low`` and ``high`` are equal unless a range was said ('6 à 7'). ``text`` are the words of the figure and its unit,
    as they stand in the sentence. ``unit_said``: the unit was spoken, and not only implied by the kind.
    """

    low: float
    high: float
    text: str
    unit_said: bool = False


@dataclass(frozen=True, slots=True)
class Time:
    """A time that was said with the value: its words; with a clock time, its ``minutes`` on a clock of twelve hours
    (0 to 719); and the part of the day when one was said (``ochtend``, ``middag``, ``avond``, ``nacht``, else '')."""

    text: str
    minutes: int | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The spoken context of a value, word for word; '' where there is none.

    ``oxygen`` are litres a minute, 0 for 'zonder zuurstof', ``None`` when nothing of it was said.
    """

    side: str = ""
    position: str = ""
    site: str = ""
    oxygen: float | None = None
    meal: str = ""
    rhythm: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` of the row's sentence that show the value, its cue or its context."""

    start: int
    end: int
    role: Role


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A reading that a person may choose for an uncertain row, never applied by itself: parts (low, high) and unit."""

    parts: Mapping[str, tuple[float, float]]
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """One row.

    ``key``: equal as long as the sentence and the place of the value in it are. ``parts`` by name: ``systolic`` and
    ``diastolic`` (one may be missing), ``length``, ``width`` and ``depth``, ``dose``, else ``value``. ``unit``: of all
    parts; '' when it has none, or it is not known (doubt ``unit``, or ``reading`` in tens). ``name``: of a medication,
    as it was said. ``about``: the word that makes it inexact ("zo'n"), else ''. ``sentence``: position in the
    sentences. ``said``: the value word for word. ``text``: the value with its unit in figures, '160/98 mmHg'.
    ``doubt`` is set for ``uncertain`` only.
    """

    key: str
    kind: Kind
    parts: Mapping[str, Quantity]
    unit: str
    sentence: int
    spans: tuple[Span, ...]
    state: State
    said: str
    text: str
    label: str
    name: str = ""
    about: str = ""
    time: Time | None = None
    context: Context = field(default_factory=Context)
    doubt: Doubt | None = None
    suggestion: Suggestion | None = None

    @property
    def is_measured(self) -> bool:
        """Whether it counts as a measured value without a question to the user."""
        return self.state in ("said", "corrected")


@dataclass(frozen=True, slots=True)
class Measurements:
    """The spoken sentences, numbered as the evidence numbers them, and the rows in order of speaking."""

    sentences: tuple[str, ...]
    rows: tuple[Measurement, ...]


def key(sentence: str, earlier: int, kind: str, start: int) -> str:
    """Return the key of a row: of its sentence, the ``earlier`` equal ones, its kind and where its value begins."""
    return blake2b(f"{sentence}\0{earlier}\0{kind}\0{start}".encode(), digest_size=12).hexdigest()
