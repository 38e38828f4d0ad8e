"""Which item of a sentence may stand for another: what is said behind a cue, and what may be meant by it."""

import re
from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.reading import Reading
from ...evidence.values.units import UNITS
from ...evidence.words import people
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from ..words import is_participle
from .items import OF_A_CLAUSE, OF_A_DIFFERENCE, PREPOSITIONS, STOPS, Item, items_in

NEAR = 3  # words between what introduces the new item and the item itself
LONGEST_PIECE = 6  # words that are shown as one
_MOST_SHOWN = 3  # old items
_LONG_PARTICIPLE = 6  # letters
#: Between two of these 'nee' corrects: 'fase oranje nee geel'.
_COLOURS = word_set("rood oranje geel groen blauw paars roze bruin zwart wit grijs")
#: A cue that says by itself that something was wrong; 'nee' may also begin an answer.
WRONG = word_set("sorry pardon correctie herstel wacht bedoel eigenlijk")
#: With no more than these behind 'nee' and the item, the rest is no sentence of its own.
COPULAS = word_set("is was zijn waren het dat die moet klopt klopte")
ENDS = STOPS | word_set("want dus omdat terwijl dan")
ARTICLES = word_set("de het een die dat deze dit zijn haar mijn hun ons onze")


def replaceable(reading: Reading) -> list[Item]:
    """Return what may be taken back: values, medicines, sides, relations, names, and things with their article."""
    words = reading.words
    found = [
        one
        for one in items_in(reading)
        if one.kind[0] != "number" or lower_at(words, one.last + 1) not in OF_A_DIFFERENCE
    ]
    taken = {at for one in found for at in range(one.first, one.last + 1)}
    names = {one.start for one in reading.names}
    for at, word in enumerate(words):
        if at in taken or not word.text[0].isalpha():
            continue
        if word.lower in people.PERSONS:
            first = at - 1 if at and words[at - 1].lower in ARTICLES else at
            found.append(Item(first, at, ("person",), people.PERSONS[word.lower]))
        elif word.text.isupper() and word.text.isalpha() and len(word.text) == 1:
            found.append(Item(at, at, ("letter",), word.text))
        elif word.lower in _COLOURS:
            found.append(Item(at, at, ("colour",), word.lower))
        elif is_participle(word.lower) and len(word.text) >= _LONG_PARTICIPLE:
            found.append(Item(at, at, ("participle",), word.lower))
        elif word.start in names:
            found.append(Item(at, at, ("name",), word.lower))
    articles = [one for one in reading.values if one.is_article and one.dimension]
    found += [
        Item(one.first, one.last, ("number",), sorted(map(str, one.keys)), words[one.last].lower) for one in articles
    ]
    return sorted(found, key=lambda one: one.first)


def replaced_by(
    words: Sequence[Token], old: Sequence[Item], found: Sequence[Item], end: int
) -> tuple[Item | None, list[Item]]:
    """Return the item that a cue, which ends before ``end``, introduces, and those of ``old`` that it may replace."""
    near = 0 if words[end - 1].lower in ("wacht", "even") else NEAR  # 'wacht even, pagina twee'
    for new in found:
        if new.last < end:
            continue
        between = words[end : new.first]
        if any(word.text in STOPS for word in between):
            break
        counted = [at for at in range(end, new.first) if not any(one.first <= at <= one.last for one in found)]
        if len(counted) > near and not all(words[at].lower in PREPOSITIONS for at in counted):
            break
        alike = [one for one in old if may_replace(one, new)]
        alike = [one for one in alike if _is_decimal(one) == _is_decimal(new)] or alike
        same = [one for one in old if (one.kind, one.unit) == (new.kind, new.unit)]
        if alike and not (same and same[-1].keys == new.keys):  # 'Bilal elf, wacht, Bilal is tien'
            return new, alike
    return None, []


def _is_decimal(item: Item) -> bool:
    """Return whether an item is one number, and no whole one."""
    return item.kind == ("number",) and re.search(r"\.[1-9]", str(item.keys)) is not None


def may_replace(old: Item, new: Item) -> bool:
    """Return whether one may stand for the other: of one kind, and of no two dimensions."""
    kinds = {old.kind[0], new.kind[0]}
    if old.keys == new.keys or (len(kinds) > 1 and kinds != {"number", "time"}):
        return False
    dimensions = {UNITS[one.unit][0] for one in (old, new) if one.unit}
    return len(dimensions) < 2 and not ("time" in kinds and len(kinds) > 1 and dimensions - {"minutes"})


def begins_sentence(words: Sequence[Token], start: int, behind_cue: int, new: Item, old: Sequence[Item] = ()) -> bool:
    """Return whether 'nee' begins a sentence of its own: 'nee, rechts niet', 'nee, om elf uur kwam de zoon'.

    Behind an old item at the start of the sentence a verb is that of the sentence: 'Haar zoon, nee, haar dochter belt'.
    """
    end = next((at for at in range(new.last + 1, len(words)) if words[at].lower in ENDS), len(words))
    rest = {word.lower for word in words[behind_cue:end]}
    if not rest.isdisjoint(DENYING):
        return True
    is_wrong = not WRONG.isdisjoint(word.lower for word in words[start : new.first])
    behind = [word.lower for word in words[new.last + 1 : end]]
    leads = any(one.first == 0 for one in old)
    return not is_wrong and not leads and bool(OF_A_CLAUSE.intersection(behind) - COPULAS)


def is_denied(words: Sequence[Token], old: Sequence[Item]) -> bool:
    """Return whether what was said first is denied: 'niet om acht uur, nee, om negen uur'."""
    first = old[-1].first
    return any(word.lower in DENYING for word in words[max(first - NEAR, 0) : first])


def piece_of(reading: Reading, new: Item) -> str:
    """Return an item with the figures right behind it: 'achtendertig acht'."""
    last = new.last
    while new.kind == ("number",) and last + 1 < len(reading.words) and reading.words[last + 1].value is not None:
        last += 1
    return reading.piece(new.first, last)


def shown(reading: Reading, old: Sequence[Item]) -> str:
    """Return the pieces that may be meant, as one where they stand together: 'drie van de vijf'."""
    first, last = old[-_MOST_SHOWN:][0].first, old[-1].last
    is_one = last - first < LONGEST_PIECE and all(word.text not in STOPS for word in reading.words[first:last])
    return reading.piece(first if is_one else old[-1].first, last)
