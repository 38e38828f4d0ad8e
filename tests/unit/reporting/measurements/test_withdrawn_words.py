"""Values that stand in words that make them no measured ones: struck out, another day's, asked, hoped for."""

import pytest

from voice_report.reporting.measurements import measurements


def values(said: str) -> list[tuple[str, str]]:
    return [(one.text, one.state) for one in measurements(said).rows]


@pytest.mark.parametrize(
    "said",
    [
        "Temperatuur 40,1. Oké laat dat maar weg.",
        "Gewicht 77,7. Haal dat laatste maar weg, de weegschaal stond scheef.",
        "Pols 120. Ze was net op. Ze had ook thee op. Die pols moet je schrappen.",
        "Temperatuur 38,9. Ze was warm. Streep die temperatuur maar door.",
        "Pols 66, die mag eruit.",
        "Glucose 5,5. Negeer die meting.",
        "Gewicht 82 kilo, die kun je vergeten.",
        "saturatie 82 laat dat maar weg",
        "Glucose 22,1, nee, gewist.",
        "Pols 110, hoewel, ik keek op de verkeerde regel.",
        "Glucose 22,1. Dat was de meting van de buurvrouw.",
        "Pols 80. Dat was de pols van de buurvrouw.",
        "Oxazepam 10 mg gegeven. Nee, toch niet gegeven.",
        "Temazepam 10 mg gegeven, nee, toch niet, ze sliep al.",
    ],
)
def test_what_the_speaker_strikes_out_is_taken_back(said):
    assert [state for _, state in values(said)] == ["taken_back"]


@pytest.mark.parametrize(
    "said",
    [
        "Pols 72. Die pleister mag weg.",
        "Drain 120 ml. Die drain mag eruit.",
        "Pijnscore 6. Die pijn moet weg, zei ze.",
        "Temperatuur 37,1. Doe dat raam maar dicht.",
        "Saturatie 95. Haal de zuurstof maar weg.",
        "Pols 72. Vergeet die pols niet te meten vanavond.",
        "Pols 80. Dat was de pols van mevrouw.",
        "Pols 88. Dat was gisteren ook zo.",
        "Ze vroeg of het warm was, temperatuur 36,9.",
        "Pols 80, hopelijk blijft dat zo.",
        "Voor het eten was de suiker 8.",
        "Paracetamol 1000 mg gegeven, ze heeft verder niets gehad.",
        "De lengte is 1 meter 60.",
        "De bewoner is 1 meter 81.",
        "Bloeddruk 120 over 80 of iets hoger.",
    ],
)
def test_like_words_of_something_else_leave_a_value_as_it_is(said):
    assert [state for _, state in values(said)] == ["said"]


def test_a_figure_that_is_said_again_to_strike_it_out_is_taken_back_too():
    assert values("Pols 80. Vergeet die 80.") == [("80/min", "taken_back"), ("80/min", "taken_back")]


def test_only_the_value_of_the_named_kind_is_struck_out():
    said = "Pols 120, temperatuur 37,2. Ze at goed. Die pols moet je schrappen."
    assert values(said) == [("120/min", "taken_back"), ("37,2 °C", "said")]


@pytest.mark.parametrize(
    "said",
    [
        "Gewicht 61 kilo. Nee, dat was vorige week.",
        "Temperatuur 38,2. Dat was gisteren.",
        "pols 82 o nee dat was gisteren",
        "Paracetamol 500 mg gegeven. O nee, dat was gisteren.",
        "In het ziekenhuis was de saturatie 85.",
        "Voor haar hartaanval had ze pols 50.",
        "Toen ze hier kwam wonen woog ze 48 kilo.",
        "Toen ze nog thuis woonde had ze een INR van 3,5.",
    ],
)
def test_a_value_that_is_given_to_another_day_is_of_before(said):
    assert [state for _, state in values(said)] == ["before"]


@pytest.mark.parametrize(
    ("said", "states"),
    [
        ("De dochter vroeg of de pols 90 mocht zijn.", ["uncertain"]),
        ("Pols 76, althans dat zei de dochter.", ["uncertain"]),
        ("Is haar bloeddruk 140 over 80?", ["uncertain"]),
        ("Vandaag nog geen 500 ml gedronken.", ["uncertain"]),
        ("Temperatuur 36,2, of eh 37,2.", ["taken_back", "corrected"]),
        ("Temperatuur 36,2 of, eh, 37,2.", ["taken_back", "corrected"]),
        ("Sat 69 moest 96 zijn.", ["taken_back", "corrected"]),
        ("Pols 90. Pols moet 80 zijn.", ["said", "target"]),
        ("Zou de temperatuur 39 zijn?", ["uncertain"]),
        ("Hoe gaat het? Pols 80.", ["said"]),
        ("Pols 55, maar dat lijkt me sterk.", ["uncertain"]),
        ("Ik ga zo de bloeddruk meten, hopelijk 130 over 80.", ["target"]),
        ("Stel dat haar suiker 3 is, dan geef je dextro.", ["target"]),
        ("Normaalwaarde saturatie is 95 tot 100.", ["target"]),
        ("Volgens het boekje is 120 over 80 goed.", ["target"]),
    ],
)
def test_what_is_asked_or_hoped_for_is_not_measured(said, states):
    assert [state for _, state in values(said)] == states


@pytest.mark.parametrize(
    "said",
    [
        "Haar zoon vertelde dat hij zelf 140 over 90 had.",
        "De kok heeft ook zijn bloeddruk laten meten, 150 over 95.",
        "De hond had 39 graden koorts.",
        "Haar zoon is lang en weegt 100 kilo.",
        "Ik weeg zelf 80 kilo dus ik kon haar niet tillen.",
        "Mevrouw op bed 2 had 38,7 maar dat is niet mijn client.",
    ],
)
def test_what_another_one_had_is_no_value_of_the_client(said):
    assert [state for _, state in values(said)] == ["other_person"]


def test_the_client_stays_the_client_behind_another_person():
    assert values("Haar man had 140 over 90, zij zelf 130 over 80.")[1] == ("130/80 mmHg", "said")
    assert values("Haar dochter zei dat de pols 80 was.") == [("80/min", "said")]


def test_two_pressures_with_of_are_two_and_both_asked():
    assert values("Bloeddruk 120 over 80 of 130 over 80.") == [
        ("120/80 mmHg", "uncertain"),
        ("130/80 mmHg", "uncertain"),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "Het bed is 2 meter 10 lang.",
        "De tafel is 1 meter 20 lang.",
        "Ze kreeg paracetamol 500 mg van haar dokter, maar vandaag niks gehad.",
    ],
)
def test_things_and_what_was_not_had_give_no_row(said):
    assert values(said) == []


def test_litres_of_oxygen_are_none_that_were_drunk():
    found = measurements("Ze drinkt goed en ligt aan 3 liter zuurstof.").rows
    assert {one.kind for one in found} <= {"oxygen_flow"}
