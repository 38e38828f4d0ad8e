"""A comparison that is gone, was added, or says more than that two things are the same."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged


def points(spoken: str, written: str) -> list[tuple[str, str]]:
    """Return (here, said) of the flags."""
    return [(flag.here, flag.said) for flag in flagged(spoken, written)]


@pytest.mark.parametrize(
    ("spoken", "written", "here", "said"),
    [
        ("Haar benen waren vanavond dikker.", "Haar benen waren vanavond dik.", "dik", "dikker"),
        ("Haar huid is droog.", "Haar huid is droger.", "droger", "droog"),
        ("Hij praat trager.", "Hij praat traag.", "traag", "trager"),
        ("Ze slaapt even goed als maandag.", "Ze slaapt beter dan maandag.", "beter", "even goed"),
    ],
)
def test_another_comparison_is_flagged(spoken, written, here, said):
    assert (here, said) in points(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Het lopen is langzamer geworden.", "Het lopen gaat langzamer."),
        ("Zijn ouders komen om de week.", "De ouders zijn er om de week."),
        ("De kamer was donker.", "De kamer was donker."),
        ("Ze zat even buiten, langer dan een uur.", "Ze zat buiten, meer dan een uur."),
        ("Hij at later op de avond.", "Hij at laat op de avond, later."),
    ],
)
def test_another_wording_is_not(spoken, written):
    assert points(spoken, written) == []
