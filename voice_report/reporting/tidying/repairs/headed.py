"""A correction at the head of the next sentence, with something behind it: 'Of nee, vrijdag, want dan kan ik.'

What only says that it is so ('dat had Petra opgeschreven', 'zei hij later') goes with the correction; what tells
something stays, behind the corrected sentence.
"""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from .cues import BEHIND, LONGEST_LEAD, introduced, phrase
from .items import MARKS, PREPOSITIONS, Item, is_alike, items_in
from .self_corrections import TELLING

_REASONS = word_set("want omdat")
_LONGEST_BEHIND, _SHORTEST_REASON, _LONGEST_REASON = 4, 2, 14  # words
#: What says that a correction is right, or who said it.
_SAYING_SO = word_set(
    """zei zegt later ook dat had heeft opgeschreven genoteerd gezegd verteld was het is ze hij zij ik lees las zie nu
    net hier staat er altijd toch dus om verkeerd keek zag die er werd geworden moest"""
)
_CONFIRMING = word_set("is was waren het dat geworden moet zijn")

#: With one of these the rest is a correction too, or what was looked for.
_CUES = word_set("nee neen sorry pardon correctie wacht eh bedoel")


def headed(earlier: Reading, reading: Reading) -> tuple[str, str] | None:
    """Return the correction at the head of a sentence and what else it tells, '' where it only says that it is so;
    ``None`` where it is no such sentence."""
    words = reading.words
    end = introduced(words)
    if "?" in earlier.text + reading.text or not words:
        return None
    items = items_in(reading)
    new = next((one for one in items if end <= one.first <= end + LONGEST_LEAD), None)
    if new is None or any(word.lower not in PREPOSITIONS for word in words[end : new.first]):
        return None
    stop = _end(earlier, words, new)
    is_meant = any(phrase(words, at, BEHIND) for at in range(new.last + 1, stop))
    if not (end or is_meant) or stop >= len(words):
        return None
    is_reason = words[stop].lower in _REASONS
    if not is_reason and words[stop].text != "," and not is_meant:
        return None
    first = stop + (words[stop].text == ",")
    rest = [word for word in words[first:] if word.text not in MARKS]
    if not _SHORTEST_REASON <= len(rest) <= _LONGEST_REASON or not _may_follow(earlier, reading, items, new, stop):
        return None
    if rest[0].lower in TELLING and "later" not in {word.lower for word in rest}:
        return None  # 'Nee, woensdag, zegt haar zoon.'
    head = reading.piece(0, stop - 1).rstrip(" ,")
    reason = reading.piece(first, len(words) - 1).rstrip(" .")
    return f"{head}.", "" if _only_says_so(earlier, reading, items, first) else reason


def _end(earlier: Reading, words: Sequence[Token], new: Item) -> int:
    """Return the place behind an item, what only confirms it, and the words that stand behind the old one too."""
    stop, said = new.last + 1, {word.lower for word in earlier.words}
    while stop < len(words) and stop - new.last <= _LONGEST_BEHIND and words[stop].text not in MARKS:
        if words[stop].lower in _REASONS:
            break
        if length := phrase(words, stop, BEHIND):
            return stop + length
        if words[stop].lower not in said and words[stop].lower not in _CONFIRMING:
            break
        stop += 1
    return stop


def _may_follow(earlier: Reading, reading: Reading, items: Sequence[Item], new: Item, first: int) -> bool:
    """Return whether the rest takes nothing back itself, and has no other item that may be the right one."""
    words = reading.words
    is_reason = words[first].lower in _REASONS or words[first + 1].lower in _REASONS
    if not _CUES.isdisjoint(word.lower for word in words[first:]):
        return False
    old = [one for one in items_in(earlier) if is_alike(one, new)]
    others = [one for one in items if one.first >= first and is_alike(one, new) and one.keys != new.keys]
    is_told_of_old = others and lower_at(words, others[0].last + 1) in ("was", "is")  # 'zondag was Milan'
    return (is_reason or not is_told_of_old) and all(any(one.keys == other.keys for other in old) for one in others)


def _only_says_so(earlier: Reading, reading: Reading, items: Sequence[Item], first: int) -> bool:
    names = {one.start for one in reading.names}
    said = {word.lower for word in earlier.words}
    kept = {at for one in items for at in range(one.first, one.last + 1) if one.first >= first}
    return all(
        word.text in MARKS
        or (word.lower not in DENYING and (word.lower in _SAYING_SO | said or word.start in names or at in kept))
        for at, word in enumerate(reading.words)
        if at >= first
    )
