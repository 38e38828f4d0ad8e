"""Every kind of flag: what is written on the paper, the piece of the sentence it is about, what was said instead."""

import pytest

from tests.unit.reporting.evidence.test_evidence import DICTATION
from voice_report.reporting.evidence import Flag, evidence

FLAGS = [
    ("De wond is nu 3 bij 5 centimeter.",
     ("number", "red", "Je zei: 3 bij 2 centimeter", "3 bij 5 centimeter", "3 bij 2 centimeter")),
    ("De wond is nu 3 bij 2 millimeter.",
     ("unit", "red", "Je zei: 3 bij 2 centimeter", "3 bij 2 millimeter", "3 bij 2 centimeter")),
    ("Bloeddruk liggend was 152 over 80.",
     ("number", "red", "Je zei: 142 over 80", "152 over 80", "142 over 80")),
    ("Bloeddruk was liggend 112/70 en staand 142/80.",
     ("number", "amber", "Je zei: 112 over 70", "142/80", "112 over 70")),
    ("Bloeddruk liggend was 40 over 80.",
     ("number", "amber", "Je zei: 142 over 80", "40 over 80", "142 over 80")),
    ("Mevrouw De Boer is om 9.15 uur bezocht voor wondzorg aan haar linkeronderbeen.",
     ("time", "red", "Je zei: kwart over acht", "9.15 uur", "kwart over acht")),
    ("Vrijdag komt wondverpleegkundige Sanne Bakker om half tien mee.",
     ("date", "red", "Je zei: Donderdag", "Vrijdag", "Donderdag")),
    ("Ze gebruikt nog prednisolon.",
     ("drug", "red", "Je zei: prednison", "prednisolon", "prednison")),
    ("De furosemide van 40 milligram heeft ze ingenomen.",
     ("negation", "red", "‘Niet’ ontbreekt hier", "ingenomen",
      "de furosemide van 40 milligram heeft ze niet ingenomen")),
    ("De randen zijn rustig, met roodheid en zwelling.",
     ("negation", "red", "‘Geen’ ontbreekt hier", "roodheid", "geen roodheid of zwelling")),
    ("De randen van de wond zijn niet rustig.",
     ("negation", "red", "Je zei het zonder ‘niet’", "niet rustig", "De randen zijn rustig")),
    ("Mevrouw De Boer is bezocht voor wondzorg aan het rechteronderbeen.",
     ("side", "red", "Je zei: linkeronderbeen", "rechteronderbeen", "linkeronderbeen")),
    ("Haar dochter Petra was erbij.",
     ("person", "red", "Je zei: Roos", "Petra", "Roos")),
    ("Haar zoon Roos was erbij.",
     ("person", "red", "Je zei: dochter", "zoon", "dochter")),
    ("Haar dochter Sanne was erbij.",
     ("person", "amber", "Je zei: Roos", "Sanne", "Roos")),
    ("Meneer De Boer is bezocht voor de wondzorg.",
     ("person", "red", "Je zei: mevrouw", "Meneer", "mevrouw")),
    ("De familie is tevreden over de maaltijden.",
     ("unsupported", "red", "Hiervan zei je bijna niets", "", "")),
    ("De wond is nu stabiel.",
     ("unsupported", "amber", "‘Stabiel’ zei je niet", "stabiel", "")),
    ("De randen zijn rustig en dit is telefonisch met de verzekering afgestemd.",
     ("unsupported", "amber", "Dit deel zei je niet", "dit is telefonisch met de verzekering afgestemd", "")),
    ("Haar dochter Sanne was erbij.",
     ("unsupported", "amber", "Hiervan zei je weinig", "", "")),
    ("Alle doelen zijn behaald.",
     ("unsupported", "red", "Hiervan zei je bijna niets", "", "")),
    ("De metoprolol geeft de thuiszorg voortaan elke ochtend.",
     ("drug", "note", "Gehoord als ‘metropolol’", "metoprolol", "metropolol")),
    ("De wond is nu 3 bij 2 liter.",
     ("unit", "red", "Je zei: 3 bij 2 centimeter", "3 bij 2 liter", "3 bij 2 centimeter")),
    ("De furosemide is met 80 glazen water niet ingenomen.",
     ("number", "amber", "Je zei: 40 milligram", "80", "40 milligram")),
    ("Wondverpleegkundige Sanne Bakker geeft oxazepam om half tien.",
     ("drug", "amber", "‘Oxazepam’ zei je hier niet", "oxazepam", "")),
    ("De wond is pijnvrij.",
     ("negation", "amber", "‘Pijnvrij’ zei je niet", "pijnvrij", "")),
    ("Ze gebruikt niet nog prednison.",
     ("negation", "red", "Je zei het zonder ‘niet’", "niet nog prednison", "Ze gebruikt nog prednison")),
    ("Mevrouw De Boer is bezocht voor wondzorg aan beide onderbenen.",
     ("side", "red", "Je zei: linkeronderbeen", "beide", "linkeronderbeen")),
    ("Er kwam rechts weinig vocht uit.",
     ("side", "amber", "‘Rechts’ zei je hier niet", "rechts", "")),
    ("Haar dochter Rooss was erbij.",
     ("person", "amber", "Je zei: Roos", "Rooss", "Roos")),
    ("De randen van de wond hebben geen kleurverschil.",
     ("unsupported", "amber", "Dit zei je niet in dit verband", "", "")),
    ("Zus Roos was erbij om half tien.",
     ("time", "amber", "‘Half tien’ zei je over iets anders", "half tien", "")),
]  # fmt: skip
OF_OTHER_DICTATIONS = [
    ("Ze komt om vier uur, nee wacht, om half vijf.", "Ze komt om vier uur.",
     ("time", "red", "Je zei: half vijf", "vier uur", "half vijf")),
    ("Het was 142, nee sorry, 152, en om 142 ging het niet.", "Het was 142.",
     ("number", "red", "‘142’ nam je terug", "142", "")),
    ("Het was 142 en dat was het om vijf uur niet.", "Het was 142 en dat was het om vijf uur.",
     ("negation", "amber", "‘Niet’ ontbreekt hier", "uur", "uur niet")),
    ("De band bleef 142 en om 142 ging het niet.", "De band bleef 142 en om 142 ging het daar.",
     ("negation", "amber", "‘Niet’ ontbreekt hier", "", "De band bleef 142 en om 142 ging het niet")),
    ("De oxazepam, nee sorry, de temazepam gegeven.", "De oxazepam gegeven.",
     ("drug", "red", "Je zei: temazepam", "oxazepam", "temazepam")),
    ("Het linkerbeen is dik en het rechterbeen is slank.", "Het linkerbeen is dik en het linkerbeen is slank.",
     ("side", "red", "Je zei: rechterbeen", "linkerbeen", "rechterbeen")),
    ("Ze wil wel naar buiten gaan in de tuin.", "Ze wil wel niet naar buiten gaan in de tuin.",
     ("negation", "amber", "Je zei het zonder ‘niet’", "wel niet naar", "wel naar buiten")),
    ("Ze wil vandaag niet naar buiten.", "Ze wil vandaag naar buiten.",
     ("negation", "red", "‘Niet’ ontbreekt hier", "Ze wil vandaag naar buiten", "Ze wil vandaag niet naar buiten")),
    ("Die zei hij niet te hebben, en hij bleef me aankijken.", "Hij bleef me aankijken en zei die te hebben.",
     ("negation", "amber", "‘Niet’ ontbreekt hier", "", "niet")),
    ("Hij bleef me aankijken en zei die te hebben.", "Die zei hij niet te hebben, en hij bleef me aankijken.",
     ("negation", "amber", "Je zei het zonder ‘niet’", "niet", "")),
    ("De pleister is 5 geworden.", "De pleister is 5 kilo geworden.",
     ("unit", "amber", "Je zei geen eenheid", "5 kilo", "5")),
    ("Mevrouw Jansen kwam koffie drinken. Mevrouw Smit ging weg.", "Mevrouw Smit kwam koffie drinken.",
     ("person", "amber", "Je zei: Jansen", "Smit", "Jansen")),
    ("Hij vindt het helemaal niet niks dat de vakantie niet doorgaat.",
     "Hij vindt het helemaal niks dat de vakantie niet doorgaat.",
     ("negation", "amber", "‘Niet’ ontbreekt hier", "helemaal niks dat", "helemaal niet niks")),
    ("Zijn leidinggevende heeft daar nooit om gevraagd.", "Zijn leidinggevende heeft niet daar nooit om gevraagd.",
     ("negation", "amber", "Je zei het zonder ‘niet’", "heeft niet daar", "heeft daar nooit")),
    ("Gisteren kwam Roos langs. Roos houdt het goed vol.", "Petra houdt het goed vol.",
     ("person", "amber", "Je zei: Roos", "Petra", "Roos")),
    ("Mevrouw wil in de tuin niet zitten, niet lopen.", "Mevrouw wil in de tuin niet zitten, lopen.",
     ("negation", "red", "‘Niet’ ontbreekt hier", "lopen", "niet lopen")),
]  # fmt: skip


FAITHFUL = [
    ("ze had geen pijn geen koorts en de linkerkuit is vier centimeter dikker dan rechts en warm",
     "De linkerkuit is 4 centimeter dikker dan rechts en warm."),
    ("Er is geen roodheid en geen zwelling.", "Er is geen roodheid en zwelling."),
    ("Er is geen roodheid of zwelling.", "Er is geen roodheid en geen zwelling."),
    ("Ze zegt ja als de telefoon gaat. Wat kan ze doen bij het bellen, niet zeggen, later of nooit.",
     "Ze zegt ja als de telefoon gaat; er is gebeld."),
]  # fmt: skip


@pytest.mark.parametrize(("said", "line"), FAITHFUL)
def test_a_negation_in_other_words_is_none_that_is_missing(said: str, line: str) -> None:
    assert not [flag for one in evidence(said, line).sentences for flag in one.flags if flag.kind == "negation"]


def test_a_clause_that_became_a_sentence_is_not_missing_in_the_one_before_it() -> None:
    said = "Ik heb hem met de auto afgezet, want de tram was weg, en dat was dus niet de bedoeling."
    first = "Ik heb hem met de auto afgezet, want de tram was weg."
    both = evidence(said, f"{first} Dat was dus niet de bedoeling.").sentences
    assert [one.flags for one in both] == [(), ()]
    (alone,) = evidence(said, first).sentences
    assert [(flag.kind, flag.level) for flag in alone.flags] == [("negation", "amber")]


@pytest.mark.parametrize(("said", "line", "flag"), [*((DICTATION, *row) for row in FLAGS), *OF_OTHER_DICTATIONS])
def test_wrong_sentences_are_flagged(said: str, line: str, flag: tuple) -> None:
    (statement,) = evidence(said, f"## Observaties\n\n{line}").sentences
    expected = Flag(*flag)
    assert expected in statement.flags
    assert expected.here in statement.text
    assert expected.said in said


def test_a_sentence_that_begins_with_a_thing_names_nobody() -> None:
    said = "Ik was om half acht bij meneer Jansen voor de wond aan zijn rechterhiel."
    found = evidence(said, "Huisbezoek om 07.30 uur voor de wond aan de rechterhiel.")
    assert found.sentences[0].flags == ()


@pytest.mark.parametrize("mark", ["[onzeker]", "[onverstaanbaar]"])
def test_a_mark_of_what_was_not_heard_well_may_stay_and_is_missed_when_it_is_gone(mark):
    spoken = f"Mevrouw sliep goed. Ze at een boterham met kaas {mark}. Morgen komt de huisarts."
    (sentence,) = evidence(spoken, f"### Situatie\nZe at een boterham met kaas {mark}.").sentences
    assert sentence.flags == ()
    first, second = evidence(spoken, "### Situatie\nMevrouw sliep goed. Ze at een boterham met kaas.").sentences
    assert first.flags == ()
    assert second.flags == (Flag("unsupported", "amber", "Dit was niet goed te verstaan"),)


@pytest.mark.parametrize(
    ("said", "line", "texts"),
    [
        ("Mevrouw komt morgen terug.", "Mevrouw komt gisteren terug.", ["Je zei: morgen"]),
        ("Mevrouw komt nooit terug bij de huisarts.", "Mevrouw komt vaak terug bij de huisarts.",
         ["‘Nooit’ ontbreekt hier"]),
        ("Ze gebruikt prednison bij het ontbijt.", "Ze gebruikt furosemide en digoxine bij het ontbijt.",
         ["Je zei: prednison"] * 2),
    ],
)  # fmt: skip
def test_what_two_rules_say_of_one_piece_is_told_once(said, line, texts):
    (statement,) = evidence(said, line).sentences
    assert [flag.text for flag in statement.flags] == texts


def test_niet_te_before_a_verb_denies_it():
    compared = evidence(
        "Hij zegt dat hij niet wil verhuizen.", "## Situatie\n\nHij geeft aan niet te willen verhuizen."
    )
    assert [one.flags for one in compared.sentences] == [()]
