"""How a report came to be, as it is kept: read back as it was written, bounded, and with nothing too much."""

import uuid
from typing import Any

import pytest

from voice_report.db.models import Report
from voice_report.reporting.templates import DEFAULT
from voice_report.services.drafts import generated
from voice_report.services.drafts.content import MAX_REPORT
from voice_report.services.drafts.generated import Generated, Settled

MADE = Generated("ab" * 32, "leesbaar", '## Situatie\n\n"Goed", zei ze.\n', ("Nou, ja.",))
OF: dict[str, Any] = {"transcript": "Ik zei het.", "user_id": uuid.uuid4(), "organization_id": uuid.uuid4()}
POINT = Settled("Situatie", "Goed.", ("number",), "Anna", "2026-03-01T10:00:00+00:00")

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("made", [MADE, Generated("", "vrij", "", (), ("Eerder.",))])
def test_what_was_generated_is_read_back(made) -> None:
    assert Generated.from_json(made.to_json()) == made


def test_nothing_is_known_of_an_older_report() -> None:
    assert Generated.from_json(None) is None
    assert generated.settled_points(None) == []


def test_the_oldest_answers_make_room_and_an_answer_given_again_is_the_newest() -> None:
    stored = None
    for number in range(generated.MOST_SETTLED + 5):
        stored = generated.with_settled(stored, Settled("Plan", f"Zin {number}.", ("time",), "Anna", "nu"))
        stored = generated.with_settled(stored, POINT)
    points = generated.settled_points(stored)
    assert len(points) == generated.MOST_SETTLED
    assert (points[0].text, points[-1]) == ("Zin 6.", POINT)


@pytest.mark.parametrize(
    ("report", "kept"),
    [
        ("## Situatie\n\nGoed.\n", [POINT]),
        ("## Situatie\n\n- Ja.\n- **Goed.**\n", [POINT]),
        ("## Plan\n\nGoed.\n", []),
        ("## Situatie\n\nSlecht.\n", []),
        ("", []),
    ],
)
def test_answers_about_sentences_that_are_gone_go_too(report, kept) -> None:
    stored = generated.settled_in(generated.with_settled(None, POINT), report)
    assert generated.settled_points(stored) == kept
    assert stored is None or kept


def test_a_section_written_again_is_added_as_far_as_it_fits() -> None:
    more = MADE.with_section(DEFAULT.sections[0], "Beter dan gisteren.", ["Beter."])
    assert more.report == '## Situatie\n\nBeter dan gisteren.\n\n\n"Goed", zei ze.\n'
    assert more.as_spoken == ("Nou, ja.", "Beter.")
    assert MADE.with_section(DEFAULT.sections[0], "x" * MAX_REPORT, []) is MADE
    assert more.with_section(DEFAULT.sections[0], "- Beter dan gisteren.", ["Beter."]) is more


def test_the_newest_sentences_of_earlier_versions_are_kept_up_to_the_limit() -> None:
    row = Report(**OF, template="{}")
    for number in range(9):
        body = "".join(f"- Zin {number} {at}.\n" for at in range(100)) + f"- {'x' * 5_000}\n"
        generated.replace(row, body, "", "{}", Generated("", "vrij", body), keep_former=number % 2 == 0)
    made = Generated.from_json(row.generated)
    assert made is not None
    assert (len(made.before), made.before[0], made.before[-1]) == (400, "Zin 4 0.", "Zin 7 99.")
    assert Generated.from_json(MADE.to_json().replace('"before"', '"other"')) == MADE, "kept before this was"


def test_the_version_before_comes_back_with_all_that_belongs_to_it_and_goes_again() -> None:
    row = Report(**OF, structured_report="Eerst.", report_label="L", template="{}", settled="[]")
    row.style, row.generated, row.reviewed_by = "vrij", MADE.to_json(), "Anna"
    generated.replace(row, "Daarna.", "", '{"key":1}', MADE, keep_former=True)
    assert (row.structured_report, row.report_label, row.style) == ("Daarna.", None, "leesbaar")
    assert (row.settled, row.reviewed_by, row.version) == (None, None, 2)
    later = row.former
    generated.swap(row)
    assert (row.structured_report, row.report_label, row.template) == ("Eerst.", "L", "{}")
    assert (row.style, row.settled, row.version) == ("vrij", "[]", 3)
    generated.swap(row)
    assert (row.structured_report, row.style, row.former, row.version) == ("Daarna.", "leesbaar", later, 4)


@pytest.mark.parametrize(("before", "keep"), [(None, True), (" \n", True), ("Nieuw.", True), ("Oud.", False)])
def test_nothing_is_kept_of_no_report_of_the_same_and_of_one_that_was_only_rearranged(before, keep) -> None:
    row = Report(**OF, structured_report=before)
    generated.replace(row, "Nieuw.", "", "{}", None, keep_former=keep)
    assert (row.former, row.generated, row.style) == (None, None, None)
