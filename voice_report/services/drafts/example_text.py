"""What the spoken example says, and whether a draft still says it.

A draft keeps what the engine heard in the example. It is the example for as long as its texts are nearly the example's:
heard words may be corrected, and a few be added or taken out. Anything else is the user's own report.
"""

import json
import re
from collections import Counter
from pathlib import Path

from ..shared import rate_limits
from ..shared.identity import CurrentUser

#: The sentences that are said: ``text``, ``heading``, and ``until``, the second of the sound at which it has been said.
SENTENCES: list[dict[str, str | float]] = json.loads(Path(__file__).with_name("example.json").read_text("utf-8"))

_SAID = " ".join(str(sentence["text"]) for sentence in SENTENCES)
_OTHER_WORDS = 10  # words that may be added, and that may be missing
_WORD = re.compile(r"\w+")


async def count_use(user: CurrentUser) -> None:
    """Count what an example takes of an engine without a credit. Raises ``TooMany`` and ``NoOrganization``."""
    await rate_limits.hit("example", str(user.id))
    await rate_limits.hit("example_organization", str(user.organization_id))


def is_nearly(transcript: str, heard: str) -> bool:
    """Return whether a transcript has the words of the example, as said or as ``heard``, but for a few."""
    words, versions = _words(transcript), (_words(_SAID), _words(heard))
    missing = min((version - words).total() for version in versions)
    return max(_added(words, *versions), missing) <= _OTHER_WORDS


def has_few_other_words(report: str, heard: str, made: str) -> bool:
    """Return whether hardly a word of its report is neither in the example, nor in what was ``made`` of it."""
    return _added(_words(report), _words(_SAID), _words(heard), _words(made)) <= _OTHER_WORDS


def _added(words: Counter[str], *known: Counter[str]) -> int:
    """Return how many of the words are in none of the known texts, or more often than in any of them."""
    most: Counter[str] = Counter()
    for one in known:
        most |= one
    return (words - most).total()


def _words(text: str) -> Counter[str]:
    return Counter(word.casefold() for word in _WORD.findall(text))
