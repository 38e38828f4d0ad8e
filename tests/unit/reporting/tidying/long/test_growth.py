"""A sentence as long as is tidied at all takes steps in proportion to its words, whatever is said over and over."""

import pytest

from tests.support.steps import steps
from voice_report.reporting.tidying import tidy

LONGEST = 1950  # characters, of the 2,000 up to which a sentence is tidied
#: Four times the sentence; sixteen where every word looks at all the others.
MOST = 5


@pytest.fixture(autouse=True, scope="module")
def _lists() -> None:
    """The lists of medicines and names are read once."""
    tidy(["Nee nee, Jan kreeg twee, eh, drie mg oxycodon, ja, dat zei hij, wacht even."])


@pytest.mark.parametrize(
    ("opening", "unit"),
    [
        ("Nee nee, ", "x "),
        ("Hij zegt ", "x "),
        ("wij ", "wij we "),
        ("", "nee "),
        ("Ze eet", ", ja"),
        ("Ze eet, nee", ", nou"),
        ("Ze eet", ", zeg maar, x"),
        ("Ze eet ", "met de x, "),
        ("Ze krijgt ", "de, wacht even, "),
        ("Ze kreeg ", "twee nee drie "),
        ("Ze kreeg ", "twee, eh, drie, "),
        ("Ze kwam ", "maandag, dinsdag bedoel ik, "),
        ("Ik heb ", "cavilon eh "),
        ("Ik heb ", "gehol- geholpen "),
        ("", "twee "),
        ("", "12 "),
        ("", "drie komma "),
        ("Ze at ", "kaas of nee worst, "),
        ("Ze kreeg ", "lantus acht, "),
        ("Nee ", "nee, "),
    ],
)
def test_what_is_said_over_and_over_is_tidied_in_linear_time(opening: str, unit: str) -> None:
    times = (LONGEST - len(opening)) // len(unit) // 4
    few, many = (steps(lambda count=count: tidy([opening + unit * count + "."])) for count in (times, 4 * times))
    assert many < MOST * few
