"""Whether texts have the capitals of Dutch: without them a name that is a word looks like the word."""

from collections.abc import Sequence

from .lists import is_name
from .model import Hit, Kind, Reason
from .reading import Word

_NAMED = frozenset({Kind.PERSON, Kind.NAME, Kind.PLACE, Kind.INSTITUTION})
_SENTENCE = 4  # words from which on a text should begin with a capital
_BEGINNING = 0.6  # of the sentences
_SMALL = 1 / 3  # of the names at most, without a capital
_LONG, _LONG_WORD, _SHOUTED = 60, 4, 0.2


def is_reliable(words: Sequence[Sequence[Word]], found: Sequence[Sequence[Hit]], texts: Sequence[str]) -> bool:
    """Return whether capitals say in these texts what is a name."""
    sentences = [_sentence(one) for text in words for one in _sentences(text)]
    begun = [capital for many, capital in sentences if many >= _SENTENCE]
    if begun and sum(begun) < _BEGINNING * len(begun):
        return False
    names = [
        text[hit.start : hit.end]
        for text, hits in zip(texts, found, strict=True)
        for hit in hits
        if _is_sure(hit, text)
    ]
    small = sum(name == name.lower() for name in names)
    if small > _SMALL * len(names):
        return False
    said = [word for text in words for word in text if word.text[0].isalpha()]
    if len(said) >= _LONG and small and not any(word.has_capital and not word.opens for word in said):
        return False
    long = [word for word in said if len(word.text) >= _LONG_WORD]
    return sum(word.is_shouted for word in long) <= _SHOUTED * max(len(long), 5)


def _is_sure(hit: Hit, text: str) -> bool:
    """Return whether a hit is a name, and no word that was misspelled."""
    if hit.kind not in _NAMED:
        return False
    words = text[hit.start : hit.end]
    return words != words.lower() or hit.reason is not Reason.UNUSUAL or any(map(is_name, words.lower().split()))


def _sentences(words: Sequence[Word]) -> list[list[Word]]:
    found: list[list[Word]] = []
    for word in words:
        if word.opens or not found:
            found.append([])
        found[-1].append(word)
    return found


def _sentence(words: Sequence[Word]) -> tuple[int, bool]:
    return len(words), words[0].has_capital or not words[0].text[0].isalpha()
