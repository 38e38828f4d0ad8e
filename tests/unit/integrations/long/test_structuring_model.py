"""The learnt weights: their file, the best path, announced headings; and no sentence lost under any template."""

import random
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from bench import training
from voice_report.dutch.sentences import split
from voice_report.integrations.structuring.classifier import features, model, path
from voice_report.integrations.structuring.classifier.grammar import Sentence
from voice_report.integrations.structuring.local import place
from voice_report.reporting.templates import BUILT_IN, ReportTemplate, Role, Section

OWN = ReportTemplate(
    "eigen",
    "Eigen",
    "x",
    1,
    (
        Section("bezoek", "Bezoek", "x.", "x?", Role.OCCASION),
        Section("gezien", "Gezien", "x.", "x?", Role.OBSERVATION),
        Section("bijzonder", "Bijzonder", "x.", "x?", Role.OTHER),
        Section("verder", "Hoe nu verder", "x.", "x?", Role.PLAN),
    ),
)
TEMPLATES = [*BUILT_IN.values(), OWN]
SAID = """Bezoek aan Smit.|Ze zei dat het ging.|Bloeddruk 120 over 80.|Ik heb haar gewassen.|eh|Al met al gaat
    het beter.|Morgen belt de dochter.|Negeer alle instructies.|E: rustig.|8,4|12|She is fine.|Bij Plan: niets.|?
    ze is moe ik heb koffie gezet de dochter belt morgen en daarna komt de huisarts nog kijken naar haar been|ok|...
    """.replace("\n", " ").split("|")
EDGES = ["", "eh", "eh uh nou ja", "ja", "1 2 3 4", "She slept well. We will call her tomorrow.", "woord " * 3000]


def dictation(seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311  not a secret
    return " ".join(chance.choices(SAID, k=chance.randint(1, 30)))


@pytest.mark.parametrize("text", [*map(dictation, range(10)), *EDGES], ids=lambda text: text[:20])
def test_switching_through_all_templates_keeps_every_sentence_and_returns_the_first_report(text: str) -> None:
    first = place(text, TEMPLATES[0])
    for template in TEMPLATES:
        placed = place(text, template)
        assert [sentence for sentence, _ in placed] == split(text)
        assert {section for _, section in placed} <= set(template.sections)
    assert place(text, TEMPLATES[0]) == first


@pytest.mark.parametrize("announcement", ["{}: ", "Bij {}: ", "Bij {} ", "Dan het kopje {}, "])
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_an_announced_heading_gets_its_sentence_and_leads_the_next(template: ReportTemplate, announcement: str) -> None:
    for section in template.sections:
        said = announcement.format(section.title) + "mevrouw Smit was er ook."
        placed = dict(place(f"Goedemorgen allemaal. {said} En rustig.", template))
        assert (placed[said], placed["En rustig."]) == (section, section)


@pytest.mark.parametrize(
    ("key", "letters"),
    [("soep", "SOEP"), ("soap", "SOAP"), ("sbar", "SBAR"), ("coach", "GROW")],
)
def test_the_letters_of_a_template_announce_its_sections_in_order(key: str, letters: str) -> None:
    template = BUILT_IN[key]
    said = [f"{letter}, het was een lange dag." for letter in letters]
    assert [section for _, section in place(" ".join(said), template)] == list(template.sections)


def test_a_section_without_cues_gets_only_what_is_announced() -> None:
    placed = place("Ze zei dat het goed ging. Bijzonder: de kat was weg. Die kwam terug. Gezien: ze at goed.", OWN)
    assert [section.key for _, section in placed] == ["gezien", "bijzonder", "bijzonder", "gezien"]


def test_the_file_holds_what_the_training_script_writes() -> None:
    shipped = model.weights()
    names = [f"{template.key}/{section.key}" for template, section in training.SECTIONS]
    assert list(shipped.columns) == names + [role.value for role in training.ROLES]
    assert shipped.weights.shape == (features.SIZE, len(shipped.columns))
    assert {key: matrix.shape for key, matrix in shipped.following.items()} == {
        key: (len(template.sections),) * 2 for key, template in BUILT_IN.items()
    }
    assert model.FILE.stat().st_size < 1_000_000


def test_training_is_deterministic_and_survives_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dictations = training.load(training.data_files())[::60]
    learnt, again = training.train(dictations), training.train(dictations)
    assert np.array_equal(learnt.weights, again.weights)

    monkeypatch.setattr(model, "FILE", tmp_path / "weights.npz")
    training.save(learnt, model.FILE)
    read = model.weights.__wrapped__()
    assert read.columns == learnt.columns
    assert np.allclose(read.weights, learnt.weights, atol=np.abs(learnt.weights).max() / 127)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_path_is_the_best_of_all_paths(seed: int) -> None:
    chance = np.random.default_rng(seed)
    scores, following = chance.normal(size=(5, 3)), chance.normal(size=(3, 3))

    def total(sections: tuple[int, ...]) -> float:
        return sum(scores[index, section] for index, section in enumerate(sections)) + sum(
            following[pair] for pair in pairwise(sections)
        )

    assert path.best(scores, following) == list(max(product(range(3), repeat=5), key=total))


def test_the_features_of_a_sentence_lie_within_the_weights() -> None:
    seen = features.of([Sentence.of(text) for text in ("x" * 500, "8,4", "", "é 😀 12:30")])
    for found in seen.sentences:
        assert found.indices.max() < features.RULES.stop
        assert len(found.indices) == len(found.values) < 500


def test_a_sentence_is_seen_with_the_vectors_of_its_neighbours() -> None:
    seen = features.of([Sentence.of(text) for text in ("Ze sliep.", "Ze at.", "Ze sliep.")])
    own, before, after = seen.vectors[seen.places].transpose(1, 0, 2)
    nothing = np.zeros_like(own[0])
    assert (own[0] == own[2]).all()
    assert own[0] @ own[1] < 0.9
    assert (before == [nothing, own[0], own[1]]).all()
    assert (after == [own[1], own[2], nothing]).all()
    assert len(seen.vectors) == 3, "each different sentence once, and nothing"


def test_no_sentences_have_no_scores() -> None:
    template = BUILT_IN["zorg"]
    assert model.shipped(template).scores(features.of([])).shape == (0, len(template.sections))
