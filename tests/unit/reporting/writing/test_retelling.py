"""Undoing what was tidied: the report says what stands in it, and what a person wrote stays."""

import pytest

from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy
from voice_report.reporting.writing import Writer
from voice_report.reporting.writing.retelling import Retelling

TEMPLATE = BUILT_IN["zorg"]
SENTENCES = [
    "Hallo, ik zit nog in de auto.",
    "Eh, ja, mevrouw was eh moe",
    "Situatie: ze wil *niet* naar buiten.",
    "nou ze heeft goed gegeten",
    "Eh.",
    "De temperatuur was 37,2.",
    "Nee sorry, 37,5.",
    "Dus eh, morgen komt de dokter",
    "1. eh bellen met de apotheek",
    "Nou, dat was het wel.",
]
PLACED = ["situatie", "situatie", "situatie", *["observaties"] * 4, "afspraken", "afspraken", "evaluatie"]
TIDIED = tidy(SENTENCES, TEMPLATE)


def made(style) -> str:
    writer = Writer(SENTENCES, lambda: PLACED, TEMPLATE, style)
    writer.finish()
    return writer.markdown()


def section_of(at: int):
    return next(one for one in TEMPLATE.sections if one.key == PLACED[at])


def told(report: str, off) -> str:
    return Retelling(report, TIDIED, TEMPLATE).told(off, section_of)


def test_all_undone_is_letterlijk_byte_for_byte_and_the_other_way() -> None:
    assert made("netjes") != made("letterlijk")
    assert told(made("netjes"), TIDIED.keys) == made("letterlijk")
    assert told(made("letterlijk"), frozenset()) == made("netjes")


def test_a_report_says_which_changes_stand_in_it() -> None:
    keys = sorted(TIDIED.keys)
    for seed in range(60):
        off = frozenset(keys[seed % 5 :: 1 + seed % 4])
        some = told(made("netjes"), off)
        assert Retelling(some, TIDIED, TEMPLATE).off == off
        assert told(some, frozenset()) == made("netjes")
        assert all(one.copied and not one.flags for one in looked_at(some).sentences)
        assert looked_at(some).omissions == ()


def looked_at(report: str):
    return evidence("\n".join(SENTENCES), report, None, frozenset(), TIDIED.forms)


def test_what_a_person_wrote_stays_and_keeps_its_place() -> None:
    report = made("netjes").replace("Ze heeft goed gegeten.", "**Ze heeft** alles opgegeten.\n\nEigen zin.")
    report = report.replace("Mevrouw was moe.", "Mevrouw was *erg* moe.")
    again = told(report, TIDIED.keys)
    assert "**Ze heeft** alles opgegeten.\n\nEigen zin." in again
    assert "Mevrouw was *erg* moe." in again
    assert "- Dus eh, morgen komt de dokter\n" in again
    assert "Hallo, ik zit nog in de auto." in again


@pytest.mark.parametrize("report", ["", "\n", "Los.", "## Situatie\n", "## Anders\n\nEh.\n", "# A\n\n- \n- - x\n"])
def test_a_report_of_another_shape_loses_nothing(report: str) -> None:
    words = [word for word in report.split() if word.isalpha()]
    assert all(word in told(report, TIDIED.keys) for word in words)


def test_unknown_keys_change_nothing() -> None:
    assert told(made("netjes"), frozenset({"0" * 16, ""})) == made("netjes")


@pytest.mark.parametrize("count", [4, 7, 12])
def test_one_change_undone_or_alone_done_leaves_a_sentence_known(count: int) -> None:
    said = ["Mevrouw was moe.", "Ze liep " + "".join(f"naar eh kamer{at} " for at in range(count)) + "toe."]
    found = tidy(said, TEMPLATE)
    keys = frozenset(found.key(1, one) for one in found.edits[1])
    assert len(keys) == count
    for key in keys:
        for off in (frozenset({key}), keys - {key}):
            report = f"## Observaties\n\n{found.text(0)} {found.text(1, off=off)}\n"
            assert Retelling(report, found, TEMPLATE).off == off
            assert all(
                one.copied for one in evidence("\n".join(said), report, None, frozenset(), found.forms).sentences
            )
