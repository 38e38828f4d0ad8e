"""A value that is said again sentences later as another one: that stands, where one value alone can be meant."""

import pytest

from tests.unit.reporting.tidying.around import AROUND
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import Tidied, tidy

AT = AROUND.index("{}")
BETWEEN = ["Ze had er zin in.", "Haar zoon was er."]


def _tidied(said: str, correcting: str) -> Tidied:
    return tidy([*AROUND[:AT], said, *BETWEEN, correcting, *AROUND[AT + 1 :]], BUILT_IN["zorg"])


@pytest.mark.parametrize(
    ("said", "correcting", "stands"),
    [
        ("De wond zit links.", "Ik zei links, maar het was rechts.", "De wond zit rechts."),
        ("De wond zit links, en is rood.", "Ik zei links maar het is rechts.", "De wond zit rechts, en is rood."),
        ("Ze komt dinsdag langs.", "Sorry, ik zei dinsdag, maar het is woensdag.", "Ze komt woensdag langs."),
        ("Ze kreeg 5 mg oxazepam.", "O wacht, ik zei net 5 mg, dat moet 10 mg zijn.", "Ze kreeg 10 mg oxazepam."),
        ("Ze slikt losartan.", "Ik zei losartan, maar het is enalapril.", "Ze slikt enalapril."),
        (
            "Bloeddruk 165 over 90, pols 92, ze was helder.",
            "O ja, die bloeddruk was 156 over 90, ik las het verkeerd om.",
            "Bloeddruk 156/90, pols 92, ze was helder.",
        ),
        ("De pols was 52.", "De pols was 54, ik keek verkeerd.", "De pols was 54."),
    ],
)
def test_the_value_that_is_said_again_stands_and_both_are_undone_together(said: str, correcting: str, stands: str):
    found = _tidied(said, correcting)
    last = AT + len(BETWEEN) + 1
    assert (found.text(AT), found.text(last)) == (stands, None)
    assert [(one.sentence, one.edit is None) for one in found.points] == [(AT, False)]
    off = frozenset({found.key_aside(last)})
    assert found.text(last, off=off) == correcting
    assert "165 over 90" in (found.text(AT, off=off) or "") or found.text(AT, off=off) == said


@pytest.mark.parametrize(
    ("said", "correcting"),
    [
        ("De wond links is dicht, die links onder niet.", "Ik zei links, maar het was rechts."),
        ("Ze heeft een wond aan haar linkerknie.", "Ik zei links, maar het was rechts."),
        ("De wond zit links.", "Ik zei links en rechts."),
        ("De wond zit links.", "Ik zei links, maar ze keek rechts."),
        ("Ze komt dinsdag langs.", "Ik zei dinsdag, maar het is niet woensdag."),
        ("Ze komt dinsdag langs.", "Ze zei dinsdag, maar het was woensdag."),
        ("De pols was 80, en om tien uur was de pols 90.", "De pols was 70, ik keek verkeerd."),
        ("De pols was 80.", "De pols was 70, hij keek verkeerd."),
        ("De temperatuur was 38.", "De pols was 70, ik keek verkeerd."),
        ("Zit de wond links?", "Ik zei links, maar het was rechts."),
    ],
)
def test_where_something_else_may_be_meant_both_stay(said: str, correcting: str) -> None:
    found = _tidied(said, correcting)
    assert (found.text(AT), found.text(AT + len(BETWEEN) + 1)) == (said, correcting)


def test_a_value_that_is_too_far_away_stays() -> None:
    said = ["De wond zit links.", *(f"Ze las boek {at}." for at in range(15)), "Ik zei links, maar het was rechts."]
    found = tidy([*AROUND[:AT], *said, *AROUND[AT + 1 :]], BUILT_IN["zorg"])
    assert found.text(AT) == "De wond zit links."
