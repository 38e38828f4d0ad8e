"""How well spoken measured values are read: ``python -m bench measurements`` (``--show`` the errors in the sets
that are open).

Each line of ``bench/data/measurements`` is a transcript with every row that should come of it. ``forms`` was written by
people who see the kinds and none of the rules, and rules may be made beside it, as beside ``rounds``; ``held`` and
``fresh`` are measured and not read. Rows are paired by kind and value; a state is right when it is the labelled one,
``said`` and ``corrected`` being two.
Exits with 1 when a goal is not met.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_report.dutch.characters import cleaned
from voice_report.dutch.sentences import split
from voice_report.reporting.evidence import Spoken
from voice_report.reporting.measurements import KINDS, Measurement, measurements, of

from .table import Figure, show

DATA = Path(__file__).resolve().parent / "data"
SETS = {"open": "forms", "rounds": "rounds", "held": "held", "fresh": "fresh"}
_CLOSED = {"held", "fresh"}
_MEASURED = {"said", "corrected"}
_OTHER = {"taken_back", "before", "target", "other_person"}
_SPEED_ROUNDS = 15
#: Names of units that the labels have, where the rows have another one or none.
_UNITS = {
    "of 10": "", "Bristol": "", "IE": "eenheden", "E": "eenheden", "mcg": "µg", "tabletten": "tablet", "gram": "g",
    "zakjes": "zakje", "pufjes": "puf", "pleisters": "pleister",
}  # fmt: skip


@dataclass
class Score:
    """What was counted in some transcripts. ``wrong`` are the lines for ``--show``."""

    rows: int = 0
    value: int = 0
    unit: int = 0
    state: int = 0
    right: int = 0
    asked: int = 0
    asked_clear: int = 0
    predicted: int = 0
    invented: int = 0
    invented_said: int = 0
    measured: int = 0
    measured_right: int = 0
    said_wrongly: int = 0
    states: Counter[str] = field(default_factory=Counter)
    state_right: Counter[str] = field(default_factory=Counter)
    timed: int = 0
    time_right: int = 0
    negatives: int = 0
    negatives_wrong: int = 0
    wrong: list[str] = field(default_factory=list)


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description="How well spoken measured values are read.")
    parser.add_argument("--set", choices=[*SETS], action="append", help="which sets: all when not given")
    parser.add_argument("--show", action="store_true", help="what is wrong in the sets that are open")
    chosen = parser.parse_args()
    holds = True
    for name in chosen.set or SETS:
        lines = load(name)
        score = scored(lines)
        if chosen.show and name not in _CLOSED:
            print("\n".join(score.wrong))
        holds &= show(f"Measured values, {name} set, {len(lines)} transcripts", _figures(score))
        _by_hand(lines)
    if not chosen.set:
        holds &= show("Measured values, time beyond the evidence's reading", _speed())
    return 0 if holds else 1


def load(name: str) -> list[dict]:
    """Return the labelled transcripts of a set (``bench/data/README.md``)."""
    path = DATA / "measurements" / f"{SETS[name]}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def scored(lines: Iterable[dict]) -> Score:
    """Return what is right and wrong in these transcripts."""
    score = Score()
    for line in lines:
        _add(score, line, list(measurements(line["transcript"]).rows))
    return score


def _add(score: Score, line: dict, rows: list[Measurement]) -> None:
    left = list(rows)
    score.predicted += len(rows)
    score.measured += sum(row.is_measured for row in rows)
    score.asked += sum(row.state == "uncertain" for row in rows)
    score.negatives += not line["rows"]
    notes = []
    for label in line["rows"]:
        score.rows += 1
        score.states[label["state"]] += 1
        row = paired(label, left)
        if row is None:
            notes.append(f"  lacks {_label(label)}")
            continue
        left.remove(row)
        notes += _compared(score, label, row)
    score.invented += len(left)
    score.invented_said += sum(row.is_measured for row in left)
    score.negatives_wrong += not line["rows"] and bool(left)
    notes += [f"  INVENTED {_row(row)}" for row in left]
    if notes:
        score.wrong += [f"{line['id']} ({line.get('hand', '')}): {line['transcript']}", *notes]


def _compared(score: Score, label: dict, row: Measurement) -> list[str]:
    """Count a pair; return what is wrong in it."""
    score.value += 1
    is_unit = _unit(label, row)
    is_state = row.state == label["state"]
    score.unit += is_unit
    score.state += is_state
    score.state_right[label["state"]] += is_state
    score.right += is_unit and is_state
    score.measured_right += row.is_measured and label["state"] in _MEASURED
    score.asked_clear += row.state == "uncertain" and label["state"] in _MEASURED
    score.said_wrongly += row.is_measured and label["state"] in _OTHER
    notes = []
    if not is_unit:
        notes.append(f"  unit of {_label(label)}: {row.unit!r}")
    if not is_state:
        notes.append(f"  {'WRONGLY SAID' if row.is_measured else 'state'} {_label(label)}: {_row(row)}")
    if label.get("time") and row.is_measured:
        score.timed += 1
        is_time = row.time is not None and _same_words(label["time"], row.time.text)
        score.time_right += is_time
        notes += [] if is_time else [f"  time {label['time']!r}: {row.time}"]
    return notes


def _same_words(label: object, text: str) -> bool:
    """Return whether the words of two times are the same, or those of one are among the other's."""
    one, other = set(str(label).casefold().split()), set(text.casefold().split())
    return one <= other or other <= one


def paired(label: dict, rows: Sequence[Measurement]) -> Measurement | None:
    """Return the row with the kind and value of a label; of several the one with its state."""
    same = [row for row in rows if row.kind == label["kind"] and _is_value(label, row) and _is_name(label, row)]
    return next((row for row in same if row.state == label["state"]), same[0] if same else None)


def _is_name(label: dict, row: Measurement) -> bool:
    one, other = str(label.get("name") or "").casefold(), row.name.casefold()
    return not one or one in other or (bool(other) and other in one)


def _is_value(label: dict, row: Measurement) -> bool:
    """Return whether the figures are the same, in the kind's unit or as they were said."""
    said = {name: [round(one, 6) for one in both(amount)] for name, amount in label["parts"].items()}
    factor = float(KINDS[row.kind].units.get(label.get("unit") or "", 1))
    turned = {name: [round(one * factor, 6) for one in amounts] for name, amounts in said.items()}
    found = {name: [round(one.low, 6), round(one.high, 6)] for name, one in row.parts.items()}
    return found in (said, turned)


def both(amount: object) -> list[float]:
    """Return the least and the most of an amount."""
    return [float(one) for one in amount] if isinstance(amount, list) else [float(amount)] * 2  # type: ignore[arg-type]


def _unit(label: dict, row: Measurement) -> bool:
    one = _UNITS.get(label.get("unit") or "", label.get("unit") or "")
    return one == row.unit or one in KINDS[row.kind].units


def _label(label: dict) -> str:
    parts = "/".join(
        f"{low:g}" if low == high else f"{low:g}-{high:g}" for low, high in map(both, label["parts"].values())
    )
    return f"{label['kind']} {label.get('name') or ''} {parts} {label.get('unit') or ''} {label['state']}"


def _row(row: Measurement) -> str:
    return f"{row.kind} {row.name} {row.text} {row.state} {row.doubt or ''}"


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _figures(score: Score) -> list[Figure]:
    def missed(name: str, part: int, whole: int, goal: float | None) -> Figure:
        return Figure(name, _share(whole - part, whole), " %", goal, f"{whole - part} of {whole}")

    precision = score.measured - score.measured_right
    return [
        missed("kind and value lacking", score.value, score.rows, 2),
        missed("value, unit or state wrong", score.right, score.rows, 5),
        missed("unit wrong, of those found", score.unit, score.value, None),
        missed("state wrong, of those found", score.state, score.value, 5),
        Figure(
            "rows that nobody said", score.invented, "", 0, f"of {score.predicted}; as measured {score.invented_said}"
        ),
        Figure("taken back, before, target or another's, shown as measured", score.said_wrongly, "", 0),
        Figure(
            "measured rows that are not", _share(precision, score.measured), " %", 2, f"{precision} of {score.measured}"
        ),
        Figure(
            "asked, of all rows", _share(score.asked, score.predicted), " %", 8, f"{score.asked} of {score.predicted}"
        ),
        Figure(
            "asked although clear",
            _share(score.asked_clear, score.rows),
            " %",
            4,
            f"{score.asked_clear} of {score.rows}",
        ),
        missed("corrections missed", score.state_right["corrected"], score.states["corrected"], None),
        missed("time wrong", score.time_right, score.timed, None),
        Figure("transcripts without a row that got one", score.negatives_wrong, "", 0, f"of {score.negatives}"),
        *(
            missed(f"not known as {state}", score.state_right[state], score.states[state], None)
            for state in sorted(score.states)
        ),
    ]


def _by_hand(lines: Iterable[dict]) -> None:
    by_hand: dict[str, list[dict]] = defaultdict(list)
    for line in lines:
        by_hand[str(line.get("hand", ""))].append(line)
    print("by hand: " + "; ".join(_hand(name, scored(by_hand[name])) for name in sorted(by_hand)))


def _hand(name: str, score: Score) -> str:
    return f"{name} {_share(score.right, score.rows):.0f} % of {score.rows} right, {score.invented} invented"


def _speed() -> list[Figure]:
    """Measure rows of sentences of the dictations, of which every tenth has a value, beyond reading them."""
    rng = random.Random(7)  # noqa: S311
    plain = [
        one["text"]
        for line in (DATA / "zorg.jsonl").read_text("utf-8").splitlines()
        for one in json.loads(line)["sentences"]
    ]
    values = ["Bloeddruk honderdzestig over achtennegentig, pols 80 regulair, temp 38,5.", "Gewicht 52, nee, 54 kilo."]
    figures = []
    for words, goal in ((300, 3.0), (3_000, 25.0)):
        text = ""
        while len(text.split()) < words:
            text += " " + (rng.choice(values) if rng.random() < 0.1 else rng.choice(plain))
        took = []
        for _ in range(_SPEED_ROUNDS):
            spoken = Spoken(split(cleaned(text)))
            began = time.process_time()
            of(spoken)
            took.append(1000 * (time.process_time() - began))
        figures.append(
            Figure(f"{words} words, of the processor", sorted(took)[_SPEED_ROUNDS // 2], " ms", goal, "median of 15")
        )
    return figures


if __name__ == "__main__":
    sys.exit(main())
