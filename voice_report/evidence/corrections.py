"""Values that the speaker takes back: in 'om vier uur, nee wacht, half vijf' four o'clock is no evidence."""

from bisect import bisect
from collections.abc import Sequence

from ..words import word_set
from .reading import Mark, Reading
from .tokens import Value

_CUES = word_set("nee sorry pardon correctie herstel wacht")
_REACH = 9  # words on either side of the cue


def take_back(readings: Sequence[Reading]) -> None:
    """Mark what is taken back in each sentence, or by the beginning of the next one."""
    for index, reading in enumerate(readings):
        last_cue = -_REACH
        for at in range(len(reading.words)):
            if not _is_cue(reading, at):
                continue
            if at - last_cue > 2:  # 'nee, sorry,' is one cue
                _correct(reading, at)
                if at <= 1 and index:
                    _correct_sentence_before(readings[index - 1], reading, at)
            last_cue = at
        _note_repeats(reading)


def is_quoted(value: Value, reading: Reading) -> bool:
    """Return whether a written sentence has the cue of a correction after a value: it quotes what was taken back."""
    ahead = reading.words[value.last + 1 : value.last + 1 + _REACH]
    return any(word.lower in _CUES for word in ahead) and any(one.first > value.last for one in reading.values)


def _is_cue(reading: Reading, at: int) -> bool:
    lower = reading.words[at].lower
    before = reading.words[at - 1].lower if at else ","
    after = reading.words[at + 1].lower if at + 1 < len(reading.words) else ""
    if (lower, after) == ("wacht", "even"):
        return _begins_value(reading, at + 2)  # else it is the person who looks something up
    if lower in _CUES:
        is_set_apart = before in {",", ".", "–", "-", "eh", "of", "ehm", "uh", *_CUES}
        return is_set_apart or (reading.is_unmarked and _ends_value(reading, at - 1) and _begins_value(reading, at + 1))
    return (lower, after) in {("ik", "bedoel"), ("bedoel", "ik")}


def _begins_value(reading: Reading, at: int) -> bool:
    """Return whether a value begins at this word, or after one comma or cue."""
    if at < len(reading.words) and reading.words[at].lower in {",", *_CUES}:
        at += 1
    return any(one.first == at for one in reading.values)


def _ends_value(reading: Reading, at: int) -> bool:
    return any(one.last == at for one in reading.values)


def _correct(reading: Reading, cue: int) -> None:
    middle = bisect(reading.values, cue, key=lambda one: one.first)
    before = [one for one in reading.values[max(0, middle - _REACH) : middle] if one.last >= cue - _REACH]
    after = [one for one in reading.values[middle : middle + _REACH] if one.first <= cue + _REACH]
    is_of_values = _replace_values(reading, reading, before, after)
    last = after[0].first if is_of_values else cue + _REACH  # what comes after the new value goes with something else
    for marks in (reading.drugs, reading.sides):
        middle = bisect(marks, cue, key=lambda one: one.at)
        old, new = marks[max(0, middle - 1) : middle], marks[middle : middle + 1]
        _replace_marks([m for m in old if m.at >= cue - _REACH], [m for m in new if m.at <= last])


def _correct_sentence_before(earlier: Reading, reading: Reading, cue: int) -> None:
    end = len(earlier.words)
    before = [one for one in earlier.values[-_REACH:] if one.last >= end - _REACH]
    _replace_values(earlier, reading, before, [one for one in reading.values if cue < one.first <= cue + _REACH])
    for old, new in ((earlier.drugs, reading.drugs), (earlier.sides, reading.sides)):
        _replace_marks([m for m in old if m.at >= end - _REACH], [m for m in new if cue < m.at <= cue + _REACH])


def _replace_values(earlier: Reading, reading: Reading, before: list[Value], after: list[Value]) -> bool:
    """Take back the last values before the cue that are of the kind of the first ones after it, if there are any."""
    if not after:
        return False
    new = _cluster(reading, after)
    old = [one for one in before if not one.taken_back and _is_alike(one, new[0])]
    old = _cluster(earlier, old[::-1])[::-1] if old else []
    if len(new) < len(old) and new[0].amount is not None:
        amount = new[0].amount
        old = [min(old, key=lambda one: abs((one.amount or 0) - amount))]
    if [one.keys for one in old] == [one.keys for one in new]:
        return False
    for one in old[-len(new) :]:
        one.taken_back = True
    for one in new if old else ():
        one.corrects = True
    return bool(old)


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


def _is_alike(one: Value, other: Value) -> bool:
    if one.kind == other.kind:
        return one.kind != "date" or {key[0] for key in one.keys} & {key[0] for key in other.keys} != set()
    has_clock = [any(key[0] == "clock" for key in value.keys) for value in (one, other)]
    return {one.kind, other.kind} == {"number", "time"} and all(has_clock)


def _replace_marks(before: list[Mark], after: list[Mark]) -> None:
    if before and after and before[-1].key != after[0].key:
        before[-1].taken_back = True


def _note_repeats(reading: Reading) -> None:
    """Bind a later repetition of what was taken back ('veertien was het oude schema') to its own words."""
    gone = {key for one in reading.values if one.taken_back for key in one.keys}
    for index, one in enumerate(reading.values):
        if gone and not (one.taken_back or one.corrects) and one.keys & gone:
            around = reading.stems[one.last + 1 : one.last + 6]
            reading.repeats[index] = frozenset(stem for stem in around if stem)
