"""Learns the local engine's weights from labelled dictations: ``python -m bench.training [--out FILE]``.

A multinomial logistic regression over the sections of all templates at once. The weights of a section are those of its
role, shared by all templates, plus its own; each sentence is compared only with the other sections of its template, and
under its default label with those of the default template. Learnt in the space of the sentences (their Gram matrix),
which is exact and needs no random numbers: the same data give the same file.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from voice_report.integrations.structuring import local
from voice_report.integrations.structuring.classifier import features, grammar, model
from voice_report.reporting.templates import BUILT_IN, DEFAULT, ReportTemplate, Role

HERE = Path(__file__).resolve().parent / "data"

_SHARED_WEIGHT, _OWN_WEIGHT = 0.3, 1.0
_RIDGE = 0.1
_STEPS = 150
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


def examples(dictations: Iterable[dict]) -> list[Example]:
    """Return every sentence that leads to a section, with its labels."""
    found = []
    for dictation in dictations:
        said = [(grammar.Sentence.of(one["text"]), one) for one in dictation["sentences"]]
        said = [(sentence, one) for sentence, one in said if not local.leads_nothing(sentence)]
        seen = _seen(tuple(sentence for sentence, _ in said))
        for (sentence, one), words, places in zip(said, seen.sentences, seen.places, strict=True):
            if labels := tuple(_labels(dictation["template"], sentence, one)):
                found.append(Example(dictation["id"], words, seen.vectors[places], labels))
    return found


@cache
def _seen(sentences: tuple[grammar.Sentence, ...]) -> features.Seen:
    """Return the features of a dictation, which takes half of the time, once for all folds."""
    return features.of(sentences)


def _labels(template: str, sentence: grammar.Sentence, one: dict) -> Iterable[Label]:
    by_default = one["section"] if template == DEFAULT.key else one.get("default_section")
    for key, section in {(template, one["section"]), (DEFAULT.key, by_default)} - {(template, "geen")}:
        if (key, section) in _COLUMN:
            among = tuple(_COLUMN[key, other.key] for other in BUILT_IN[key].sections)
            yield Label(among, _COLUMN[key, section], 1.0 if key == template else _DEFAULT_LABELS)
    role = _OF_DEFAULT.get(by_default or "")
    if role is not None:
        measured = role is Role.OBSERVATION and grammar.MEASURED.search(sentence.text)
        yield Label(tuple(_BY_ROLE.values()), _BY_ROLE[Role.MEASUREMENT if measured else role], _ROLE_LABELS)


def train(dictations: Sequence[dict], hidden: slice | None = None) -> model.Weights:
    """Return the weights learnt from the dictations; ``hidden`` features count for nothing."""
    learnt_from = examples(dictations)
    seen = _matrix(learnt_from)
    if hidden is not None:
        seen[:, hidden] = 0
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
    return model.Weights(columns, np.hstack([by_section, by_role]), _following(dictations))


def _matrix(learnt_from: Sequence[Example]) -> np.ndarray:
    seen = np.zeros((len(learnt_from), features.SIZE), np.float32)
    for row, example in zip(seen, learnt_from, strict=True):
        np.add.at(row, example.found.indices, example.found.values)
        for (part, length), vector in zip(features.MEANINGS, example.meant, strict=True):
            row[part] = vector * length
    return seen


def _fit(gram: np.ndarray, learnt_from: Sequence[Example], alike: np.ndarray) -> np.ndarray:
    """Return the dual weights (a row per sentence, a column per section) by accelerated gradient steps."""
    groups = _groups(learnt_from)
    dual = np.zeros((len(gram), len(alike)), np.float32)
    ahead, momentum = dual, 1.0
    step = np.float32(1 / (0.5 * _largest_eigenvalue(gram) * np.linalg.norm(alike, 2) + _RIDGE))
    for _ in range(_STEPS):
        scores, slope = gram @ (ahead @ alike), np.float32(_RIDGE) * ahead
        for among, rows, chosen, weights in groups:
            block = (rows[:, None], among)
            odds = np.exp(scores[block] - scores[block].max(axis=1, keepdims=True))
            slope[block] += weights[:, None] * (odds / odds.sum(axis=1, keepdims=True) - chosen)
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
