"""Learns where clauses open in speech without punctuation: ``python -m bench.clauses [--out FILE]``.

A logistic regression over the hashed features of ``dutch.boundaries``, learnt from the labelled dictations that
have punctuation, with their marks left out. Those without are never learnt from: they show what the weights are worth.
The same data give the same file.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench import hashed, training
from voice_report.dutch import boundaries

#: Added to each score: a sentence cut in two costs less than two that stay together.
_EAGER = 1.2


def positions(dictation: dict) -> Iterator[tuple[list[int], bool]]:
    """Yield for each word of a dictation the columns of its features, and whether a sentence begins with it."""
    sentences = [one["text"].split() for one in dictation["sentences"]]
    words = [word for sentence in sentences for word in sentence]
    begins = [at == 0 for sentence in sentences for at in range(len(sentence))]
    for at, seen in enumerate(boundaries.columns(words)):
        if at and (begins[at] or words[at - 1][-1] not in ",;:"):  # at a comma either will do
            yield seen, begins[at]


def train(dictations: Sequence[dict]) -> bytes:
    """Return the weights, a byte each, learnt from these dictations."""
    examples = [one for dictation in dictations for one in positions(dictation)]
    weights = hashed.learn([seen for seen, _ in examples], [begins for _, begins in examples], boundaries.SIZE)
    weights[examples[0][0][0]] += _EAGER  # the first feature is in every example
    return hashed.as_bytes(weights, boundaries.ZERO)


def main() -> int:
    """Learn from all dictations with punctuation and write the weights; print how those without are cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=boundaries.FILE, help="where the weights go")
    out = parser.parse_args().out
    dictations = training.load(training.data_files())
    out.write_bytes(train([one for one in dictations if one["punctuated"]]))
    _print_cuts([one for one in dictations if not one["punctuated"]])
    return 0


def _print_cuts(dictations: Sequence[dict]) -> None:
    right = cuts = labelled = 0
    for dictation in dictations:
        said = [one["text"] for one in dictation["sentences"]]
        ends, found = (_ends(texts) for texts in (said, boundaries.cut(" ".join(said))))
        right, cuts, labelled = right + len(ends & found), cuts + len(found), labelled + len(ends)
    print(f"without punctuation: {right} of {labelled} ends found, {cuts - right} cuts elsewhere")


def _ends(texts: Sequence[str]) -> set[int]:
    """Return after how many words each text but the last ends."""
    return set(np.cumsum([len(text.split()) for text in texts])[:-1].tolist())


if __name__ == "__main__":
    sys.exit(main())
