"""Sentences of a few words, as no person means them, are tidied without an error."""

import random

import pytest

from voice_report.dutch.word_sets import word_set
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

WORDS = sorted(
    word_set(
        """niet ja nee nou o oh ah en dus goed eh wacht even sorry bedoel ik of eigenlijk hallo dag slaapt heeft at ze
        hij mevrouw bakker kamer 4 38,2 20 mg links rechts paracetamol twee drie over geen wel de naar dinsdag uur"""
    )
)
MARKS = ("", ".", "?", ",", "-", " -", "…")


@pytest.mark.parametrize("before", ["Niet.", "Slaapt.", "Ontlast", "…", "Goed.", "Hij at."])
@pytest.mark.parametrize("said", ["O ja, de wond is dicht.", "En ja, hij at.", "Ja nou, hij at.", "Ja.", "Nee."])
def test_what_comes_behind_one_word_is_tidied(before: str, said: str) -> None:
    found = tidy(["Ze zat.", before, said, "Ze las.", "Ze zong."], BUILT_IN["zorg"])
    assert found.text(1) == before or found.text(1) == f"{before}."
    assert (found.text(2) or said).rstrip(".").lower() in said.lower()


@pytest.mark.parametrize("seed", range(20))
def test_any_short_sentences_are_tidied_and_undone(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  not for secrets
    for _ in range(20):
        said = [
            " ".join(chance.choice(WORDS) + chance.choice(MARKS) for _ in range(chance.choice((1, 1, 2, 3, 5, 8))))
            for _ in range(chance.randint(1, 6))
        ]
        found = tidy(said, BUILT_IN[chance.choice(("zorg", "dienst"))])
        assert [found.text(at, off=found.keys) for at in range(len(said))] == said
