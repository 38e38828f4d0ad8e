"""The labelled measurements of `bench/data/measurements` keep to their format; a message names a line by its id alone.

`held.jsonl` and `fresh.jsonl` are closed to who writes rules: no assertion here compares or prints their text.
"""

import json
from pathlib import Path

import pytest

import bench
from bench import marks

FOLDER = Path(bench.__file__).parent / "data" / "measurements"
PARTS = {
    "blood_pressure": {"systolic", "diastolic"},
    "wound_size": {"length", "width", "depth"},
    "medication": {"dose"},
}
UNITS = {
    "blood_pressure": "mmHg",
    "heart_rate": "/min",
    "temperature": "°C",
    "oxygen_saturation": "%",
    "oxygen_flow": "l/min",
    "respiratory_rate": "/min",
    "weight": "kg",
    "height": "cm",
    "glucose": "mmol/l",
    "inr": None,
    "pain_score": "of 10",
    "fluid_in": "ml",
    "fluid_out": "ml",
    "urine": "ml",
    "stool_type": "Bristol",
    "stool_count": "keer",
    "wound_size": "cm",
}
DOSES = {"mg", "g", "ml", "IE", "zakje", "puf", "tablet", "druppels", None}
STATES = {"taken_back", "other_person", "before", "target", "uncertain", "corrected", "said"}
DOUBTS = {"speaker", "unit", "part", "reading", "heard", "kind", "given"}
ROW = {"kind", "parts", "unit", "state", "words", "about", "time", "name", "oxygen", "doubt"}


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def faults(row: dict, transcript: str) -> list[str]:
    """What is wrong with a row, in words that hold nothing of the transcript."""
    if set(row) != ROW:
        return ["keys"]
    kind, parts, found = row["kind"], row["parts"], []
    if kind not in UNITS and kind != "medication":
        found.append("kind")
    elif kind == "medication":
        if row["unit"] not in DOSES or not row["name"] or row["name"].lower() not in transcript.lower():
            found.append("dose or name")
    elif row["unit"] != UNITS[kind] and not (row["unit"] is None and kind in {"blood_pressure", "urine", "wound_size"}):
        found.append("unit")
    if not parts or not set(parts) <= PARTS.get(kind, {"value"}) or any(low > high for low, high in parts.values()):
        found.append("parts")
    if row["state"] not in STATES or (row["doubt"] in DOUBTS) != (row["state"] == "uncertain"):
        found.append("state or doubt")
    if not row["words"] or row["words"] not in transcript or (row["time"] or "") not in transcript:
        found.append("words")
    if row["oxygen"] is not None and kind != "oxygen_saturation":
        found.append("oxygen")
    return found


@pytest.mark.parametrize("name", ["forms", "rounds", "held", "fresh"])
def test_each_line_keeps_to_the_format(name):
    rows = [(line["id"], line["transcript"], row) for line in lines(name) for row in line["rows"]]
    wrong = [(number, found) for number, transcript, row in rows if (found := faults(row, transcript))]
    read = len(rows)
    assert read > 200
    assert not wrong


def test_no_transcript_is_open_and_closed_and_each_hand_of_the_first_is_both():
    forms, rounds, held, fresh = lines("forms"), lines("rounds"), lines("held"), lines("fresh")
    ids = [line["id"] for line in forms + rounds + held + fresh]
    assert sorted(set(ids)) == sorted(ids)
    shared = len({line["transcript"] for line in forms + rounds} & {line["transcript"] for line in held + fresh})
    assert shared == 0
    hands = [{line["hand"] for line in half} for half in (forms, held)]
    assert hands[0] == hands[1]


def test_marks_are_of_a_known_kind_and_state_and_their_transcripts_are_in_no_other_set():
    marked = [*marks.load()]
    assert len(marked) > 1200
    wrong = [line.hand for line in marked if set("[]|") & {*line.transcript.replace("[onzeker]", "")}]
    assert not wrong
    transcripts = [line.transcript for line in marked]
    assert len(set(transcripts)) == len(transcripts)
    shared = {line["transcript"] for name in ("forms", "rounds", "held", "fresh") for line in lines(name)}
    assert len(shared & {*transcripts}) == 0


def test_a_row_is_of_the_mark_that_it_shares_its_figures_with():
    line = marks.parsed("De pols was [80|hr s]. Gisteren temp [38,9|t b]. Ik meet [142 over 86|bp s].", "")
    assert [(mark.kind, line.transcript[mark.first : mark.last], mark.state) for mark in line.marks] == [
        ("heart_rate", "80", "said"),
        ("temperature", "38,9", "before"),
        ("blood_pressure", "142 over 86", "said"),
    ]
    score = marks.scored([line])
    assert (score.rows, score.right, score.invented) == (3, 3, 0)
    score = marks.scored([marks.parsed("De pols was [80|hr b]. Ze weegt 62 kilo.", "")])
    assert (score.rows, score.value, score.right, score.said_wrongly, score.invented_said) == (1, 1, 0, 1, 1)


def test_a_row_that_is_wrong_is_found():
    row = {"kind": "weight", "parts": {"value": [54, 54]}, "unit": "kg", "state": "said", "words": "54 kilo"}
    row |= {"about": False, "time": None, "name": None, "oxygen": None, "doubt": None}
    assert faults(row, "Ze weegt 54 kilo.") == []
    assert faults(row | {"words": "52 kilo"}, "Ze weegt 54 kilo.") == ["words"]
    assert faults(row | {"unit": "g"}, "Ze weegt 54 kilo.") == ["unit"]
    assert faults(row | {"state": "uncertain"}, "Ze weegt 54 kilo.") == ["state or doubt"]
    assert faults(row | {"parts": {"systolic": [54, 54]}}, "Ze weegt 54 kilo.") == ["parts"]
