"""Times of day as they are written, where the words leave no doubt which half of the day is meant: '07.50 uur'.

That is so next to a part of the day ('vanochtend om tien voor acht') and above twelve ('om veertien uur dertig').
Without one the words stay: it is not guessed whether 'half vijf' is 04.30 or 16.30.
"""

import re
from collections.abc import Iterator, Sequence

from ...dutch.verbalisation import PARTS_OF_DAY
from ...dutch.word_sets import word_set
from ..evidence.values.clock import clock
from ..evidence.values.dates import RELATIVE, WEEKDAYS
from ..evidence.words.tokens import Token, lower_at, tokens
from .model import Edit
from .words import VERBS, is_participle

_BEFORE = word_set("om rond tegen vanaf sinds tot omstreeks")
_SAYING = word_set("half kwart over voor uur")  # one of these is in a time, or it may be a number
#: Where a clause ends: a part of the day behind it is that of another one.
_ENDS = word_set(
    """, . ; : ! ? ( ) – — en maar want dus omdat toen daarna daarvoor terwijl waarna voordat nadat dat die of hoe als
    waar wat wie waarom zodat"""
)
#: Behind these a part of the day is where something begins, not when it is: 'sinds vanochtend slikt ze om acht uur'.
_BOUNDS = word_set("sinds vanaf tot na voor van")
_JOINING = word_set("tot en of a -")
#: What may stand behind 'veertien uur dertig', that is no noun which is counted.
_BEHIND = VERBS | word_set("in op bij met door aan van naar vandaag s 's")
_HALF_A_DAY, _DAY = 720, 1440  # minutes
#: A part of the day, with the day that it is of: 'vanavond', 'maandagmiddag', ''s nachts'.
_PART = re.compile(
    r"(van|(?:eer)?gister|(?:over)?morgen|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)?"
    r"(ochtend|morgen|middag|avond|nacht)(s?)"
)
_DAYS = RELATIVE | WEEKDAYS.keys() | {"vandaag", "heden"}
_SIGNS = re.compile(r"ochtend|morgen|middag|avond|nacht|(?:tien|twintig) uur", re.IGNORECASE)


def times(sentence: str) -> Iterator[Edit]:
    """Yield the changes of a sentence to written times; each is still to be proven."""
    if not _SIGNS.search(sentence):
        return
    words = tokens(sentence)
    at = 1
    while at < len(words):
        last = _last(words, at) if words[at - 1].lower in _BEFORE else at
        if last > at and (minutes := _minutes(words, at, last)) is not None:
            end = _behind_part(words, last)
            yield Edit("figures", words[at].start, words[end].end, f"{minutes // 60:02}.{minutes % 60:02} uur")
        at = max(at + 1, last)


def _behind_part(words: Sequence[Token], last: int) -> int:
    """Return the last word of the part of the day that stands right behind a time: 'half drie 's middags'. 'Vanmiddag'
    stays, as it says the day."""
    part = _PART.fullmatch(lower_at(words, last + 2)) if lower_at(words, last + 1) == "s" else None
    is_bare = part is not None and not part[1] and lower_at(words, last + 3) not in ("en", "of")
    return last + 2 if is_bare else last


def _last(words: Sequence[Token], at: int) -> int:
    """Return the last word of the time that is said in words from here on, alone in its clause; else where it begins.

    'Van half twee tot drie' are two, of which one alone would be written.
    """
    found = clock(words, at)
    if not found or any(word.text[0].isdigit() for word in words[at : found[0].last + 1]):
        return at
    last = found[0].last
    said = {word.lower for word in words[at : last + 1]}
    is_amount = said.isdisjoint(_SAYING) or lower_at(words, last + 1) == "per"
    is_amount = is_amount or (words[last].lower != "uur" and "uur" in said and not _may_end(words, last))
    is_joined = lower_at(words, at - 2) in _JOINING or _is_joined(words, last + 1)
    return at if is_amount or is_joined or _is_one_of_two(words, at, last) else last


def _may_end(words: Sequence[Token], last: int) -> bool:
    after = lower_at(words, last + 1)
    is_noun = after[:1].isalpha() and after not in _BEHIND and not is_participle(after)
    return not is_noun or _PART.fullmatch(after) is not None


def _is_joined(words: Sequence[Token], at: int) -> bool:
    """Return whether another time or number is joined to the one before here: 'en half vijf', 'of zes uur'."""
    after = words[at + 1] if lower_at(words, at) in _JOINING and at + 1 < len(words) else None
    return after is not None and (after.value is not None or after.lower in ("half", "kwart"))


def _is_one_of_two(words: Sequence[Token], first: int, last: int) -> bool:
    start, end = _clause(words, first, last)
    return any(clock(words, at) for at in [*range(start, first), *range(last + 1, end)])


def _clause(words: Sequence[Token], first: int, last: int) -> tuple[int, int]:
    start = next((at + 1 for at in range(first - 1, -1, -1) if words[at].lower in _ENDS), 0)
    return start, next((at for at in range(last + 1, len(words)) if words[at].lower in _ENDS), len(words))


def _minutes(words: Sequence[Token], first: int, last: int) -> int | None:
    """Return the minutes since midnight, ``None`` when the half of the day is not said, or two are."""
    hour = words[first].value
    minutes = next(int(str(key)) for value in clock(words, first) or () for kind, key in value.keys if kind == "clock")
    if hour is not None and hour > _HALF_A_DAY // 60 and lower_at(words, first + 1) == "uur":
        return int(hour) * 60 + minutes % 60 if hour < _DAY // 60 else None
    parts = _parts(words, first, last)
    if len(parts) != 1:
        return None
    begins, ends = PARTS_OF_DAY[parts.pop()]
    may_be = [one for one in (minutes, minutes + _HALF_A_DAY) if _is_within(one, begins, ends)]
    return may_be[0] if len(may_be) == 1 else None


def _parts(words: Sequence[Token], first: int, last: int) -> set[str]:
    """Return the parts of the day in the clause of a time; none when none of them is next to it or surely its own.

    Surely its own is one with its day ('vanochtend'), earlier in the clause and with no other day between. In speech
    without marks only one next to it is: where a clause ends is not heard there.
    """
    start, end = _clause(words, first, last)
    found = {at: part for at in [*range(start, first), *range(last + 1, end)] if (part := _part(words, at))}
    is_marked = words[0].text[0].isupper()
    ahead = [lower_at(words, last + 1), lower_at(words, last + 2)]
    behind = last + (3 if ahead == ["in", "de"] else 2 if ahead[0] == "s" else 1)  # 'in de nacht', 's nachts'
    is_open = not is_marked and behind == last + 1 < len(words) - 1
    own = {first - 2, *(() if is_open else (behind,))}
    before = [at for at in found if at < first - 2 and is_marked and _is_of_a_day(words, at)]
    if before and not any(_is_other_day(words, at) for at in range(before[-1] + 1, first)):
        own.add(before[-1])
    return set(found.values()) if own & found.keys() else set()


def _is_other_day(words: Sequence[Token], at: int) -> bool:
    return words[at].lower in _DAYS and lower_at(words, at - 1) not in ("van", "op")


def _is_of_a_day(words: Sequence[Token], at: int) -> bool:
    """Return whether a part of the day has its day: 'vanavond', 'in de nacht van zaterdag op zondag'."""
    part = _PART.fullmatch(words[at].lower)
    is_led = (lower_at(words, at - 2), lower_at(words, at - 1)) == ("in", "de")
    return is_led or (part is not None and part[1] is not None)


def _is_within(minutes: int, begins: int, ends: int) -> bool:
    return begins * 60 <= minutes <= ends * 60 or begins * 60 <= minutes + _DAY <= ends * 60


def _part(words: Sequence[Token], at: int) -> str:
    """Return the part of the day that a word says, '' for none: 'morgen' by itself is the next day."""
    found = _PART.fullmatch(words[at].lower)
    before = lower_at(words, at - 1)
    is_other = before in ("en", "of") and (_part(words, at - 2) or words[at - 2].lower in _DAYS)  # 'morgen en vanavond'
    if found is None or words[at].lower == "morgen" or before in _BOUNDS or is_other:
        return ""
    return "ochtend" if found[2] == "morgen" else found[2]
