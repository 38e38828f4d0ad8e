"""What tidying changes in a dictation, and what it leaves as it was said."""

import pytest

from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

#: Neither a greeting nor a closing is looked for between these.
AROUND = ["Ze at goed.", "Ze sliep goed.", "De wond is dicht.", "{}", "De dochter komt.", "Ze dronk goed.", "Ze las."]


def tidied(sentence: str, before: str = "Ik ben bij mevrouw geweest.", section: str = "", template: str = "zorg"):
    """Return the sentence as it stands in the middle of a dictation, ``None`` when it is left out."""
    sentences = [*AROUND[:2], before, sentence, *AROUND[4:]]
    return tidy(sentences, BUILT_IN[template]).text(3, section)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Eh, ja, ik heb haar geholpen.", "Ik heb haar geholpen."),
        ("Verder eh, verder heeft ze goed gegeten.", "Verder heeft ze goed gegeten."),
        ("De wond is eh mooi dicht.", "De wond is mooi dicht."),
        ("Ze heeft, eh, goed geslapen.", "Ze heeft goed geslapen."),
        ("Ze at soep, eh, brood en kaas.", "Ze at soep, brood en kaas."),
        ("Nou, ijs wilde ze niet.", "IJs wilde ze niet."),
        ("Oké, 's nachts was ze wakker.", "'s Nachts was ze wakker."),
        ("O ja, morgen komt de dokter.", "Morgen komt de dokter."),
        ("Even kijken, de medicatie is gegeven.", "De medicatie is gegeven."),
        ("Ze was moe eh.", "Ze was moe."),
        ("Eh, ja.", "Eh, ja."),
        ("Eh.", None),
    ],
)
def test_hesitation_goes(said: str, stands: str | None) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Zo nodig paracetamol.",
        "Zo'n dag was het.",
        "Nee, ze had geen pijn.",
        "Ja zeggen en nee doen.",
        "Dus de arts komt morgen.",
        "Ze kreeg 10 eh, 12 druppels.",
        "Ze kreeg tien eh insuline.",
        "Op maandag, eh, dinsdag komt hij.",
        "Het was links, eh, rechts.",
        "Haar zus eh broer belde.",
        "Bram eh Bart kwam.",
        "Ze kreeg 10 EH insuline.",
        "Even kijken of het lukt.",
        "Eigenlijk wel een beetje moe, volgens mij.",
        "Oh wacht, het was 37,5.",
    ],
)
def test_what_only_looks_like_hesitation_stays(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize("before", ["Heeft ze pijn?", "Ik vroeg of ze pijn had.", "Reanimeren."])
def test_a_yes_that_answers_stays(before: str) -> None:
    assert tidied("Ja, bij het lopen.", before) == "Ja, bij het lopen."
    assert tidied("Ja.", before) == "Ja."


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("mevrouw at goed", "Mevrouw at goed."),
        ("ijskoud was het", "IJskoud was het."),
        ("'s avonds at ze niet", "'s Avonds at ze niet."),
        ("mg staat voor milligram", "mg staat voor milligram."),
        ("Ze at goed , dronk niet .", "Ze at goed, dronk niet."),
        ("iPad ligt klaar", "iPad ligt klaar."),
        ("Ze zegt dat ze...", "Ze zegt dat ze..."),
        ("Saturatie was 95%", "Saturatie was 95%."),
        ("Hij zei [onverstaanbaar]", "Hij zei [onverstaanbaar]"),
        ("שלום", "שלום"),
    ],
)
def test_capitals_and_full_stops(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    ("said", "template", "section", "stands"),
    [
        ("Aanwezig zijn Karin en de dochter.", "mdo", "aanwezig", "Karin en de dochter."),
        ("Plan: fysio, zes keer.", "soep", "plan", "Fysio, zes keer."),
        ("S, hoofdpijn sinds een week.", "soep", "subjectief", "Hoofdpijn sinds een week."),
        ("Plan is om het verband te wisselen.", "soep", "plan", None),
        ("Zorgen heb ik over het verzuim.", "jeugd", "zorgen", None),
        ("Doel bereikt.", "doel", "doel", None),
        ("Plan: fysio, zes keer.", "soep", "objectief", None),
    ],
)
def test_a_heading_said_aloud_goes_in_its_own_section(
    said: str, template: str, section: str, stands: str | None
) -> None:
    assert tidied(said, section=section, template=template) == (stands or said)


def test_a_title_alone_is_left_out() -> None:
    assert tidied("Afspraken en vervolg.") is None


@pytest.mark.parametrize("said", ["Hallo, ik zit nog even in de auto.", "Nou, dat was het wel.", "Tot morgen."])
def test_greetings_and_closings_are_left_out_at_the_edges_only(said: str) -> None:
    sentences = [said, *AROUND[:3], said, *AROUND[4:], said]
    assert list(tidy(sentences, BUILT_IN["zorg"]).aside) == [0, len(sentences) - 1]


@pytest.mark.parametrize(
    "said",
    [
        "Zitten in de auto is niet fijn.",
        "Dit was het wekelijkse bezoek.",
        "Met Priya van de spoed.",
        "Dag, ik ben Priya.",
        "Ze zit nog in de auto.",
        "Tot morgen geen paracetamol.",
        "Verder geen bijzonderheden.",
        "Ik stop de paracetamol.",
    ],
)
def test_what_only_looks_like_a_greeting_stays(said: str) -> None:
    assert tidy([said, *AROUND[:2], *AROUND[4:], said], BUILT_IN["zorg"]).aside == {}


def test_the_template_named_at_the_start_is_left_out() -> None:
    assert list(tidy(["MIC-melding.", *AROUND[:2]], BUILT_IN["mic"]).aside) == [0]
    assert list(tidy(["Overdracht van de nachtdienst.", *AROUND[:2]], BUILT_IN["dienst"]).aside) == [0]


def test_a_sentence_said_twice_stands_once() -> None:
    found = tidy(["Ze heeft heel goed geslapen.", "ze heeft heel goed geslapen", "Geen pijn.", "Geen pijn."])
    assert found.aside == {1: "duplicates"}


@pytest.mark.parametrize("sentences", [[], [""], ["Eh."], ["..."], ["Hallo.", "Eh.", "Dat was het."]])
def test_nothing_is_left_out_when_nothing_would_be_left(sentences: list[str]) -> None:
    assert tidy(sentences).aside == {}


def test_a_change_is_undone_by_its_key_alone() -> None:
    sentences = ["Eh, ze was eh moe", "Ze at goed."]
    found = tidy(sentences)
    keys = {found.key(0, one): sentences[0][one.start : one.end] for one in found.edits[0]}
    opening = next(key for key, cut in keys.items() if cut == "Eh, ")
    assert found.text(0) == "Ze was moe."
    assert found.text(0, off=frozenset({opening})) == "Eh, ze was moe."
    assert found.text(0, off=found.keys) == sentences[0]
