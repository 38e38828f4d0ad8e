"""Sentences that only mean something behind another one keep its heading; an announced heading leads for a while."""

import numpy as np
import pytest

from voice_report.integrations.structuring import local
from voice_report.integrations.structuring.classifier import discourse, features, grammar, path
from voice_report.integrations.structuring.classifier.model import Model
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
        ("Ik heb de dokter gebeld.", "Eh, die zei elke twee uur controleren en dan meteen bellen."),
        ("De trap lukt niet.", "Stofzuigen lukt ook niet."),
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
        ("Ik heb haar gewassen.", "Ik heb ook gestofzuigd."),
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


def _by_wording(key: str, *sentences: str) -> list[str]:
    """Return where sentences come when nothing was learnt: by wordings and ties alone."""
    template = BUILT_IN[key]
    count = len(template.sections)
    nothing = Model(np.zeros((features.SIZE, count)), np.zeros((count, count)), np.zeros(count))
    return [section.key for _, section in local.place(" ".join(sentences), template, nothing)]


@pytest.mark.parametrize(
    ("template", "sentence", "section"),
    [
        ("sbar", "Mijn vraag is of u langs kunt komen.", "aanbeveling"),
        ("sbar", "Saturatie 88 procent.", "situatie"),
        ("dienst", "Hij mag nog niet staan.", "let_op"),
        ("mic", "Ik heb het zelf gemerkt toen ik aftekende.", "wat_is_er_gebeurd"),
        ("zorg", "Baby 36,9.", "observaties"),
        ("soep", "Bloeddruk honderdveertig over tachtig.", "objectief"),
    ],
)
def test_a_wording_that_shows_what_a_sentence_is_for_decides_where_nothing_was_learnt(
    template: str, sentence: str, section: str
) -> None:
    other = BUILT_IN[template].sections[-1 if section != BUILT_IN[template].sections[-1].key else 0].key
    assert other != section
    assert _by_wording(template, "Het regende.", sentence)[1] == section


@pytest.mark.parametrize("template", ["soep", "soap"])
@pytest.mark.parametrize(
    "sentence",
    [
        "Hoest sinds een dag of tien.",
        "Al drie weken pijn in de schouder.",
        "Bekend met COPD.",
        "Voorgeschiedenis blanco.",
        "Heeft een allergie voor penicilline.",
        "Komt vanwege hoesten.",
    ],
)
def test_what_a_patient_has_to_tell_is_no_finding(template: str, sentence: str) -> None:
    nothing = Model(np.zeros((features.SIZE, 4)), np.zeros((4, 4)), np.array([0.0, 1.0, 0.0, 0.0]))
    placed = local.place(f"Het regende. {sentence}", BUILT_IN[template], nothing)
    assert [section.key for _, section in placed] == ["objectief", "subjectief"]


def test_a_view_is_the_clients_unless_another_speaker_came_before() -> None:
    assert _by_wording("jeugd", "Het regende.", "Hij vindt dat hij gelijk heeft.")[1] == "mening_van_jeugdige"
    assert _by_wording("jeugd", "Haar moeder was er.", "Ze vindt dat het niet gaat.")[1] != "mening_van_jeugdige"


@pytest.mark.parametrize(
    "sentence", ["Ik zag 37,2 graden.", "Elke 4 uur meten, boven 38,5 bellen.", "De pil van 5 mg is op."]
)
def test_a_value_with_a_verb_is_no_bare_value(sentence: str) -> None:
    assert not grammar.is_value(grammar.Sentence.of(sentence))


def test_a_tied_sentence_counts_less_than_the_one_it_is_tied_to() -> None:
    said = "Zij vraagt hulp bij het huishouden omdat bukken niet meer gaat. Stofzuigen lukt ook niet."
    assert [section.key for _, section in local.place(said, BUILT_IN["wmo"])] == ["hulpvraag"] * 2
