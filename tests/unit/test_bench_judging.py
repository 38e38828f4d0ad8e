"""What the weights of the judge of measured values are learnt from, and how."""

import numpy as np
import pytest

from bench import judging, marks


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("bovendruk op [150|bp s] onder op [80|bp s]", ["systolic", "diastolic"]),
        ("Onderdruk [80|bp s], bovendruk [150|bp s].", ["diastolic", "systolic"]),
        ("De druk was [150|bp s], daaronder [80|bp s].", ["systolic", "diastolic"]),
        ("De druk moet onder de [140|bp t] blijven.", ["systolic"]),
        ("Druk [150|bp s]. Gisteren was dat [140|bp b].", ["systolic", "systolic"]),
    ],
)
def test_a_pressure_that_is_marked_alone_is_the_part_that_its_words_tell(said, parts):
    told = judging.marked(marks.parsed(said, ""))
    chosen = [told.figures[at][2][option] for at, (option, _) in sorted(told.chosen.items())]
    assert [next(iter(one.parts)) for one in chosen] == parts


def test_weights_are_where_the_slope_of_the_loss_is_none():
    def columns(*places: int) -> np.ndarray:
        return np.array(places, np.int64)

    groups = [judging.Group([columns(), columns(1, 3)], 1), judging.Group([columns(), columns(1, 5)], 0)] * 5
    weights = judging.learn(groups, 8, 0.5)
    odds = [1 / (1 + np.exp(-weights[1] - weights[at])) for at in (3, 5)]
    slope = [5 * (sum(odds) - 1), 5 * (odds[0] - 1), 5 * odds[1]]
    assert np.allclose(slope + 0.5 * weights[[1, 3, 5]], 0, atol=0.01)
    assert weights[3] > 1
    assert weights[5] < -1
    assert not weights[[0, 2, 4, 6, 7]].any()


def test_a_hand_of_who_made_the_rules_is_learnt_from_and_not_measured():
    assert "marked_plain" in {one.hand for one in judging.load()}
    assert "marked_plain" not in judging.hands()
    assert {"n5", "n6", "marked_m4"} < {*judging.hands()}
