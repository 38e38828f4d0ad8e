"""Which sentences are talk outside the report by how they stand among the others (``context``) and what they lack."""

from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ...evidence import filler
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ..repairs.cues import introduced
from ..words import Word
from . import context, talk, wording
from .findings import may_tell
from .vocabulary import DAYS, JUDGING, LEADING, QUOTING, SHORTEST, VAGUE, pieces

#: How sure those of ``context`` have to be: of most sentences; of what is vague, denies or dates something, has a word
#: of care, or stands behind who tells something; of what may tell something; of a piece of speech without marks.
LIKELY, SURE, _TELLS, _PIECE = 3.0, 4.5, 6.0, -0.5
_FEWEST = 2  # words
#: What denies, takes back or dates something, or leads what was remembered late: 'O ja, vergeet ik bijna, ze at niet.'
_DOUBTED = DENYING | DAYS | word_set("nee neen vergeet vergat vergeten trouwens")
#: A question may be a client's ('Waar ben ik hier?') or a finding ('Hé, wat is dat voor bult?'): weights cannot tell.
_REFUSED = JUDGING | QUOTING
#: Between pieces of speech without marks.
_JOINING = word_set("en maar want dus of")


def stands_beside(found: Sequence[Sequence[Word]], at: int, *, least: float) -> bool:
    """Return whether a sentence is talk by how it stands among the others, whatever its words: 'Mijn tas valt om.'

    It has no medicine, figure, grave word, question, judgement or quotation, and no name but of who is called.
    ``least``: how sure the weights have to be. They have to be surer where it is vague, denies, dates or remembers
    something or has a word of care, and surest where it may tell of a client with words that say nothing by themselves.
    """
    said, names = talk.nameless(found[at])
    rest = [word for word in said if word not in LEADING and word != talk.NAME]
    words = {word.lower for word in found[at]}
    if len(rest) < _FEWEST + bool(names) or not words.isdisjoint(_REFUSED):
        return False
    if names and (talk.has_title(found[at]) or not _is_called(found[at])):
        return False
    vague = VAGUE - {"wat"} if ("wat", "een") in pairwise(said) else VAGUE
    is_soft = not words.isdisjoint(_DOUBTED) or not vague.isdisjoint(rest)
    odds = context.score(found, at)
    if odds <= max(least, _TELLS if may_tell(rest) else SURE if is_soft else LIKELY):
        return False
    reading = Reading(" ".join(word.text for word in found[at]))
    is_grave = not reading.content.isdisjoint(filler.GRAVE) or not all(map(filler.is_slight, reading.values))
    is_of_care = not words.isdisjoint(DAYS) or any(map(talk.is_of_care, rest))
    if is_grave or (is_of_care and (odds <= SURE or reading.drugs or introduced(reading.words))):
        return False  # 'Nee, links.' and 'Nee, april.' take back what was said
    return found[at][-1].is_mark or _is_all_worded_so(found, at)


def _is_all_worded_so(found: Sequence[Sequence[Word]], at: int) -> bool:
    """Return whether each piece of a sentence is worded as talk is: not 'ik sta hier en alles is beschimmeld'."""
    some = [piece for piece in pieces(found[at], _JOINING) if len(piece) >= SHORTEST]
    return all(context.score([*found[:at], piece, *found[at + 1 :]], at) > _PIECE for piece in some)


def _is_called(found: Sequence[Word]) -> bool:
    """Return whether each name stands apart, as that of who is called does: 'Sjoerd, kun je even.'"""
    said = [talk.nameless(piece)[0] for piece in pieces(found, frozenset())]
    named = [piece for piece in said if talk.NAME in piece]
    return bool(named) and all({*piece} <= LEADING | wording.CALLS | {talk.NAME} for piece in named)
