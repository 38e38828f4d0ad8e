"""Who a sentence speaks of: what is a name and what is none, and whose words are whose."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged
from voice_report.reporting.evidence import evidence


def flags(spoken: str, written: str) -> list[tuple[str, str]]:
    """Return (level, what was said instead) of the flags about people."""
    return [(flag.level, flag.said) for flag in flagged(spoken, written) if flag.kind == "person"]


@pytest.mark.parametrize("short", ["Sat", "Vpk", "Ha", "Ft", "Cad", "Med", "Gew", "Hb"])
def test_an_abbreviation_with_a_capital_is_nobodys_name(short):
    said = "De controles van vandaag zijn gedaan en doorgegeven aan de avonddienst."
    assert (
        flags(said, f"De controles van vandaag ({short}) zijn gedaan en {short} is doorgegeven aan de avonddienst.")
        == []
    )


def test_a_name_that_is_also_an_abbreviation_is_a_name():
    assert flags("Gisteren is Piet gekomen.", "Gisteren is Jan gekomen.") == [("red", "Piet")]


@pytest.mark.parametrize(
    ("spoken", "written", "said"),
    [
        ("Ik sprak psycholoog Van der Meer. Daarna belde meneer Jansen.", "Psycholoog Jansen is gesproken.", "Meer"),
        (
            "Vandaag heeft mevrouw Groot gegeten. Daarna sliep meneer Maas.",
            "Vandaag heeft mevrouw Maas gegeten.",
            "Groot",
        ),
        ("Mevrouw Kruse sliep goed. Meneer Lok slikte niet.", "Mevrouw Lok sliep goed.", "Kruse"),
        ("Meneer Tjin kreeg pap. Daarna at meneer Bijl brood.", "De heer Bijl kreeg pap.", "Tjin"),
        ("Meneer Van Eck is gewogen. Mevrouw Dirks was boos.", "Meneer Dirks Eck is gewogen.", "Van Eck"),
        ("Mijn collega Gonny dacht mee. Meneer Van Dalen sliep.", "Mijn collega Van dacht mee.", "Gonny"),
    ],
)
def test_a_name_may_be_an_ordinary_word(spoken, written, said):
    assert ("amber", said) in flags(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written", "said"),
    [
        ("Nicole belt straks.", "Nicolette belt straks.", "Nicole"),
        ("Straks belt Jan over de sleutel.", "Straks belt Janine over de sleutel.", "Jan"),
        ("Gisteren sprak ik Van Zee.", "Gisteren sprak ik Van der Zee.", "Van Zee"),
        ("Gisteren sprak ik mevrouw de Wit.", "Gisteren sprak ik mevrouw van de Wit.", "de Wit"),
    ],
)
def test_a_name_that_is_nearly_another_is_flagged(spoken, written, said):
    assert ("amber", said) in flags(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Bloed geprikt bij Jan.", "Bloedafname bij Jan."),
        ("Hij kwam van de Jumbo.", "Hij was naar de Jumbo."),
        ("Gisteren sprak ik Van Zee.", "Van Zee gisteren gesproken."),
    ],
)
def test_a_word_that_begins_as_another_is_no_name(spoken, written):
    assert flags(spoken, written) == []


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Meneer Van Eck is gewogen.", "De heer Eck is gewogen."),
        ("Jan van Eck is gewogen.", "Jan Eck is gewogen."),
        ("Mevrouw Van heeft gegeten.", "Mw. Van heeft gegeten."),
        ("Ze werd gewogen, 81 kilo. Saturatie 94.", "Mevrouw werd gewogen (81 kg). Sat 94."),
        ("Saturatie van mevrouw 94, dochter Anna was erbij.", "Bij mevrouw Sat 94, dochter Anna was erbij."),
    ],
)
def test_a_part_of_a_name_is_no_other_name(spoken, written):
    assert flags(spoken, written) == []


def test_a_relation_or_side_is_no_second_source():
    said = "Zijn vader zou ontploffen, zei hij. Zijn moeder kwam later binnen met soep."
    assert flags(said, "Zijn moeder zou ontploffen, zei hij.") == [("amber", "vader")]
    said = "Ik zag otitis media rechts. De wond aan de linkervoet is droog."
    compared = evidence(said, "## Observaties\n\nOtitis media links.")
    assert [(flag.kind, flag.level) for flag in compared.sentences[0].flags] == [("side", "red")]


def test_a_name_hides_no_lost_negation():
    said = "Mevrouw Prins zat op bed toen ik kwam. Ze heeft geen koorts. Mevrouw Prins heeft haar brood op."
    compared = evidence(said, "## Observaties\n\nMevrouw Prins heeft koorts.")
    assert ("negation", "red") in [(flag.kind, flag.level) for flag in compared.sentences[0].flags]
