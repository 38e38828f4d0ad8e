"""What is missing of a spoken sentence that the report has the rest of."""

import pytest

from voice_report.reporting.evidence import evidence


def missing(spoken: str, written: str) -> list[tuple[str, str]]:
    """Return (level, text) of the omissions."""
    return [(one.level, one.text) for one in evidence(spoken, f"## Observaties\n\n{written}").omissions]


@pytest.mark.parametrize(
    ("spoken", "written", "lacks"),
    [
        ("Gestart met prednisolon 30 mg vanwege benauwdheid.", "Gestart met prednisolon vanwege benauwdheid.", "30 mg"),
        ("Om half negen heeft ze haar medicatie gehad.", "Ze heeft haar medicatie gehad.", "half negen"),
        ("Ze kreeg naast de thee ook oxazepam aangereikt.", "Ze kreeg thee aangereikt.", "oxazepam"),
        ("Vrijdag komt de podotherapeut de voeten doen.", "De podotherapeut komt de voeten doen.", "Vrijdag"),
    ],
)
def test_a_value_or_medicine_of_a_kept_sentence_is_missed(spoken, written, lacks):
    assert missing(spoken, written) == [("red", f"Hiervan ontbreekt {lacks}.")]


def test_a_part_behind_maar_is_missed_and_a_sentence_without_content_is_found():
    lacks = "Hiervan ontbreekt ‘spuugt ze daarna uit’."
    assert missing("Ze slikt de pillen, maar spuugt ze daarna uit.", "Ze slikt de pillen.") == [("amber", lacks)]
    assert missing("Ze zei: ik wil niet meer.", "Ze zei dat ze niet meer wil.") == []
    assert missing("Ze zei: ik wil niet meer.", "Ze eet goed.") != []


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Gestart met prednisolon 30 mg vanwege benauwdheid.", "Gestart met prednisolon. Dosering: 30 milligram."),
        ("Om vier uur, nee wacht, half vijf komt de taxi voor.", "Om half vijf komt de taxi voor."),
        ("Ze is één keer uit bed geweest vannacht.", "Ze is vannacht eenmaal uit bed geweest."),
        ("Beide kousen zijn nat, twee dus.", "Beide kousen zijn nat."),
    ],
)
def test_a_value_that_is_written_elsewhere_or_taken_back_is_not(spoken, written):
    assert missing(spoken, written) == []


def test_a_part_of_a_sentence_is_missed():
    said = "De wond is gespoeld en verbonden, maar de hele huid eromheen gloeide."
    assert missing(said, "De wond is gespoeld en verbonden.") == [
        ("amber", "Hiervan ontbreekt ‘de hele huid eromheen gloeide’.")
    ]
    assert missing(said, "De wond is gespoeld en verbonden. De huid gloeide eromheen.") == []
