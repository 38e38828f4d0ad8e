"""Learns which spoken sentences look like filler: ``python -m bench.fillers [--out FILE]``.

From the sentences of the labelled dictations that lead to no section, and short ones beside them. Prints what the
weights are worth for writers they were not learnt from.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch
from zlib import crc32

from bench import hashed, structure, training
from voice_report.reporting.evidence import filler
from voice_report.reporting.evidence.reading import Reading

FOLDS = 6
#: Short sentences, a line each, which dictations have few of, and whether they are filler. They are always learnt from.
SHORT = {"short_content.txt": False, "short_filler.txt": True}
#: Added to each score: a point to check that is none costs more than one that became a note.
_EAGER = 1.0


def train(dictations: Sequence[dict]) -> bytes:
    """Return the weights, a byte each, learnt from these dictations."""
    sentences = [(one["text"], one["section"] == "geen") for dictation in dictations for one in dictation["sentences"]]
    sentences += [(line, is_filler) for name, is_filler in SHORT.items() for line in lines(name)]
    seen = [filler.columns(text) for text, _ in sentences]
    weights = hashed.learn(seen, [is_filler for _, is_filler in sentences], filler.SIZE)
    weights[0] += _EAGER
    return hashed.as_bytes(weights, filler.ZERO)


def lines(name: str) -> list[str]:
    """Return the sentences of one of the files of short ones."""
    return (training.HERE / name).read_text("utf-8").splitlines()


def fold(dictation: dict) -> int:
    """Return the fold of a dictation: all that one person wrote is in one, save the first writer's half of the data."""
    author = structure.author(dictation)
    return (crc32(dictation["id"].encode()) if author == 1 else author) % FOLDS


def unseen(dictations: Sequence[dict]) -> dict[str, list[int]]:
    """Return for each dictation, by its id, weights that were learnt without its fold."""
    found: dict[str, list[int]] = {}
    for number in range(FOLDS):
        weights = [one - filler.ZERO for one in train([one for one in dictations if fold(one) != number])]
        found |= {one["id"]: weights for one in dictations if fold(one) == number}
    return found


def main() -> int:
    """Learn from all dictations and write the weights; print what those learnt without a writer say of the writer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=filler.FILE, help="where the weights go")
    out = parser.parse_args().out
    dictations = training.load(training.data_files())
    out.write_bytes(train(dictations))
    weights = unseen(dictations)
    counts = {"geen": [0, 0], "content": [0, 0]}
    for dictation in dictations:
        with patch.object(filler, "shipped", lambda one=dictation["id"]: weights[one]):
            for one in dictation["sentences"]:
                reading = Reading(one["text"])
                if not filler.is_filler(reading):
                    found = counts["geen" if one["section"] == "geen" else "content"]
                    found[0] += filler.looks_like_filler(reading)
                    found[1] += 1
    for title, (found, of) in {"filler": counts["geen"], "with content": counts["content"]}.items():
        print(f"{title}: {found} of {of} sentences look like filler")
    return 0


if __name__ == "__main__":
    sys.exit(main())
