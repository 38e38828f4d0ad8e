"""Values that the speaker takes back: in 'om vier uur, nee wacht, half vijf' four o'clock is no evidence."""

from bisect import bisect, bisect_left
from collections.abc import Callable, Sequence
from itertools import chain, pairwise, product
from typing import TypeVar

from ...dutch.word_sets import SOUNDS, word_set
from .reading import Mark, Reading
from .values.dates import RELATIVE, TODAY
from .words.tokens import Key, Token, Value, lower_at

T = TypeVar("T")

_CUES = word_set("nee neen sorry pardon correctie herstel wacht ho")
#: Not 'herstel', which is said of what heals: 'links herstel, rechts niet'.
_TAKING_BACK = word_set("nee neen sorry pardon")
_BEFORE_CUE = _CUES | SOUNDS | word_set(", . – - of o oh ach och hè allee")
#: Between 'wacht even' and the value that is right.
_INTRODUCING = word_set(", hoor het dat was is moet wordt zijn nee sorry eh ik bedoel toch")
_INTRODUCED = 6  # words
#: Behind the value that is right: 'zaterdag, eh, zondag sorry.'
_BEHIND = word_set("sorry pardon bedoel")
_PAUSES = SOUNDS | {","}
_LISTING = word_set("en of tot a")
_LONGEST_ITEM, _LONGEST_LEAD, _LONGEST_WHOLE = 4, 3, 7  # words
_BETWEEN = _BEFORE_CUE - {"."} | word_set("even ik bedoel eigenlijk")
_BREAKS = word_set(", ; . ? ! en maar want dus")
_NEAR = 3  # words from the cue to a value in another unit than the one it replaces
_REACH = 9  # words on either side of the cue
_NEAREST = 3  # values on either side of it
_LONGEST_CLAUSE = 30  # words behind the value that is right


def take_back(readings: Sequence[Reading]) -> None:
    """Mark what is taken back in each sentence, or by the beginning of the next one."""
    for index, reading in enumerate(readings):
        last_cue = -_REACH
        for at in range(len(reading.words)):
            if _is_behind(reading, at):
                _correct_before(reading, at)
            if not _is_cue(reading, at):
                continue
            if at - last_cue > 2:  # 'nee, sorry,' is one cue
                _correct(reading, at)
                _correct_whole(reading, at)
                if at <= 1 and index:
                    _correct_sentence_before(readings[index - 1], reading, at)
            last_cue = at
        _correct_again(reading)
        _note_repeats(reading)


def quoted(reading: Reading, own: Sequence[Reading]) -> set[int]:
    """Return the first words of the values that a written sentence takes back, as the speaker did in ``own``: 'drie,
    nee, vier' is quoted, not wrong."""
    corrected = {key for one in own for value in one.values if value.corrects for key in value.keys}
    if not corrected:
        return set()
    copy = Reading(reading.text, reading.own)
    take_back([copy])
    if not any(value.corrects and value.keys & corrected for value in copy.values):
        return set()
    return {value.first for value in copy.values if value.taken_back}


def quoted_marks(reading: Reading, own: Sequence[Reading]) -> set[int]:
    """Return the places of the medicines and sides that a written sentence takes back as the speaker did (``own``)."""
    taken_back = {mark.key for one in own for mark in (*one.drugs, *one.sides) if mark.taken_back}
    if not any(mark.key in taken_back for mark in (*reading.drugs, *reading.sides)):
        return set()
    copy = Reading(reading.text, reading.own)
    take_back([copy])
    return {mark.at for mark in (*copy.drugs, *copy.sides) if mark.taken_back and mark.key in taken_back}


def _is_cue(reading: Reading, at: int) -> bool:
    lower = reading.words[at].lower
    before = reading.words[at - 1].lower if at else ","
    after = reading.words[at + 1].lower if at + 1 < len(reading.words) else ""
    if (lower, after) == ("wacht", "even"):
        return _begins_value(reading, at + 2)  # else it is the person who looks something up
    if lower in _CUES:
        is_set_apart = before in _BEFORE_CUE
        return is_set_apart or (lower not in ("wacht", "ho") and _stands_between_values(reading, at))
    return (lower, after) in {("ik", "bedoel"), ("bedoel", "ik"), ("of", "eigenlijk")}


def _is_behind(reading: Reading, at: int) -> bool:
    """Return whether a cue ends a clause: 'sorry.', 'bedoel ik,'."""
    words = reading.words
    if words[at].lower not in _BEHIND:
        return False
    end = at + 1 + (words[at].lower == "bedoel")
    is_meant = words[at].lower != "bedoel" or lower_at(words, at + 1) == "ik"
    return is_meant and (end >= len(words) or words[end].text in _BREAKS)


def pause_before(words: Sequence[Token], cue: int) -> tuple[int, int] | None:
    """Return where the pause before the last item in front of a cue begins, and the place behind it: 'zaterdag, eh,
    zondag sorry'.

    ``None`` when a comma stands before the cue, without a hesitation, and it is not 'bedoel ik': 'maandag, dinsdag,
    sorry' may be two days.
    """
    last = cue - 1 - (lower_at(words, cue - 1) == ",")
    first = last
    while first >= 0 and last - first < _LONGEST_ITEM and words[first].lower not in _PAUSES:
        first -= 1
    end = first
    while end >= 0 and words[end].lower in _PAUSES:
        end -= 1
    hesitates = last == cue - 1 or any(word.lower in SOUNDS for word in words[end + 1 : first + 1])
    is_meant = "bedoel" in {word.lower for word in words[cue : cue + 2]}
    return (end + 1, first + 1) if 0 <= end < first and (hesitates or is_meant) else None


def _correct_before(reading: Reading, cue: int) -> None:
    """Take back what stands before a pause, where one of its kind stands between that and the cue."""
    if (pause := pause_before(reading.words, cue)) is None:
        return
    before, first = pause
    last = cue - 1 - (lower_at(reading.words, cue - 1) == ",")
    start = before - (last - first) - 1
    values = _from(reading.values, start, key=lambda one: one.first)
    old = [one for one in values if one.last < before]
    new = [one for one in values if first <= one.first and one.last <= last]
    if len(new) == 1 and len(old) == 1 and old[0].keys != new[0].keys and _is_alike(old[0], new[0]):
        old[0].taken_back = new[0].corrects = True
    for marks in (reading.drugs, reading.sides):
        near = _from(marks, start, key=lambda one: one.at)
        _replace_marks([m for m in near if m.at < before], [m for m in near if first <= m.at <= last])


def _from(some: Sequence[T], start: int, key: Callable[[T], int]) -> Sequence[T]:
    """Return the values or marks from a word on: as many as stand around one cue."""
    first = bisect_left(some, start, key=key)
    return some[first : first + 2 * _REACH]


def said_again(words: Sequence[Token], old: tuple[int, int], new: tuple[int, int]) -> int:
    """Return the place behind an item that is said again behind a hesitation with the words behind the first one, 0
    for none: '6 april, eh, 8 april', 'drie uur per week, eh, tweeënhalf uur per week'.

    ``old`` and ``new`` are their first and last words. A list continues: '6 april, eh, 8 april en 9 april'.
    """
    first = new[0]
    while first > old[1] + 1 and words[first - 1].lower in _PAUSES:
        first -= 1
    behind = [word.lower for word in words[old[1] + 1 : first]]
    stop = new[1] + 1 + len(behind)
    is_sought = any(word.lower in SOUNDS and not word.text.isupper() for word in words[first : new[0]])
    is_whole = bool(behind) or (old[0] < old[1] and words[old[1]].lower == words[new[1]].lower)
    is_same = behind == [word.lower for word in words[new[1] + 1 : stop]] and len(behind) <= _LONGEST_LEAD
    goes_on = lower_at(words, stop) in _LISTING
    return stop if is_sought and is_whole and is_same and "," not in behind and not goes_on else 0


def said_whole(words: Sequence[Token], cue: range, old: tuple[int, int], new: tuple[int, int]) -> range | None:
    """Return the words behind a cue that say the piece before it again with another item: 'twee keer 500, nee, twee
    keer 850'; ``None`` where the words around both items are not the same.

    ``cue`` has all words between the two pieces; ``old`` and ``new`` are the first and last words of the items.
    """
    lead, tail = new[0] - cue.stop, cue.start - old[1] - 1
    first, stop = old[0] - lead, new[1] + 1 + tail
    if lead < 0 or tail < 0 or first < 0 or cue.start - first > _LONGEST_WHOLE or stop > len(words):
        return None
    before = [word.lower for word in (*words[first : old[0]], *words[old[1] + 1 : cue.start])]
    behind = [word.lower for word in (*words[cue.stop : new[0]], *words[new[1] + 1 : stop])]
    is_one = _BREAKS.isdisjoint(before)
    return range(cue.stop, stop) if is_one and before == behind else None


def _correct_whole(reading: Reading, at: int) -> None:
    """Take back every value of a piece that is repeated as a whole: 'maandag om tien uur, nee, dinsdag om tien uur'."""
    start, end = at, at + 1
    while start and reading.words[start - 1].lower in _BEFORE_CUE:
        start -= 1
    while lower_at(reading.words, end) in _BETWEEN:
        end += 1
    values = [((one.first, one.last), one) for one in _around(reading.values, at, lambda one: one.first)]
    marks = (_around(some, at, lambda one: one.at) for some in (reading.drugs, reading.sides))
    groups = [values, *([((one.at, one.at), one) for one in some] for some in marks)]
    before = ([one for one in group if one[0][1] < start] for group in groups)
    behind = ([one for one in group if one[0][0] >= end] for group in groups)
    for (old, one), (new, other) in chain.from_iterable(map(product, before, behind)):
        if isinstance(one, Value) and isinstance(other, Value) and one.kind != other.kind:
            continue
        piece = said_whole(reading.words, range(start, end), old, new)
        if piece and len(piece) > new[1] - new[0] + 1:
            first = old[0] - (new[0] - end)
            for place, part in chain(*groups):
                part.taken_back = part.taken_back or (first <= place[0] < start)
            for place, part in values:
                part.corrects = part.corrects or place[0] in piece
            return


def _around(some: Sequence[T], at: int, key: Callable[[T], int]) -> Sequence[T]:
    """Return the values or marks around a word."""
    middle = bisect(some, at, key=key)
    return some[max(0, middle - _NEAREST) : middle + _NEAREST]


def _correct_again(reading: Reading) -> None:
    for old, new in pairwise(reading.values):
        if (
            _is_alike(old, new, in_any_unit=False)
            and old.keys != new.keys
            and said_again(reading.words, (old.first, old.last), (new.first, new.last))
        ):
            old.taken_back = new.corrects = True


def _begins_value(reading: Reading, at: int) -> bool:
    """Return whether a value begins at this word, or after a few that introduce it: 'hoor, het was'."""
    end = min(at + _INTRODUCED, len(reading.words))
    while at < end and reading.words[at].lower in _INTRODUCING:
        at += 1
    return any(one.first == at for one in _near(reading, at))


def _stands_between_values(reading: Reading, at: int) -> bool:
    near = _near(reading, at)
    old = next((one for one in near if one.last == at - 1), None)
    is_between = old is not None and any(_begins_as(reading, old.first, at + 1, one.first) for one in near)
    is_taken_back = reading.words[at].lower in _TAKING_BACK
    return is_between or (
        is_taken_back and any(_stands_between_marks(reading, marks, at) for marks in (reading.drugs, reading.sides))
    )


def _begins_as(reading: Reading, old: int, start: int, new: int) -> bool:
    """Return whether the words between a cue and an item are those that stand before the old one: 'op drie juni nee op
    dertien juni'."""
    lead = new - start
    pieces = reading.words[old - lead : old], reading.words[start:new]
    one, other = ([word.lower for word in piece] for piece in pieces)
    return 0 <= lead <= min(old, _LONGEST_LEAD) and one == other


def _stands_between_marks(reading: Reading, marks: Sequence[Mark], at: int) -> bool:
    """Return whether a word stands between two medicines or sides with the same words around them, the second one at
    the end of its clause: 'links op de hiel nee rechts op de hiel'. Not 'links nee rechts is er niets'."""
    middle = bisect(marks, at, key=lambda one: one.at)
    if not middle or middle == len(marks):
        return False
    old, new = marks[middle - 1].at, marks[middle].at
    piece = said_whole(reading.words, range(at, at + 1), (old, old), (new, new))
    return piece is not None and (piece.stop == len(reading.words) or reading.words[piece.stop].lower in _BREAKS)


def _near(reading: Reading, at: int) -> Sequence[Value]:
    """Return the values around a word."""
    middle = bisect(reading.values, at, key=lambda one: one.first)
    return reading.values[max(0, middle - 2) : middle + 2]


def _correct(reading: Reading, cue: int) -> None:
    middle = bisect(reading.values, cue, key=lambda one: one.first)
    before = [one for one in reading.values[max(0, middle - _REACH) : middle] if one.last >= cue - _REACH]
    after = [one for one in reading.values[middle : middle + _REACH] if one.first <= cue + _REACH]
    last = _replace_values(reading, reading, cue, before, after)
    _replace_day(reading, cue, before)
    reach = cue + _REACH if last is None else _end_of_clause(reading, last.last)  # after it is something else
    for marks in (reading.drugs, reading.sides):
        middle = bisect(marks, cue, key=lambda one: one.at)
        old, new = marks[max(0, middle - 1) : middle], marks[middle : middle + 1]
        _replace_marks([m for m in old if m.at >= cue - _REACH], [m for m in new if m.at <= reach])


def _end_of_clause(reading: Reading, at: int) -> int:
    last = min(at + _LONGEST_CLAUSE, len(reading.words) - 1)
    return next((one for one in range(at, last) if reading.words[one + 1].lower in _BREAKS), last)


def _correct_sentence_before(earlier: Reading, reading: Reading, cue: int) -> None:
    end = len(earlier.words)
    before = [one for one in earlier.values[-_REACH:] if one.last >= end - _REACH]
    _replace_values(earlier, reading, cue, before, [one for one in reading.values if cue < one.first <= cue + _REACH])
    for old, new in ((earlier.drugs, reading.drugs), (earlier.sides, reading.sides)):
        _replace_marks([m for m in old if m.at >= end - _REACH], [m for m in new if cue < m.at <= cue + _REACH])


def _replace_values(
    earlier: Reading, reading: Reading, cue: int, before: list[Value], after: list[Value]
) -> Value | None:
    """Take back the last values before the cue that are of the kind of the first ones after it.

    Returns the last of those after it, None when nothing is taken back.
    """
    turns = [one for one in after if one.is_article and lower_at(reading.words, one.first - 1) == "nog"]
    after = [one for one in after if one not in turns]  # 'ik kijk nog een keer'
    if not after:
        return None
    new = _cluster(reading, after)
    is_near = new[0].first <= cue + _NEAR
    old = [
        one
        for one in before
        if not one.taken_back and (_is_alike(one, new[0], in_any_unit=is_near) or _is_begun(earlier, one, new[0], cue))
    ]
    if not new[0].is_article:
        old = [one for one in old if not one.is_article] or old  # 'een minuut of tien, nee, vijf'
    old = _cluster(earlier, old[::-1])[::-1] if old else []
    if len(new) < len(old) and new[0].amount is not None:
        amount = new[0].amount
        old = [min(old, key=lambda one: abs((one.amount or 0) - amount))]
    if [one.keys for one in old] == [one.keys for one in new]:
        return None
    for one in [*old[-len(new) :], *(turns if old else ())]:
        one.taken_back = True
    for one in new if old else ():
        one.corrects = True
    return new[-1] if old else None


def _cluster(reading: Reading, values: list[Value]) -> list[Value]:
    """Return the values that stand together at the head of the list, in either direction: '152 over 80'."""
    found = [values[0]]
    for one in values[1:]:
        first, second = sorted((one, found[-1]), key=lambda value: value.first)
        between = reading.words[first.last + 1 : second.first]
        if len(between) > 1 or any(word.text == "," for word in between) or not _is_alike(one, found[0]):
            break
        found.append(one)
    return found


def _is_alike(one: Value, other: Value, *, in_any_unit: bool = True) -> bool:
    if one.kind == other.kind == "number" and one.dimension and other.dimension:
        return in_any_unit or one.dimension == other.dimension
    if one.kind == other.kind:
        return one.kind != "date" or {key[0] for key in one.keys} & {key[0] for key in other.keys} != set()
    shared = ("clock", "minutes")  # 'om acht, nee, negen uur', 'twee uur, nee, anderhalf uur'
    return {one.kind, other.kind} == {"number", "time"} and any(
        all(any(key[0] == kind for key in value.keys) for value in (one, other)) for kind in shared
    )


def _is_begun(earlier: Reading, old: Value, new: Value, cue: int) -> bool:
    """Return whether a bare number right before a cue is the beginning of what is right: 'op acht, nee, achttien mei',
    'tien, nee, negen uur'."""
    is_day = new.kind == "date" and any(key[0] == "day" for key in new.keys)
    is_hours = new.kind == "time" and any(key[0] == "minutes" for key in new.keys)
    between = earlier.words[old.last + 1 : cue]
    is_beside = 0 <= cue - old.last - 1 <= _NEAR and all(word.lower in _BEFORE_CUE for word in between)
    return (is_day or is_hours) and is_beside and old.kind == "number" and not old.dimension


def _replace_day(reading: Reading, cue: int, before: Sequence[Value]) -> None:
    """Take back the day right before a cue, where a part of today stands behind it: 'morgen, nee, vanavond'."""
    words, end = reading.words, cue + 1
    while lower_at(words, end) in _INTRODUCING:
        end += 1
    old = before[-1] if before else None
    is_beside = old is not None and all(word.lower in _BEFORE_CUE for word in words[old.last + 1 : cue])
    if old is not None and is_beside and words[old.first].lower in RELATIVE and lower_at(words, end) in TODAY:
        old.taken_back = True


def _replace_marks(before: list[Mark], after: list[Mark]) -> None:
    if before and after and before[-1].key != after[0].key:
        before[-1].taken_back = True


def _note_repeats(reading: Reading) -> None:
    """Bind a later repetition of what was taken back ('veertien was het oude schema') to its own words."""
    dimensions: dict[Key, set[str]] = {}
    for one in reading.values:
        for key in one.keys if one.taken_back else ():
            dimensions.setdefault(key, set()).add(one.dimension)
    for index, one in enumerate(reading.values if dimensions else ()):
        if one.taken_back or one.corrects:
            continue
        same = (dimension for key in one.keys for dimension in dimensions.get(key, ()))
        if any(dimension == one.dimension or not (dimension and one.dimension) for dimension in same):
            around = reading.stems[one.last + 1 : one.last + 6]
            reading.repeats[index] = frozenset(stem for stem in around if stem)
