"""Content in the words of talk stays: how a person is, what a person does, what a person said, and what is asked."""

import pytest

from tests.unit.reporting.tidying.around import AROUND, tidied
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy


def _outermost(said: str) -> tuple[str | None, str | None]:
    """Return a sentence as it stands as the first and as the last one of a dictation."""
    around = [one for one in AROUND if one != "{}"]
    template = BUILT_IN["zorg"]
    return tidy([said, *around], template).text(0), tidy([*around, said], template).text(len(around))


@pytest.mark.parametrize(
    "said",
    [
        "Eigenlijk best vrolijk, volgens mij.",
        "Momentje van rust gehad.",
        "Ja en nee door elkaar halen.",
        "Even de kous uitdoen.",
        "Even stil, daarna weer druk.",
        "Nee joh, ik red me wel, zei hij.",
        "Wat doe je hier, vroeg ze boos.",
        "Ik zet de koffie altijd klaar.",
        "Spreek langzaam, dan verstaat hij het.",
        "Lees de rapportage van gisteren even.",
        "Rapporteer ook even dat de zorgmap vol is.",
        "We wachten even af.",
        "Hallo zeggen lukt al.",
        "Dat hoort zo.",
        "De pomp piept, die staat op nul.",
        "Dat was mijn fout, ik heb de avonddosis gegeven.",
        "Mijn bril besloeg van de damp in die badkamer, schimmel overal.",
    ],
)
def test_content_in_words_of_talk_stays_anywhere(said: str) -> None:
    assert tidied(said) == said
    assert _outermost(said) == (said, said)


@pytest.mark.parametrize("said", ["Rustige nacht.", "Een rustige nacht."])
def test_how_the_night_went_stays_at_the_edges(said: str) -> None:
    assert _outermost(said) == (said, said)


@pytest.mark.parametrize(
    "said",
    [
        "goedemorgen allemaal ik loop even de lijst na kamer 2",
        "Goedemorgen, ik begin even met kamer 2.",
        "Hallo, eerst even kamer 2.",
        "Wacht, ik vergeet kamer 2.",
        "Wacht, ik vergeet bed 1.",
    ],
)
def test_a_room_of_a_handover_is_never_talk(said: str) -> None:
    behind = ["Kamer 1, mevrouw De Wit sliep goed.", said, "Heeft gebraakt om drie uur.", "Katheter moet nog gespoeld."]
    assert "small_talk" not in tidy(behind, BUILT_IN["dienst"]).aside.values()
    assert "small_talk" not in tidy(behind[1:], BUILT_IN["dienst"]).aside.values()


@pytest.mark.parametrize("said", ["Fijne avond.", "Een goede nacht.", "Rustige dienst gewenst."])
def test_a_wish_goes_at_the_end(said: str) -> None:
    assert _outermost(said)[1] is None


def test_a_night_that_was_good_is_told_at_the_start() -> None:
    assert _outermost("Goede nacht.")[0] == "Goede nacht."


@pytest.mark.parametrize("said", ["Goh, wat een mist, zeg.", "Pff, wat een regen zeg."])
def test_what_is_called_aside_goes_without_a_subject_too(said: str) -> None:
    assert tidied(said) is None


def test_two_doses_of_one_medicine_stay_as_they_were_said() -> None:
    said = "Ze kreeg midazolam vijf, midazolam tien."
    assert tidied(said) == said
    assert tidied("Ze kreeg midazolam vijf.") == "Ze kreeg midazolam 5."


@pytest.mark.parametrize(
    "said",
    [
        "Straks eerst koffie, mijn keel is zo droog als kurk.",
        "Even dat raam dicht, anders waait alles weg.",
    ],
)
def test_talk_goes_by_how_it_stands_among_the_others(said: str) -> None:
    assert tidied(said) is None


def test_what_is_remembered_late_behind_talk_stays() -> None:
    assert tidied("O ja, dat vergeet ik bijna, het slot van de medicijnkar hapert.") is not None
