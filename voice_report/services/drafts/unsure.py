"""The words of a transcript of which the recogniser was unsure, by their places.

They are kept with the draft until a person confirms or changes the word. The recogniser's figures are not.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

#: From the first character of a word up to the one after its last, in code points.
Spot = tuple[int, int]

#: Spots that a draft keeps; more are of a text that is not checked word by word.
MOST = 1_000

#: Characters of an edited stretch in which words are looked for: of a longer one every word counts as changed.
_MOST_EDITED = 20_000
_AHEAD = 400  # characters that may stand between two words that were heard: marks, and words of another answer
_WORD = re.compile(r"\S+")
_CORE = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)


def to_json(spots: Sequence[Spot]) -> str | None:
    """Return the spots as a draft keeps them; ``None`` for none."""
    return json.dumps(spots) if spots else None


def from_json(stored: str | None) -> list[Spot]:
    """Return the spots that ``to_json`` stored."""
    return [(start, end) for start, end in json.loads(stored or "[]")]


def heard(text: str, words: Iterable[tuple[str, bool]]) -> list[Spot]:
    """Return the unsure words of a text. ``words``: those that were heard, in order, and whether each is unsure."""
    spots, at = [], 0
    for word, is_unsure in words:
        core = _CORE.search(word)
        start = text.find(core[0], at, at + _AHEAD) if core else -1
        while core and start >= 0 and not _is_whole(text, start, start + len(core[0])):
            start = text.find(core[0], start + 1, at + _AHEAD)
        if not core or start < 0:
            continue  # it was taken out of the text
        at = start + len(core[0])
        if is_unsure:
            spots.append((start, at))
    return spots[:MOST]


def respelled(spots: Sequence[Spot], changes: Sequence[tuple[int, str, str]]) -> list[Spot]:
    """Return the spots of a text in which words were written otherwise: (place in the new text, word, what was heard).

    A word that takes the place of an unsure one is unsure.
    """
    found: list[Spot] = []
    for start, end in spots:
        by, inside = 0, None
        for at, word, was in changes:
            if at - by >= end:
                break
            if at - by + len(was) > start:
                inside = (at, at + len(word))
                break
            by += len(word) - len(was)
        found.append(inside or (start + by, end + by))
    return list(dict.fromkeys(found))


def moved(spots: Sequence[Spot], before: str, after: str) -> list[Spot]:
    """Return the positions of the words in the text after an edit, without the words that were changed.

    A word within the edited range is found by the words on either side of it.
    """
    if before == after or not spots:
        return list(spots)
    most = min(len(before), len(after))
    head = _common(most, lambda size: before[:size] == after[:size])
    tail = _common(most - head, lambda size: before[len(before) - size :] == after[len(after) - size :])
    shift, first = len(after) - len(before), head
    is_searched = len(after) - tail - head <= _MOST_EDITED
    found: list[Spot] = []
    for start, end in spots:
        if end <= head:
            place: Spot | None = (start, end)
        elif start >= len(before) - tail:
            place = (start + shift, end + shift)
        else:
            place = _beside(before, start, end, after, first, len(after) - tail) if is_searched else None
        if place and after[place[0] : place[1]] == before[start:end] and _is_whole(after, *place):
            found.append(place)
            first = max(first, place[1])
    return found


def in_sentences(
    spots: Sequence[Spot], transcript: str, sentences: Sequence[str]
) -> dict[int, list[tuple[Spot, Spot]]]:
    """Return by sentence (position) the spots in it: counted from its first character, and as they were given.

    ``sentences`` are those of the transcript: its words, one after the other, with single spaces.
    """
    starts = [word.start() for word in _WORD.finditer(transcript)] if spots else []
    places: list[Spot] = []  # of the words: sentence, first character
    for at, sentence in enumerate(sentences if spots else ()):
        places += [(at, word.start()) for word in _WORD.finditer(sentence)]
    found: dict[int, list[tuple[Spot, Spot]]] = {}
    for start, end in spots:
        word = bisect_left(starts, start + 1) - 1
        if 0 <= word < len(places):
            at, first = places[word]
            first += start - starts[word]
            found.setdefault(at, []).append(((first, first + end - start), (start, end)))
    return found


def _common(most: int, is_same: Callable[[int], bool]) -> int:
    """Return the largest size up to ``most`` that is the same; a smaller one is then as well."""
    return bisect_left(range(1, most + 1), True, key=lambda size: not is_same(size))


def _beside(before: str, start: int, end: int, after: str, first: int, last: int) -> Spot | None:
    """Return where a word stands between ``first`` and ``last`` next to one of its neighbours."""
    head = before.rfind(" ", 0, max(0, start - 1)) + 1
    tail = before.find(" ", end + 1)
    tail = len(before) if tail < 0 else tail
    for context, offset in ((before[head:end], start - head), (before[start:tail], 0)):
        at = after.find(context, max(0, first - offset), last + tail - end) if context != before[start:end] else -1
        if at >= 0:
            return at + offset, at + offset + end - start
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    return not text[max(0, start - 1) : start].isalnum() and not text[end : end + 1].isalnum()
