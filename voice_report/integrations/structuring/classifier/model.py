"""The learnt weights of the local engine: a linear score for every section of a built-in template, and every role.

``weights.npz`` is written by ``python -m bench.training`` from the labelled dictations, and holds

- ``columns``: names, ``template/section`` for the built-in templates and ``role`` for sections of other templates;
- ``weights``: 8-bit integers, a row per feature and a column per name; ``scales``: a factor per column;
- ``following/<template>``: for the sections of a built-in template, what a section adds after each other one.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ....core.word_caches import cached_words
from ....reporting.templates import ReportTemplate
from .features import MEANINGS, SIZE, Seen
from .network import Network
from .network import shipped as shipped_network

FILE = Path(__file__).with_name("weights.npz")

#: A section without cues gets only what is announced for it, or has words of its title.
_NEVER = -1e3
#: What counts of the weights and of the network, so that together they differ as much as one alone.
_BOTH = np.float32(0.6)
#: What it takes to go on under another heading of the same role.
_LEAVES = 0.5


class Model(NamedTuple):
    """Weights by feature and section, and the weights of transitions between the sections, for one template; the
    ``network`` of a built-in one adds its scores."""

    weights: np.ndarray
    following: np.ndarray
    constant: np.ndarray
    network: Network | None = None

    def scores(self, found: Seen) -> np.ndarray:
        """Return a row of scores per sentence, with a column per section of the template."""
        rows = [one.values @ self.weights[one.indices] for one in found.sentences]
        scores = np.array(rows).reshape(len(rows), len(self.constant)) + self.constant
        for (part, length), places in zip(MEANINGS, found.places.T, strict=True):
            scores += (found.vectors @ self.weights[part] * length)[places]
        return scores if self.network is None else (scores + self.network.scores(found)) * _BOTH


class Weights(NamedTuple):
    """All that the file holds."""

    columns: dict[str, int]
    weights: np.ndarray
    following: dict[str, np.ndarray]

    def for_template(self, template: ReportTemplate) -> Model:
        """Return the model of a built-in template, or one made of its sections' roles."""
        names = [f"{template.key}/{section.key}" for section in template.sections]
        if template.key in self.following and all(name in self.columns for name in names):
            order = [self.columns[name] for name in names]
            constant = np.zeros(len(names), np.float32)
            return Model(np.ascontiguousarray(self.weights[:, order]), self.following[template.key], constant)
        return self.by_role(template)

    def by_role(self, template: ReportTemplate) -> Model:
        """Return the scores of the roles, which two sections may share (``subjects`` tells them apart)."""
        count = len(template.sections)
        weights, constant = np.zeros((SIZE, count), np.float32), np.full(count, _NEVER, np.float32)
        for index, section in enumerate(template.sections):
            column = self.columns.get(section.role.value)
            if column is not None:
                weights[:, index], constant[index] = self.weights[:, column], 0.0
        roles = [section.role for section in template.sections]
        following = [[-_LEAVES * (one is other) for other in roles] for one in roles] + np.eye(count) * _LEAVES
        return Model(weights, following.astype(np.float32), constant)


@cache
def weights() -> Weights:
    """Return the shipped weights, read at first use."""
    with np.load(FILE, allow_pickle=False) as file:
        columns = {str(name): index for index, name in enumerate(file["columns"])}
        following = {
            name.removeprefix("following/"): file[name].astype(np.float32)
            for name in file.files
            if name.startswith("following/")
        }
        return Weights(columns, file["weights"].astype(np.float32) * file["scales"], following)


@cached_words(64)
def shipped(template: ReportTemplate) -> Model:
    """Return the shipped model for a template."""
    return weights().for_template(template)._replace(network=shipped_network(template))
