"""The scorer of ``bench.text``: the gold report scores nothing, and each kind of edit is counted once."""

import pytest

from bench import text
from bench.text import Line
from voice_report.reporting.templates import BUILT_IN


def _dictation(*sentences: tuple[str, str, str], facts=(), topics=()) -> dict:
    rows = [{"text": said, "section": section, "written": [written]} for section, said, written in sentences]
    for row, topic in zip(rows, topics, strict=False):
        row["topic"] = topic
    return {"id": "x", "template": "dienst", "sentences": rows, "facts": list(facts)}


VISIT = _dictation(
    ("bijzonderheden", "Eh, temperatuur was 37,2.", "Temperatuur was 37,5."),
    ("bijzonderheden", "Nee sorry, 37,5.", ""),
    ("uitgevoerd", "Arts gebeld.", "Arts gebeld."),
    facts=[{"kind": "value", "forms": ["37,5"], "of": ["temperatuur"], "taken_back": ["37,2"]}],
)
GOLD = [Line("Temperatuur was 37,5.", "bijzonderheden"), Line("Arts gebeld.", "uitgevoerd")]


def test_the_gold_reports_have_the_headings_of_their_templates():
    for name in text.SETS:
        dictations = text.load(name)
        assert name.startswith("fresh") or {one["template"] for one in dictations} == set(BUILT_IN)
        for one in dictations:
            keys = {section.key for section in BUILT_IN[one["template"]].sections} | {"geen"}
            assert {row["section"] for row in one["sentences"]} <= keys, one["id"]
            assert all(row["written"] for row in one["sentences"]), one["id"]


def test_the_report_that_was_asked_for_scores_nothing():
    found = text.score(VISIT, GOLD)
    assert (found.total, found.changed, found.wrong_headings, found.unsafe) == (0, 0, 0, [])
    assert found.is_pasteable


@pytest.mark.parametrize(
    ("lines", "edits"),
    [
        ([Line("Eh, temperatuur was 37,5.", "bijzonderheden"), GOLD[1]], {"deleted": 1}),
        ([Line("temperatuur was 37,5", "bijzonderheden"), GOLD[1]], {"capital": 1, "stop": 1}),
        ([GOLD[0], Line("Arts gebeld.", "let_op")], {"moved": 1}),
        ([GOLD[0], Line("Arts gemaild.", "uitgevoerd")], {"changed": 1}),
        ([GOLD[0]], {"typed": 1}),
        ([GOLD[0], Line("Nou, dat was het.", "bijzonderheden"), GOLD[1]], {"deleted": 1}),
    ],
)
def test_each_kind_of_edit_is_counted_once(lines: list[Line], edits: dict[str, int]):
    assert dict(text.score(VISIT, lines).edits) == edits


def test_any_form_of_a_sentence_is_right_whatever_its_first_word():
    visit = _dictation(("uitgevoerd", "Arts gebeld.", "Arts gebeld."), ("uitgevoerd", "En pillen gegeven.", ""))
    visit["sentences"][1]["written"] = ["Pillen gegeven.", "En pillen gegeven."]
    for second in visit["sentences"][1]["written"]:
        lines = [Line("Arts gebeld.", "uitgevoerd"), Line(second, "uitgevoerd")]
        assert text.score(visit, lines).total == 0


def test_a_value_that_was_taken_back_is_unsafe_alone_and_not_beside_the_right_one():
    alone = text.score(VISIT, [Line("Temperatuur was 37,2.", "bijzonderheden"), Line("Nee sorry, 37,5.", "let_op")])
    assert alone.unsafe == ["value: 37,5"]
    beside = text.score(VISIT, [Line(one["text"], "bijzonderheden") for one in VISIT["sentences"]])
    assert (beside.unsafe, beside.beside) == ([], ["37,2"])


def test_a_sentence_of_a_handover_reads_as_about_the_topic_above_it():
    rooms = ("Kamer 4, mevrouw Luchtbel", "Kamer 4, mevrouw Luchtbel", "Kamer 7, meneer Regenboog")
    dictation = _dictation(
        ("bijzonderheden", "Kamer 4, mevrouw Luchtbel, is moe.", "Kamer 4, mevrouw Luchtbel, is moe."),
        ("uitgevoerd", "Thee gegeven.", "Thee gegeven."),
        ("uitgevoerd", "Meneer Regenboog gebeld.", "Meneer Regenboog gebeld."),
        topics=rooms,
    )
    made = [Line(one["text"], one["section"]) for one in dictation["sentences"]]
    bare = text.score(dictation, made)
    assert (bare.edits, bare.unsafe) == ({"topic typed": 1}, ["who: Thee gegeven."])
    labelled = [made[0], Line("Kamer 4, mevrouw Luchtbel: Thee gegeven.", "uitgevoerd"), made[2]]
    assert text.score(dictation, labelled).total == 0
