"""Transcripts in which spoken values are marked in their places: '[142 over 86|bp s]' is a blood pressure that is said.

``bench/data/measurements/marked*.txt``, a transcript a line; each file is of one hand, which its name tells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bench import measurements
from voice_report.dutch.characters import cleaned
from voice_report.dutch.sentences import split
from voice_report.reporting.measurements import Measurement

FOLDER = measurements.DATA / "measurements"
_MARK = re.compile(r"\[([^|\]]+)\|(\w+) (\w)\]")
_KINDS = {
    "bp": "blood_pressure", "hr": "heart_rate", "t": "temperature", "sat": "oxygen_saturation", "o2": "oxygen_flow",
    "af": "respiratory_rate", "w": "weight", "h": "height", "g": "glucose", "inr": "inr", "p": "pain_score",
    "fi": "fluid_in", "fo": "fluid_out", "u": "urine", "st": "stool_type", "sc": "stool_count", "wd": "wound_size",
    "med": "medication",
}  # fmt: skip
_STATES = {
    "s": "said", "c": "corrected", "u": "uncertain", "t": "target", "b": "before", "o": "other_person",
    "x": "taken_back",
}  # fmt: skip
#: What is asked by a rule that a mark does not tell: a unit that was not said, '13 over 8'.
_ASKED_BY_RULE = ("unit", "reading")


class Mark(NamedTuple):
    """A marked value: its first character and the one behind its last, its kind and what it is."""

    first: int
    last: int
    kind: str
    state: str


class Marked(NamedTuple):
    """A transcript with its marks; ``offsets`` are the first characters of its sentences."""

    hand: str
    transcript: str
    marks: Sequence[Mark]
    offsets: Sequence[int]


def load() -> Iterator[Marked]:
    """Yield the transcripts of all hands."""
    for path in sorted(FOLDER.glob("marked*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line:
                yield parsed(line, path.stem)


def parsed(line: str, hand: str) -> Marked:
    """Return a line without its marks, and these."""
    plain, marks, end = "", [], 0
    for found in _MARK.finditer(line):
        plain += line[end : found.start()]
        marks.append(Mark(len(plain), len(plain) + len(found[1]), _KINDS[found[2]], _STATES[found[3]]))
        plain, end = plain + found[1], found.end()
    plain += line[end:]
    offsets, at = [], 0
    for sentence in split(cleaned(plain)):
        at = max(at, plain.casefold().find(sentence.rstrip(".").casefold(), at))
        offsets.append(at)
    return Marked(hand, plain, marks, offsets)


def scored(lines: Iterable[Marked]) -> measurements.Score:
    """Return what is right and wrong in these transcripts: a row is of a mark that it shares a word with."""
    score = measurements.Score()
    for line in lines:
        rows = [*measurements.measurements(line.transcript).rows]
        score.predicted += len(rows)
        score.measured += sum(row.is_measured for row in rows)
        score.asked += sum(row.state == "uncertain" for row in rows)
        score.negatives += not line.marks
        score.negatives_wrong += not line.marks and bool(rows)
        of_marks: list[Measurement] = []
        notes = []
        for mark in line.marks:
            row = _row(line, mark, rows)
            if row is None and mark.kind == "oxygen_flow" and any(one.context.oxygen is not None for one in rows):
                continue  # in the row of the saturation that was measured with it
            of_marks += [] if row is None else [row]
            notes += _compared(score, line, mark, row)
        left = [row for row in rows if not any(row is one for one in of_marks)]
        score.invented += len(left)
        score.invented_said += sum(row.is_measured for row in left)
        notes += [f"  INVENTED {row.kind} {row.text} {row.state} {row.doubt or ''}" for row in left]
        if notes:
            score.wrong += [f"{line.hand}: {line.transcript}", *notes]
    return score


def _row(line: Marked, mark: Mark, rows: Iterable[Measurement]) -> Measurement | None:
    """Return the row of a mark's kind with its figures, of several the one with its state."""
    own = []
    for row in rows:
        span = next(one for one in row.spans if one.role == "value")
        first, last = line.offsets[row.sentence] + span.start, line.offsets[row.sentence] + span.end
        figures = [at for at in range(mark.first, mark.last) if line.transcript[at].isdigit()]
        is_whole = all(first <= at < last for at in figures) and first < mark.last and mark.first < last
        own += [row] if row.kind == mark.kind and is_whole else []
    return next((row for row in own if row.state == mark.state), own[0] if own else None)


def _compared(score: measurements.Score, line: Marked, mark: Mark, row: Measurement | None) -> list[str]:
    """Count a mark and its row; return what is wrong in it."""
    score.rows += 1
    score.states[mark.state] += 1
    what = f"{mark.kind} {line.transcript[mark.first : mark.last]} {mark.state}"
    if row is None:
        return [f"  lacks {what}"]
    score.value += 1
    is_measured = mark.state in ("said", "corrected")
    is_right = row.state == mark.state or (row.doubt in _ASKED_BY_RULE and is_measured)
    score.right += is_right
    score.state_right[mark.state] += is_right
    score.measured_right += row.is_measured and is_measured
    score.asked_clear += row.state == "uncertain" and is_measured
    is_shown_wrongly = row.is_measured and not is_measured and mark.state != "uncertain"
    score.said_wrongly += is_shown_wrongly
    if is_right:
        return []
    return [f"  {'WRONGLY SAID' if is_shown_wrongly else 'state'} {what}: {row.text} {row.state} {row.doubt or ''}"]
