"""What was said with a value, word for word: time, side, position, place on the body, oxygen, meal, rhythm."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ...dutch.word_sets import word_set
from ..evidence.reading import Reading
from ..evidence.words.tokens import Token, Value, lower_at
from .clauses import Scene
from .found import Found
from .model import Context, Span, Time

_POSITIONS = word_set("liggend zittend staand liggende zittende staande halfzittend")
_RHYTHMS = word_set("regulair irregulair regelmatig onregelmatig equaal inequaal ritmisch")
_THERMOMETER = word_set("oor oksel rectaal oraal tympaan voorhoofd axillair linkeroor rechteroor lies anaal")
_SITES = word_set(
    """hiel stuit scheen enkel voet teen been onderbeen bovenbeen arm onderarm bovenarm elleboog heup bil stuitje rug
    schouder hand vinger knie kuit stuitbeen zitbeen nek buik borst lies rechterarm linkerarm rechterhiel linkerhiel
    rechterbeen linkerbeen rechteronderbeen linkeronderbeen rechtervoet linkervoet rechterheup linkerheup rechterbil
    linkerbil rechterscheen linkerscheen voetzool knokkel rechterenkel linkerenkel"""
)
_NOTES = (
    ("in", "rust"), ("bij", "inspanning"), ("na", "inspanning"), ("bij", "bewegen"), ("bij", "draaien"),
    ("bij", "lopen"), ("bij", "mobiliseren"), ("na", "medicatie"), ("na", "paracetamol"), ("bij", "hoesten"),
    ("tijdens", "lopen"), ("bij", "verzorging"), ("bij", "opstaan"), ("na", "lopen"), ("bij", "verplaatsen"),
    ("bij", "aankleden"),
)  # fmt: skip
_LOOSE_NOTES = word_set("lopend kamerlucht")
_WITH_SITES = frozenset({"temperature", "wound_size", "blood_pressure", "pain_score"})
_MEALS = word_set("eten ontbijt ontbijten lunch avondeten maaltijd avondmaaltijd middageten broodmaaltijd diner")
_MEAL_WORDS = word_set("nuchter postprandiaal nuchtere")
_PARTS = {
    "vanmorgen": "ochtend", "vanochtend": "ochtend", "vanmiddag": "middag", "vanavond": "avond", "vannacht": "nacht",
    "ochtends": "ochtend", "morgens": "ochtend", "middags": "middag", "avonds": "avond", "nachts": "nacht",
    "voormiddag": "ochtend", "namiddag": "middag", "morgen": "ochtend",
    "ochtend": "ochtend", "middag": "middag", "avond": "avond", "nacht": "nacht",
}  # fmt: skip
_TODAY = word_set("vanmorgen vanochtend vanmiddag vanavond vannacht")
_DAYPARTS = word_set("ochtend nacht middag avond morgen voormiddag namiddag")
_OPENING, _LONGEST = 6, 15  # words of a sentence that gives the time of the one before
_LATER = word_set("later daarna erna nadien nu net zojuist")
_FROM_CUE = 12  # words from a cue to its value between which what is said is the value's
_HOUR = re.compile(r"(\d{1,2})(?:[.:]\d{2})?")
_NOON, _EVENING = 12, 18


@dataclass(slots=True)
class Said:
    """What was said with a value, and the words of it."""

    time: Time | None = None
    fields: dict[str, str] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)

    def context(self, oxygen: float | None) -> Context:
        """Return it as a row has it."""
        return Context(oxygen=oxygen, **self.fields)


def said(found: Found, time: tuple[int | None, int, Time] | None) -> Said:
    """Return what was said with a value; ``time`` is the one that holds for it, with its first and last word.

    What stands right behind a value is its own; what stands before it is not when it is right behind another one.
    """
    result = Said()
    words = found.scene.words
    first, last = found.scene.zone(found.item, found.cue_at)
    first, last = max(first, found.first - 14), min(last, found.last + 12)
    last = _with_remark(found, last)
    earlier = found.scene.items[found.item.place - 1].last if found.item.place else -1
    if earlier < found.cue_at < first and found.first - found.cue_at <= _FROM_CUE:
        first = found.cue_at + 1  # 'de bloeddruk links gemeten en die was'
    if found.item.place:
        first = max(first, _own_end(found))
    fields = [*_fields(found, words, found.last + 1, last), *_fields(found, words, first, found.first)]
    for name, one, other in fields:
        if name not in result.fields:
            result.fields[name] = found.scene.reading.piece(one, other)
            result.spans.append(Span(words[one].start, words[other].end, "context"))
    if time is not None:
        result.time = time[2]
        if time[0] is not None:  # else it was said in the next sentence
            result.spans.append(Span(words[time[0]].start, words[time[1]].end, "context"))
    return result


def _with_remark(found: Found, last: int) -> int:
    """Return the end of the words of a value with a short remark of its own: 'RR 158 over 92, links gemeten'."""
    words = found.scene.words
    if lower_at(words, last) != ",":
        return last
    for _, start, end in _fields(found, words, last + 1, last + 2):
        behind = lower_at(words, end + 1)
        if start == last + 1 and (behind in ("", ",", ".", ";", "gemeten") or found.kind == "heart_rate"):
            return end + 1
    return last


def _own_end(found: Found) -> int:
    """Return the place behind the context that stands right behind the figure before this one."""
    earlier = found.scene.items[found.item.place - 1]
    at = earlier.last + 1
    own = [end for _, start, end in _fields(found, found.scene.words, at, min(at + 3, found.first)) if start == at]
    return max(own, default=at - 1) + 1


def _fields(found: Found, words: Sequence[Token], first: int, last: int) -> Iterator[tuple[str, int, int]]:
    sides = {mark.at for mark in found.scene.reading.sides if first <= mark.at < last}
    for at in range(first, min(last, len(words))):
        lower = words[at].lower
        if at in sides and found.kind in _WITH_SITES:
            yield "side", at, at
        if lower in _POSITIONS and found.kind in ("blood_pressure", "heart_rate", "oxygen_saturation"):
            yield "position", at, at
        elif lower in _RHYTHMS and found.kind in ("heart_rate", "respiratory_rate"):
            yield "rhythm", at - (lower_at(words, at - 1) == "niet"), at
        elif lower in (_THERMOMETER if found.kind == "temperature" else _SITES) and found.kind in _WITH_SITES:
            yield "site", at, at
        elif lower in _MEAL_WORDS:
            yield "meal", at, at
        elif lower in ("voor", "na") and (end := _meal(words, at)):
            yield "meal", at, end
        elif lower in _LOOSE_NOTES:
            yield "note", at, at
        elif end := _note(words, at):
            yield "note", at, end


def _note(words: Sequence[Token], at: int) -> int:
    end = at + 1 + (lower_at(words, at + 1) in ("het", "de"))
    return end if (words[at].lower, lower_at(words, end)) in _NOTES else 0


def _meal(words: Sequence[Token], at: int) -> int:
    end = at + 1 + (lower_at(words, at + 1) in ("het", "de", "zijn", "haar"))
    return end if lower_at(words, end) in _MEALS else 0


def oxygen_without(found: Found) -> float | None:
    """Return 0 when 'zonder zuurstof' or 'kamerlucht' was said with a saturation."""
    words = found.scene.words
    first, last = found.scene.zone(found.item, found.cue_at)
    for at in range(max(first, found.first - 12), min(last, found.last + 8)):
        lower = words[at].lower
        is_none = lower in ("zonder", "geen") and lower_at(words, at + 1) in ("zuurstof", "o2", "extra")
        if is_none or lower == "kamerlucht":
            return 0.0
    return None


def times(scene: Scene, values: Sequence[Found]) -> dict[int, tuple[int, int, Time]]:
    """Return, by the place of a figure, the time that was said with it.

    A time before the first value of a sentence holds for all of them until another one; one behind a value is its own.
    """
    said_times = _times(scene)
    if not said_times or not values:
        return {}
    found: dict[int, tuple[int, int, Time]] = {}
    opening = None
    place = 0
    while place < len(said_times) and said_times[place][0] < values[0].first:
        opening = _with_part(opening, said_times[place])
        place += 1
    for index, value in enumerate(values):
        end = values[index + 1].first if index + 1 < len(values) else len(scene.words)
        own, following = None, None
        while place < len(said_times) and said_times[place][0] < end:
            one = said_times[place]
            if _is_of_next(scene, value, one, end, is_last=index + 1 == len(values)):
                following = _with_part(following, one)
            else:
                own = _with_part(own, one)
            place += 1
        apart = scene.words[values[index - 1].last + 1 if index else 0 : value.first]
        if any(one.lower == "toen" and other.lower in ("ik", "we", "wij") for one, other in pairwise(apart)):
            opening = None  # 'toen ik hem controleerde was het'
        if any(word.lower in _LATER for word in scene.words[values[index - 1].last + 1 if index else 0 : value.first]):
            opening = None  # 'een uur later nog 38,2'
        between = scene.words[values[index - 1].last + 1 : value.first] if index else []
        if own is None and opening is None and any(word.lower == "toen" for word in between):
            own = found.get(values[index - 1].first)
        chosen = own or opening
        if chosen is not None:
            found[value.first] = chosen
        opening = following or opening
    return found


def time_behind(reading: Reading) -> tuple[Time | None, bool]:
    """Return the time that a sentence without a value gives those before it, and whether to all of them: 'alles om zes
    uur gedaan'; 'nee, dat was om vier uur' is the last one's."""
    opening = [word.lower for word in reading.words[:_OPENING]]
    is_of_all = any(one in ("alles", "allemaal", "alle", "beide") for one in opening[:2])
    is_of_last = any(pair in (("dat", "was"), ("die", "was")) for pair in pairwise(opening))
    if len(reading.words) > _LONGEST or not (is_of_all or is_of_last):
        return None, False
    for value in reading.values:
        clock = next((one for kind, one in value.keys if kind == "clock"), None)
        if value.kind == "time" and clock is not None and not _is_span(reading.words, value):
            return Time(reading.piece(value.first, value.last), int(clock), ""), is_of_all  # type: ignore[call-overload]
    return None, False


def _is_of_next(scene: Scene, value: Found, time: tuple[int, int, Time], end: int, *, is_last: bool) -> bool:
    """Return whether a time between two values opens the clause of the second one."""
    if is_last:
        return False
    divided = [at for at in range(value.last + 1, time[0]) if scene.words[at].lower in (",", ";", "en", "daarna")]
    is_before_next = end - time[1] <= 2 and lower_at(scene.words, time[1] + 1) not in ("en", ",")
    return bool(divided) or is_before_next


def _with_part(one: tuple[int, int, Time] | None, other: tuple[int, int, Time]) -> tuple[int, int, Time]:
    """Return 'vanmorgen' and 'om acht uur' as one time when they stand together."""
    if one is None or other[0] - one[1] > 2 or (one[2].minutes is not None and other[2].minutes is not None):
        return other
    minutes = other[2].minutes if other[2].minutes is not None else one[2].minutes
    return one[0], other[1], Time(f"{one[2].text} {other[2].text}", minutes, one[2].part or other[2].part)


def _times(scene: Scene) -> list[tuple[int, int, Time]]:
    words, reading = scene.words, scene.reading
    inside = {at for item in scene.items for at in range(item.first, item.last + 1)}
    found = []
    for value in reading.values:
        clock = next((one for kind, one in value.keys if kind == "clock"), None)
        if value.kind != "time" or clock is None or value.first in inside:
            continue
        if _is_span(words, value) or _is_pressure_said(words, value):
            continue
        last = value.last
        while last in inside:  # the minutes are a value of their own
            last -= 1
        minutes = int(clock) if last == value.last else _hours(words, value)  # type: ignore[call-overload]
        found.append(
            (value.first, last, Time(reading.piece(value.first, last), minutes, _written_part(words[value.first].text)))
        )
    for at, word in enumerate(words):
        if at in inside:
            continue
        if word.lower in _TODAY or (word.lower in _PARTS and word.lower.endswith("s") and word.lower != "vanavonds"):
            start = at - (lower_at(words, at - 1) in ("s", "'s"))
            found.append((at, at, Time(reading.text[words[start].start : word.end], None, _PARTS[word.lower])))
        elif word.lower in _DAYPARTS and lower_at(words, at - 1) in ("deze", "afgelopen"):
            found.append((at - 1, at, Time(reading.piece(at - 1, at), None, _PARTS[word.lower])))
    return sorted(found, key=lambda one: one[0])


def _is_pressure_said(words: Sequence[Token], value: Value) -> bool:
    """Return whether a clock time may be a pressure in tens: 'ik dacht eerst zestien over negen'."""
    high, low = words[value.first].value, words[value.last].value
    is_over = value.last == value.first + 2 and lower_at(words, value.first + 1) == "over"
    return is_over and lower_at(words, value.first - 1) != "om" and (high or 0) > (low or 0)


def _hours(words: Sequence[Token], value: Value) -> int | None:
    amount = words[value.first].value
    return None if amount is None else int(amount) * 60 % 720


def _is_span(words: Sequence[Token], value: Value) -> bool:
    """Return whether hours are how long something took: 'in zes uur', 'de laatste drie uur', 'twee uur na het eten'."""
    before, after = lower_at(words, value.first - 1), lower_at(words, value.last + 1)
    is_whole = any(kind == "minutes" for kind, _ in value.keys)
    if before in ("/", "per") or (value.amount == 24 and before != "om"):
        return True
    if before in ("tot", "sinds", "vanaf", "na", "binnen", "voor"):
        return True
    return is_whole and (
        before in ("in", "laatste", "afgelopen", "per", "elke", "iedere", "over")
        or after in ("na", "geleden", "later", "lang")
    )


def _written_part(text: str) -> str:
    """Return the part of the day that '14.30' says."""
    found = _HOUR.match(text)
    hour = int(found[1]) if found else 0
    if hour <= _NOON:
        return ""
    return "middag" if hour < _EVENING else "avond" if hour < 24 else "nacht"
