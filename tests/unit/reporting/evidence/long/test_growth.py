"""What a speaker takes back over and over is read in linear time: four times the text takes four times the steps."""

import pytest

from tests.support.steps import steps
from voice_report.reporting.evidence.corrections import take_back
from voice_report.reporting.evidence.reading import Reading

CUES = ("nee", "nee wacht", "sorry", "correctie", "wacht even", "ik bedoel", "bedoel ik", "of eigenlijk", "eh", "ho")
VALUES = (
    *("zevenendertig vier", "38,2", "120 over 80", "2 mg nee 2 mg", "van tien naar vijf", "vijf x", "4 bij"),
    *("half negen", "om acht uur", "dinsdag", "3 mei", "vanmiddag", "een week of drie", "kamer een"),
    *("links", "de linkerkant", "paracetamol", "oxycodon 5 mg"),
)
TIMES = 40
#: Four, and what is left of what a sentence takes at least once. Sixteen where every cue looks at every value.
MOST = 4.6


@pytest.fixture(autouse=True, scope="module")
def _lists() -> None:
    """The lists of medicines and names are read once."""
    _steps("Links kreeg Jan paracetamol, nee, 2 mg oxycodon.")


def _steps(text: str) -> int:
    return steps(lambda: take_back([Reading(text)]))


@pytest.mark.parametrize("cue", CUES)
def test_corrections_that_go_on_and_on_take_linear_time(cue: str) -> None:
    for value in VALUES:
        for unit in (f"{value} {cue} ", f"{value}, {cue}, "):
            assert _steps(unit * 4 * TIMES) < MOST * _steps(unit * TIMES), unit


@pytest.mark.parametrize("unit", ["4 x ", "4 bij ", "3 a 4 ", "half ", "een ", "kwart voor ", "komma vijf ", "3 mei "])
def test_values_that_go_on_and_on_take_linear_time(unit: str) -> None:
    assert _steps(unit * 4 * TIMES) < MOST * _steps(unit * TIMES)
