"""Spoken sentences that were copied word for word: they need no check."""

from .reading import Reading
from .sources import Spoken


def copied(reading: Reading, spoken: Spoken) -> tuple[int, ...]:
    """Return the spoken sentences that a written one consists of, word for word; () when it has other words."""
    if not reading.literal.strip():
        return ()
    whole = spoken.literal.get(reading.literal)
    if whole is not None:
        return whole
    words = reading.literal.split()
    found: list[int] = []
    start = 0
    while start < len(words):
        for length in spoken.lengths.get(words[start], ()):
            sources = spoken.literal.get(" ".join(words[start : start + length]))
            if sources is not None:
                found += sources
                start += length
                break
        else:
            return ()
    return tuple(dict.fromkeys(found))
