"""When each word of a segment was said, and of which the engine is unsure: to listen to them again on the device.

It is remembered in this process for a while and never stored: a segment that is uploaded again gets it again, and one
whose moments are gone has no unsure words, which changes nothing in its text.
"""

import uuid
from collections import OrderedDict
from dataclasses import dataclass

from ...integrations.speech import Answer
from ...runtime import per_process
from ..shared.text import storable

_SEGMENTS = 300
Key = tuple[uuid.UUID, uuid.UUID, int]  # person, dictation, position


@dataclass(frozen=True, slots=True)
class Moment:
    """A word as it was heard, from when to when (ms from the start of its sound), and whether it is unsure."""

    word: str
    start: int
    end: int
    unsure: bool


Moments = tuple[Moment, ...]


def of(answer: Answer) -> Moments:
    """Return the moments of an answer's words, or none when the engine is sure of all of them."""
    if not any(word.is_unsure for word in answer.words):
        return ()
    return tuple(
        Moment(storable(word.text), round(1000 * word.start), round(1000 * word.end), word.is_unsure)
        for word in answer.words
    )


def remember(key: Key, answer: Answer) -> None:
    """Remember the moments of a segment; the oldest segment is forgotten for it."""
    found = of(answer)
    if not found:
        return
    _remembered()[key] = found
    while len(_remembered()) > _SEGMENTS:
        _remembered().popitem(last=False)


def recall(key: Key) -> Moments:
    """Return the moments of a segment, or none when they are no longer known."""
    return _remembered().get(key, ())


@per_process
def _remembered() -> OrderedDict[Key, Moments]:
    return OrderedDict()
