"""Learns the local engine's weights from labelled dictations: ``python -m bench.training [--out FILE]``.

A multinomial logistic regression over the sections of all templates at once. The weights of a section are those of its
role, shared by all templates, plus its own; each sentence is compared only with the other sections of its template, and
under its default label with those of the default template. Learnt in the space of the sentences (their Gram matrix),
which is exact and needs no random numbers: the same data give the same file.

Those dictations are cleaner than people talk. So the weights then learn from ``text``, and stay as near to
what they were as that allows.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from voice_report.integrations.structuring import local
from voice_report.integrations.structuring.classifier import features, grammar, model
from voice_report.reporting.templates import BUILT_IN, DEFAULT, ReportTemplate, Role
from voice_report.reporting.tidying.subjects.topics import HANDOVER

HERE = Path(__file__).resolve().parent / "data"
#: Dictations as people talk, by five hands, and by ten others, which these weights do not learn from.
TALK = tuple(HERE / "text" / f"{name}.jsonl" for name in ("dev", "fresh", "talk"))
SPOKEN = tuple(HERE / "text" / f"{name}.jsonl" for name in ("spoken", "placed"))

_SHARED_WEIGHT, _OWN_WEIGHT = 0.3, 1.0
_RIDGE = 0.1
_STEPS = 150
#: What it costs to leave the weights of the labelled dictations: chosen by leaving out each of the five hands.
_TALK_RIDGE = 3.0
#: How much a heading that is as good counts beside the labelled one.
_AS_GOOD = 0.5
_FOLLOWING = 0.4
_SMOOTHING = 1.0
#: Weights of a sentence's label under the default template, and of its role, beside its label under its own template.
_DEFAULT_LABELS = 0.4
_ROLE_LABELS = 0.3

SECTIONS = [(template, section) for template in BUILT_IN.values() for section in template.sections]
ROLES = [role for role in Role if role is not Role.OTHER]
_COLUMN = {(template.key, section.key): index for index, (template, section) in enumerate(SECTIONS)}
_OF_DEFAULT = {section.key: section.role for section in DEFAULT.sections}
#: Columns for sentences by role alone: the roles of the default template, with measurements apart.
_BY_ROLE = {role: len(SECTIONS) + index for index, role in enumerate([*_OF_DEFAULT.values(), Role.MEASUREMENT])}


class Label(NamedTuple):
    """One choice that a sentence teaches: among which columns, and which of them."""

    among: tuple[int, ...]
    column: int
    weight: float = 1.0


Labelling = Callable[[str, grammar.Sentence, dict], Iterable[Label]]


@dataclass(frozen=True)
class Example:
    """A labelled sentence, with its features within its dictation; ``meant`` are its three vectors."""

    dictation: str
    found: features.Features
    meant: np.ndarray
    labels: tuple[Label, ...]


def load(files: Iterable[Path]) -> list[dict]:
    """Return the dictations of the files; those without a template were labelled for the default one."""
    lines = [line for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [{"template": DEFAULT.key, "punctuated": True, "writer": 1, **json.loads(line)} for line in lines]


def examples(dictations: Iterable[dict], labels: Labelling | None = None) -> list[Example]:
    """Return every sentence that leads to a section, with its labels."""
    taught_by = labels or labels_of_report
    found = []
    for dictation in dictations:
        said, seen_in = seen(dictation)
        for (sentence, one), words, places in zip(said, seen_in.sentences, seen_in.places, strict=True):
            if taught := tuple(taught_by(dictation["template"], sentence, one)):
                found.append(Example(dictation["id"], words, seen_in.vectors[places], taught))
    return found


def seen(dictation: dict) -> tuple[list[tuple[grammar.Sentence, dict]], features.Seen]:
    """Return the sentences of a dictation that lead to a section, each with its labels, and their features."""
    said = [(grammar.Sentence.of(one["text"]), one) for one in dictation["sentences"]]
    said = [(sentence, one) for sentence, one in said if not local.leads_nothing(sentence)]
    return said, _seen(tuple(sentence for sentence, _ in said))


@cache
def _seen(sentences: tuple[grammar.Sentence, ...]) -> features.Seen:
    """Return the features of a dictation, which takes half of the time, once for all folds."""
    return features.of(sentences)


def labels_of_report(template: str, sentence: grammar.Sentence, one: dict) -> Iterable[Label]:
    """Yield the section of a sentence of its own template, of the default one, and its role."""
    by_default = one["section"] if template == DEFAULT.key else one.get("default_section")
    for key, section in {(template, one["section"]), (DEFAULT.key, by_default)} - {(template, "geen")}:
        if (key, section) in _COLUMN:
            among = tuple(_COLUMN[key, other.key] for other in BUILT_IN[key].sections)
            yield Label(among, _COLUMN[key, section], 1.0 if key == template else _DEFAULT_LABELS)
    role = _OF_DEFAULT.get(by_default or "")
    if role is not None:
        measured = role is Role.OBSERVATION and grammar.MEASURED.search(sentence.text)
        yield Label(tuple(_BY_ROLE.values()), _BY_ROLE[Role.MEASUREMENT if measured else role], _ROLE_LABELS)


def labels_of_talk(template: str, _sentence: grammar.Sentence, one: dict) -> Iterable[Label]:
    """Yield the section of a sentence of its own template, and those that are as good."""
    if one["section"] == "geen":
        return
    good = [_COLUMN[template, key] for key in (one["section"], *one.get("also", ())) if key != "geen"]
    among = tuple(_COLUMN[template, other.key] for other in BUILT_IN[template].sections)
    for column in good:
        share = 1.0 if column == good[0] else _AS_GOOD
        yield Label(among, column, share / (1.0 + _AS_GOOD * (len(good) - 1)))


def train(dictations: Sequence[dict], hidden: slice | None = None) -> model.Weights:
    """Return the weights learnt from the dictations, and then from talk; ``hidden`` features count for nothing."""
    learnt_from = examples(dictations)
    seen = _matrix(learnt_from, hidden)
    roles = np.zeros((len(SECTIONS) + len(_BY_ROLE), len(ROLES)), np.float32)
    for index, role in [*enumerate(section.role for _, section in SECTIONS), *((i, r) for r, i in _BY_ROLE.items())]:
        if role is not Role.OTHER:
            roles[index, ROLES.index(role)] = 1.0
    alike = _SHARED_WEIGHT * roles @ roles.T + _OWN_WEIGHT * np.eye(len(roles), dtype=np.float32)
    dual = _fit(seen @ seen.T + np.float32(0.5), learnt_from, alike)
    by_section = seen.T @ (dual @ alike)[:, : len(SECTIONS)]
    by_role = seen.T @ (dual @ roles) * np.float32(_SHARED_WEIGHT)
    names = [f"{template.key}/{section.key}" for template, section in SECTIONS] + [role.value for role in ROLES]
    columns = {name: index for index, name in enumerate(names)}
    learnt = model.Weights(columns, np.hstack([by_section, by_role]), _following(dictations))
    return _adapted(learnt, load(TALK), alike[: len(SECTIONS), : len(SECTIONS)], hidden)


def _adapted(learnt: model.Weights, talk: Sequence[dict], alike: np.ndarray, hidden: slice | None) -> model.Weights:
    """Return the weights, changed no more than it takes to place these dictations.

    Those of roles alone stay. So do those of the handover: there a heading also says beside whom a sentence stands, and
    learning it from talk left more sentences about nobody (``bench.owners``).
    """
    learnt_from = examples(talk, labels_of_talk)
    seen = _matrix(learnt_from, hidden)
    weights = learnt.weights.copy()
    places = slice(0, len(SECTIONS))  # the columns of roles come after those of sections
    dual = _fit(seen @ seen.T, learnt_from, alike, _TALK_RIDGE, seen @ weights[:, places])
    is_learnt = np.array([template.key != HANDOVER for template, _ in SECTIONS], np.float32)
    weights[:, places] += seen.T @ (dual @ alike) * is_learnt
    return learnt._replace(weights=weights)


def _matrix(learnt_from: Sequence[Example], hidden: slice | None) -> np.ndarray:
    seen = np.zeros((len(learnt_from), features.SIZE), np.float32)
    for row, example in zip(seen, learnt_from, strict=True):
        np.add.at(row, example.found.indices, example.found.values)
        for (part, length), vector in zip(features.MEANINGS, example.meant, strict=True):
            row[part] = vector * length
    if hidden is not None:
        seen[:, hidden] = 0
    return seen


def _fit(
    gram: np.ndarray,
    learnt_from: Sequence[Example],
    alike: np.ndarray,
    ridge: float = _RIDGE,
    known: np.ndarray | float = 0.0,
) -> np.ndarray:
    """Return the dual weights (a row per sentence, a column per section) by accelerated gradient steps; they come upon
    scores that are ``known``."""
    groups = _groups(learnt_from)
    dual = np.zeros((len(gram), len(alike)), np.float32)
    ahead, momentum = dual, 1.0
    step = np.float32(1 / (0.5 * _largest_eigenvalue(gram) * np.linalg.norm(alike, 2) + ridge))
    for _ in range(_STEPS):
        scores, slope = known + gram @ (ahead @ alike), np.float32(ridge) * ahead
        for among, rows, chosen, weights in groups:
            block = (rows[:, None], among)
            odds = np.exp(scores[block] - scores[block].max(axis=1, keepdims=True))
            change = weights[:, None] * (odds / odds.sum(axis=1, keepdims=True) - chosen)
            np.add.at(slope, block, change)  # a sentence is there once for each heading that is as good
        following, next_momentum = ahead - step * slope, (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = following + np.float32((momentum - 1) / next_momentum) * (following - dual)
        dual, momentum = following, next_momentum
    return dual


def _largest_eigenvalue(gram: np.ndarray) -> float:
    vector = np.ones(len(gram), np.float32)
    for _ in range(20):
        vector = gram @ (vector / np.linalg.norm(vector))
    return float(np.linalg.norm(vector))


def _groups(learnt_from: Sequence[Example]) -> list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Return the labels by the columns they choose among: rows, chosen column (one-hot) and weights."""
    by_choice: dict[tuple[int, ...], list[tuple[int, Label]]] = {}
    for row, example in enumerate(learnt_from):
        for label in example.labels:
            by_choice.setdefault(label.among, []).append((row, label))
    groups = []
    for among, taught in sorted(by_choice.items()):
        chosen = np.array([[column == label.column for column in among] for _, label in taught], np.float32)
        weights = np.array([label.weight for _, label in taught], np.float32)
        groups.append((np.array(among), np.array([row for row, _ in taught]), chosen, weights))
    return groups


def _following(dictations: Sequence[dict]) -> dict[str, np.ndarray]:
    """Return per template how much more often than by chance one section follows another, as weights.

    None for the default template: there the order of speaking is free, and it made the unseen dictations worse.
    """
    return {template.key: _transitions(template, dictations) for template in BUILT_IN.values()}


def _transitions(template: ReportTemplate, dictations: Sequence[dict]) -> np.ndarray:
    keys = [section.key for section in template.sections]
    if template is DEFAULT:
        return np.zeros((len(keys), len(keys)), np.float32)
    counts = np.full((len(keys), len(keys)), _SMOOTHING)
    for dictation in dictations:
        if dictation["template"] == template.key:
            said = [keys.index(one["section"]) for one in dictation["sentences"] if one["section"] in keys]
            np.add.at(counts, (said[:-1], said[1:]), 1)
    chance = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    return (_FOLLOWING * np.log(counts / chance)).astype(np.float32)


def save(learnt: model.Weights, file: Path) -> None:
    """Write the weights in 8 bits with a scale per column, as ``model.weights`` reads them."""
    scales = np.abs(learnt.weights).max(axis=0) / 127
    scales[scales == 0] = 1
    arrays: dict[str, Any] = {
        "columns": np.array(list(learnt.columns)),
        "weights": np.round(learnt.weights / scales).astype(np.int8),
        "scales": scales.astype(np.float32),
    }
    arrays |= {f"following/{key}": matrix.astype(np.float16) for key, matrix in learnt.following.items()}
    np.savez_compressed(file, **arrays)


def data_files() -> list[Path]:
    """Return the files of labelled dictations to learn from."""
    return sorted(HERE.glob("*.jsonl"))


def main() -> int:
    """Train on all labelled dictations and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=model.FILE, help="where the weights go")
    out = parser.parse_args().out
    dictations = load(data_files())
    save(train(dictations), out)
    print(f"{out}: {out.stat().st_size / 1000:.0f} kB, learnt from {len(dictations)} dictations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
