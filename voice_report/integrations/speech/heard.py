"""Which of two answers to the same sound is kept, and where it is marked.

What was heard soundly once is never given up for less: an answer that cannot be what was said gives way to one that
can, unless that one has hardly any words; and one that only ends too early gives way to one that continues to the end
with at least as many.
"""

from dataclasses import dataclass

from ...core.texts import NOT_UNDERSTOOD
from . import doubt
from .protocol import Answer


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer, and whether speech continues after its end."""

    answer: Answer
    ends_early: bool

    @property
    def is_sound(self) -> bool:
        return bool(self.answer.text) and not doubt.is_doubtful(self.answer.text)

    @property
    def is_certain(self) -> bool:
        return self.is_sound and not self.ends_early

    @property
    def marked(self) -> Answer:
        text = doubt.marked(self.answer.text)
        return Answer(f"{text} {NOT_UNDERSTOOD}" if self.ends_early else text, self.answer.words)


def better(first: Heard, second: Heard) -> Heard:
    """Return the answer to keep. The second is that of the careful retry."""
    said, more = _words(first), _words(second)
    if not second.answer.text:
        return first
    if first.is_sound:  # so it ends early: only the times of words tell that the other one does not
        is_better = bool(second.answer.words) and second.is_certain and more >= said
    elif first.ends_early or second.ends_early:
        is_better = more >= said
    else:
        is_better = 2 * more >= said and doubt.marks(second.marked.text) <= doubt.marks(first.marked.text)
    return second if is_better else first


def _words(heard: Heard) -> int:
    return doubt.count(heard.marked.text)
