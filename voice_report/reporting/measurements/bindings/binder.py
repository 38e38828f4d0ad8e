"""The figures of one sentence, each with the word that claims it, its shape, or what was spoken of before."""

from collections.abc import Iterator, Sequence

from ...evidence.words.tokens import Token, lower_at
from ..clauses import Scene
from ..figures.numbers import Amount
from ..figures.quantities import Item
from ..found import Found, found_in
from ..kinds import KINDS, Cue, Rule
from ..model import Kind
from ..vocabulary import AGAIN, FREE, LIMITING
from . import shapes
from .followers import (
    doubt_of_joined,
    is_begun,
    is_counted_apart,
    is_difference,
    is_emergency,
    is_fluid,
    is_followed_freely,
    is_heard,
)
from .sentence import Sentence

_FAR, _BEHIND = 34, 4  # words
_TELLING = frozenset({"%", "mmol/l", "°C", "kg", "mmHg"})  # units that show a kind
_RUN_TOGETHER = 999  # a pressure without 'over': 14280
_METRES = 3  # below it a bare height is in metres
_MOST_LITRES = 15  # of oxygen, said without a unit
_BAGS = ("zak", "zakje", "zakken")
#: Kinds of which another sentence may give a further value without a word for it.
_CONTINUED = frozenset(
    {
        "heart_rate", "temperature", "oxygen_saturation", "oxygen_flow", "respiratory_rate", "weight", "height",
        "glucose", "inr", "pain_score", "fluid_in", "fluid_out", "urine", "stool_type",
    }
)  # fmt: skip
_WITHOUT_COMMA = 340  # the least temperature that was heard as 385
#: What a bag holds, by how the word for what it hangs on begins.
_DRAINS = ("stoma", "drain", "maaghevel", "ileo", "colo")
_OF_URINE = ("kath", "cath", "cad", "urine", "plas", "nachtzak")
_SENTENCES = 2  # before, in which a bag is named


class Binder(Sentence):
    """Binds the figures of one sentence.

    ``words`` are those of all sentences.
    """

    def __init__(
        self,
        scene: Scene,
        recent: Sequence[Kind | str],
        age: int,
        words: Sequence[Sequence[Token]],
    ) -> None:
        super().__init__(scene, recent, age)
        self._all_words = words
        self._consumed: set[int] = set()
        self._last: Found | None = None
        self._has_continued = False

    def found(self) -> Iterator[Found]:
        """Yield the values of the sentence."""
        for item in self._scene.items:
            if item.first in self._consumed or is_difference(self._scene, item) or self.is_denied(item):
                continue
            if is_counted_apart(self._words, item):
                continue
            if is_begun(self._scene, item) or is_emergency(self._words, item) or self.is_somebody(item):
                continue
            made = self._made(item)
            if made is not None:
                self._last = made
                yield made

    def kind_at_end(self, found: Sequence[Found]) -> Kind | str:
        """Return the kind that a following sentence without a word for it may continue."""
        cues = [
            (at, one.kind) for at, one in self._near.cues if one.kind and not (one.is_weak and one.kind == "fluid_in")
        ]
        values = [(one.last, one.kind) for one in found if one.kind != "medication"]
        return max([*cues, *values], key=lambda pair: pair[0])[1] if cues or values else ""

    def _made(self, item: Item) -> Found | None:
        made = {"pair": self._pressure, "size": self._size, "of_ten": self._score, "single": self._single}[item.shape]
        return made(item)

    def _pressure(self, item: Item) -> Found | None:
        at = self._near.nearest(item, "blood_pressure")
        if at < 0 and not item.is_by_shape and not self._is_of_earlier("blood_pressure"):
            return None
        systolic, diastolic = item.amounts
        self._used[at] = item
        parts = {"systolic": systolic, "diastolic": diastolic}
        made = found_in(self._scene, "blood_pressure", item, parts, at)
        made.doubt = "reading" if item.is_loose else None
        return made

    def _size(self, item: Item) -> Found | None:
        if item.unit not in ("", "cm", "mm") or self.is_of_thing(item):
            return None
        at = self._near.nearest(item, "wound_size")
        if at < 0 and not self._is_of_earlier("wound_size") and not self._near.any_of("wound_size"):
            return None
        parts: dict[str, Amount] = dict(zip(("length", "width", "depth"), item.amounts, strict=False))
        for one in parts.values():
            one.unit = one.unit or item.unit
        return found_in(self._scene, "wound_size", item, parts, at)

    def _score(self, item: Item) -> Found | None:
        at = self._near.nearest(item, "pain_score")
        if at < 0 and self._earlier != "pain_score" and not self._near.any_of("pain_score"):
            return None
        return found_in(self._scene, "pain_score", item, {"value": item.amounts[0]}, at)

    def _length(self, item: Item) -> Found | None:
        """Return one length of a wound, uncertain where another figure is joined to it: '3 en 4 centimeter'."""
        if not (self._near.any_of("wound_size") or self._is_of_earlier("wound_size")):
            return None
        name, at = shapes.one_length(self._scene, item), self._near.nearest(item, "wound_size")
        is_size = item.unit in ("cm", "mm") and (name or at >= 0)
        is_after = not item.unit and self._last is not None and self._last.kind == "wound_size"
        if not is_size and not (name and is_after):
            return None
        made = found_in(self._scene, "wound_size", item, {name or "length": item.amounts[0]}, at)
        earlier = self._scene.items[item.place - 1 : item.place]
        is_joined = lower_at(self._words, item.first - 1) == "en" and item.first - 2 in {one.last for one in earlier}
        if is_joined and not earlier[0].unit and earlier[0].shape == "single":
            made.doubt = "reading"
        return made

    def _single(self, item: Item) -> Found | None:
        if made := self._length(item):
            return made
        if self._has_wound_and(item):
            return None
        around = self._near.around(item)
        owner = self._near.owner(item)
        if owner is not None and (made := self._claimed(item, *owner)):
            return made
        for at, one in list(self._near.before(item)):
            if around is not None and around[0] > item.last and one.is_around:
                continue  # what stands behind is nearer
            if not one.kind:
                is_taken = item.place > 0 and self._scene.items[item.place - 1].first > at
                if is_taken or (one.is_near and not self._is_numbered(at, item)):
                    continue
                return self._numbered(item, at)  # else it is of something else
            if made := self._claimed(item, at, one):
                return made
            if self._is_named_so(item, at, one):
                return None
        for at, one in self._near.behind(item):
            made = self._claimed(item, at, one) if one.kind and self._may_be_behind(item, one) else None
            if made is not None:
                return made
        return self._chained(item) or self._continued(item) or self._by_shape(item)

    def _may_be_behind(self, item: Item, one: Cue) -> bool:
        """Return whether a bare figure can be what a word behind it says: not 'weerstand 3, hartslag niet gemeten'."""
        rule = KINDS[one.kind]  # type: ignore[index]  # a cue of ours
        is_any = rule.unit == "ml" or rule.kind == "oxygen_flow" or "value" not in rule.limits
        return bool(item.unit) or is_any or self._can_be(item, rule)

    def _can_be(self, item: Item, rule: Rule) -> bool:
        amount = self.with_joined(item, rule)
        return is_heard(rule, amount) or (rule.kind == "temperature" and amount.low >= _WITHOUT_COMMA)

    def _is_named_so(self, item: Item, at: int, one: Cue) -> bool:
        """Return whether a bare figure stands right behind the word of a kind that it does not fit: it is of none."""
        between = [word.lower for word in self._words[at + 1 : item.first]]
        is_beside = all(word in ("is", "was", "van", ":", "op", "=") for word in between) and len(between) <= 2
        return is_beside and not item.unit and not one.is_weak and at not in self._used

    def _has_wound_and(self, item: Item) -> bool:
        """Return whether lengths that are no wound's are said: of a joint, a walk, a leg."""
        return item.unit == "mm" and not self._near.any_of("pain_score")

    def _numbered(self, item: Item, at: int) -> Found | None:
        """Return a type behind 'ontlasting' or 'Bristol', or the number that a pain got; 'diabetes type 2' is none."""
        near = [one for _, one in self._near.cues if one.kind.startswith("stool")]
        lower = self._words[at].lower
        is_type = lower == "type" or (lower == "nummer" and bool(near))
        if is_type and (near or self._earlier.startswith("stool") or self._is_stool()):
            return found_in(self._scene, "stool_type", item, {"value": item.amounts[0]}, at)
        is_pain = self._earlier == "pain_score" or self._near.any_of("pain_score")
        if lower == "nummer" and is_pain and item.amounts[0].high <= 10:
            return found_in(self._scene, "pain_score", item, {"value": item.amounts[0]}, at)
        return None

    def _is_stool(self) -> bool:
        return self._last is not None and self._last.kind == "stool_count"

    def _claimed(self, item: Item, at: int, one: Cue) -> Found | None:
        """Return the value that a cue makes of a figure, ``None`` when it does not fit."""
        rule = KINDS[_drained(self._all_words, self._scene.at) if self._words[at].lower.endswith(_BAGS) else one.kind]  # type: ignore[index]  # a cue of ours
        if rule.kind in ("wound_size", "medication") or (self._is_age(item) and "value" not in rule.limits):
            return None
        is_saturation = item.unit == "%" or (not item.unit and 60 <= item.amounts[0].low <= 100)
        if rule.kind == "oxygen_flow" and is_saturation:
            rule, one = KINDS["oxygen_saturation"], Cue("oxygen_saturation")
        amount = self.with_joined(item, rule)
        if rule.kind == "respiratory_rate" and amount.unit == "keer":
            behind = {word.lower for word in self._words[amount.last : amount.last + _BEHIND]}
            amount.unit = "/min" if "minuut" in behind else amount.unit
        is_odd = rule.kind == "pain_score" and amount.unit in ("mm", "cm")
        if amount.unit and amount.unit not in rule.units and not is_odd:
            return None
        if one.is_weak and not self._fits_weak(item, at, one):
            return None
        if at in self._used and not (self._is_again(self._used[at], item) and self._is_further(item, amount, rule)):
            return None
        if not self._is_alone(item, amount, at, rule):
            return None
        if rule.kind == "blood_pressure" and not one.part and not self._is_one_pressure(amount, at):
            return None
        self._used[at] = item
        name = one.part or ("systolic" if rule.kind == "blood_pressure" else "value")
        made = self._value(item, amount, rule, at, name)
        made.state = "" if self._is_now(at, item) else one.state
        self._inherit_unit(made, item)
        if rule.kind == "height" and not amount.unit and amount.low < _METRES:
            made.unit = "m"
        if rule.kind == "blood_pressure" and not one.part:
            made.doubt = "part"
        elif is_odd:
            made.doubt = "unit"
        return made

    def _is_now(self, at: int, item: Item) -> bool:
        """Return whether a further figure of a cue is the one of now: 'streefgewicht 75, nu 79'."""
        between = self._words[at + 1 : item.first] if at < item.first else []
        is_further = item.place > 0 and self._scene.items[item.place - 1].first > at
        return is_further and any(word.lower in ("nu", "vandaag", "woog", "weegt", "inmiddels") for word in between)

    def _unit_of(self, last: Found, amount: Amount) -> str:
        """Return the unit of a fluid that holds for a further bare figure too; not litres for '1700'."""
        is_litres = last.unit == "l" and amount.low > _MOST_LITRES
        return last.unit if last.rule.unit == "ml" and not is_litres else ""

    def _inherit_unit(self, made: Found, item: Item) -> None:
        """Let a further bare amount of fluid have the unit of the one before: '300 ml, hier nog 200'."""
        last = self._last
        if last is not None and last.kind == made.kind and item.first - last.last <= self._near.reach and not made.unit:
            made.unit = self._unit_of(last, item.amounts[0])

    def _is_one_pressure(self, amount: Amount, at: int) -> bool:
        """Return whether a single figure may be a pressure whose part was not said."""
        low, high = KINDS["blood_pressure"].limits["systolic"]
        is_likely = low <= amount.low <= high or amount.low > _RUN_TOGETHER
        return is_likely and amount.low == int(amount.low) and at not in self._used

    def _value(self, item: Item, amount: Amount, rule: Rule, at: int = -1, name: str = "value") -> Found:
        """Return a figure as a value, uncertain when it was joined or another figure follows at once."""
        made = found_in(self._scene, rule.kind, item, {name: amount}, at)
        if amount is not item.amounts[0]:
            self._consumed.add(amount.joined_last)
        made.doubt = doubt_of_joined(self._scene, item, amount, rule)
        return made

    def _chained(self, item: Item) -> Found | None:
        """Return a further value of the kind of the one before it in the sentence: 'gisteren 1100 ml, vandaag 900'."""
        last = self._last
        if last is None or last.kind not in _CONTINUED or not 0 < item.first - last.last <= self._near.reach:
            return None
        between = self._words[last.last + 1 : item.first]
        is_other = any(one.kind and one.kind != last.kind for _, one in self._near.between(last.last + 1, item.first))
        if (
            is_other
            or not any(word.lower in AGAIN or word.lower in LIMITING for word in between)
            or self._is_other_subject(between)
        ):
            return None
        others = self._scene.items[last.item.place + 1 : item.place]
        inside = {at for one in others for at in range(one.first, one.last + 1)}
        content = sum(
            word.lower not in FREE and word.lower not in AGAIN and word.lower not in LIMITING and word.value is None
            for at, word in enumerate(between, last.last + 1)
            if at not in inside
        )
        if content > 2 or not self._is_like(item.amounts[0], last):
            return None
        if not self._is_further(item, self.with_joined(item, last.rule), last.rule) and last.rule.unit == "ml":
            return None
        return self._further(item, last.rule, unit=self._unit_of(last, item.amounts[0]))

    def _is_like(self, amount: Amount, last: Found) -> bool:
        """Return whether a bare figure can be another value of what was said before it: not '71 kilo, 3'."""
        before = last.parts["value"]
        if amount.unit or last.unit not in ("", last.rule.unit, "ml") or last.kind not in ("weight", "height"):
            return True
        return before.low <= 2 * amount.low and amount.low <= 2 * before.low

    def _further(self, item: Item, rule: Rule, at: int = -1, unit: str = "") -> Found | None:
        """Return a figure as a value of a kind whose word stands elsewhere: only one that fits well.

        ``unit`` is the one that was said with the value before it, and holds for a bare figure too.
        """
        if self._is_age(item):
            return None
        if self._scene.items[item.place - 1 : item.place] and self._scene.items[item.place - 1].last == item.first - 1:
            return None  # the rest of the figure before it
        amount = self.with_joined(item, rule)
        if unit and not amount.unit and is_followed_freely(self._words, amount):
            made = self._value(item, amount, rule, at)
            made.unit = unit
            return made if is_fluid(self._scene, item, amount, item.first, rule) else None
        if amount.unit and amount.unit not in rule.units:
            return None
        is_asked = rule.unit == "ml" and not amount.unit
        if is_asked or not is_heard(rule, amount) or not (amount.unit or is_followed_freely(self._words, amount)):
            return None
        if rule.unit == "ml" and not is_fluid(self._scene, item, amount, item.first, rule):
            return None
        return self._value(item, amount, rule, at)

    def _continued(self, item: Item) -> Found | None:
        """Return the value of a sentence without a cue that belongs to one before it: 'Die was 37,9.'

        Of the last kind that was spoken of; of one before that when the unit shows it.
        """
        is_told = self._is_resuming(item) or self._is_measured(item)
        if (self._has_continued and not is_told) or not self._opens_as_continued(item):
            return None
        most = None if item.unit in _TELLING else 2 if self._earlier == "oxygen_flow" else 1
        for kind in self._recent[:most]:
            if kind in _CONTINUED and (made := self._further(item, KINDS[kind])) is not None:  # type: ignore[index]
                self._has_continued = True
                return made
        return None

    def _by_shape(self, item: Item) -> Found | None:
        if item.unit == "keer" and self._last is not None and self._last.kind == "stool_type":
            is_near = item.first - self._last.last <= 2 and lower_at(self._words, item.last + 1) not in ("per", "daags")
            return self._value(item, item.amounts[0], KINDS["stool_count"]) if is_near else None
        if shapes.tall(self._scene, item, self._near.cues):
            made = found_in(self._scene, "height", item, {"value": item.amounts[0]})
            made.unit = made.unit or "m"
            return made
        if shapes.with_litres(self._scene, item):
            return self._value(item, item.amounts[0], KINDS["oxygen_saturation"])
        kind = shapes.of_person(self._scene, item)
        is_beside_height = self._last is not None and self._last.kind == "height" and item.unit == "kg"
        if kind is None and is_beside_height and item.first - (self._last.last if self._last else 0) <= _BEHIND * 2:
            kind = "weight"
        return None if kind is None else self._value(item, self.with_joined(item, KINDS[kind]), KINDS[kind])


def _drained(words: Sequence[Sequence[Token]], at: int) -> Kind:
    """Return what is in a bag that a sentence speaks of, by the last one that was named: a stoma, a catheter."""
    for said in (words[at], *reversed(words[max(0, at - _SENTENCES) : at])):
        for word in reversed(said[-_FAR:]):
            if word.lower.startswith(_DRAINS):
                return "fluid_out"
            if word.lower.startswith(_OF_URINE):
                return "urine"
    return "urine"
