"""Values that show what they are without a word of their kind: 'hij is 1 meter 72', 'vanavond was ze 37,3'."""

from collections.abc import Sequence
from decimal import Decimal

from ....dutch.word_sets import word_set
from ...evidence.words.tokens import Token, lower_at
from ..clauses import Scene
from ..figures.numbers import Amount
from ..figures.quantities import Item
from ..kinds import Cue
from ..model import Kind
from ..vocabulary import FREE, THINGS
from .followers import is_followed_freely
from .nearby import is_thing

_LENGTHS = {
    "lang": "length", "lengte": "length", "breed": "width", "breedte": "width", "diep": "depth", "diepte": "depth",
    "doorsnede": "length", "doorsnee": "length", "diameter": "length", "groot": "length",
}  # fmt: skip
_TALL = (Decimal("1.2"), Decimal("2.3"))
_CHILD = (Decimal(40), Decimal(215))
_FEVERISH = (Decimal(35), Decimal("42.5"))
_SATURATION, _MOST_LITRES = (70, 100), 15
_BABY = (Decimal(1500), Decimal(7000))  # grams
_SITES = word_set("oksel oor rectaal oraal rectaal tympaan")
_PERSONS = word_set("ze zij hij ik mevrouw meneer mw dhr client clienten cliente bewoner bewoonster patient patiente")
_IS = word_set("is was werd")
_HAS = word_set("is was had heeft heb kreeg zat")
_ADVERBS = word_set("nu inmiddels ongeveer precies maar net amper bijna ruim wel ook iets zo'n")
_NEAR = 5  # words before a figure in which a person is its subject
_OTHER_LENGTHS = word_set("hoog diep breed afstand lopen ver gelopen lang")


def tall(scene: Scene, item: Item, cues: Sequence[tuple[int, Cue]]) -> bool:
    """Return whether a figure is a height: 'is 1 meter 72', 'weegt 9 kilo en is 72 centimeter'."""
    amount, words = item.amounts[0], scene.words
    at = item.first - 1
    while lower_at(words, at) in _ADVERBS:
        at -= 1
    before, after = lower_at(words, at), lower_at(words, item.last + 1)
    has_weight = any(one.kind == "weight" for _, one in cues)
    is_small = amount.unit == "cm" and _CHILD[0] <= amount.low <= _CHILD[1] and has_weight
    is_bare = not amount.unit and amount.low * 10 != int(amount.low * 10) and before == "is" and not after.isalpha()
    if is_bare and lower_at(words, item.first - 2) in _PERSONS and _TALL[0] <= amount.low <= _TALL[1]:
        return True
    is_whole = amount.unit == "m" and amount.low != int(amount.low) and _TALL[0] <= amount.low <= _TALL[1]
    is_named = after in ("is", "was") and lower_at(words, item.last + 2) in _PERSONS
    by_weight = before == "bij" and item.place > 0 and scene.items[item.place - 1].unit == "kg"
    is_person = (before in ("is", "meet", "was") and not is_thing(words, at - 1)) or by_weight or is_named
    return (is_small or is_whole) and is_person and after not in _OTHER_LENGTHS


def is_height(amount: Amount) -> bool:
    """Return whether a bare figure behind 'lengte' can be a height, in metres or centimetres."""
    return _TALL[0] <= amount.low <= _TALL[1] or (
        _CHILD[0] <= amount.low <= _CHILD[1] and amount.low == int(amount.low)
    )


def of_person(scene: Scene, item: Item) -> Kind | None:
    """Return the kind of a figure of which a person is the subject: 'mevrouw was eerst 80 kilo', 'ze had 38,4'."""
    amount, words = item.amounts[0], scene.words
    if amount.joined is not None and is_followed_freely(words, joined(amount, None)):
        amount = joined(amount, None)
    behind = {word.lower for word in words[item.last + 1 : item.last + 6]}
    if behind & _SITES and not amount.unit and _FEVERISH[0] <= amount.low <= _FEVERISH[1]:
        return "temperature"
    is_tenth = amount.low * 10 == int(amount.low * 10) and amount.low != int(amount.low)
    is_opening = (item.first <= 2 and lower_at(words, 0) in _HAS) or lower_at(words, item.last + 1) == "gemeten"
    if is_opening and is_tenth and not amount.unit and _FEVERISH[0] <= amount.low <= _FEVERISH[1]:
        return "temperature"
    if (
        amount.unit == "g"
        and _BABY[0] <= amount.low <= _BABY[1]
        and {"is", "was"} & {word.lower for word in words[max(0, item.first - _NEAR) : item.first]}
    ):
        return "weight"
    had = {lower_at(words, item.last + 1), lower_at(words, item.first - 1)} & {"had", "heeft"}
    if amount.unit == "°C" and had and _FEVERISH[0] <= amount.low <= _FEVERISH[1]:
        return "temperature"
    if amount.unit not in ("", "kg", "°C") or not is_followed_freely(words, amount):
        return None
    near = words[max(0, item.first - _NEAR) : item.first]
    lower = {word.lower for word in near}
    if lower & THINGS or not (
        (amount.unit == "kg" and "het" in lower)
        or lower & _PERSONS
        or any(_is_name(words, at) for at in range(max(0, item.first - _NEAR), item.first))
    ):
        return None
    if amount.unit == "kg":
        if item.limit and lower & {"als", "zodra", "indien", "wanneer"}:
            return "weight"
        if lower & {"het"} and lower & (_IS | {"zat", "staat", "stond"}):
            return "weight"
        is_wished = "wil" in lower and lower_at(words, item.last + 1) in ("worden", "wegen", "zijn")
        return "weight" if lower & _IS or is_wished else None
    is_tenth = amount.low != int(amount.low) and amount.low * 10 == int(amount.low * 10)
    is_likely = _FEVERISH[0] <= amount.low <= _FEVERISH[1] and (bool(amount.unit) or is_tenth)
    return "temperature" if is_likely and lower & _HAS else None


def with_litres(scene: Scene, item: Item) -> bool:
    """Return whether a figure is a saturation by the litres of oxygen behind it: '91 procent met 2 liter zuurstof'."""
    amount, following = item.amounts[0], scene.items[item.place + 1 : item.place + 2]
    is_likely = (
        amount.unit in ("", "%") and _SATURATION[0] <= amount.low <= _SATURATION[1] and amount.low == int(amount.low)
    )
    if not is_likely or not following or following[0].unit not in ("l", "l/min"):
        return False
    between = [word.lower for word in scene.words[item.last + 1 : following[0].first]]
    return (
        between[:1] in (["met"], ["op"], ["bij"], ["aan"])
        and len(between) == 1
        and following[0].amounts[0].low <= _MOST_LITRES
    )


def _is_name(words: Sequence[Token], at: int) -> bool:
    word = words[at]
    if word.lower in FREE or word.lower in _HAS:
        return False
    return word.text.istitle() and word.text.isalpha() and len(word.text) > 2


def one_length(scene: Scene, item: Item) -> str:
    """Return which length of a wound a figure is by the word next to it: '4 cm lang', 'diepte 2 cm'; '' for none."""
    words = scene.words
    after, before = lower_at(words, item.last + 1), lower_at(words, item.first - 1)
    if before in ("is", "was", "van", ":", "een"):
        before = lower_at(words, item.first - 2)
    if after == "in":
        after = lower_at(words, item.last + 2)
    return _LENGTHS.get(after) or _LENGTHS.get(before) or ""


def joined(amount: Amount, unit: tuple[str, int] | None) -> Amount:
    """Return an amount with the digit behind it as its decimal, and the unit behind that."""
    last = unit[1] if unit is not None else amount.joined_last
    value = amount.joined if amount.joined is not None else amount.low
    return Amount(
        amount.first, last, value, value, unit[0] if unit else "", joined_last=amount.joined_last, figure_last=last
    )
