"""Characters that are figures to a reader and no number to ``int``: every reader of a text takes them."""

from datetime import date

import pytest

from voice_report.dutch.person_names import name_parts
from voice_report.dutch.sentences import split
from voice_report.reporting.deidentification import Choices, Known, Person, mask, restored
from voice_report.reporting.deidentification.scan import scan
from voice_report.reporting.evidence.values import values
from voice_report.reporting.evidence.words.tokens import tokens
from voice_report.reporting.measurements import measurements
from voice_report.reporting.plausibility import impossible
from voice_report.reporting.tidying import tidy

BORN = date(1949, 6, 7)
KNOWN = Known(date(2026, 11, 28), (Person("1", name_parts("Jet", "Wolk"), born=BORN, is_chosen=True),))


@pytest.mark.parametrize("figure", ["➀", "፩", "²", "①", "½", "Ⅳ", "٣", "৴"])
@pytest.mark.parametrize(
    "text",
    [
        "Het plan is {} af.", "Zie punt {} van het plan.", "Geboren op {} 6 1949.", "Haar bsn is {} een twee {} vier.",
        "Haar bsn is {}{}{}een twee drie.", "Op {}-6 en {} juni, kamer {}.",
        "De temperatuur was zevenendertig komma {}.", "120/{} en 1{} mg, {} keer.", "1. A {}. dan {}. b",
        "Haar gewicht was een meter {}.", "Ze woont Ravelijn {} en {}.",
    ],
)  # fmt: skip
def test_no_reader_fails_at_a_figure_that_is_no_number(text: str, figure: str) -> None:
    said = text.replace("{}", figure)
    made = mask([said], KNOWN, Choices(dates=True))
    assert restored(made.texts[0], made.vault) == said
    assert not scan(said, ["3/4"], ["jan"], [BORN]) & {"mail", "name", "value"}
    assert all(0 <= one.first <= one.last for one in values(tokens(said)))
    assert len(tidy([said]).sentences) == 1
    assert " ".join(split(said)).split() == said.split()
    assert all(one in said for one in impossible(said))
    assert len(measurements(said).sentences) >= 1
