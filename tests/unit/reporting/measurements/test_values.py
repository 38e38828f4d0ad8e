"""Spoken measured values: their kind, figures and state."""

import pytest

from voice_report.reporting.measurements import line, measurements


def rows(said: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.state) for one in measurements(said).rows]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Bloeddruk honderdzestig over achtennegentig.", [("blood_pressure", "160/98 mmHg", "said")]),
        ("RR 142/80", [("blood_pressure", "142/80 mmHg", "said")]),
        ("Het was 142 over 80.", [("blood_pressure", "142/80 mmHg", "said")]),
        ("Pols 80 regulair.", [("heart_rate", "80/min", "said")]),
        ("De pols was achtenvijftig in de minuut.", [("heart_rate", "58/min", "said")]),
        ("Temp 38,5.", [("temperature", "38,5 °C", "said")]),
        ("temperatuur achtendertig vijf", [("temperature", "38,5 °C", "said")]),
        ("haar temperatuur was acht en dertig komma twee", [("temperature", "38,2 °C", "said")]),
        ("37,4 dus geen koorts", [("temperature", "37,4 °C", "said")]),
        ("Saturatie 94 procent.", [("oxygen_saturation", "94%", "said")]),
        ("Ze haalt 32 keer per minuut adem.", [("respiratory_rate", "32/min", "said")]),
        ("Hij weegt 3 kilo 420.", [("weight", "3,42 kg", "said")]),
        ("De baby woog 3080 gram.", [("weight", "3,08 kg", "said")]),
        ("Hij is 1 meter 72.", [("height", "172 cm", "said")]),
        ("Suiker 8,4 nuchter.", [("glucose", "8,4 mmol/l", "said")]),
        ("INR 2,4", [("inr", "2,4", "said")]),
        ("NRS 4", [("pain_score", "4", "said")]),
        ("Pijn een 6 van de 10.", [("pain_score", "6", "said")]),
        ("Ze heeft zo'n 300 cc gedronken.", [("fluid_in", "300 ml", "said")]),
        ("Katheterzak geleegd, 600 cc.", [("urine", "600 ml", "said")]),
        ("Twee keer ontlasting gehad, Bristol 4.", [("stool_count", "2 keer", "said"), ("stool_type", "4", "said")]),
        ("Wond 3 bij 2 centimeter, een halve centimeter diep.", [("wound_size", "3 x 2 x 0,5 cm", "said")]),
        ("Paracetamol 1000 mg gegeven.", [("medication", "1000 mg", "said")]),
        ("Ik heb haar temperatuur gemeten. Die was 37,9.", [("temperature", "37,9 °C", "said")]),
        ("NRS 6 à 7", [("pain_score", "6-7", "said")]),
    ],
)
def test_each_kind_is_read(said, expected):
    assert rows(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "De pols is gebroken, 3 weken gips.",
        "Badwater was 38 graden.",
        "Kamer 12 belde, bed 3.",
        "CRP 38, Hb 6,9.",
        "De wond is gehecht met 13 agrafen.",
        "Anderhalve kilo eraf.",
        "Linkerkuit vier centimeter dikker dan rechts.",
        "Knieflexie 105 graden.",
        "Om 16 over 9 kwam de dokter.",
        "De rolstoel weegt 18 kilo.",
        "Ballon gevuld met 10 ml.",
        "Paracetamol 500 mg geweigerd.",
        "Op een schaal van nul tot tien.",
        "Schrijf in het rapport erbij dat de pols 80 is.",
        "",
    ],
)
def test_what_is_no_value_gives_no_row(said):
    assert rows(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Gewicht 52, nee 54 kilo.", ["taken_back", "corrected"]),
        ("Pols 58, ah nee, 85.", ["taken_back", "corrected"]),
        ("Temperatuur 37,9. Nee, 38,9.", ["taken_back", "corrected"]),
        ("Saturatie was 88, eh, 89.", ["taken_back", "corrected"]),
        ("RR 142 over 80, nee, 152.", ["taken_back", "corrected"]),
        ("Pols 80. Dat was van haar buurvrouw.", ["taken_back"]),
        ("Haar man had 39 graden koorts.", ["other_person"]),
        ("Volgens haar dochter was de bloeddruk 150 over 90.", ["said"]),
        ("Gewicht 77,3, vorige week 76,9.", ["said", "before"]),
        ("Gewicht van 82 naar 80 kilo.", ["before", "said"]),
        ("Streefgewicht 80 kilo.", ["target"]),
        ("Als de saturatie onder de 88 komt bellen we.", ["target"]),
        ("Volgens mij was de pols 80.", ["uncertain"]),
        ("Bloeddruk was boven de 160 over 90.", ["uncertain"]),
        ("Temperatuur 38,4 [onzeker].", ["uncertain"]),
    ],
)
def test_each_state_is_known(said, expected):
    assert [one.state for one in measurements(said).rows] == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Pols 88 om 20.30.", [("heart_rate", "88/min", "said")]),
        (
            "Saturatie 94 om 22, temp 37.",
            [("oxygen_saturation", "94%", "said"), ("temperature", "37 °C", "said")],
        ),
        ("Bloeddruk 140 om 22, volgens de lijst.", [("blood_pressure", "140/? mmHg", "uncertain")]),
        ("Bloeddruk 136 om 80.", [("blood_pressure", "136/80 mmHg", "said")]),
    ],
)
def test_a_figure_behind_om_that_can_be_an_hour_is_no_lower_pressure(said, expected):
    assert rows(said) == expected


@pytest.mark.parametrize(
    ("said", "doubt", "suggestion"),
    [
        ("Bloeddruk 16 over 9.", "reading", "160/90 mmHg"),
        ("Temperatuur 385.", "heard", "38,5 °C"),
        ("Sat 9 procent.", "heard", None),
        ("Sat 9 4.", "heard", None),
        ("RR 80 over 142.", "heard", None),
        ("Bloeddruk 150.", "part", None),
        ("Ze heeft 600 gedronken.", "unit", "600 ml"),
        ("Glucose acht vier.", "reading", None),
        ("Oxazepam 10 mg.", "given", None),
        ("VAS 45 millimeter.", "unit", None),
    ],
)
def test_what_is_not_sure_is_asked_and_never_changed(said, doubt, suggestion):
    (row,) = measurements(said).rows
    assert (row.state, row.doubt) == ("uncertain", doubt)
    assert (row.suggestion.text if row.suggestion else None) == suggestion


def test_sixteen_over_nine_stays_as_it_was_said_without_a_unit():
    (row,) = measurements("Tensie 16 over 9.").rows
    assert (row.unit, row.parts["systolic"].low, row.parts["diastolic"].low) == ("", 16, 9)


def test_what_was_said_with_a_value_stands_with_it_word_for_word():
    (row,) = measurements("Vanmorgen om acht uur saturatie 94 zonder zuurstof.").rows
    assert row.time is not None
    assert (row.context.oxygen, row.time.minutes, row.time.part) == (0, 480, "ochtend")
    (row,) = measurements("Pols 80 regulair.").rows
    assert row.context.rhythm == "regulair"
    (row,) = measurements("RR 150 over 85 liggend.").rows
    assert row.context.position == "liggend"
    (row,) = measurements("Glucose 8,4 voor het eten.").rows
    assert row.context.meal == "voor het eten"
    (row,) = measurements("Saturatie 90 met twee liter zuurstof.").rows
    assert row.context.oxygen == 2


def test_a_line_to_copy_has_the_measured_values_alone():
    said = "RR 160 over 98, pols 80 regulair, temp 38,5. Gewicht 52, nee 54 kilo. Streefgewicht 80 kilo."
    assert line(measurements(said).rows) == "RR 160/98 mmHg, pols 80/min regulair, temp 38,5 °C, gewicht 54 kg"


def test_a_key_stays_when_another_sentence_is_changed():
    one = measurements("Ze sliep goed. Pols 80.").rows[0]
    other = measurements("Ze sliep slecht. Er was bezoek. Pols 80.").rows[0]
    assert one.key == other.key
    assert one.sentence != other.sentence


def test_equal_sentences_have_rows_of_their_own():
    keys = [one.key for one in measurements("Pols 80. Temp 38. Pols 80.").rows]
    assert len(set(keys)) == 3
