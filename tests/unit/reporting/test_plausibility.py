"""Values that cannot be are found, and no value that can."""

import pytest

from voice_report.reporting.plausibility import impossible

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        ("Temperatuur 83.", ["83"]),
        ("De temperatuur was nu drieëntachtig.", ["drieëntachtig"]),
        ("Bloeddruk 12 over 800, pols 72.", ["12 over 800"]),
        ("De bloeddruk is gemeten: 145 over 158.", ["145 over 158"]),
        ("RR 85/145.", ["85/145"]),
        ("Bloedruk was 1848 over 1886.", ["1848 over 1886"]),
        ("Bloeddruk twaalf over achthonderd.", ["twaalf over achthonderd"]),
        ("Pols 720 en saturatie 120.", ["720", "120"]),
        ("Controle op 31 april.", ["31 april"]),
        ("Geopereerd op 31-02-2026 en 29/02/2025.", ["31-02-2026", "29/02/2025"]),
        ("Hij is 820 jaar.", ["820 jaar"]),
        ("Een man van 182 jaar oud.", ["182 jaar"]),
        ("NRS 57.", ["57"]),
        ("INR 28.", ["28"]),
        ("Saturatie 94%, temp. 368.", ["368"]),
        ("De saturatie bleef 940 procent.", ["940"]),
        ("Temperatuur rectaal 381.", ["381"]),
        ("De temperatuur is vanmorgen gestegen naar 398.", ["398"]),
        ("Hartslag lag op 900.", ["900"]),
        ("Koorts tot 393.", ["393"]),
    ],
)
def test_what_cannot_be_is_asked(sentence, pieces):
    assert list(impossible(sentence)) == pieces


@pytest.mark.parametrize(
    "sentence",
    [
        "Temperatuur 37,8, bloeddruk 145/85, pols 72, saturatie 94, ademhaling 16, glucose 7,2.",
        "Bloeddruk honderdvijfenveertig over vijfentachtig, temperatuur zevenendertig komma twee.",
        "Temperatuur 37 8.",
        "De temperatuur van de koelkast was 5 graden.",
        "Femke weegt 5300 gram.",
        "Haar gewicht is 64 kilo en drie ons.",
        "Op 30 april en 29 februari komt ze, 29-02-2028 ook.",
        "Bel 06-12345678 over 120 minuten.",
        "De pols is gebroken, om 10 over 12, kamer 145/158, 150 over 90.",
        "Ze woont hier 20 jaar.",
        "De temperatuur 2 keer gemeten, koorts sinds 3 dagen, koorts van 12 uur tot 16 uur.",
        "Hij had verhoging op 3 maart, de pols is 3 weken geleden gebroken.",
        "Koorts tot 39,3 en toen 3 tabletten.",
        "Kerststukjes zijn af, op drie na.",
        "",
    ],
)
def test_what_can_be_is_not(sentence):
    assert list(impossible(sentence)) == []


def test_a_long_sentence_takes_linear_time():
    assert len(list(impossible("temperatuur 83 bloeddruk 145 over 158 " * 5_000))) == 10_000
