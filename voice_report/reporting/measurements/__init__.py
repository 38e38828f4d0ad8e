"""Measured values that were spoken, with the words that prove them (concepts/measurements.md): by rules, and a linear
model together.

Nothing is judged: no norm, colour, trend, sum or average. No storage, settings or clock.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from ...dutch.characters import cleaned
from ...dutch.sentences import split
from ..evidence import Spoken
from ..evidence.reading import Reading
from . import context, judging, states
from .bindings import bind
from .clauses import Scene, scenes
from .corrections import correct
from .found import Found
from .joining import joined
from .kinds import KINDS
from .lines import cells, figures, line
from .medication import medicines
from .model import Context, Doubt, Kind, Measurement, Measurements, Quantity, Span, State, Suggestion, Time, key

__all__ = [
    "KINDS",
    "VERSION",
    "Context",
    "Doubt",
    "Kind",
    "Measurement",
    "Measurements",
    "Quantity",
    "Span",
    "State",
    "Suggestion",
    "Time",
    "cells",
    "figures",
    "line",
    "measurements",
    "of",
]

#: Raised with every change of a rule or a weight.
VERSION = 11


def measurements(transcript: str, own: frozenset[str] = frozenset()) -> Measurements:
    """Return the measured values that a transcript says; ``own`` are medicines that the list has not."""
    return of(Spoken(split(cleaned(transcript)), own))


def of(spoken: Spoken) -> Measurements:
    """Return the measured values of sentences that were read."""
    read = [None if one is None or one.at in spoken.orders else one for one in scenes(spoken.readings)]
    words = [reading.words for reading in spoken.readings]
    bound = bind(read, words)
    bound = judging.judged(read, words, [*bound, *_medicines(read, bound)])
    found = joined([one for one in bound if one.kind != "medication"])
    found += [one for one in bound if one.kind == "medication"]
    found.sort(key=lambda one: (one.scene.at, one.first))
    found = correct(found, read, words)
    times = _times(found, spoken.readings)
    seen: Counter[str] = Counter()
    earlier = []
    for sentence in spoken.sentences:
        earlier.append(seen[sentence])
        seen[sentence] += 1
    asked = states.doubts(found)
    doubts: list[Doubt | None] = [doubt for doubt, _ in asked]
    settled = judging.settled(found, states.settled(found, doubts), doubts, words)
    rows = (
        _row(one, earlier[one.scene.at], times.get((one.scene.at, one.first)), state, *doubt)
        for one, state, doubt in zip(found, settled, asked, strict=True)
    )
    return Measurements(spoken.sentences, tuple(rows))


def _medicines(read: Sequence[Scene | None], found: Sequence[Found]) -> list[Found]:
    taken: dict[int, set[int]] = {}
    for one in found:
        taken.setdefault(one.scene.at, set()).update(range(one.first, one.last + 1))
    return [one for scene in read if scene is not None for one in medicines(scene, taken.get(scene.at, set()))]


def _times(found: Sequence[Found], readings: Sequence[Reading]) -> dict[tuple[int, int], tuple[int | None, int, Time]]:
    """Return the times that were said with values, by sentence and first word of the value."""
    by_sentence: dict[int, list[Found]] = {}
    for one in found:
        by_sentence.setdefault(one.scene.at, []).append(one)
    times: dict[tuple[int, int], tuple[int | None, int, Time]] = {}
    for at, values in by_sentence.items():
        for first, time in context.times(values[0].scene, values).items():
            times[at, first] = time
        if at + 1 < len(readings) and at + 1 not in by_sentence:
            told, is_of_all = context.time_behind(readings[at + 1])
            for value in (values if is_of_all else values[-1:]) if told is not None else ():
                if not is_of_all or (at, value.first) not in times:
                    times[at, value.first] = (None, 0, told)  # type: ignore[assignment]  # told is not None
    return times


def _row(
    found: Found,
    earlier: int,
    time: tuple[int | None, int, Time] | None,
    state: State,
    doubt: Doubt | None,
    suggestion: Suggestion | None,
) -> Measurement:
    rule, scene = found.rule, found.scene
    unit, factor = _unit(found, doubt, is_in_tens=suggestion is not None and found.kind == "blood_pressure")
    parts = {
        name: Quantity(
            float(one.low * factor), float(one.high * factor), scene.reading.piece(one.first, one.last), bool(one.unit)
        )
        for name, one in found.parts.items()
    }
    said = context.said(found, time)
    spans = [Span(scene.words[found.first].start, scene.words[found.last].end, "value")]
    if found.cue_at >= 0:
        spans.append(Span(scene.words[found.cue_at].start, scene.words[found.cue_at].end, "cue"))
    oxygen = found.oxygen
    if found.kind == "oxygen_saturation" and oxygen is None:
        oxygen = context.oxygen_without(found)
    return Measurement(
        key=key(scene.reading.text, earlier, found.kind, spans[0].start),
        kind=found.kind,
        parts=parts,
        unit=unit,
        sentence=scene.at,
        spans=(*spans, *said.spans),
        state=state,
        said=scene.reading.piece(found.first, found.last),
        text=figures(found.kind, {name: (one.low, one.high) for name, one in parts.items()}, unit),
        label=rule.label,
        name=found.name,
        about=found.item.about,
        time=said.time,
        context=said.context(oxygen),
        doubt=doubt if state == "uncertain" else None,
        suggestion=suggestion if state == "uncertain" else None,
    )


def _unit(found: Found, doubt: Doubt | None, *, is_in_tens: bool) -> tuple[str, Decimal]:
    """Return the unit of a row, and what its figures are multiplied by: exact, or not at all."""
    if found.kind == "medication":
        return found.unit, Decimal(1)
    if doubt == "unit":
        return (found.unit if found.unit not in found.rule.units else ""), Decimal(1)
    if doubt == "reading" and is_in_tens:
        return "", Decimal(1)
    return found.rule.unit, found.rule.units.get(found.unit, Decimal(1))
