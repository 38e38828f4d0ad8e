"""The time of each word of a segment, and the words the engine is unsure of: to hear them again on the device.

It is remembered in this process for an hour and never stored: a segment that is uploaded again gets it again, and one
whose moments are gone has no unsure words, which changes nothing in its text.
"""

import uuid
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from ... import clock
from ...core.process import process_singleton
from ...dutch.characters import cleaned
from ...integrations.speech import Answer

_SEGMENTS, _KEPT = 300, timedelta(hours=1)
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
        Moment(cleaned(word.text), round(1000 * word.start), round(1000 * word.end), word.is_unsure)
        for word in answer.words
    )


def remember(key: Key, answer: Answer) -> None:
    """Remember the moments of a segment; what is too old and, when there are too many, the oldest is forgotten."""
    found, remembered = of(answer), _recent()
    remembered.pop(key, None)
    if found:
        remembered[key] = (clock.now(), found)
    while len(remembered) > _SEGMENTS:
        remembered.popitem(last=False)


def recall(key: Key) -> Moments:
    """Return the moments of a segment, or none when they are no longer known."""
    return _recent().get(key, (None, ()))[1]


def forget_old() -> None:
    """Forget what is too old, also while there is no dictation."""
    _recent()


def _recent() -> OrderedDict[Key, tuple[datetime, Moments]]:
    """Return what is remembered, oldest first, after forgetting what is too old."""
    remembered = _remembered()
    while remembered and next(iter(remembered.values()))[0] <= clock.now() - _KEPT:
        remembered.popitem(last=False)
    return remembered


@process_singleton
def _remembered() -> OrderedDict[Key, tuple[datetime, Moments]]:
    return OrderedDict()
