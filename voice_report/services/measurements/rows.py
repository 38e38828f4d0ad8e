"""The rows of 'Metingen' as pages and files show them: of a draft, from what was said and answered; of the archive.

Nothing is judged, rounded, added up or completed (security.md S92).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ...reporting.measurements import KINDS, Context, Kind, Measurement, Measurements, Quantity, Span
from ...reporting.measurements.lines import figures, in_line, number
from .answers import ANSWERABLE, Answer, part_labels, typed_unit

#: To be answered; a measured value; said, but no measured value.
Group = Literal["asked", "measured", "left_out"]

#: Rows that are shown of one transcript.
MOST = 200

#: Their place in the table.
ORDER: Mapping[Kind, int] = {kind: at for at, kind in enumerate(KINDS)}

_WHY = {
    "before": "eerder, niet van nu",
    "target": "grens of afspraak",
    "other_person": "van iemand anders",
    "taken_back": "teruggenomen",
}
NOT_OURS = "hoort er niet bij"
TYPED = "getypt"


@dataclass(frozen=True, slots=True)
class Row:
    """A row. ``value`` are the figures, ``text`` the same with their unit, ``said`` the words. ``line`` is a measured
    value as it is in a line to copy.

    ``fields`` are the parts that can be typed, with their Dutch names, in ``typed_unit``. ``first_said``: what was
    taken back for it. ``details``: what was said with it. ``why`` says why it was left out. ``question`` is the text of
    an open question, ``suggested`` the figures of the reading that may be taken. ``words`` is the spoken sentence, ''
    once it is erased.
    """

    key: str
    kind: Kind
    label: str
    group: Group
    parts: Mapping[str, tuple[float, float]]
    unit: str
    value: str
    text: str
    about: str
    said: str
    details: str
    words: str
    spans: Sequence[Span]
    is_typed: bool = False
    time: str = ""
    name: str = ""
    sentence: int | None = None
    first_said: str = ""
    why: str = ""
    question: str = ""
    doubt: str = ""
    suggested: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    typed_unit: str = ""
    answered_by: str = ""
    line: str = ""


def of(found: Measurements, answers: Mapping[str, Answer]) -> list[Row]:
    """Return the rows of a transcript, questions first, then measured values in the order of the table."""
    shown = found.rows[:MOST]
    instead = _said_instead(shown)
    hidden = {one.key for one in instead.values()}
    rows = [
        _row(one, answers.get(one.key), found.sentences[one.sentence], instead.get(one.key))
        for one in shown
        if one.key not in hidden
    ]
    groups = ("asked", "measured", "left_out")
    return sorted(rows, key=lambda one: (groups.index(one.group), ORDER[one.kind]))


def measured(row: Measurement, answer: Answer | None) -> Measurement | None:
    """Return a measured value with what was answered about it; ``None`` for what is none, or is not answered yet."""
    if row.state not in ANSWERABLE or (answer is not None and answer.answer == "wrong"):
        return None
    if answer is None:
        return row if row.is_measured else None
    if answer.answer == "right":
        return replace(row, state="corrected" if row.state == "corrected" else "said", doubt=None, suggestion=None)
    parts = {name: (amount, amount) for name, amount in answer.parts.items()}
    words = next(iter(row.parts.values())).text  # those that were said
    quantities = {name: Quantity(amount, amount, words) for name, (amount, _) in parts.items()}
    text = figures(row.kind, parts, answer.unit)
    return replace(
        row, state="said", doubt=None, suggestion=None, about="", parts=quantities, unit=answer.unit, text=text
    )


def is_typed(answer: Answer | None) -> bool:
    """Return whether the figures are not those that were said."""
    return answer is not None and answer.answer == "typed"


def in_one_line(rows: Iterable[Row]) -> str:
    """Return the measured values as one line to copy: 'RR 160/98 mmHg, pols 80/min'."""
    return ", ".join(one.line for one in rows if one.group == "measured")


def line_of(kind: Kind, name: str, about: str, text: str, context: Context, *, is_typed: bool) -> str:
    """Return a measured value as it is in a line; a typed one says so."""
    return f"{in_line(kind, name, about, text, context)}{f' ({TYPED})' if is_typed else ''}"


def details(context: Context, time: str = "") -> str:
    """Return what was said with a value: '08.52 uur, zittend'."""
    oxygen = context.oxygen
    air = "" if oxygen is None else f"{number(oxygen)} l/min zuurstof" if oxygen else "zonder zuurstof"
    words = (time, context.side, context.position, context.site, air, context.meal, context.rhythm, context.note)
    return ", ".join(filter(None, words))


def table(rows: Iterable[Row], author: str) -> list[tuple[str, ...]]:
    """Return the measured values for a file: meting, waarde, eenheid, tijd, toelichting, door."""
    return [
        (
            f"{one.label} {one.name}".strip(),
            f"{one.about} {one.value}".strip(),
            one.unit,
            one.time,
            ", ".join(filter(None, (one.details, f"{TYPED}, gezegd: {one.said}" if one.is_typed else ""))),
            one.answered_by or author,
        )
        for one in rows
        if one.group == "measured"
    ]


def _row(one: Measurement, answer: Answer | None, words: str, before: Measurement | None) -> Row:
    value = measured(one, answer)
    shown = value or one
    group: Group = "measured" if value else "asked" if one.state == "uncertain" and answer is None else "left_out"
    parts = {name: (each.low, each.high) for name, each in shown.parts.items()}
    time = shown.time.text if shown.time else ""
    return Row(
        key=one.key,
        kind=one.kind,
        label=one.label,
        group=group,
        parts=parts,
        unit=shown.unit,
        value=figures(one.kind, parts, ""),
        text=shown.text,
        about=shown.about,
        said=one.said,
        details=details(one.context),
        words=words,
        spans=one.spans,
        is_typed=value is not None and is_typed(answer),
        time=time,
        name=one.name,
        sentence=one.sentence,
        first_said=before.said if before else "",
        why=_WHY.get(one.state, NOT_OURS) if group == "left_out" else "",
        question=_question(one) if group == "asked" else "",
        doubt=one.doubt or "" if group == "asked" else "",
        suggested=_suggested(one) if group == "asked" else {},
        fields=part_labels(one.kind),
        typed_unit=typed_unit(one),
        answered_by=answer.by if answer else "",
        line=line_of(one.kind, one.name, value.about, value.text, value.context, is_typed=is_typed(answer))
        if value
        else "",
    )


def _question(row: Measurement) -> str:
    if row.suggestion is not None:
        return f"Bedoel je {_spoken(row)}?"
    if row.doubt == "unit":
        return f"Hoeveel wat? {row.label} {row.said}"
    if row.doubt == "person":
        return f"Van deze cliënt? {row.label} {row.text}"
    if row.doubt == "given":
        return f"Is dit gegeven? {row.name} {row.text}".rstrip()
    return f"Verstond ik dit goed? {row.label} {row.text}"


def _spoken(row: Measurement) -> str:
    assert row.suggestion is not None  # noqa: S101  asked by the caller
    is_pressure = row.kind == "blood_pressure" and len(row.suggestion.parts) > 1
    return figures(row.kind, row.suggestion.parts, "").replace("/", " over ") if is_pressure else row.suggestion.text


def _suggested(row: Measurement) -> dict[str, str]:
    """Return the figures that one press types: of the suggestion, or those that were said in the unit of the kind."""
    if row.suggestion is not None:
        return {name: number(low) for name, (low, high) in row.suggestion.parts.items() if low == high}
    if row.doubt == "unit":
        return {name: number(one.low) for name, one in row.parts.items() if one.low == one.high}
    return {}


def _said_instead(found: Sequence[Measurement]) -> dict[str, Measurement]:
    """Return by key of a corrected row the value that was taken back for it: the last of its kind before it."""
    last: dict[str, Measurement] = {}
    pairs = {}
    for one in found:
        if one.state == "taken_back":
            last[one.kind] = one
        elif one.state == "corrected" and one.kind in last:
            pairs[one.key] = last.pop(one.kind)
    return pairs
