"""A side, or 'wel' beside a denial, that is gone."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged


def flags(spoken: str, written: str) -> list[str]:
    """Return the texts of the flags."""
    return [flag.text for flag in flagged(spoken, written)]


@pytest.mark.parametrize(
    ("spoken", "written", "lost"),
    [
        ("Wond links open.", "Wond open.", "‘Links’ ontbreekt hier"),
        ("Geen hoest. Wel rillingen.", "Geen hoest en rillingen.", "‘Wel’ ontbreekt hier"),
    ],
)
def test_what_is_gone_is_flagged(spoken, written, lost):
    assert lost in flags(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Wond links open.", "Linkerwond: open."),
        ("Wond links open.", "Wond open. Dit is links."),
        ("Geen hoest. Wel rillingen.", "Geen hoest, maar rillingen."),
    ],
)
def test_what_is_said_in_another_way_is_not(spoken, written):
    assert not any("ontbreekt" in text for text in flags(spoken, written))
