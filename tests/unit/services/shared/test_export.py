"""What is copied and downloaded: plain words under a safe name."""

from datetime import UTC, datetime

import pytest

from voice_report.services.shared import export

MOMENT = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # already the 21st in Amsterdam


def test_headings_and_lists_become_plain_words():
    markdown = "## Situatie\nMevrouw was **rustig**.\n\n## Afspraken en vervolg\n* Huisarts bellen\n- Vrijdag wegen\n"
    assert export.plain_text(markdown, empty=True) == (
        "Situatie\nMevrouw was rustig.\n\nAfspraken en vervolg\n- Huisarts bellen\n- Vrijdag wegen\n"
    )


@pytest.mark.parametrize(
    "text", ["Glucose 8,4 * 2", "2**3", "#1 van de lijst", "<b>rood</b> & 'blauw'", "a_b_c", "€ 5 – 10"]
)
def test_words_that_only_look_like_markdown_stay(text):
    assert export.plain_text(text, empty=True) == text + "\n"


def test_a_copy_has_no_marks_that_the_screen_does_not_show():
    assert export.plain_text("*rustig* en __blij__, _moe_; 2*3*4 en jan_de_boer", empty=True) == (
        "rustig en blij, moe; 2*3*4 en jan_de_boer\n"
    )


def test_a_transcript_is_no_markdown():
    assert export.spoken_text("# 1 *x* \\- \r\n+ 2\x00") == "# 1 *x* \\- \n+ 2\n"
    assert export.spoken_text(" \n") == ""


def test_control_characters_go_and_lines_stay():
    assert export.plain_text("een\x00\x07\x1b[31m\r\ntwee\tdrie", empty=True) == "een[31m\ntwee\tdrie\n"


def test_nothing_stays_nothing():
    assert export.plain_text(" \n ", empty=True) == ""


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        ("", "rapportage-21-11-2026.txt"),
        ("Johanna van Dijk", "rapportage-Johanna_van_Dijk-21-11-2026.txt"),
        ("../../etc/passwd", "rapportage-etc_passwd-21-11-2026.txt"),
        ("Zoë\u202e <script>", "rapportage-Zoë_script-21-11-2026.txt"),
        ("...", "rapportage-21-11-2026.txt"),
    ],
)
def test_the_file_name_is_safe_and_dated_in_amsterdam(client, expected):
    assert export.file_name(MOMENT, client) == expected


@pytest.mark.parametrize("before", ["\u200b", "\ufeff", "\u00ad", "\u200f \u2060", " \ufeff", "\x00", "\u202d"])
def test_s24_what_nobody_sees_in_front_of_a_formula_makes_it_no_text(before: str) -> None:
    for sign in export.FORMULA:
        assert export.csv_line([f"{before}{sign}1+1"]).startswith("\"'")
    assert export.csv_line([f"{before}Anna"]) == f'"{before}Anna"\r\n'


def test_sections_that_nothing_was_said_of_stay_out_unless_there_are_no_others() -> None:
    report = "## Situatie\n\nZe at goed.\n\n## Evaluatie\n\nNiet besproken\n"
    assert export.plain_text(report, empty=False) == "Situatie\nZe at goed.\n"
    assert export.plain_text(report, empty=True) == "Situatie\nZe at goed.\n\nEvaluatie\nNiet besproken\n"
    assert export.plain_text("## Evaluatie\n\nNiet besproken\n", empty=False) == "Evaluatie\nNiet besproken\n"
