"""The model next to the rules: it finds values whose kind nobody named, and measures none that the rules take back."""

from unittest.mock import Mock, patch

import numpy as np
import pytest

from voice_report.reporting.measurements import measurements
from voice_report.reporting.measurements.judging import kinds, states

#: Scores of a kind of which the model is sure, and of one that it finds and is not sure of.
SURE, LIKELY = 50.0, 2.5


def chosen(kind: str, score: float = SURE, part: str = ""):
    """Let the model choose a kind, where a figure can be it, with this score."""

    def scores(spoken, scene, item, options):
        return [score if one.kind == kind and (not part or part in one.parts) else -SURE for one in options]

    return patch.object(kinds, "scores", scores)


def measured():
    """Let the model hold every value for measured."""
    return patch.object(states, "scores", lambda seen: {state: SURE * (state == "said") for state in states.STATES})


def asked(said: str) -> list[tuple[str, str | None]]:
    return [(row.state, row.doubt) for row in measurements(said).rows]


def values(said: str) -> list[tuple[str, str, str]]:
    return [(row.kind, row.text, row.state) for row in measurements(said).rows]


@pytest.mark.parametrize("said", ["Hij stond in juni op 91 kilo.", "In het voorjaar zat hij nog op 88 kilo."])
def test_a_weight_that_nobody_calls_one_is_found_and_not_measured(said):
    assert [(kind, state) for kind, _, state in values(said)] == [("weight", "before")]


def test_without_its_weights_only_what_the_rules_find_is_a_row_and_it_is_asked():
    nothing = Mock(return_value=np.zeros(kinds.SIZE, np.int32))
    with patch.object(kinds, "shipped", nothing), patch.object(states, "shipped", nothing):
        assert values("Hij stond in juni op 91 kilo.") == []
        assert values("De pols was 80.") == [("heart_rate", "80/min", "uncertain")]


@pytest.mark.parametrize("said", ["Pols 80, nee, 90.", "Temperatuur 38,9, schrap dat, 37,2."])
def test_what_the_rules_take_back_stays_so_whatever_the_weights_say(said):
    for_said = np.full(states.SIZE, states.ZERO - 1, np.int32)
    with patch.object(states, "shipped", Mock(return_value=for_said)):
        assert next(state for _, _, state in values(said)) == "taken_back"


@pytest.mark.parametrize(
    ("kind", "said", "state"),
    [(SURE, 1.8, "said"), (3.3, SURE, "said"), (3.3, 1.8, "uncertain"), (SURE, 1.2, "uncertain")],
)
def test_a_value_is_measured_when_the_model_is_sure_that_it_is_of_its_kind_and_measured(kind, said, state):
    scores = dict.fromkeys(states.STATES, 0.0) | {"said": said}
    with chosen("weight", kind), patch.object(states, "scores", lambda seen: dict(scores)):
        assert asked("Hij stond op 91 kilo.") == [(state, None)]


def test_a_figure_that_may_count_the_noun_behind_it_is_asked_where_the_model_alone_finds_it():
    with chosen("glucose"), measured():
        assert asked("Toen kreeg ze er 4 klontjes bij.") == [("uncertain", "kind")]
        assert asked("Toen zag ik 4 op het scherm.") == [("said", None)]


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("Gewicht vorige week 82.", "before"),
        ("Bij opname woog ze 60 kilo.", "before"),
        ("Gisteren was de temperatuur 38,9.", "before"),
        ("Haar man had een bloeddruk van 170 over 95.", "other_person"),
        ("De saturatie moet boven de 90 blijven.", "target"),
    ],
)
def test_s91_what_the_rules_hold_to_be_anothers_of_before_or_an_aim_stays_so_whatever_the_model_says(said, state):
    with measured():
        assert [one for one, _ in asked(said)] == [state]


def test_what_is_measured_behind_a_value_of_its_kind_that_is_taken_back_is_said_instead():
    told = [dict.fromkeys(states.STATES, 0.0) | {one: SURE} for one in ("taken_back", "said", "said", "said")]
    with patch.object(states, "scores", Mock(side_effect=told)):
        assert [state for state, _ in asked("Pols 80. Pols 90. Pols 92. Temp 37,2.")] == [
            *("taken_back", "corrected", "said", "said"),
        ]


@pytest.mark.parametrize(
    "said",
    [
        "Pols 80, nee die klopt niet. Na de wandeling was de pols 95.",
        "Pols 80, nee die klopt niet. Om 20 uur was de pols 95.",
        "Pols 80, nee die klopt niet. Ze had het koud. Ze dronk thee. De pols was 95.",
    ],
)
def test_what_is_measured_at_another_moment_than_a_value_that_is_taken_back_stands_by_itself(said):
    with measured():
        assert [state for state, _ in asked(said)] == ["taken_back", "said"]


def test_a_value_that_the_model_alone_finds_is_measured_only_when_it_is_sure_of_its_kind():
    with chosen("weight"):
        assert asked("Hij stond op 91 kilo.") == [("said", None)]
    with chosen("weight", LIKELY):
        assert asked("Hij stond op 91 kilo.") == [("uncertain", "kind")]
    with chosen("weight", LIKELY), measured():
        assert asked("Hij stond op 91 kilo.") == [("uncertain", "kind")]


@pytest.mark.parametrize(
    ("said", "doubt"),
    [
        ("Volgens mij stond hij op 91 kilo.", "speaker"),
        ("Hij stond op 91 kilo [onzeker].", "heard"),
        ("Hij stond op 91 5.", "reading"),
        ("Mevrouw Jansen woog 80 kilo en meneer Bakker stond op 91 kilo.", "person"),
    ],
)
def test_a_doubt_of_the_rules_stays_asked_where_the_kind_is_not_sure_either(said, doubt):
    with chosen("weight", LIKELY), measured():
        assert asked(said)[-1] == ("uncertain", doubt)


def test_figures_that_the_model_alone_joins_without_komma_are_asked():
    with chosen("glucose"), measured():
        assert asked("Hij las 8 4 af.") == [("uncertain", "reading")]
        assert asked("Hij las 8,4 af.") == [("said", None)]


@pytest.mark.parametrize(
    ("said", "state", "doubt"),
    [
        ("Saturatie 94.", "uncertain", "kind"),
        ("Streefsaturatie 94.", "target", None),
    ],
)
def test_where_rules_and_model_say_different_kinds_a_value_is_asked_and_stays_what_the_rules_make_of_it(
    said, state, doubt
):
    with chosen("heart_rate"), measured():
        assert [(row.kind, row.state, row.doubt) for row in measurements(said).rows] == [("heart_rate", state, doubt)]


def test_a_value_of_the_rules_stays_and_is_asked_where_the_model_says_a_medicine_that_nobody_named():
    with chosen("medication"), measured():
        (row,) = measurements("Hij dronk 200 ml.").rows
    assert (row.kind, row.state, row.doubt) == ("fluid_in", "uncertain", "kind")


def test_an_upper_pressure_that_the_model_is_not_sure_of_is_asked_with_its_lower_one():
    with chosen("blood_pressure", LIKELY, "systolic"):
        (row,) = measurements("Ik las 140 af, onderdruk 29.").rows
    assert (row.text, row.state, row.doubt) == ("140/29 mmHg", "uncertain", "kind")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("De oxycodon lag klaar in het bakje, het is 10 milligram.", [("uncertain", "given")]),
        ("Morgen krijgt ze oxycodon, voor het eerst, dat is dan 10 milligram.", [("target", None)]),
        ("Oxycodon in het bakje, die van de ochtend was 10 milligram, gegeven.", [("said", None)]),
        ("De pomp met oxycodon loopt, 2 ml per uur.", []),
        # A medicine of another sentence may have been stopped, refused or another person's.
        ("Hij weegt 80 kilo en slikt oxycodon. Om twaalf uur heb ik 10 milligram gegeven.", []),
        ("De oxycodon 20 mg is gestopt. Later heb ik 10 milligram gegeven.", [("target", None)]),
        ("Oxycodon 5 mg gegeven. Later had ze paracetamol nodig. Daarna 1000 mg gegeven.", [("said", None)]),
        ("Zijn vrouw krijgt oxycodon 20 mg. Om acht uur heb ik 10 milligram gegeven.", [("other_person", None)]),
        ("Om twaalf uur heb ik 10 milligram gegeven.", []),
    ],
)
def test_a_dose_that_the_model_alone_finds_is_given_only_when_it_was_said(said, expected):
    with chosen("medication"), measured():
        assert asked(said) == expected


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("heart_rate", "Bel 112 bij nood."),
        ("stool_type", "Ontlasting was niet type 6."),
        ("heart_rate", "Hij is 84."),
        ("heart_rate", "Ze had geen 84."),
    ],
)
def test_the_number_to_call_a_denied_figure_and_an_age_are_no_value_whatever_the_model_says(kind, said):
    with chosen(kind), measured():
        assert values(said) == []


def test_what_is_said_instead_of_a_value_is_as_sure_as_that_one():
    with chosen("heart_rate", LIKELY), measured():
        assert asked("Pols 58, maak daar 68 van.") == [("taken_back", None), ("corrected", None)]


def test_a_figure_behind_a_complaint_that_is_denied_is_a_value():
    assert values("Geen koorts, 36,7.") == values("Geen koorts 36,7.") == [("temperature", "36,7 °C", "said")]


def test_the_same_words_give_the_same_rows():
    said = "Voor het eten prikte ik 7,4 en erna 11,2. Gisteren waren die 6,9 en 13,0."
    assert measurements(said) == measurements(said)


def test_weights_are_a_byte_each():
    assert (len(kinds.shipped()), len(states.shipped())) == (kinds.SIZE, states.SIZE)
