"""The kinds that a figure can be of by its shape, unit and size: the options that the classifier chooses from."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...evidence.words.tokens import lower_at
from ..bindings.followers import is_begun, is_counted_apart, is_difference, is_emergency
from ..bindings.nearby import is_thing
from ..bindings.sentence import Sentence
from ..bindings.shapes import one_length
from ..clauses import Scene
from ..figures.numbers import Amount
from ..figures.quantities import Item
from ..found import Found, found_in
from ..kinds import KINDS, Rule
from ..medication import UNITS, is_of_pump
from ..model import Kind

_WITHOUT_COMMA = {"temperature": (340, 430)}
_PRESSURE = (Decimal(30), Decimal(280))
_OVER_TEN = (Decimal(5), Decimal(28))
_MOST_FACTOR = 2  # how far outside the limits of hearing a figure may be
_MOST_DOSE = 5000
_IS = frozenset({"is", "was", "meet"})


@dataclass(frozen=True, slots=True)
class Option:
    """A kind that a figure can be, with its parts by name; ``unit`` is what was said, '' for nothing."""

    kind: Kind
    parts: dict[str, Amount]
    unit: str

    def found(self, scene: Scene, item: Item) -> Found:
        """Return the figure as a value of this kind."""
        return found_in(scene, self.kind, item, dict(self.parts))


def options(sentence: Sentence, scene: Scene, item: Item) -> list[Option]:
    """Return the options of a figure in a sentence, none where the rules know that it is no value."""
    if is_difference(scene, item) or is_begun(scene, item) or is_counted_apart(scene.words, item):
        return []
    if is_emergency(scene.words, item) or sentence.is_denied(item) or sentence.is_somebody(item):
        return []
    if item.shape == "pair":
        return [_option("blood_pressure", {"systolic": item.amounts[0], "diastolic": item.amounts[1]})]
    if item.shape == "size":
        if sentence.is_of_thing(item):
            return []
        names = ("length", "width", "depth")
        return [_option("wound_size", dict(zip(names, item.amounts, strict=False)), item.unit)]
    if item.shape == "of_ten":
        return [_option("pain_score", {"value": item.amounts[0]})]
    found = [one for rule in KINDS.values() if (one := _single(sentence, item, rule)) is not None]
    return [*found, *_pressures(item), *_lengths(scene, item)]


def _option(kind: Kind, parts: dict[str, Amount], unit: str = "") -> Option:
    return Option(kind, parts, unit or next((one.unit for one in reversed([*parts.values()]) if one.unit), ""))


def _single(sentence: Sentence, item: Item, rule: Rule) -> Option | None:
    if rule.kind == "medication":
        amount = item.amounts[0]
        is_dose = amount.unit in UNITS or (not amount.unit and amount.low <= _MOST_DOSE)
        is_dose &= not amount.is_article and not is_of_pump(sentence.words, item)
        return _option("medication", {"dose": amount}) if is_dose else None
    if "value" not in rule.limits:
        return None
    amount = sentence.with_joined(item, rule)
    if rule.unit == "ml" and lower_at(sentence.words, amount.last + 1) in ("zuurstof", "o2"):
        return None
    if amount.unit and amount.unit not in rule.units:
        return None
    low, high = rule.limits["value"]
    size = amount.low * rule.units.get(amount.unit, Decimal(1))
    least, most = _WITHOUT_COMMA.get(rule.kind, (low / _MOST_FACTOR, high))
    is_heard = low / _MOST_FACTOR <= size <= high or least <= size <= most
    if rule.kind == "height" and lower_at(sentence.words, item.first - 1) in _IS:
        is_heard &= not is_thing(sentence.words, item.first - 2)
    is_metres = rule.kind == "height" and not amount.unit and Decimal(1) <= size <= Decimal("2.3")
    if not is_heard and not is_metres:
        return None
    return _option(rule.kind, {"value": amount}, "m" if is_metres else "")


def _pressures(item: Item) -> Sequence[Option]:
    amount = item.amounts[0]
    is_whole = amount.unit in ("", "mmHg") and amount.low == int(amount.low)
    if not is_whole or not (_PRESSURE[0] <= amount.low <= _PRESSURE[1] or _OVER_TEN[0] <= amount.low <= _OVER_TEN[1]):
        return ()
    return [_option("blood_pressure", {name: amount}) for name in ("systolic", "diastolic")]


def _lengths(scene: Scene, item: Item) -> Sequence[Option]:
    amount = item.amounts[0]
    if amount.unit not in ("", "cm", "mm") or amount.high > KINDS["wound_size"].limits["length"][1] * 10:
        return ()
    return [_option("wound_size", {one_length(scene, item) or "length": amount})]
