"""What is promised of spoken measured values (security.md S90, S91, S94): nothing that no one said, nothing that was
taken back, is of another day or person, or is an aim given as measured; linear time and nothing broken."""

import random
import re
from decimal import Decimal

import pytest

from tests.support.steps import steps
from voice_report.reporting.evidence import Spoken
from voice_report.reporting.measurements import KINDS, Measurement, cells, line, measurements, of

FIGURES = (
    *("38,5", "80", "142 over 80", "16 over 9", "achtendertig vijf", "honderdzestig over achtennegentig", "3 bij 2 cm"),
    *("3 kilo 420", "1 meter 72", "600 cc", "94 procent", "zes à zeven", "12 mmol", "4", "een half", "2 liter", "9 4"),
    *("500 mg", "drie keer", "120/70", "110-120", "38 5", "tussen de 110 en 120", "385", "3080 gram", "7 van de 10"),
)
WORDS = (
    *("bloeddruk", "pols", "temperatuur", "saturatie", "gewicht", "weegt", "glucose", "INR", "NRS", "pijn", "urine"),
    *("wond", "zuurstof", "ontlasting", "Bristol", "type", "gedronken", "geplast", "paracetamol", "gegeven", "lengte"),
    *("nee", "sorry", "eh", "vorige week", "gisteren", "moet", "als", "boven de", "haar man", "volgens mij", "nu"),
    *("links", "om acht uur", "mevrouw", "kamer", "de", "was", "is", "van", "naar", "en", "tot", "niet", "ze", "hij"),
)
MARKS = (".", ".", ",", ";", "?", "")
SCRIPTS = 10_000


def _random_transcripts() -> list[str]:
    rng = random.Random(43)  # noqa: S311
    found = []
    for _ in range(SCRIPTS):
        pieces = [rng.choice(FIGURES if rng.random() < 0.35 else WORDS) for _ in range(rng.randrange(2, 14))]
        found.append(" ".join(piece + (rng.choice(MARKS) if rng.random() < 0.3 else "") for piece in pieces))
    return found


def _assert_shown(row: Measurement, sentence: str) -> None:
    """Assert that every part's words and every span stand in the sentence, and figures are converted exactly."""
    assert row.said in sentence
    for part in row.parts.values():
        assert part.text in sentence
        assert part.low <= part.high
    for span in row.spans:
        assert 0 <= span.start < span.end <= len(sentence)
    for said in (row.context.side, row.context.position, row.context.site, row.context.meal, row.context.rhythm):
        assert said in sentence
    assert row.doubt is None or row.state == "uncertain"
    assert row.suggestion is None or row.state == "uncertain"


def test_s90_every_value_of_random_speech_stands_in_its_sentence():
    rows = 0
    for transcript in _random_transcripts():
        found = measurements(transcript)
        for row in found.rows:
            rows += 1
            _assert_shown(row, found.sentences[row.sentence])
    assert rows > SCRIPTS // 2


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Hij weegt 3080 gram.", "3.08"),
        ("Hij weegt 3 kilo 420.", "3.42"),
        ("Hij weegt 66 kilo en 4 ons.", "66.4"),
        ("Lengte 1 meter 72.", "172"),
        ("Lengte 1,72 meter.", "172"),
        ("Ze heeft anderhalve liter gedronken.", "1500"),
        ("Wond 35 mm lang.", "3.5"),
        ("De temperatuur was 38 en een half.", "38.5"),
    ],
)
def test_s90_conversions_are_exact(said, value):
    (row,) = measurements(said).rows
    (part,) = row.parts.values()
    assert Decimal(str(part.low)) == Decimal(value)
    assert row.unit == KINDS[row.kind].unit


NEVER_MEASURED = {
    "taken_back": [
        *("Pols 80, nee, 60.", "Temp 38,9. Sorry, 37,9.", "Gewicht 52, eh, 54.", "Sat 88, correctie, 98."),
        *("Pols 80. Dat was van mevrouw hiernaast.", "RR 180 over 100. Dat vertrouw ik niet.", "Glucose 3,1 nee 4,1."),
    ],
    "before": [
        *(
            "Gewicht vorige week 82.",
            "Gisteren was de temperatuur 38,9.",
            "Bij opname woog ze 60 kilo.",
        ),
        *("Geboortegewicht 3420 gram.", "Gewicht van 82 naar 80 kilo.", "In oktober was het gewicht nog 70 kilo."),
    ],
    "target": [
        *("Streefgewicht 80 kilo.", "De saturatie moet boven de 90 blijven.", "Bij temperatuur boven 38,5 bellen."),
        *("Als de pols boven de 120 komt bellen we.", "Ze mag maximaal 1500 ml drinken."),
    ],
    "other_person": [
        *(
            "Haar man had een bloeddruk van 170 over 95.",
            "Mijn eigen temperatuur was 38,5.",
            "De dochter had 39 koorts.",
        ),
        *("Bij haar zoon was de saturatie 91.",),
    ],
}


@pytest.mark.parametrize("state", NEVER_MEASURED)
def test_s91_such_values_are_never_given_as_measured(state):
    for said in NEVER_MEASURED[state]:
        rows = measurements(said).rows
        assert rows, said
        assert rows[0].state == state, said
        first = re.escape(rows[0].text)
        assert not re.search(rf"(?<![\d,]){first}(?!\d)", line(rows)), said


def test_s91_a_doubt_is_in_no_line():
    rows = measurements(
        "Temperatuur 385. Bloeddruk 16 over 9. Ze heeft 600 gedronken. Volgens mij was de pols 80."
    ).rows
    assert [one.state for one in rows] == ["uncertain"] * 4
    assert line(rows) == ""


def test_s92_no_word_of_judgement_is_in_a_text():
    rows = measurements("RR 210 over 120, pols 30, temp 41, sat 71 procent, glucose 2,1, NRS 10.").rows
    texts = [line(rows), *(cell for row in rows for cell in cells(row)), *(row.label for row in rows)]
    text = " ".join(texts).casefold()
    judged = ["hoog", "laag", "verhoogd", "verlaagd", "afwijkend", "normaal", "stijgt", "daalt", "alarm", "norm"]
    assert [word for word in judged if re.search(rf"\b{word}\b", text)] == []
    assert len(rows) == 6


ENDLESS = (
    *(
        "80 ",
        "over ",
        "142 over 80 ",
        "pols ",
        "pols 80 ",
        "nee ",
        "pols 80 nee ",
        "eh, 4 ",
        "((( ",
        "3 bij 4 ",
        "x 3 ",
    ),
    *("komma ", "half ", "een ", "honderd ", "vorige week ", "als ", "haar man ", "38 5 ", "tussen de ", "kilo 3 "),
    *("paracetamol 500 mg ", "600 cc urine ", "om acht uur ", "dat was van ", "was de pols ", "zuurstof 2 liter ", "["),
)


@pytest.mark.parametrize("unit", ENDLESS)
def test_s94_endless_text_takes_linear_time(unit):
    def read(times: int) -> int:
        spoken = Spoken([unit * times])
        return steps(lambda: of(spoken))

    few = read(40)
    assert read(160) < 5 * few + 2_000


@pytest.mark.parametrize(
    "said",
    [
        "\x00", "pols \u0668\u0660", "temperatuur \u0663\u0668,\u0665", "\u202e08 slop", "pols \u202e80\u202c",
        "e\u0301e\u0301n " * 50, "bloeddruk " + "9" * 300 + " over " + "8" * 300, "gewicht 1e9 kilo", "pols -80",
        "temp NaN", "pols ½", "[" * 5_000, "gewicht 0", "glucose 12.345.678", "over over over", "%" * 1_000,
        "100.000.000 kilo gewicht", "pols \U0001d7d6\u0660",
    ],
)  # fmt: skip
def test_s94_hostile_text_breaks_nothing_and_makes_no_measured_value(said):
    found = measurements(said)
    for row in found.rows:
        _assert_shown(row, found.sentences[row.sentence])
        assert said == "pols \u202e80\u202c" or said == "pols -80" or not row.is_measured, row


def test_s94_two_hundred_thousand_characters_are_read():
    said = ("Pols 80, nee, 82. Bloeddruk 142 over 80. " * 5_000)[:200_000]
    assert len(measurements(said).rows) > 10_000


def test_s94_decomposed_letters_are_read_as_composed_ones():
    assert measurements("NRS 6 a\u0300 7.").rows[0].text == "6-7"
    assert measurements("Saturatie driee\u0308nnegentig.").rows[0].text == "93%"
