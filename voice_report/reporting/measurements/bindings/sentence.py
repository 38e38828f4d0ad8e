"""What the words of a sentence say of a figure in it: whether a cue fits, and whether something else claims it."""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.words.tokens import Token, lower_at
from ..clauses import Scene
from ..figures.numbers import Amount
from ..figures.quantities import Item
from ..figures.units import unit_at
from ..kinds import Cue, Rule, cue
from ..model import Kind
from ..vocabulary import AGAIN, BEFORE_A_SCORE, CONTINUING, FREE, MAY_FOLLOW
from . import shapes
from .followers import is_counted, is_fluid, is_followed_freely, is_heard, may_stand
from .nearby import KIN, Nearby, is_thing

_NUMBERED = 2  # words from what is numbered ('kamer') to its figure
_OPENING = 4  # words in which a sentence shows that it belongs to the one before
_WHEN = frozenset({"vorige", "afgelopen", "deze", "elke", "iedere", "per", "die", "een", "halve", "hele", "volgende"})
_LEAST_SATURATION = 80  # of the figure of a device that counts the pulse too
_MOST_LITRES = 15  # of oxygen, said without a unit
_RESUMING = frozenset(
    {"was", "is", "op", "bleef", "kwam", "vond", "zakte", "steeg", "ging", "daalde", "waren", "werd", "gaf", "stond"}
)
_MEASURING = word_set(
    "appte belde mat meet vond las noteerde schreef haalde schrijft had kreeg prikte woog zat kwam haalt haalde"
)
_MEASURED = word_set(
    "gemeten genoteerd gekregen geprikt gehad opgeschreven afgelezen gewogen doorgegeven gevonden geteld nageteld"
    " nagemeten"
)
_VESSELS = frozenset({"zak", "zakje", "plas", "urinaal", "po", "katheter", "stoma", "infuus"})
_DRINKS = word_set(
    "bijvoeding flesvoeding kunstvoeding voeding melk thee water koffie sap limonade soep nutridrink appelsap"
)
_DRUNK = word_set(
    "dronk drinkt gedronken nam genomen op gehad kreeg gekregen gegeven binnen leeg gaf drinken opgedronken"
)
#: What a person does that is called by a room: '15 heeft niks gegeten'.
_DOING = word_set(
    "heeft had wil ligt slaapt slaap belt belde vraagt moet mag krijgt kreeg gaat blijft weigert at sliep"
)
_AGED = word_set("hij zij ze mevrouw meneer die man vrouw jongen meisje dame heer")
_LEAST_HELD = 100  # millilitres of a bag or a pot, said without a unit
_DRESSINGS = word_set(
    "gaas gaasje gaasjes verband pleister pleisters kompres kompressen schuimverband foam zwachtel mat"
)
_SIZED = word_set("grootte maat maten afmeting afmetingen omvang formaat oppervlak rand randen")
_FAR = 34  # words
_RESUMED = 5  # words before a figure in which it is resumed


class Sentence:
    """A sentence with its figures and cues.

    ``recent`` are the kinds that were spoken of, the last one ``age`` sentences before it. ``_used`` are the figures
    that cues have, by the cues' places.
    """

    def __init__(self, scene: Scene, recent: Sequence[Kind | str], age: int) -> None:
        self._scene, self._words, self._recent, self._age = scene, scene.words, recent, age
        self._earlier = recent[0] if recent else ""
        self._near = Nearby(scene)
        self._used: dict[int, Item] = {}

    @property
    def words(self) -> Sequence[Token]:
        return self._words

    def is_somebody(self, item: Item) -> bool:
        """Return whether a bare figure is of a person: an age, or the room with which a sentence begins."""
        if item.unit or item.shape != "single":
            return False
        is_room = item.first == 0 and lower_at(self._words, item.last + 1) in _DOING
        return is_room or (self._is_age(item) and not any(one.kind for _, one in self._near.before(item)))

    def _is_age(self, item: Item) -> bool:
        """Return whether a bare whole figure is how old a person is: 'hij is 84', 'zijn broer van 91'."""
        amount, before = item.amounts[0], lower_at(self._words, item.first - 1)
        person = lower_at(self._words, item.first - 2)
        if before in ("hij", "zij", "ze") and person in ("wordt", "werd"):
            return not amount.unit
        if before == "," and lower_at(self._words, item.last + 1) == "," and item.first > 1 and not amount.unit:
            return self._words[item.first - 2].text.istitle()  # 'mevrouw Slot, 61, op verzoek van'
        is_whole = not amount.unit and amount.low == int(amount.low)
        is_person = (
            person in _AGED or person.endswith(KIN) or (item.first > 1 and self._words[item.first - 2].text.istitle())
        )
        return is_whole and before in ("is", "van", "wordt", "werd", "was") and is_person

    def _is_numbered(self, at: int, item: Item) -> bool:
        is_when = lower_at(self._words, at - 1) in _WHEN and self._words[at].lower in ("week", "dag")
        if is_when or item.amounts[0].low != int(item.amounts[0].low):
            return False
        between = [word.lower for word in self._words[at + 1 : item.first]]
        return len(between) <= _NUMBERED and all(one in ("is", "was", "nummer", ":", "van", "op") for one in between)

    def is_denied(self, item: Item) -> bool:
        """Return whether 'niet' or 'geen' stands before a figure, or before the word for it: 'en niet type 6'; not
        'geen koorts 36,7'."""
        at = item.first - 1
        one = cue(lower_at(self._words, at))
        at -= one is not None and (bool(one.kind) or one.is_near)
        if (lower_at(self._words, at - 1), lower_at(self._words, at)) == ("plaats", "van"):
            return True
        is_complaint = one is not None and one.is_weak and lower_at(self._words, at) == "geen"
        is_denied = lower_at(self._words, at) in ("niet", "geen") and lower_at(self._words, at - 1) != "nog"
        return is_denied and not is_complaint and not item.limit

    def _is_told(self, item: Item) -> bool:
        return self._is_resuming(item) or self._is_measured(item) or self._is_limit(item)

    def _is_resuming(self, item: Item) -> bool:
        """Return whether 'was het', 'vond ze het een' or 'zakte dat naar' stands before a figure."""
        before = {word.lower for word in self._words[max(0, item.first - _RESUMED) : item.first]}
        return bool(before & {"het", "die", "dat", "t", "'t"}) and bool(before & _RESUMING)

    def _is_measured(self, item: Item) -> bool:
        """Return whether a verb of measuring or reading stands right before a figure: 'de dochter appte 12,4'."""
        before = [word.lower for word in self._words[max(0, item.first - _RESUMED - 1) : item.first]]
        return (
            any(one in _MEASURING for one in before[-4:])
            or any(one in _MEASURED for one in before)
            or lower_at(self._words, item.last + 1) in _MEASURED
        )

    def _is_limit(self, item: Item) -> bool:
        """Return whether a figure is a limit or an aim: 'ze belt boven de 20', 'houdt 88 tot 92 aan'."""
        return bool(item.limit) or lower_at(self._words, item.first - 1) in ("houdt", "streeft", "binnen")

    def _opens_as_continued(self, item: Item) -> bool:
        """Return whether a sentence says nothing of its own before its first figure."""
        cues = [
            at
            for at, one in self._near.between(0, item.first)
            if one.kind or not one.is_near or self._is_numbered(at, item)
        ]
        if cues or item.first > self._near.reach:
            return False
        before = [word.lower for word in self._words[: item.first] if word.value is None and word.text[0].isalpha()]
        content = sum(word not in FREE and word not in CONTINUING for word in before)
        is_led = item.first <= 1 or any(word in CONTINUING for word in before[:_OPENING])
        is_told = self._is_told(item)
        most = 0 if self._age else 4 if is_told else 1
        return (is_led or most > 1) and content <= most

    def _is_of_earlier(self, kind: str) -> bool:
        return self._earlier == kind and self._opens_as_continued(self._scene.items[0])

    def is_of_thing(self, item: Item) -> bool:
        """Return whether the size is that of the noun before it: 'een gaas van 10 bij 10'."""
        before, thing = (lower_at(self._words, item.first - one) for one in (1, 2))
        is_noun = thing.isalpha() and thing not in FREE and cue(thing) is None
        return before in _DRESSINGS or (before == "van" and is_noun and thing not in _SIZED)

    def _is_other_subject(self, between: Sequence[Token]) -> bool:
        """Return whether something else, or an age, is spoken of between two figures: 'accu 30 %', 'zij is 78'."""
        lower = [word.lower for word in between]
        if lower[-2:] in ([person, "is"] for person in ("zij", "ze", "hij", "mevrouw", "meneer")):
            return True
        start = max((at for at, word in enumerate(lower) if word in (",", "en", "maar")), default=-1) + 1
        opening = between[start : start + 1]
        is_word = bool(opening) and opening[0].text[0].isalpha() and opening[0].value is None
        return (
            is_word
            and not (lower[start] in FREE or lower[start] in AGAIN or lower[start] in CONTINUING)
            and lower[start] not in ("terwijl", "omdat", "want")
            and cue(lower[start]) is None
            and not opening[0].text.istitle()
        )

    def with_joined(self, item: Item, rule: Rule) -> Amount:
        """Return the figure, with the digit behind it that was said without 'komma' where the kind has decimals."""
        one = item.amounts[0]
        if one.joined is None or not rule.joined or one.low != one.high:
            return one
        low, high = rule.limits["value"]
        if not low <= one.joined <= high:
            return one
        unit = unit_at(self._words, one.joined_last + 1)
        if unit is not None and unit[0] not in rule.units:
            return one
        found = shapes.joined(one, unit)
        is_free = unit is not None or is_followed_freely(self._words, found)
        is_free |= rule.joined == "said" and not is_counted(self._words, found)
        return found if is_free else one

    def _is_alone(self, item: Item, amount: Amount, at: int, rule: Rule) -> bool:
        """Return whether the figure is claimed by nothing else, by its unit or by what stands behind it."""
        if rule.kind == "stool_count":
            after = lower_at(self._words, amount.last + 1)
            is_other = after.isalpha() and after not in MAY_FOLLOW and cue(after) is None
            is_other = is_other and cue(lower_at(self._words, amount.last + 2)) is None and not after.startswith("ge")
            return amount.unit == "keer" and after not in ("per", "daags") and not is_other
        if rule.unit == "ml":
            is_held = self._words[at].lower in _VESSELS and not amount.unit and self._is_held(item)
            return (is_held and amount.low >= _LEAST_HELD) or is_fluid(self._scene, item, amount, at, rule)
        if rule.kind == "height" and (not amount.unit or self._near.any_of("wound_size")):
            return (
                not self._near.any_of("wound_size")
                and is_followed_freely(self._words, amount)
                and shapes.is_height(amount)
            )
        if rule.kind == "oxygen_flow" and not amount.unit:
            return amount.high <= _MOST_LITRES and is_followed_freely(self._words, amount)
        if rule.kind == "pain_score" and amount.low * 2 != int(amount.low * 2):
            return False
        if rule.kind == "pain_score" and lower_at(self._words, item.first - 1) == "een":
            return True
        return bool(amount.unit) or may_stand(self._words, amount, at, rule)

    def _fits_weak(self, item: Item, at: int, one: Cue) -> bool:
        """Return whether a figure shows by its unit or shape that a weak cue announces it."""
        amount, lower = item.amounts[0], self._words[at].lower
        is_tenth = amount.low != int(amount.low)
        if lower in ("zwaar", "groot"):
            return bool(item.unit) and at == item.last + 1
        if lower in ("afgevallen", "aangekomen"):
            return item.unit == "kg" and lower_at(self._words, item.first - 1) in ("van", "naar", "tot")
        if one.part:
            return any(other.kind == "blood_pressure" and not other.is_weak for _, other in self._near.cues)
        if one.kind == "pain_score":
            is_pain = lower.endswith("pijn") or self._is_of_pain(at)
            before = lower_at(self._words, item.first - 1)
            return is_pain and amount.high <= 10 and (before in BEFORE_A_SCORE | FREE or self._is_next(item))
        if one.kind == "oxygen_saturation":
            return item.unit == "%" or amount.low >= _LEAST_SATURATION
        if one.kind == "temperature":
            if lower not in ("koorts", "verhoging"):
                return is_tenth and 34 <= amount.low <= 43
            return bool(amount.unit) or 34 <= amount.low <= 43 or 340 <= amount.low <= 430
        if one.kind == "glucose":  # of a prick
            return is_tenth and not self._near.any_of("inr") and self._earlier != "inr"
        return self._fits_fluid(item, at, one)

    def _fits_fluid(self, item: Item, at: int, one: Cue) -> bool:
        amount, lower, before = item.amounts[0], self._words[at].lower, lower_at(self._words, item.first - 1)
        if one.kind == "fluid_in" and lower in _DRINKS:
            return item.unit in ("ml", "l") and any(
                word.lower in _DRUNK for word in self._words[max(0, at - _FAR) : at + _FAR]
            )
        if one.kind == "height":
            is_of_thing = before in ("is", "was") and is_thing(self._words, item.first - 2)
            return item.unit in ("m", "cm") and not self._near.any_of("wound_size") and not is_of_thing
        if one.kind == "oxygen_flow":
            is_led = before == "op" or (at in self._used and before == "naar")
            return is_led or item.unit in ("l", "l/min") or self._is_next(item)
        is_bag = lower in _VESSELS and amount.low >= _LEAST_HELD and self._is_held(item)
        return bool(item.unit) or is_bag

    def _is_held(self, item: Item) -> bool:
        """Return whether a figure is said to be in something: 'er zat 450 in'."""
        behind = lower_at(self._words, item.last + 1)
        return behind in ("in", "erin") or "zak" in {
            word.lower for word in self._words[max(0, item.first - _FAR) : item.first]
        }

    def _is_of_pain(self, at: int) -> bool:
        """Return whether a scale is one of pain: of the same sentence, or of the one before."""
        own = any(one.kind == "pain_score" and place != at for place, one in self._near.cues)
        return own or self._earlier == "pain_score"

    def _is_next(self, item: Item) -> bool:
        """Return whether a cue stands right before a figure, 'op' or 'van' apart."""
        before = lower_at(self._words, item.first - 1)
        if before in ("op", "van", "naar"):
            before = lower_at(self._words, item.first - 2)
        found = cue(before)
        return found is not None and bool(found.kind)

    def _is_again(self, earlier: Item, item: Item) -> bool:
        between = self._words[earlier.last + 1 : item.first]
        if item.unit in ("l", "l/min") and earlier.unit == item.unit and len(between) <= self._near.reach:
            return True
        if self._is_other_subject(between):
            return False
        return len(between) <= self._near.reach and any(word.lower in AGAIN for word in between)

    def _is_further(self, item: Item, amount: Amount, rule: Rule) -> bool:
        """Return whether a figure can be another one of a cue that has one: it is heard, and goes the same way."""
        is_turned = rule.kind == "fluid_in" and lower_at(self._words, item.last + 1) in ("uit", "eruit")
        return not is_turned and (rule.kind in ("weight", "blood_pressure", "wound_size") or is_heard(rule, amount))
