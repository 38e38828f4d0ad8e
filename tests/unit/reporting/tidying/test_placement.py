"""A sentence stands where the reader sees whom it is about; where a rule cannot tell, the author is asked."""

import pytest

from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying.subjects.placement import asked, kept_with_who_is_meant
from voice_report.reporting.tidying.subjects.topics import topics

HANDOVER = BUILT_IN["dienst"]


def test_a_sentence_that_points_at_somebody_stays_where_the_reader_sees_who() -> None:
    texts = ("Meneer Appel hoest.", "Meneer Faas en meneer Bol ruzieden.", "Hij sloeg hem.", "Het licht is stuk.")
    found = topics((*texts, "Mevrouw De Boer sliep."), HANDOVER)[:4]
    placed = kept_with_who_is_meant(texts, found, ("bijzonderheden", "let_op", "bijzonderheden", "bijzonderheden"))
    assert placed == ["bijzonderheden", "let_op", "let_op", "bijzonderheden"]


def test_what_may_be_about_another_is_asked_unless_it_stands_where_it_was_said() -> None:
    texts = (
        "Kamer 4 hoest.",
        "Kamer 7 sliep.",
        "Bij de buurman was het licht aan.",
        "Graag controleren.",
        "Arts bellen.",
    )
    found = topics(texts, HANDOVER)
    assert asked(found, ["a", "a", "b", "b", "b"]) == []
    assert asked(found, ["a", "a", "b", "b", "a"]) == [[4]]
    assert asked(found, ["a", "a", "b", "a", "c"]) == [[3], [4]]
    assert asked(found, ["a", "a", "b", "a", "a"]) == [[3, 4]], "asked once"


@pytest.mark.parametrize(
    ("before", "sentence", "is_asked"),
    [
        ("Haar man vertelde het.", "Hij slaapt slecht.", True),
        ("Haar man vertelde het.", "Ze slaapt slecht.", False),
        ("Ik heb de cardioloog gebeld.", "Die verhoogt de plaspil.", True),
        ("Ik heb de cardioloog gebeld.", "Die pillen zijn op.", False),
        ("Zijn dochter was er.", "Volgende maand wordt ze geopereerd.", True),
        ("De wond is droog.", "Ze slaapt slecht.", False),
    ],
)
def test_in_a_report_about_one_client_what_may_be_about_a_relative_is_asked(
    before: str, sentence: str, is_asked: bool
) -> None:
    found = topics((before, sentence), BUILT_IN["zorg"])
    assert asked(found, ["situatie", "observaties"]) == ([[1]] if is_asked else [])


def test_who_is_of_the_other_gender_is_asked_also_where_it_was_said() -> None:
    texts = ("Meneer Dijkstra slaapt.", "Mevrouw Bakker at slecht.", "Zij heeft pijn.", "Bij hem de nagels knippen.")
    assert asked(topics(texts, HANDOVER), ["a", "a", "a", "a"]) == [[3]]


def test_his_and_her_relative_keep_a_sentence_where_the_reader_sees_whose() -> None:
    kept = []
    for title, whose in (("Mevrouw", "Haar"), ("Meneer", "Zijn")):
        texts = (f"{title} Bakker slaapt.", f"{title} Appel hoest.", f"{whose} buur is van 84.")
        found = topics(texts, BUILT_IN["zorg"])
        kept.append(kept_with_who_is_meant(texts, found, ["bijzonderheden", "uitgevoerd", "bijzonderheden"]))
    assert kept[0] == kept[1]
