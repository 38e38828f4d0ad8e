"""The best sequence of sections for a dictation: what each sentence scores, and how sections follow one another."""

import numpy as np


def best(scores: np.ndarray, following: np.ndarray) -> list[int]:
    """Return the section of each sentence on the best path (Viterbi), in time linear in the number of sentences.

    ``scores`` has a row per sentence and a column per section; ``following[a, b]`` is added where b follows a.
    """
    if not len(scores):
        return []
    total, before = scores[0], []
    for row in scores[1:]:
        paths = total[:, None] + following
        before.append(paths.argmax(axis=0))
        total = paths.max(axis=0) + row
    section = int(total.argmax())
    found = [section]
    for choices in reversed(before):
        section = int(choices[section])
        found.append(section)
    return found[::-1]
