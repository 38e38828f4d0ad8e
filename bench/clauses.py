"""Learns where clauses open in speech without punctuation: ``python -m bench.clauses [--out FILE | --folds N]``.

The network of ``dutch.clause_network``, learnt from the labelled dictations and those of ``bench/data/text`` that are
not held, with their marks left out. With ``--folds`` nothing is written, and those without punctuation are cut by
weights that saw nothing of their writers. When the same data give the same file, ``bench.convolution`` says.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import numpy as np

from bench import convolution, structure, training
from bench.convolution import Example
from voice_report.dutch import boundaries, clause_network

#: What a dictation without punctuation counts beside one with: its speech is what is cut; and one as people talk.
_WITHOUT, _AS_PEOPLE_TALK = 4.0, 2.0
#: What the second output counts, which learns what stands between commas; it is not shipped.
_COMMAS = 0.5
_PAUSES = ",;:…"
#: With these the ids of ``bench/data/text`` begin.
HANDS = ("dev", "fresh", "a1", "a2", "a3", "b1", "b2", "b3", "b4", "e1", "e2", "f1", "f2", "f3", "f4")


def example(dictation: dict) -> Example | None:
    """Return what a dictation teaches; none when it has fewer than two words."""
    sentences = [one["text"].split() for one in dictation["sentences"]]
    words = [word for sentence in sentences for word in sentence]
    begins = {0, *_ends([one["text"] for one in dictation["sentences"]])}
    said = boundaries.Speech(words)
    if len(said.plain) < 2:
        return None
    wanted = np.zeros((len(said.plain), 2), np.float32)
    so_far = [[0] * len(boundaries.Clause.opened("").columns("", "", "", 0))]
    clause = boundaries.Clause.opened(said.kinds[0])
    for at, opens in enumerate(said.opens[1:], 1):
        until = said.opens[at + 1] if at + 1 < len(said.opens) else len(words)
        is_begin = not begins.isdisjoint(range(opens, until))
        is_behind = any(word[-1] in _PAUSES for word in words[opens - 1 : until - 1])
        wanted[at] = is_begin, is_begin or is_behind
        so_far.append(clause.columns(*said.near(at)))
        kind = said.kinds[at]
        clause = boundaries.Clause.opened(kind) if is_begin else clause.grown(kind)
    often = (1.0 if dictation["punctuated"] else _WITHOUT) * (_AS_PEOPLE_TALK if is_text(dictation) else 1.0)
    counts = np.full((len(wanted), 2), often, np.float32)
    counts[:, 0] *= wanted[:, 0] == wanted[:, 1]  # at a comma either will do
    counts[:, 1] *= _COMMAS * dictation["punctuated"]
    counts[0] = 0
    return Example(said.features(), said.flags(), np.array(so_far), wanted, counts)


def is_text(dictation: dict) -> bool:
    """Return whether a dictation is of ``bench/data/text``."""
    return dictation["id"].startswith(HANDS)


def train(dictations: Sequence[dict]) -> clause_network.Network:
    """Return the weights learnt from these dictations."""
    return convolution.learn([one for one in map(example, dictations) if one is not None])


def load() -> list[dict]:
    """Return the dictations that are learnt from."""
    return training.load([*training.data_files(), *training.TALK, *training.SPOKEN])


def hand(dictation: dict) -> str:
    """Return who wrote a dictation of ``bench/data/text``."""
    return next(hand for hand in HANDS if dictation["id"].startswith(hand))


def fold(dictation: dict, folds: int) -> int:
    """Return the fold of a dictation: all that one person wrote is in one, save the first writer's half of the data."""
    if is_text(dictation):
        return HANDS.index(hand(dictation)) % folds
    author = structure.author(dictation)
    return (crc32(dictation["id"].encode()) if author == 1 else author) % folds


def main() -> int:
    """Learn from all dictations and write the weights, or print how those without punctuation are cut by folds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=clause_network.FILE, help="where the weights go")
    parser.add_argument("--folds", type=int, help="measure on writers that nothing was learnt from")
    options = parser.parse_args()
    dictations = load()
    if not options.folds:
        clause_network.save(train(dictations), options.out)
        return 0
    cuts: dict[str, list[tuple[set[int], set[int]]]] = defaultdict(list)
    for number in range(options.folds):
        boundaries.use(train([one for one in dictations if fold(one, options.folds) != number]))
        for one in dictations:
            if fold(one, options.folds) == number and not one["punctuated"]:
                said = [sentence["text"] for sentence in one["sentences"]]
                row = "text" if is_text(one) else "labelled"
                cuts[row].append((_ends(said), _ends(boundaries.cut(" ".join(said)))))
    for row, found in cuts.items():
        print(f"without punctuation, {row}: {_counted(found)}")
    return 0


def _counted(cuts: Sequence[tuple[set[int], set[int]]]) -> str:
    right, made = sum(len(ends & found) for ends, found in cuts), sum(len(found) for _, found in cuts)
    return f"{right} of {sum(len(ends) for ends, _ in cuts)} ends found, {made - right} cuts elsewhere"


def _ends(texts: Sequence[str]) -> set[int]:
    """Return after how many words each text but the last ends."""
    return set(np.cumsum([len(text.split()) for text in texts])[:-1].tolist())


if __name__ == "__main__":
    sys.exit(main())
