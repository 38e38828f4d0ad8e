"""Medicines of an organization count as those of the list: as medicines, and not as names."""

from voice_report.reporting.evidence import Spoken, check_line, evidence
from voice_report.reporting.evidence.words import medicines
from voice_report.reporting.writing.faithful import is_faithful

SAID = "Mevrouw nam vanochtend Zonnekalm in. Daarna ging het beter met haar."
OWN = medicines.keys(["Zonnekalm forte", "Maanrust", "abc", ""])


def kinds(transcript: str, report: str, own=OWN) -> list[tuple[str, str, str]]:
    found = evidence(transcript, f"## Situatie\n\n{report}", None, own)
    return [(flag.kind, flag.level, flag.said) for one in found.sentences for flag in one.flags]


def test_the_key_of_a_medicine_is_that_of_its_first_word():
    assert {medicines.spelling_key("zonnekalm"), medicines.spelling_key("maanrust")} == OWN
    assert medicines.substance("Zonnekalm", OWN) == medicines.substance("zonnecalm", OWN)
    assert medicines.substance("Zonnekalm") is None


def test_another_medicine_of_the_organization_is_a_red_flag():
    assert ("drug", "red", "Zonnekalm") in kinds(SAID, "Mevrouw nam vanochtend Maanrust in.")
    assert "drug" not in [kind for kind, *_ in kinds(SAID, "Mevrouw nam vanochtend Maanrust in.", frozenset())]
    assert kinds(SAID, "Mevrouw nam vanochtend Zonnekalm in.") == []


def test_a_spoken_medicine_of_the_organization_is_not_left_out_in_silence():
    found = evidence(SAID, "## Situatie\n\nDaarna ging het beter met haar.", None, OWN)
    assert [(one.sentence, one.level) for one in found.omissions] == [(0, "red")]


def test_a_line_of_a_model_may_not_swap_them():
    said = ["Ze nam vanochtend zonnekalm in met een glas water."]
    line = "Ze nam vanochtend maanrust in met een glas water."
    assert "drug" in [flag.kind for flag in check_line(line, Spoken(said, OWN), [0])]
    assert "drug" not in [flag.kind for flag in check_line(line, Spoken(said), [0])]
    assert not is_faithful(line, Spoken(said, OWN), [0])
