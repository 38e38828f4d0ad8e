"""A spoken sentence added to a report comes at the end of its section, whatever was edited there."""

import pytest

from voice_report.reporting.markdown import blocks, plain_text
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import addition
from voice_report.reporting.writing.addition import with_body, with_sentences

SITUATION, *_, AGREEMENTS = DEFAULT.sections
SAID = "Zij heeft *geen* pijn."


@pytest.mark.parametrize(
    ("section", "report", "expected"),
    [
        (SITUATION, "## Situatie\n\nNiet besproken\n\n## Observaties\n\nX.\n", ["Situatie", SAID, "Observaties", "X."]),
        (SITUATION, "## Situatie\n\nY.\n\n## Observaties\n\nX.\n", ["Situatie", f"Y. {SAID}", "Observaties", "X."]),
        (SITUATION, "## Situatie\n\n## Observaties\n\nX.\n", ["Situatie", SAID, "Observaties", "X."]),
        (SITUATION, "## Situatie\n\n- een\n- twee\n\n## Observaties", ["Situatie", "een", "twee", SAID, "Observaties"]),
        (AGREEMENTS, "## Situatie\n\nY.\n", ["Situatie", "Y.", "Afspraken en vervolg", SAID]),
        (AGREEMENTS, "## Afspraken en vervolg\n\nNiet besproken.", ["Afspraken en vervolg", SAID]),
        (AGREEMENTS, "## AFSPRAKEN EN VERVOLG\n\n- bellen", ["AFSPRAKEN EN VERVOLG", "bellen", SAID]),
        (SITUATION, "", ["Situatie", SAID]),
        (SITUATION, "Los.\n\n## Situatie\n\nY.\nZ.\n\nTweede.\n", ["Los.", "Situatie", "Y.\nZ.", f"Tweede. {SAID}"]),
    ],
)
def test_the_sentence_comes_last_in_its_section_and_nothing_else_changes(section, report, expected) -> None:
    added = with_sentences(report, section, [SAID])
    assert [one.text for one in blocks(added)] == expected
    assert SAID in plain_text(added)


@pytest.mark.parametrize("section", [SITUATION, AGREEMENTS])
@pytest.mark.parametrize(
    "report",
    [
        "",
        "## Situatie\n\nNiet besproken\n\n## Afspraken en vervolg\n\nNiet besproken.\n",
        "## Situatie\n\nY.\n\n## Afspraken en vervolg\n\n- bellen\n",
        "## Situatie\n\n## Afspraken en vervolg\n",
    ],
)
def test_several_sentences_come_as_they_would_one_by_one_and_the_report_is_read_once(
    section, report, monkeypatch
) -> None:
    """Read for each of them, a long report and a long dictation would hold the client's row for seconds."""
    said = ["Een *ster*.", "- Geen lijst.", "# Geen kop.", "Vier."]
    one_by_one = report
    for sentence in said:
        one_by_one = with_sentences(one_by_one, section, [sentence])
    reads: list[str] = []
    monkeypatch.setattr(addition, "blocks", lambda text: reads.append(text) or blocks(text))
    assert with_sentences(report, section, said) == one_by_one
    assert reads == [report]
    assert with_sentences(report, section, []) == report


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ("## Situatie\n\nY.\n\n## Observaties\n\nX.\n", ["Situatie", "A.", "B.", "Y.", "Observaties", "X."]),
        ("Situatie\n---\nY.\nZ.\n", ["Situatie", "A.", "B.", "Y.\nZ."]),
        ("## Observaties\n\n- X.\n", ["Observaties", "X.", "Situatie", "A.", "B."]),
        ("", ["Situatie", "A.", "B."]),
    ],
)
def test_more_of_a_section_comes_first_in_it_and_nothing_else_changes(report, expected) -> None:
    assert [one.text for one in blocks(with_body(report, SITUATION, "A.\n\n- B."))] == expected


def test_what_looks_like_markup_stays_words() -> None:
    added = with_sentences("## Situatie\n\nNiet besproken\n", SITUATION, ["# Observaties"])
    assert [(one.kind, one.text) for one in blocks(added)] == [("heading", "Situatie"), ("text", "# Observaties")]
