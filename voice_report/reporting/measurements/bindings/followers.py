"""What stands around a figure: whether a noun counts it, whether it is a difference, whether another figure follows."""

from collections.abc import Sequence

from ....dutch.word_sets import word_set
from ...evidence.words.tokens import Token, lower_at
from ..clauses import Scene
from ..figures.numbers import Amount, plain_at
from ..figures.quantities import Item
from ..kinds import Rule, cue
from ..model import Doubt
from ..vocabulary import ADDED, CHANGED, DIFFERENCES, FREE, MAY_FOLLOW

_RINSED = word_set(
    """ballon ballonnetje gespoeld spoelen spoelvloeistof blaasspoeling ingespoten spoeling nagespoeld doorgespoeld
    bladderscan blaasscan residu flush geblokt blokken"""
)
_LIMITED = word_set("moet mag moeten mogen wil maximaal max streven streef advies")
_LEADING = word_set("de het een op in van naar uit aan deze die dat nee")
_CORRECTED = 6  # words from a figure to the one that corrects it
_CORRECTING = word_set(", eh ehm nee sorry wacht even pardon")
_DOSES = frozenset({"eenheden", "mg", "µg", "tablet", "druppels", "puf", "zakje"})
_EMERGENCY = 112
_WITHOUT_COMMA = (340, 430)  # a temperature that was heard as 385
#: Nouns that are counted in the singular; other ones end as plurals do, or as an adjective before one.
_COUNTED = word_set("man stuk dag week maand glas kop kopje bord persoon cliënt client kind bed kamer hoog trap x")
_GE_NOUNS = word_set("gesprekken gevallen gezinnen getallen gerechten geneesmiddelen gedachten gebouwen gebeden")
_PUTTING = word_set("komt kwam komen valt viel vallen")
_EACH = word_set("elk elke ieder iedere")
_RATES = frozenset({"uur", "u", "dag", "etmaal", "h"})
_MEDICINE, _MOST = 3, 40  # words between a medicine and its millilitres; medicines that are looked at
_MOST_NUMBERED = 30  # of a table, a corridor
_LEAST_FLUID = 20  # of a bare figure
_NEAR_BEFORE, _NEAR_BEHIND = 4, 2  # words from a bare figure to the word of a fluid


def is_followed_freely(words: Sequence[Token], amount: Amount) -> bool:
    """Return whether what stands behind a figure is no noun that it counts."""
    after = lower_at(words, amount.last + 1)
    if not after or after in MAY_FOLLOW or after[0].isdigit() or cue(after) is not None:
        return True
    return after.startswith("ge") and after.endswith(("en", "d", "t")) and after not in _GE_NOUNS


def may_stand(words: Sequence[Token], amount: Amount, at: int, rule: Rule) -> bool:
    """Return whether nothing behind a bare figure claims it; ``at`` is the place of its cue."""
    if _is_numbered(words, amount, at):
        return False
    if is_followed_freely(words, amount):
        return True
    if "value" not in rule.limits:
        return False
    is_likely = is_heard(rule, amount) or (
        rule.kind == "temperature" and _WITHOUT_COMMA[0] <= amount.low <= _WITHOUT_COMMA[1]
    )
    if amount.low != int(amount.low):
        return is_likely  # nothing is counted in tenths
    between = [word.lower for word in words[at + 1 : amount.first]]
    is_led = 0 <= at < amount.first and sum(word not in FREE for word in between) <= 1
    return is_led and is_likely and (len(between) <= 2 or not is_counted(words, amount))


def is_counted(words: Sequence[Token], amount: Amount) -> bool:
    """Return whether the word behind a figure may be what it counts: a plural, an adjective before one, a measure."""
    after = lower_at(words, amount.last + 1)
    return after.endswith(("s", "en", "e")) or after in _COUNTED or amount.low <= 1


def _is_numbered(words: Sequence[Token], amount: Amount, at: int) -> bool:
    """Return whether a noun with a preposition or article stands right before a whole figure: 'op gang 2'."""
    place = amount.first - 1
    before, second = lower_at(words, place), lower_at(words, place - 1)
    is_noun = before.isalpha() and before not in FREE and before not in MAY_FOLLOW and cue(before) is None
    return (
        is_noun
        and at < place - 1
        and amount.low == int(amount.low)
        and amount.low <= _MOST_NUMBERED
        and second in _LEADING
        and words[place].value is None
    )


def is_heard(rule: Rule, amount: Amount) -> bool:
    """Return whether an amount is within the limits of hearing of a kind with one value."""
    low, high = rule.limits["value"]
    factor = rule.units.get(amount.unit, 1)
    return low <= amount.low * factor <= amount.high * factor <= high


def runs_on(scene: Scene, item: Item, amount: Amount) -> bool:
    """Return whether another bare figure follows at once: '9 4' may be 94."""
    at = amount.last + 1
    following = plain_at(scene.words, at)
    if amount.unit or following is None or following not in range(100):
        return False
    others = scene.items[item.place + 1 : item.place + 2]
    return bool(others) and others[0].first == at and others[0].shape == "single" and others[0].unit != "keer"


def doubt_of_joined(scene: Scene, item: Item, amount: Amount, rule: Rule) -> Doubt | None:
    """Return the doubt about an amount that was joined without 'komma', or that another figure follows at once."""
    if amount is not item.amounts[0]:
        return None if rule.joined == "said" else "reading"
    return "reading" if runs_on(scene, item, amount) else None


def is_fluid(scene: Scene, item: Item, amount: Amount, at: int, rule: Rule) -> bool:
    """Return whether a figure is an amount of fluid that went in or out: no rinsing, no rate of a pump."""
    words = scene.words
    first, last = scene.clause(item.first)
    near = {word.lower for word in words[max(first, item.first - 8) : min(last, item.last + 8)]}
    led = [word.lower for word in words[max(0, item.first - 10) : item.first]]
    is_medicine = any(abs(mark.at - item.first) <= _MEDICINE for mark in scene.reading.drugs[:_MOST])
    if not _RINSED.isdisjoint({*near, *led}) or is_medicine or (rule.kind == "urine" and led[-1:] == ["met"]):
        return False
    if any(one in _EACH for one in led[-3:]) and led[-1:] in (["uur"], ["keer"], ["dag"]):
        return False
    after, second = lower_at(words, amount.last + 1), lower_at(words, amount.last + 2)
    if after in ("zuurstof", "o2"):
        return False
    is_each = led[-1:] in (["elk"], ["ieder"], ["per"]) or after in ("elk", "per")
    if is_each and second not in (*_RATES, "24"):
        return False  # 'drie glazen, elk 200 ml'
    is_aim = not near.isdisjoint(_LIMITED)
    is_aim |= cue_state(words, at) == "target"
    if not is_aim and after in ("per", "/") and second in _RATES:
        return False
    if amount.unit:
        return True
    if lower_at(words, item.first - 1) in ("bij", "van"):
        return False  # 'de urine bij 22': a room
    is_close = abs(at - item.first) <= _NEAR_BEFORE or abs(at - item.last) <= _NEAR_BEHIND
    return is_close and amount.low >= _LEAST_FLUID and may_stand(words, amount, at, rule)


def cue_state(words: Sequence[Token], at: int) -> str:
    """Return what the word of a kind says of its value by itself: 'vochtbeperking' is an aim."""
    found = cue(lower_at(words, at))
    return found.state if found is not None else ""


def is_begun(scene: Scene, item: Item) -> bool:
    """Return whether a bare figure is the beginning of another one that corrects it: '110, eh nee, 115 over 68', '14,
    nee, 16 eenheden'."""
    following = scene.items[item.place + 1 : item.place + 2]
    if item.shape != "single" or item.unit or not following or following[0].first - item.last > _CORRECTED:
        return False
    between = {word.lower for word in scene.words[item.last + 1 : following[0].first]}
    if not between & {"nee", "sorry", "wacht"} or between - _CORRECTING:
        return False
    return following[0].shape == "pair" or following[0].unit in _DOSES


def is_counted_apart(words: Sequence[Token], item: Item) -> bool:
    """Return whether a figure was counted in a part of a minute: '9 in een halve minuut', '20 in 15 seconden'."""
    near = [word.lower for word in words[item.last + 1 : item.last + 6]]
    near = near[: near.index(",")] if "," in near else near
    return "seconden" in near or ("minuut" in near and bool({"half", "halve", "kwart"} & {*near}))


def is_emergency(words: Sequence[Token], item: Item) -> bool:
    """Return whether a figure is the number to call: 'bel meteen 112'."""
    before = {word.lower for word in words[max(0, item.first - 4) : item.first]}
    return item.amounts[0].low == _EMERGENCY and bool(before & {"bel", "bellen", "direct", "meteen", "belde", "gebeld"})


def is_difference(scene: Scene, item: Item) -> bool:
    """Return whether a figure is how much more or less something is: 'een kilo eraf', 'met vier kilo gedaald'."""
    words = scene.words
    after, before = lower_at(words, item.last + 1), lower_at(words, item.first - 1)
    if after in DIFFERENCES or (after == "te" and lower_at(words, item.last + 2) in ("veel", "weinig")):
        return True
    is_sum = (
        item.unit in ("ml", "l")
        and before == "plus"
        and "balans" not in {one.lower for one in words[max(0, item.first - 4) : item.first]}
    )
    is_put_on = after in ("aan", "af", "bij") and item.unit in ("kg", "g", "ons", "pond")
    if is_put_on and {word.lower for word in words[max(0, item.first - 8) : item.first]} & _PUTTING:
        return True
    if (
        after in ("onder", "boven")
        and item.unit in ("kg", "g")
        and lower_at(words, item.last + 2) in ("het", "haar", "zijn")
    ):
        return True
    if item.unit == "ons":
        return True  # no person weighs so many
    if (
        before in ADDED
        and not is_sum
        and (item.unit or "opzichte" in {word.lower for word in words[item.last : item.last + 4]})
    ):
        return True
    first, last = scene.clause(item.first)
    near = words[item.last + 1 : min(last, item.last + 3)]
    is_by = before == "met" or any(word.lower in CHANGED for word in near)
    around = words[max(first, item.first - 8) : min(last, item.last + 8)]
    is_from = before in ("van", "naar", "op", "tot")
    return bool(item.unit) and not is_from and is_by and any(word.lower in CHANGED for word in around)
