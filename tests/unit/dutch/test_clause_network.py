"""The network that says where sentences open: a word has its odds by the words around it, however long the text is."""

import numpy as np
import pytest

from bench import convolution
from voice_report.dutch import boundaries, clause_network
from voice_report.dutch.clause_network import NONE, SIZE

SAID = [
    *("ze", "heeft", "goed", "geslapen", "ik", "heb", "de", "wond"),
    *("verbonden", "morgen", "komt", "de", "huisarts", "kijken"),
]


def odds(words: list[str]) -> np.ndarray:
    said = boundaries.Speech(words)
    return clause_network.shipped().odds(said.features(), said.flags())


def test_a_sentence_opens_with_a_subject_before_its_verb_and_not_inside_a_clause() -> None:
    found = dict(zip(SAID, odds(SAID), strict=True))
    assert min(found["ik"], found["morgen"]) > 0 > max(found["goed"], found["wond"], found["huisarts"], found["kijken"])


def test_a_word_in_the_middle_of_a_long_text_has_the_odds_it_has_among_its_neighbours() -> None:
    """Also at the seams of what is multiplied together."""
    words = SAID * 400
    found = odds(words)
    assert len(found) == len(words) > 2 * clause_network._TOGETHER
    assert found[14:-14].reshape(-1, 14) == pytest.approx(np.tile(found[14:28], (398, 1)), abs=1e-4)


@pytest.mark.parametrize("words", [["\ud800", "ik"], ["", "…", "ja"], ["a" * 10_000, "٣"]])
def test_any_word_has_odds(words: list[str]) -> None:
    assert np.isfinite(odds(words)).all()


def test_what_was_learnt_is_read_as_it_was_written(tmp_path, monkeypatch) -> None:
    one = clause_network.shipped()
    clause_network.save(one, tmp_path / "again.npz")
    monkeypatch.setattr(clause_network, "FILE", tmp_path / "again.npz")
    again = clause_network.shipped.__wrapped__()
    assert again.words == pytest.approx(one.words, abs=1e-6)
    assert again.so_far == pytest.approx(one.so_far, abs=1e-6)
    assert all(map(np.array_equal, again.near, one.near))


@pytest.mark.parametrize("name", ["words", "near", "near.bias", "far", "far.bias", "out", "out.bias", "so_far"])
def test_the_learner_goes_down_the_slope(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step against the slope of one weight changes the surprise by as much as the slope says."""
    monkeypatch.setattr(convolution, "_DROPPED", 0.0)
    monkeypatch.setattr(convolution, "_UNSEEN", 0.0)
    chance = np.random.default_rng(1)
    weights = convolution._begin(chance)
    said = boundaries.Speech(SAID)
    so_far = chance.integers(0, boundaries.SIZE, (len(SAID), 8))
    wanted = chance.integers(0, 2, (len(SAID), 2)).astype(np.float32)
    example = convolution.Example(said.features(), said.flags(), so_far, wanted, np.ones_like(wanted))
    seen = convolution._together([example])
    slope = convolution._slopes(weights, seen, chance)[name]
    assert slope.shape == weights[name].shape
    length = float(np.sum(slope.astype(np.float64) ** 2))
    assert length > 0
    step = 1e-3 / np.sqrt(length)
    surprises = []
    for way in (1, -1):
        moved = weights | {name: (weights[name] + way * step * slope).astype(np.float32)}
        surprises.append(_surprise(moved, seen))
    assert (surprises[0] - surprises[1]) / (2 * step) == pytest.approx(length, rel=0.03)


def _surprise(weights: convolution.Weights, seen: convolution.Example) -> float:
    """Return the mean surprise of both outputs, by the network that is shipped."""
    dense = (clause_network.Dense(weights[one], weights[f"{one}.bias"]) for one in ("near", "far"))
    near, far = dense
    total = 0.0
    for output in range(2):
        out = clause_network.Dense(weights["out"][:, output : output + 1], weights["out.bias"][output : output + 1])
        network = clause_network.Network(weights["words"], near, far, out, weights["so_far"])
        found = network.odds(seen.found, seen.flags).astype(np.float64)
        if output == 0:
            found += weights["so_far"][seen.so_far].sum(axis=1)
        wanted = seen.wanted[:, output]
        total += float(((np.logaddexp(0, found) - wanted * found) * seen.counts[:, output]).sum())
    return total / float(seen.counts.sum())


def test_no_feature_is_the_one_of_none() -> None:
    assert clause_network.features(["ik"], ["S"]).max() == NONE == SIZE
    assert (clause_network.features(["wondverpleegkundige"], ["x"]) < SIZE).all()
