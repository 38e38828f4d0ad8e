"""Learns where clauses open in speech without punctuation: ``python -m bench.clauses [--out FILE | --folds N]``.

A logistic regression over the hashed features of ``dutch.boundaries``, learnt from the labelled dictations with their
marks left out. With ``--folds`` nothing is written, and those without punctuation are cut by weights that saw nothing
of their writers. The same data give the same file.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench import hashed, training
from bench.structure import author
from voice_report.dutch import boundaries

#: What a dictation without punctuation counts beside one with: its speech is what is cut.
_WITHOUT = 4.0
_RIDGE = 2.0


def positions(dictation: dict) -> Iterator[tuple[list[int], bool]]:
    """Yield for each word of a dictation the columns of its features, and whether a sentence begins with it."""
    sentences = [one["text"].split() for one in dictation["sentences"]]
    words = [word for sentence in sentences for word in sentence]
    begins = {0, *_ends([one["text"] for one in dictation["sentences"]])}
    said = boundaries.Speech(words)
    clause = boundaries.Clause.opened(said.kinds[0])
    for at, opens in enumerate(said.opens[1:], 1):
        until = said.opens[at + 1] if at + 1 < len(said.opens) else len(words)
        is_begin = not begins.isdisjoint(range(opens, until))
        hesitates = opens < until - 1
        if is_begin or hesitates or words[opens - 1][-1] not in ",;:":  # at a comma either will do
            yield [*said.columns(at), *clause.columns(*said.near(at))], is_begin
        kind = said.kinds[at]
        clause = boundaries.Clause.opened(kind) if is_begin else clause.grown(kind)


def train(dictations: Sequence[dict]) -> bytes:
    """Return the weights, a byte each, learnt from these dictations."""
    examples = [
        (*one, 1.0 if dictation["punctuated"] else _WITHOUT) for dictation in dictations for one in positions(dictation)
    ]
    seen, begins, counts = zip(*examples, strict=True)
    weights = hashed.learn(seen, begins, boundaries.SIZE, ridge=_RIDGE, counts=counts)
    most = boundaries.ZERO - 1
    steps = np.clip(np.round(weights * boundaries.UNIT), -most, most)
    return (steps + boundaries.ZERO).astype(np.uint8).tobytes()


def main() -> int:
    """Learn from all dictations and write the weights, or print how those without punctuation are cut by folds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=boundaries.FILE, help="where the weights go")
    parser.add_argument("--folds", type=int, help="measure on writers that nothing was learnt from")
    options = parser.parse_args()
    dictations = training.load(training.data_files())
    if not options.folds:
        options.out.write_bytes(train(dictations))
        return 0
    cuts: list[tuple[set[int], set[int]]] = []
    for fold in range(options.folds):
        left_out = [author(one) % options.folds == fold for one in dictations]
        learnt = train([one for one, is_out in zip(dictations, left_out, strict=True) if not is_out])
        boundaries.use(learnt)
        unpunctuated = (
            one for one, is_out in zip(dictations, left_out, strict=True) if is_out and not one["punctuated"]
        )
        for dictation in unpunctuated:
            said = [one["text"] for one in dictation["sentences"]]
            cuts.append((_ends(said), _ends(boundaries.cut(" ".join(said)))))
    right, found = sum(len(ends & made) for ends, made in cuts), sum(len(made) for _, made in cuts)
    labelled = sum(len(ends) for ends, _ in cuts)
    print(f"without punctuation: {right} of {labelled} ends found, {found - right} cuts elsewhere")
    return 0


def _ends(texts: Sequence[str]) -> set[int]:
    """Return after how many words each text but the last ends."""
    return set(np.cumsum([len(text.split()) for text in texts])[:-1].tolist())


if __name__ == "__main__":
    sys.exit(main())
