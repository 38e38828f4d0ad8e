"""The look before sending finds what masking would have left, without its rules."""

import ast
import time
from pathlib import Path

import pytest

from voice_report.reporting.deidentification import scan as scanning
from voice_report.reporting.deidentification.scan import scan


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bel 0612345678.", "number"), ("Bel 06 12 34 56 78.", "number"), ("Bel ０６１２３４５６７８.", "number"),
        ("Mail a@b.nl.", "mail"), ("Op NL91 ABNA 0417 1643 00.", "account"), ("Op 7413 AB.", "postcode"),
        ("Daarna kwam Fatima langs.", "capital"), ("zwol\u00adtrek kwam", "value"), ("Ook ZWOLTREK kwam.", "value"),
        ("hij heet janssen", "name"), ("om 8Janssen gedoucht", "name"), ("daarna janssen2", "name"),
        ("daarna kwam 8Fatima langs.", "capital"),
    ],
)  # fmt: skip
def test_s68_what_identifies_is_found(text: str, found: str) -> None:
    assert found in scan(text, ["Zwoltrek"], ["janssen"])


@pytest.mark.parametrize(
    "text",
    [
        "Om 8.15, 12.00 en 20.45 uur 140/90 gemeten op 12-12-2026.", "[PERSOON-1] kreeg 2000 IE; [TELEFOON-1].",
        "Mevrouw heeft Parkinson.", "Daarna de boom gesnoeid.",
    ],
)  # fmt: skip
def test_what_may_be_sent_is_not_found(text: str) -> None:
    assert scan(text, ["Boom"]) == frozenset()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"s":[3,4]}', frozenset()), ("3 4 keer en 3-4, 3/4 tablet, 13/4 en 3/40.", frozenset()),
        ("op 3/4 komt ze", frozenset({"value"})), ("(3/4)", frozenset({"value"})),
        ("op 4-6 komt ze", frozenset({"value"})), ("4-6 plakjes", frozenset()),
    ],
)  # fmt: skip
def test_a_day_in_figures_is_looked_for_as_it_is_written(text: str, found: frozenset[str]) -> None:
    assert scan(text, ["3/4", "4-6"]) == found


def test_it_knows_the_lists_and_the_reading_of_numbers_and_units_alone() -> None:
    tree = ast.parse(Path(scanning.__file__).read_text())
    near = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
    found = {("." * node.level + (node.module or ""), one.name) for node in near for one in node.names}
    assert found == {
        (".", "lists"),
        ("...dutch.characters", "folded"),
        ("..evidence.values.counted", "is_counted"),
        ("..evidence.words.numerals", "number"),
    }


@pytest.mark.parametrize(("said", "found"), [("06 12 34 56 78", "number"), ("langs. Ook zag ik Fatima", "capital"),
                                             ("Anna Zwol Trek", "value"), ("a@b.nl", "mail")])  # fmt: skip
def test_s68_a_long_text_is_read_in_pieces_that_hide_nothing(said: str, found: str) -> None:
    for at in range(9_960, 10_010):
        before = "x" * (at % 10) + " de" * (at // 3)
        assert found in scan(f"{before[:at]} {said}{' de' * 3_000}", ["Anna Zwol Trek"]), at


def test_a_long_text_is_read_as_it_is_in_one_piece() -> None:
    times = "Om 8.15, 12.00 en 20.45 uur 140/90 gemeten op 12-12-2026; 2000 IE. "
    assert scan(times * 600) == frozenset()
    assert scan("2000IE" * 9_000) == scan("2000IE")


def test_a_thousand_days_in_figures_are_looked_for_at_once() -> None:
    days = [f"{day}{sign}{month}" for day in range(1, 32) for month in range(1, 13) for sign in "-/"]
    text = "Om 8.15 uur 140/90, 2-3 keer gegeten en daarna gerust. " * 400
    began = time.process_time()
    assert scan(text, days) == frozenset()
    assert time.process_time() - began < 0.2
    assert scan(f"{text}Kwam 31-12 terug.", days) == frozenset({"value"})
