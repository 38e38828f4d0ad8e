"""The picture of a client's values over time: places of marks, and nothing about what they mean (S92)."""

import json
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from tests.conftest import ROOT
from tests.unit.ui import node

PLOT = ROOT / "voice_report" / "ui" / "islands" / "measurements" / "plot.js"
FIRST = datetime(2026, 9, 1, 8, tzinfo=UTC)


def plot(values: list[dict], **size) -> dict:
    """Ask the function of the page itself."""
    asked = {"width": 760, "height": 300, **size}
    call = f"console.log(JSON.stringify(plotOf({json.dumps(values)}, {json.dumps(asked)})))"
    script = f"import {{ plotOf }} from '{PLOT.as_uri()}'; {call}"
    ran = subprocess.run(
        [node.program(), "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def value(day: int, about: str = "", *, typed: bool = False, **parts) -> dict:
    of = {name: amount if isinstance(amount, list) else [amount, amount] for name, amount in parts.items()}
    at = (FIRST + timedelta(days=day)).isoformat()
    return {"at": at, "row": {"parts": of, "about": about, "isTyped": typed}}


def places(found: dict) -> list:
    marks = [{name: one for name, one in mark.items() if name != "value"} for mark in found["marks"]]
    return [marks, found["lines"], found["ticks"], found["gaps"]]


WEIGHTS = [54, 54.2, 53.7, 55.1, 54.6]
PRESSURES = [(144, 87), (139, 83), (148, 88), (140, 85)]


@pytest.mark.parametrize("more", [1, 7, 33.3, 1000, -50])
def test_s92_the_picture_is_equal_after_adding_a_constant(more):
    before = plot([value(at * 3, value=one) for at, one in enumerate(WEIGHTS)])
    after = plot([value(at * 3, value=one + more) for at, one in enumerate(WEIGHTS)])
    assert places(before) == places(after)
    pairs = [
        plot(
            [value(at * 3, systolic=upper + add, diastolic=lower + add) for at, (upper, lower) in enumerate(PRESSURES)]
        )
        for add in (0, more)
    ]
    assert places(pairs[0]) == places(pairs[1])
    assert pairs[0]["grid"] != pairs[1]["grid"]  # the axis tells how high they are


def test_a_gap_of_more_than_thirty_days_breaks_the_line():
    found = plot([value(day, value=54) for day in (0, 10, 41, 71, 102)])
    assert len(found["lines"]) == 2  # of the first two values, and of the next two
    assert [round((end - begin) / 86_400_000) for begin, end in found["gaps"]] == [31, 31]
    assert plot([value(day, value=54) for day in (0, 30)])["gaps"] == []


def test_a_pressure_is_a_bar_and_one_part_alone_a_dot():
    both, upper = plot([value(0, systolic=144, diastolic=87), value(1, systolic=139)])["marks"]
    assert (both["isPair"], both["isSpread"], upper["isPair"], upper["isSpread"]) == (True, True, False, False)
    assert both["top"] < both["bottom"]


def test_typed_and_inexact_values_and_ranges_have_their_own_marks():
    found = plot(
        [value(0, value=54), value(1, "ongeveer", value=55), value(2, value=56, typed=True), value(3, value=[5, 7])]
    )
    assert [one["form"] for one in found["marks"]] == ["said", "about", "typed", "said"]
    assert [one["isSpread"] for one in found["marks"]] == [False, False, False, True]


@pytest.mark.parametrize("values", [[], [value(0, value=54)], [value(0, value=54), value(0, value=54)]])
def test_few_values_have_a_picture_without_a_number_that_is_none(values):
    found = plot(values)
    assert len(found["marks"]) == len(values)
    assert "null" not in json.dumps([places(found), found["grid"]])


def test_order_does_not_matter_and_every_mark_is_inside():
    values = [value(at * 9, value=one) for at, one in enumerate(WEIGHTS)]
    assert places(plot(values)) == places(plot(values[::-1]))
    for mark in plot(values, width=310, height=250)["marks"]:
        assert 40 <= mark["x"] <= 298
        assert 12 <= mark["top"] <= 220
