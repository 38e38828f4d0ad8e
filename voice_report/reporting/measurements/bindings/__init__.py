"""Which word claims which figure: every figure of a sentence gets its kind, or none of ours."""

from collections.abc import Sequence

from ...evidence.words.tokens import Token
from ..clauses import Scene
from ..found import Found
from ..kinds import cue
from ..model import Kind
from .binder import Binder

_REACH = 16  # words
_RECENT = 3
_MOST_AGE = 2  # sentences that say nothing of a value, between two that do


def bind(scenes: Sequence[Scene | None], words: Sequence[Sequence[Token]]) -> list[Found]:
    """Return the figures that are values of a kind, in order of speaking; ``words`` are those of every sentence."""
    found: list[Found] = []
    recent: list[Kind | str] = []  # the kinds that were spoken of, the last one first
    age = 0
    for at, scene in enumerate(scenes):
        if scene is None:
            kind = _announced(words[at])
        else:
            binder = Binder(scene, recent if age <= _MOST_AGE else [], age, words)
            new = sorted(binder.found(), key=lambda one: one.first)
            found += new
            kind = binder.kind_at_end(new)
            recent = [*{one.kind: None for one in reversed(new)}, *recent][:_RECENT]
        age = 0 if kind else age + 1
        recent = [kind, *(one for one in recent if one != kind)][:_RECENT] if kind else recent
    return found


def _announced(words: Sequence[Token]) -> Kind | str:
    """Return the kind that a sentence without a figure speaks of last: 'Ik heb haar temperatuur gemeten.'"""
    cues = (cue(word.lower) for word in reversed(words[-_REACH:]))
    return next(
        (one.kind for one in cues if one is not None and one.kind and not (one.is_weak and one.kind == "fluid_in")), ""
    )
