"""What a speaker may take back: values, medicines, sides and parts of a day, and which may stand for which."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.reading import Reading
from ...evidence.values.dates import TODAY
from ...evidence.values.units import UNITS
from ...evidence.words.tokens import PLACES, Token, Value, lower_at

MARKS = frozenset({",", ".", ";", ":", "!", "?"})
STOPS = frozenset({*MARKS, "–", "-", "en", "maar"})
LEADING = word_set("om op aan van met in bij voor tot rond naar sinds vanaf over na per tegen")
PREPOSITIONS = LEADING | word_set("de het een")
ENDS = STOPS | word_set("want dus omdat terwijl")
#: What a clause has behind its first item: a verb, a subject, or a word of contrast.
OF_A_CLAUSE = word_set(
    """ik we wij hij zij ze het er je u men die dat ook wel pas juist alleen
    is zijn was waren ben heeft heb hebben had hadden wordt worden werd werden gaat gaan ging gingen kan kon kunnen wil
    wilde willen moet moest moeten mag mocht mogen zal zou komt kwam komen blijft bleef doet deed zit zat ligt lag staat
    stond loopt liep voelt geeft gaf krijgt kreeg neemt nam zegt zei vindt vond ziet zag zagen slaapt sliep eet at
    drinkt dronk lukt lukte helpt hielp werkt hoeft hoefde viel belt belde vroeg wilt lijkt leek klopt hoort
    stopt stopte"""
)
#: A figure next to one of these is a difference, and none to correct by a whole value: '72 kg, 2 kg minder'.
OF_A_DIFFERENCE = word_set("minder meer erbij eraf af bij lager hoger langer korter geleden verschil later eerder")
#: A figure next to one of these belongs to another one: 'drie van de vijf'.
_TYING = word_set("van op tot a of bij x naar en")
_FEWER_DIGITS = 2
DAYS = word_set("vandaag morgen gisteren eergisteren overmorgen")
MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")
_FRACTIONS = word_set("half halve kwart")
_SIDES = word_set("links rechts linker rechter")


@dataclass(frozen=True, slots=True)
class Item:
    """What may be corrected: its first and last word, and its kind. Items of one kind replace each other.

    ``unit`` is the word of its unit, '' for none; 'vier uur' may be a duration. ``is_day``: a day relative to today.
    """

    first: int
    last: int
    kind: tuple[str, ...]
    keys: object
    unit: str = ""
    is_day: bool = False


def items_in(reading: Reading) -> list[Item]:
    """Return what may be corrected, in order; figures that stand together ('152 over 80') are one item."""
    found: list[Item] = []
    values = [one for one in reading.values if not one.is_article]
    at = 0
    while at < len(values):
        group = [values[at]]
        while at + 1 < len(values) and _is_joined(reading, values[at], values[at + 1]):
            at += 1
            group.append(values[at])
        kind = tuple(one.kind for one in group)
        keys = [sorted(map(str, one.keys)) for one in group]
        is_day = lower_at(reading.words, group[0].first) in DAYS
        found.append(Item(group[0].first, group[-1].last, kind, keys, _unit(reading, group), is_day))
        at += 1
    found += [Item(one.at, one.at, ("drug",), one.key) for one in reading.drugs]
    found += [
        Item(one.at, one.at, ("side", _rest(reading.words[one.at].lower)), one.key)
        for one in reading.sides
        if one.key != "beide"
    ]
    dated = {at for one in found if one.kind[0] == "date" for at in range(one.first, one.last + 1)}
    months = (at for at, word in enumerate(reading.words) if word.lower in MONTHS and at not in dated)
    found += [Item(at, at, ("month",), reading.words[at].lower) for at in months]
    words = enumerate(reading.words)
    found += [Item(at, at, ("part",), word.lower, "", True) for at, word in words if word.lower in TODAY]
    return sorted(found, key=lambda one: one.first)


def _unit(reading: Reading, group: Sequence[Value]) -> str:
    """Return the word of the unit of figures that stand together, also of those that are about: 'een dag of drie'."""
    words, last = reading.words, group[-1]
    if last.dimension or ("minutes", (last.amount or 0) * 60) in last.keys:
        return words[last.last].lower if words[last.last].lower in UNITS else ""
    is_about = lower_at(words, last.first - 1) == "of" and lower_at(words, last.first - 3) == "een"
    unit = lower_at(words, last.first - 2)
    return unit if is_about and unit in UNITS else ""


def has_unit(words: Sequence[Token], item: Item) -> bool:
    """Return whether an item ends with its unit: not 'drie' in 'een dag of drie'."""
    return bool(item.unit) and words[item.last].lower == item.unit


def _rest(word: str) -> str:
    """Return what a side is of, as far as its word says: 'linkerknie' and 'rechterknie' have the same rest."""
    if word in _SIDES:
        return "er" if word.endswith("er") else ""
    return word.removeprefix("linker").removeprefix("rechter")


def _is_joined(reading: Reading, one: Value, other: Value) -> bool:
    between = [word.lower for word in reading.words[one.last + 1 : other.first]]
    is_pair = between in (["over"], ["/"], ["bij"], ["x"]) or one.first == other.first
    return is_pair and one.kind == other.kind == "number"


def is_alike(old: Item, new: Item) -> bool:
    """Return whether one may stand for the other: of one kind, and of no two dimensions."""
    are_hours = old.unit == new.unit == "uur" and {old.kind, new.kind} <= {("time",), ("number",)}
    if old.kind != new.kind and not are_hours and not (old.is_day and new.is_day):
        return False
    dimensions = [UNITS[one.unit][0] if one.unit else "" for one in (old, new)]
    return dimensions[0] == dimensions[1] or not all(dimensions)


def is_hour(words: Sequence[Token], old: Item, new: Item) -> bool:
    """Return whether a figure without a unit may be a time: 'om acht, nee, om negen uur'."""
    return old.kind == ("number",) and not old.unit and new.kind == ("time",) and not counts(words, old)


def is_begun(words: Sequence[Token], old: Item, new: Item) -> bool:
    """Return whether a figure without a unit may be the beginning of a new item: 'op acht, nee, achttien mei',
    '110, nee, 115 over 68'."""
    is_longer = new.kind == ("number", "number") or (new.kind == ("date",) and words[new.first].value is not None)
    return is_longer and old.kind == ("number",) and not old.unit and not counts(words, old)


def is_tied(words: Sequence[Token], old: Item) -> bool:
    """Return whether the old item belongs to another figure: 'drie van de vijf keer'."""
    before = words[old.first - 1].lower if old.first else ""
    after = words[old.last + 1].lower if old.last + 1 < len(words) else ""
    is_led = before == "de" and old.first > 1 and words[old.first - 2].lower == "van"
    return is_led or (after in _TYING and any(word.value is not None for word in words[old.last + 2 : old.last + 4]))


def counts(words: Sequence[Token], item: Item) -> bool:
    """Return whether a figure without a unit is a count of the thing behind it, or the number of a place before it."""
    after = lower_at(words, item.last + 1)
    is_thing = after.isalpha() and after not in _TYING | PREPOSITIONS | OF_A_CLAUSE | ENDS | SOUNDS
    return item.kind == ("number",) and not item.unit and (is_thing or lower_at(words, item.first - 1) in PLACES)


def is_said_again(items: Sequence[Item], old: Item, new: Item) -> bool:
    """Return whether a side or medicine that would go is said behind the new one once more."""
    after = [one for one in items if one.first > new.last and (one.kind, one.keys) == (old.kind, old.keys)]
    return old.kind[0] in ("side", "drug") and bool(after)


def is_shorter(earlier: Reading, old: Item, reading: Reading, new: Item) -> bool:
    """Return whether the new item may be the end of a long number alone: '06 12 34 56 78, nee 79'."""
    pieces = earlier.piece(old.first, old.last), reading.piece(new.first, new.last)
    before, after = (len(re.findall(r"\d", piece)) for piece in pieces)
    return old.kind[0] == "number" and before - after > _FEWER_DIGITS


def first_word(reading: Reading, old: Item, written: str) -> int:
    """Return the place of the first word that goes with the old item: 'een' leads a half or a quarter, and stays only
    where another one is written in its place."""
    is_led = reading.words[old.first].lower in _FRACTIONS and lower_at(reading.words, old.first - 1) == "een"
    return old.first - (is_led and written.split()[0].lower() not in _FRACTIONS)
