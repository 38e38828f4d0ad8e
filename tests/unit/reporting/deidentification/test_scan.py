"""The look before sending finds what masking would have left, without its rules."""

import ast
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
        ("hij heet janssen", "name"),
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


def test_it_knows_the_lists_alone() -> None:
    tree = ast.parse(Path(scanning.__file__).read_text())
    near = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    assert [(node.module, [one.name for one in node.names]) for node in near] == [(None, ["lists"])]
