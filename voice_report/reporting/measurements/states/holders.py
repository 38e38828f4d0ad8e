"""Whether a dictation speaks of a second client: 'meneer Bakker 128 over 80, mevrouw Bakker 142 over 86', 'bed 4'.

Whose such a value is cannot be known from the words alone, so it is asked.
"""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.words.tokens import Token, lower_at
from ..found import Found
from .persons import is_reporter

Holder = tuple[str, str]

_TITLES = {"mevrouw": "f", "mw": "f", "mevr": "f", "meneer": "m", "dhr": "m", "heer": "m"}
_PLACES = word_set("bed kamer")
#: Between a title and a surname.
_PREFIXES = word_set("de het van der den ten ter te la el t 't")
_MOST_PREFIXES = 3
_REACH = 40  # words before a value


def of_second(found: Sequence[Found]) -> list[bool]:
    """Return for each value, in order of speaking, whether another client than the first one was named for it."""
    first: dict[str, Holder] = {}
    present: Holder | None = None
    result = []
    for one in found:
        present = _holder(one) or present
        if present is not None:
            sort = "place" if present[0] in _PLACES else "name"
            first.setdefault(sort, present)
            result.append(present != first[sort])
        else:
            result.append(False)
    return result


def _holder(found: Found) -> Holder | None:
    """Return the client, or the bed, that was named last before a value in its sentence."""
    words = found.scene.words
    for at in range(found.first - 1, max(-1, found.first - _REACH), -1):
        lower = words[at].lower
        if lower in _PLACES and lower_at(words, at + 1)[:1].isdigit() and at + 1 != found.first:
            return lower, lower_at(words, at + 1)
        if lower in _TITLES and (name := _surname(words, at)) and not is_reporter(words, at, found.first, found.kind):
            return _TITLES[lower], name
    return None


def _surname(words: Sequence[Token], at: int) -> str:
    """Return the surname behind a title, '' when there is none."""
    place = at + 1 + (lower_at(words, at + 1) == ".")
    for _ in range(_MOST_PREFIXES):
        place += lower_at(words, place) in _PREFIXES
    word = words[place] if place < len(words) else None
    return word.lower if word is not None and word.text.istitle() and word.text.isalpha() else ""
