"""Whether a language model's whole answer shows that it could not do the work, though each part of it can be read.

The measures are far from what a model that can does: a report is never refused for one wrong sentence.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..evidence import Evidence
from ..evidence.filler import is_filler
from ..evidence.reading import Reading

_FEW = 4  # sentences, of which nothing can be concluded
_MOST_IN_ONE = 0.5  # of the sentences, under one heading
_ALIKE = 0.6  # of the sentences, under the heading that the local rules give them
_REPEATS = 3
_LONG = 5  # words of a sentence that is not written three times on purpose
_LOST = 0.5  # of the spoken sentences with content, or of those with a value or medicine


def is_in_one_heap(placed: Sequence[str | None], local: Iterable[str]) -> bool:
    """Return whether most sentences are under one heading, where the local rules make no such heap and put many of
    them elsewhere. Both give the section of each of the same spoken sentences."""
    if len(placed) < _FEW or _share(placed) <= _MOST_IN_ONE:
        return False
    others = list(local)
    alike = sum(one == other for one, other in zip(placed, others, strict=True))
    return _share(others) <= _MOST_IN_ONE and alike < _ALIKE * len(placed)


def repeats(report: str, transcript: str) -> bool:
    """Return whether the report has a sentence about what was said three times."""
    said = set(re.findall(r"\w+", transcript.casefold()))
    seen: Counter[tuple[str, ...]] = Counter()
    for sentence in re.split(r"[.!?]\s|\n", report):
        words = tuple(re.findall(r"\w+", sentence.casefold()))
        if len(words) >= _LONG and 2 * sum(word in said for word in words) > len(words):
            seen[words] += 1
    return any(count >= _REPEATS for count in seen.values())


def loses_most(found: Evidence, medicines: frozenset[str]) -> bool:
    """Return whether a free report has nothing of most of what was said, or has most of its values and medicines wrong
    or not at all."""
    readings = [Reading(sentence, medicines) for sentence in found.spoken]
    content = {at for at, reading in enumerate(readings) if not is_filler(reading)}
    facts = {at for at in content if readings[at].values or readings[at].drugs}
    cited = {at for one in found.sentences for at in one.sources}
    wrong = {one.sentence for one in found.omissions if one.level == "red"}
    for one in found.sentences:
        wrong.update(one.sources if any(flag.level == "red" for flag in one.flags) else ())
    return any(
        len(some) >= _FEW and len(bad) > _LOST * len(some)
        for some, bad in ((content, content - cited), (facts, facts & wrong))
    )


def _share(sections: Sequence[str | None]) -> float:
    """Return the share of the heading that has most."""
    return max(Counter(sections).values()) / len(sections)
