"""Talk outside the report by how it stands among other sentences: 'Sjoerd, kun je even de deur opendoen.'

``wording`` looks at a sentence alone. Here a linear model also looks at the sentences before and after it and at its
place, and at the kinds of words in a row; it is learnt from dictations as people talk, and from content that looks like
talk (``bench/talk.py``).
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from ....dutch.boundaries import Speech
from ..words import Word
from . import talk, wording

WEIGHTS = Path(__file__).with_name("context.bin")
#: Number of weights, a byte each; features are hashed. The first is in every sentence.
SIZE = 1 << 16
ZERO, UNIT = 128, 64  # the byte of weight 0, and the steps from it to 1: the log of the odds

#: Words of a sentence that count, and places from the start and the end that do.
_MOST_READ, _MOST_PLACES = 40, 3
#: What stands around the first and the last sentence.
_NOTHING = ("nothing",)


def score(found: Sequence[Sequence[Word]], at: int) -> float:
    """Return the log of the odds that the ``at``-th of these sentences is talk."""
    weights = shipped()
    return sum(weights[one] for one in columns(found, at)) / UNIT


def columns(found: Sequence[Sequence[Word]], at: int) -> list[int]:
    """Return where the features of the ``at``-th of these sentences are among the weights."""
    seen = {*_worded(found[at]), *wording.grammar(found[at])}
    seen |= {f"before {one}" for one in (_around(found[at - 1]) if at else _NOTHING)}
    seen |= {f"after {one}" for one in (_around(found[at + 1]) if at + 1 < len(found) else _NOTHING)}
    if len(found) > _MOST_PLACES:
        seen |= {f"from start {min(_MOST_PLACES, at)}", f"from end {min(_MOST_PLACES, len(found) - 1 - at)}"}
    return sorted({0, *(1 + crc32(one.encode("utf-8", "surrogatepass")) % (SIZE - 1) for one in seen)})


def _worded(found: Sequence[Word]) -> set[str]:
    """Return the words of a sentence, in pairs too, their beginnings and ends, and their kinds in a row."""
    said, kinds = _said(found)
    seen = {f"first {' '.join(some)}" for some in (said[:1], said[:2])}
    seen |= {f"last {' '.join(some)}" for some in (said[-1:], said[-2:])}
    for word in said:
        seen |= {f"word {word}", f"begins {word[:4]}", f"ends {word[-4:]}", f"ends {word[-3:]}"}
    for (word, kind), (other, behind) in pairwise(zip(said, kinds, strict=True)):
        seen |= {f"pair {word} {other}", f"kind behind {word} {behind}", f"kind before {kind} {other}"}
    return seen | _in_a_row(kinds)


def _around(found: Sequence[Word]) -> set[str]:
    """Return what counts of a sentence for the one next to it."""
    said, kinds = _said(found)
    return {*said, *_in_a_row(kinds), f"first {' '.join(said[:2])}", f"last {' '.join(said[-2:])}"}


def _in_a_row(kinds: Sequence[str]) -> set[str]:
    return {f"row {''.join(kinds[place : place + 3])}" for place in range(len(kinds) - 2)}


def _said(found: Sequence[Word]) -> tuple[list[str], list[str]]:
    said = Speech(talk.nameless(found)[0][:_MOST_READ])
    return said.plain, said.kinds


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - ZERO for one in WEIGHTS.read_bytes()]
