"""Free answers that show that the model could not do the work, beside those of one that can."""

import pytest

from voice_report.reporting.evidence import evidence
from voice_report.reporting.writing import astray

SAID = (
    "Vanochtend was ik bij mevrouw. Ze had 38,4 koorts en een pols van 96. Ze kreeg 500 mg paracetamol. "
    "De wond op de stuit meet 3 bij 2 cm. Ze heeft 200 ml gedronken. Haar dochter komt vanavond langs. "
    "Morgen om 9 uur bel ik de huisarts. Ze wil niet opgenomen worden."
)
GOOD = (
    "## Situatie\n\nVanochtend bij mevrouw geweest. Haar dochter komt vanavond langs.\n\n"
    "## Observaties\n\nKoorts van 38,4 en een pols van 96. De wond op de stuit meet 3 bij 2 cm. Zij dronk 200 ml.\n\n"
    "## Uitgevoerde zorg\n\nMevrouw kreeg 500 mg paracetamol.\n\n## Evaluatie\n\nMevrouw wil niet opgenomen worden.\n\n"
    "## Afspraken en vervolg\n\nMorgen om 9 uur wordt de huisarts gebeld.\n"
)
NOTHING_SAID = "## Situatie\n\n{0}\n\n## Observaties\n\n{0}\n\n## Evaluatie\n\n{0}\n"


def loses_most(report: str, said: str = SAID) -> bool:
    return astray.loses_most(evidence(said, report), frozenset())


def test_a_good_report_and_a_short_one_are_kept() -> None:
    assert not astray.repeats(GOOD, SAID)
    assert not loses_most(GOOD)
    assert not loses_most(GOOD.replace("Haar dochter komt vanavond langs.", "").replace("Zij dronk 200 ml.", ""))
    assert not loses_most("## Situatie\n\nNiets.\n", "Goedemorgen. Ze had 38,4 koorts."), "two sentences tell nothing"


@pytest.mark.parametrize("times", [3, 5])
def test_a_sentence_about_what_was_said_stands_once(times: int) -> None:
    assert astray.repeats("\n".join(["## Kop", "Ze had 38,4 koorts en een pols van 96."] * times), SAID)


def test_a_heading_without_content_may_say_so_each_time() -> None:
    assert not astray.repeats(NOTHING_SAID.format("Hierover is in het dictaat niets gezegd."), SAID)
    assert not astray.repeats(NOTHING_SAID.format("Niet besproken"), SAID)


def test_most_of_what_was_said_is_gone() -> None:
    assert loses_most("## Situatie\n\nVanochtend was ik bij mevrouw. Haar dochter komt vanavond langs.\n")


def test_most_values_are_wrong() -> None:
    wrong = GOOD
    for value, other in (
        ("38,4", "39,4"),
        ("96", "69"),
        ("500", "50"),
        ("3 bij 2", "2 bij 3"),
        ("200", "100"),
        ("9 uur", "8 uur"),
    ):
        wrong = wrong.replace(value, other)
    assert loses_most(wrong)
