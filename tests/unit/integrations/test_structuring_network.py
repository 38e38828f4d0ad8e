"""The network that scores a sentence by those around it: its file, its reach, and how it is learnt."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench import placing, training
from voice_report.integrations.structuring.classifier import features, model, network
from voice_report.integrations.structuring.classifier.grammar import Sentence
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.reporting.tidying.subjects.topics import HANDOVER

SAID = ["Bezoek aan mevrouw.", "Ze sliep.", "Ik heb haar gewassen.", "Morgen belt de dochter.", "Het gaat beter."]


def _dictation(id_: str, *sections: str) -> dict:
    sentences = [{"text": text, "section": section} for text, section in zip(SAID, sections, strict=False)]
    return {"id": id_, "template": DEFAULT.key, "punctuated": True, "sentences": sentences}


def _examples() -> list[placing.Example]:
    said = [
        _dictation("d90", "situatie", "observaties", "uitgevoerde_zorg", "afspraken", "evaluatie"),
        _dictation("dev91", "situatie", "geen", "uitgevoerde_zorg"),
    ]
    return [one for one in map(placing.example, said) if one is not None]


def _seen(texts: list[str]) -> features.Seen:
    return features.of([Sentence.of(text) for text in texts])


def test_the_file_has_every_section_of_every_template_but_the_handover() -> None:
    assert network.shipped(BUILT_IN[HANDOVER]) is None
    for template in BUILT_IN.values():
        if template.key == HANDOVER:
            continue
        shipped = network.shipped(template)
        assert shipped is not None
        assert shipped.words.shape[0] == features.HASHED
        assert not shipped.words.flags.writeable
        assert shipped.out.weights.shape[1] == len(template.sections)
    assert network.FILE.stat().st_size < 1_500_000


def test_a_template_of_an_organization_has_none() -> None:
    own = replace(DEFAULT, sections=(replace(DEFAULT.sections[0], key="eigen"), *DEFAULT.sections[1:]))
    assert network.shipped(own) is None
    assert model.shipped(own).network is None


def test_its_scores_come_upon_those_of_the_weights() -> None:
    seen, shipped = _seen(SAID), model.shipped(DEFAULT)
    assert shipped.network is not None
    alone = shipped._replace(network=None).scores(seen)
    both = (alone + shipped.network.scores(seen)) * model._BOTH
    assert np.allclose(shipped.scores(seen), both, atol=1e-5)
    assert shipped.network.scores(_seen([])).shape == (0, len(DEFAULT.sections))


def test_a_sentence_is_seen_with_four_on_either_side_and_no_more() -> None:
    shipped = network.shipped(DEFAULT)
    assert shipped is not None
    seen = _seen([*SAID, *SAID, *SAID])
    scores = shipped.scores(seen)
    other = list(seen.sentences)
    other[9] = features.Features(other[9].indices[:0], other[9].values[:0])
    changed = np.abs(shipped.scores(seen._replace(sentences=other)) - scores).max(axis=1) > 0
    assert [at for at in range(15) if changed[at]] == list(range(5, 14))


def test_the_slopes_are_those_of_the_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "_DROPPED", 0.0)
    monkeypatch.setattr(placing, "_UNSEEN", 0.0)
    batch = placing._together(_examples())
    weights = {name: one.astype(np.float64) for name, one in placing._begin(np.random.default_rng(1)).items()}
    slopes = placing._slopes(weights, batch, np.random.default_rng(2))

    def surprise() -> float:
        dense = [network.Dense(weights[name], weights[f"{name}.bias"]) for name in ("meant", "near", "far", "out")]
        own = np.maximum(batch.words @ weights["words"] + batch.meant @ dense[0].weights + dense[0].bias, 0)
        near = own * batch.there
        for one in dense[1:3]:
            near = near + np.maximum(network.windows(near) @ one.weights + one.bias, 0) * batch.there
        scores = near @ dense[3].weights + dense[3].bias
        total = 0.0
        for row, label in batch.labels:
            among = scores[row, list(label.among)]
            total += label.weight * (np.log(np.exp(among).sum()) - scores[row, label.column])
        return total / len(batch.labels)

    chance = np.random.default_rng(3)
    for name, slope in slopes.items():
        direction = chance.normal(size=slope.shape)
        kept = weights[name]
        weights[name] = kept + 1e-5 * direction
        more = surprise()
        weights[name] = kept - 1e-5 * direction
        less = surprise()
        weights[name] = kept
        assert (more - less) / 2e-5 == pytest.approx((slope * direction).sum(), rel=2e-3, abs=1e-5), name


def test_dictations_that_are_learnt_together_do_not_see_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "_DROPPED", 0.0)
    monkeypatch.setattr(placing, "_UNSEEN", 0.0)
    weights = placing._begin(np.random.default_rng(1))
    examples = _examples()

    def slopes(some: list[placing.Example]) -> np.ndarray:
        return placing._slopes(weights, placing._together(some), np.random.default_rng(2))["meant"] * np.float32(
            sum(len(one.labels) for one in some)
        )

    assert np.allclose(slopes(examples), slopes(examples[:1]) + slopes(examples[1:]), atol=1e-4)


def test_what_was_learnt_is_the_same_again_and_survives_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placing, "_EPOCHS", 40)
    learnt = placing.learn(_examples())
    assert np.array_equal(learnt.words, placing.learn(_examples()).words)
    wanted = [section.key for section in DEFAULT.sections]
    columns = [placing._OUTPUTS.index(f"{DEFAULT.key}/{key}") for key in wanted]
    scores = learnt.for_columns(columns).scores(_seen(SAID))
    said = ["situatie", "observaties", "uitgevoerde_zorg", "afspraken", "evaluatie"]
    assert [wanted[at] for at in scores.argmax(axis=1)] == said

    network.save(learnt, placing._OUTPUTS, tmp_path / "network.npz")
    monkeypatch.setattr(network, "FILE", tmp_path / "network.npz")
    names, read = network._read.__wrapped__()
    assert list(names) == placing._OUTPUTS
    assert np.allclose(read.for_columns(columns).scores(_seen(SAID)), scores, atol=0.3)


def test_labels_of_talk_are_shared_among_headings_that_are_as_good() -> None:
    one = {"text": "Ze sliep.", "section": "observaties", "also": ["evaluatie"]}
    labels = list(training.labels_of_talk(DEFAULT.key, Sentence.of("Ze sliep."), one))
    assert [label.weight for label in labels] == pytest.approx([2 / 3, 1 / 3])
