"""The best sequence of sections for a dictation: what each sentence scores, and how sections follow one another."""

from collections.abc import Sequence

import numpy as np


def best(scores: np.ndarray, following: np.ndarray, staying: Sequence[float] = ()) -> list[int]:
    """Return the section of each sentence on the best path (Viterbi), in time linear in the number of sentences.

    ``scores`` has a row per sentence and a column per section; ``following[a, b]`` is added where b follows a.
    ``staying`` has a number per sentence, which is added where it has the section of the one before.
    """
    if not len(scores):
        return []
    same = np.eye(len(following), dtype=following.dtype)
    total, before = scores[0], []
    for at, row in enumerate(scores[1:], 1):
        paths = total[:, None] + following + (same * staying[at] if staying else 0)
        before.append(paths.argmax(axis=0))
        total = paths.max(axis=0) + row
    section = int(total.argmax())
    found = [section]
    for choices in reversed(before):
        section = int(choices[section])
        found.append(section)
    return found[::-1]
