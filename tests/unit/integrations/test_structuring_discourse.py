"""Sentences that only mean something behind another one keep its heading; an announced heading leads for a while."""

import numpy as np
import pytest

from voice_report.integrations.structuring import discourse, grammar, local, path
from voice_report.reporting.templates import BUILT_IN


def _ties(*sentences: str, announces: tuple[int, ...] = ()) -> list[bool]:
    read = [grammar.Sentence.of(text) for text in sentences]
    return discourse.tied(read, [at in announces for at in range(len(read))])


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("De temperatuur was 37,2.", "Nee sorry, 37,5."),
        ("Ze kreeg twintig eenheden.", "O wacht, tweeëntwintig."),
        ("De schouder links deed pijn.", "Eh, ik bedoel rechts."),
        ("Mag ze uit bed?", "Van de arts pas morgen."),
        ("De stuit is gaaf.", "Hielen ook."),
        ("Het been is dik.", "Rechts dus."),
        ("Hij heeft zelf gedruppeld.", "In beide ogen."),
        ("Ik heb een kruik gegeven.", "Dat hielp."),
        ("We hebben de trap geoefend.", "En dat ging goed."),
        ("Ik heb de dokter gebeld.", "Die komt vanmiddag."),
    ],
)
def test_what_depends_on_the_sentence_before_is_tied_to_it(before: str, sentence: str) -> None:
    assert _ties(before, sentence) == [False, True]


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Ik heb haar gewassen.", "Die kousen van haar zijn bijna op."),
        ("Ik heb haar gewassen.", "Dat bespreken we morgen."),
        ("Ik heb haar gewassen.", "Volgende week ook."),
        ("Ik heb haar gewassen.", "Huisarts bellen dus."),
        ("Ik heb haar gewassen.", "Geen pijn."),
        ("Ik heb haar gewassen.", "Ze at ook een boterham met kaas."),
    ],
)
def test_a_sentence_of_its_own_is_not_tied(before: str, sentence: str) -> None:
    assert _ties(before, sentence) == [False, False]


def test_an_announced_heading_is_not_tied_and_a_unit_has_four_sentences_at_most() -> None:
    assert _ties("Ze at goed?", "Nee, plan: wegen.", announces=(1,)) == [False, False]
    assert _ties(*["Nee, toch niet."] * 6) == [False, True, True, True, False, True]


def test_sentences_that_stay_together_get_the_heading_of_both() -> None:
    scores = np.array([[3.0, 0.0], [0.0, 2.0]])
    following = np.zeros((2, 2))
    assert path.best(scores, following) == [0, 1]
    assert path.best(scores, following, [0.0, 20.0]) == [0, 0]
    assert path.best(scores, following, [0.0, 1.0]) == [0, 1]


def test_a_correction_stands_under_the_heading_of_what_it_corrects() -> None:
    said = "Temperatuur moeder was 37,2. Nee sorry, 37,5. Ik heb haar geholpen met douchen. Dat ging goed."
    sections = [section.key for _, section in local.place(said, BUILT_IN["zorg"])]
    assert sections[0] == sections[1]
    assert sections[2] == sections[3]


SITUATION = "Situatie, mevrouw Appel is vanavond gevallen en heeft pijn in haar heup. Ze is wel helder. "
BACKGROUND = "Bloeddruk 170 over 90. Bekend met dementie, ze slikt apixaban. Allergisch voor penicilline."


def test_a_heading_announced_in_passing_does_not_lead_to_the_end() -> None:
    found = [section.key for _, section in local.place(SITUATION + BACKGROUND, BUILT_IN["sbar"])]
    assert found[:2] == ["situatie", "situatie"]
    assert found[-1] == "achtergrond"


def test_who_announces_each_heading_is_followed_until_the_next() -> None:
    said = f"{SITUATION}{BACKGROUND} Achtergrond, weduwe. Beoordeling, gebroken heup. Aanbeveling, graag insturen."
    found = [section.key for _, section in local.place(said, BUILT_IN["sbar"])]
    assert found == ["situatie"] * 5 + ["achtergrond", "beoordeling", "aanbeveling"]


@pytest.mark.parametrize(
    ("text", "is_measured"),
    [
        ("Baby zesendertig komma negen.", True),
        ("Bloeddruk honderdachtenveertig over tweeëntachtig.", True),
        ("In de zak zat zeshonderdvijftig milliliter.", True),
        ("Om tien over acht gebeld.", False),
        ("Om kwart over zeven at ze.", False),
        ("Er is een keer gebeld.", False),
    ],
)
def test_values_in_words_are_measured_too(text: str, is_measured: bool) -> None:
    assert bool(grammar.MEASURED.search(text)) is is_measured


def test_a_condition_with_the_verb_in_front_is_a_plan() -> None:
    said = "Huisbezoek bij meneer Appel. Saturatie was 91. Komt de saturatie onder de 88, dan de huisartsenpost bellen."
    assert [section.key for _, section in local.place(said, BUILT_IN["zorg"])][-1] == "afspraken"
