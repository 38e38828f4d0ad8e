"""A word between the same neighbours as another one that was said."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged
from voice_report.reporting.evidence import evidence


def flags(spoken: str, written: str) -> list[tuple[str, str]]:
    """Return (here, said) of the flags about meaning."""
    return [(flag.here, flag.said) for flag in flagged(spoken, written) if flag.kind == "meaning"]


@pytest.mark.parametrize(
    ("spoken", "written", "here", "said"),
    [
        ("De blaar zit op haar scheenbeen.", "De blaar zit op haar sleutelbeen.", "sleutelbeen", "scheenbeen"),
        ("Hij is bekend met reuma, zei de huisarts.", "Hij is bekend met jicht, zei de huisarts.", "jicht", "reuma"),
        ("De bloedtest was gisteren goed.", "De urinetest was gisteren goed.", "urinetest", "bloedtest"),
    ],
)
def test_another_thing_in_the_same_place_is_flagged(spoken, written, here, said):
    assert flags(spoken, written) == [(here, said)]


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("De dokter kwam meteen langs.", "De dokter kwam direct langs."),
        ("De hak is stuk.", "De hiel is kapot."),
        ("De verpleegkundige belde de familie.", "De vpk belde de familie."),
        ("Het drukplekje is weg.", "De decubitus is weg."),
        ("Niet meer dan vier koekjes per dag.", "Maximaal vier koekjes per dag."),
    ],
)
def test_another_word_for_the_same_is_not(spoken, written):
    assert flags(spoken, written) == []


def test_a_run_of_words_in_place_of_another_is_flagged():
    assert flags("De schaar ligt in de la.", "De schaar ligt op de vensterbank.") == [("vensterbank", "la")]
    assert flags("Er zit een bult op haar grote teen.", "Er zit een bult op haar scheen.") == [("scheen", "grote teen")]
    assert flags("Ze vroeg of de tuinman komt.", "Ze wilde weten of de tuinman komt.") == []


def test_a_word_that_is_added_to_a_sentence_is_flagged():
    assert flags("Hij is vanmorgen gedoucht.", "Hij is vanmorgen eigenhandig gedoucht.") == [("eigenhandig", "")]
    assert flags("Ze praatte met de dominee.", "Ze praatte openhartig met de dominee.") == [("openhartig", "")]
    assert flags("Ze praatte met de dominee.", "Er is contact geweest: ze praatte met de dominee.") == []


def test_every_word_with_content_that_nobody_said_is_named_once_also_without_a_flag():
    spoken = "Ik was om acht uur bij meneer Jansen voor de wond aan zijn hiel. Hij had geen trek."
    written = "Ik was bij Jansen om 8.00 uur, kleine wond, een kleine. Hij had geen eetlust. Hij had geen trek."
    sentences = evidence(spoken, f"## Observaties\n\n{written}").sentences
    assert [(one.flags, one.unsaid, one.copied) for one in sentences] == [
        ((), ("kleine",), False), ((), (), False), ((), (), True),
    ]  # fmt: skip
