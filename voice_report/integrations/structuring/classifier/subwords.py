"""Cut text into the pieces of words that ``encoder`` knows: the most probable ones (a unigram language model)."""

import unicodedata
from collections.abc import Sequence

from ....core.word_caches import cached_words

START = "▁"  # of a word
_LONGEST_WORD = 40  # characters of a word that are read
_WORDS_KEPT = 4096


class Subwords:
    """The pieces with their log probabilities; the numbers of a piece, and of the three special ones, are places."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], unknown: int) -> None:
        self._places = {piece: place for place, piece in enumerate(pieces)}
        self._scores = scores
        self._unknown, self._unknown_score = unknown, min(scores) - 10
        self._longest = max(map(len, pieces))
        self._cut = cached_words(_WORDS_KEPT)(self._best)

    def of(self, text: str, most: int) -> list[int]:
        """Return the first ``most`` pieces of the text."""
        found: list[int] = []
        for written in text.split():
            # A part of a word at a time: normalising takes quadratic time where many marks follow each other.
            for word in unicodedata.normalize("NFKC", written[:_LONGEST_WORD]).split():
                found += self._cut(word[:_LONGEST_WORD])
            if len(found) >= most:
                break
        return found[:most]

    def _best(self, word: str) -> tuple[int, ...]:
        """Return the pieces of one word whose probabilities have the highest product (Viterbi)."""
        marked = START + word
        total = [0.0] + [float("-inf")] * len(marked)
        last = [(0, self._unknown)] * (len(marked) + 1)
        for start in range(len(marked)):
            for end in range(start + 1, min(start + self._longest, len(marked)) + 1):
                place = self._places.get(marked[start:end])
                if place is not None and total[start] + self._scores[place] > total[end]:
                    total[end], last[end] = total[start] + self._scores[place], (start, place)
            if total[start] + self._unknown_score > total[start + 1]:
                total[start + 1], last[start + 1] = total[start] + self._unknown_score, (start, self._unknown)
        found, end = [], len(marked)
        while end:
            end, place = last[end]
            found.append(place)
        return tuple(reversed(found))
