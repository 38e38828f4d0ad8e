"""A spoken sentence added to a report comes at the end of its section, whatever was edited there."""

import pytest

from voice_report.markdown import blocks, plain_text
from voice_report.report_templates import DEFAULT
from voice_report.writing.addition import with_body, with_sentence

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
    added = with_sentence(report, section, SAID)
    assert [one.text for one in blocks(added)] == expected
    assert SAID in plain_text(added)


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
    added = with_sentence("## Situatie\n\nNiet besproken\n", SITUATION, "# Observaties")
    assert [(one.kind, one.text) for one in blocks(added)] == [("heading", "Situatie"), ("text", "# Observaties")]
