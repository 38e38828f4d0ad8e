"""A correction that only the speaker can settle: 'twaalf dagen, sorry, een week of drie', 'vandaag, eh, gisteren'.

Nothing is changed by it: the words stay together as they were said, and the author answers which of them holds.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.corrections import pause_before
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from ..disfluency import CALLING, OPPOSITES, pause
from ..words import VERBS
from ..words import words as words_of
from .cues import cues, introduced, is_doubtful
from .disowned import (
    ASKING,
    behind_reason,
    counted_anew,
    denied,
    denied_of_earlier,
    is_answer,
    more_exactly,
    of_another,
)
from .echoes import is_told
from .items import OF_A_CLAUSE, PREPOSITIONS, STOPS, Item, items_in
from .replacing import (
    ARTICLES,
    COPULAS,
    ENDS,
    LONGEST_PIECE,
    NEAR,
    WRONG,
    begins_sentence,
    is_denied,
    may_replace,
    piece_of,
    replaceable,
    replaced_by,
    shown,
)

_LONGEST_ECHO = 5  # words of a thing that is taken back, with what leads it
_FARTHEST = 12  # words before the cue among which the old item is looked for
_SHORTEST_PIECE = 2  # words
_MEANT = {("bedoel", "ik"), ("moet", "ik")}  # 'zeggen'
_SORRY = word_set("sorry pardon")
_ECHOED = 2  # words with which a piece begins as another
#: With one of these a sentence begins: 'nee, dat gaat goed'.
_BEGIN_ANSWERS = word_set("ik je jij u hij ze zij het dat die dit we wij jullie er daar hier dan toen alles")
#: How a speaker goes back to what was said.
_RECALLING = re.compile(
    r"(?:(?:oh?|ach|ja|eh|wacht|nou|en|nog|oeps|ho|stop|sorry|nee)[ ,]+)*"
    r"(?:oh? nee|nee wacht|wacht|sorry|correctie|oeps|ho|foutje|verkeerd|(?:ik moet |we moeten )?(?:nog )?even terug"
    r"|ik zei(?: net| eerder| zojuist| daarnet)?|dat moet)\b",
    re.IGNORECASE,
)
_EARLIER = 12  # sentences
_ANSWERS = word_set("ja nee neen")
_CALLS = word_set("o oh ja ach")


@dataclass(frozen=True, slots=True)
class Question:
    """What may hold: ``said`` first, and ``here`` behind it. Both are verbatim."""

    here: str
    said: str


def question(readings: Sequence[Reading], at: int) -> Question | None:
    """Return the question about the ``at``-th sentence, where it takes something back and no rule says what."""
    reading = readings[at]
    if "?" in reading.text:
        return None
    found = replaceable(reading)
    asked = (
        _corrected(readings, at, found) or _sought(readings, at) or _meant(reading, found) or _hesitated(reading, found)
    )
    asked = asked or _unread(reading, found) or _recalled(readings, at, found) or _dosed_twice(reading, found)
    return asked or _unmarked(reading, found)


def _corrected(readings: Sequence[Reading], at: int, found: list[Item]) -> Question | None:
    """'Twaalf dagen oud, sorry, veertien', 'Drie van de vijf keer, nee, vier', 'De pols was 88. Nee sorry, 98.'"""
    reading = readings[at]
    words = reading.words
    opening = introduced(words)
    if opening and at and (pair := denied_of_earlier(readings, at)):
        return Question(*pair)
    if opening and at and (asked := _of_sentence_before(readings, at, opening)):
        return asked
    for start, end in cues(words, found):
        if (pair := denied(reading, start, end) or of_another(reading, start, end)) and not is_answer(words[:start]):
            return Question(*pair)
        old = [one for one in found if start - _FARTHEST <= one.first and one.last < start]
        new, alike = replaced_by(words, old, found, end)
        if new is None and (reason := behind_reason(words, end)):
            new, alike = replaced_by(words, old, found, reason)
            end = reason
        if new and not (
            is_answer(words[:start]) or is_denied(words, alike) or begins_sentence(words, start, end, new, alike)
        ):
            return Question(piece_of(reading, new), shown(reading, alike))
        if asked := _echoed(reading, start, end) or _turned(reading, start, reading, range(end, len(words))):
            return asked
    return None


def _echoed(reading: Reading, start: int, end: int) -> Question | None:
    """'Van de brandweer, nee, van de ambulance': the new words begin as the old ones do."""
    words = reading.words
    if is_doubtful(words, start):
        return None
    while start and (words[start - 1].text in STOPS or words[start - 1].lower in SOUNDS):
        start -= 1
    while end and words[end - 1].lower in ARTICLES:
        end -= 1  # 'het' may introduce the item, or be its article
    last = next((at for at in range(end, len(words)) if words[at].lower in ENDS), len(words)) - 1
    first = next((at for at in range(start - 1, max(start - _LONGEST_ECHO, -1), -1) if _begins(words, at, end)), None)
    if first is None or not 0 < last - end < _LONGEST_ECHO or is_answer(words[:start]):
        return None
    there = {word.lower for word in words[max(first - NEAR, 0) : last + 1]}
    if not there.isdisjoint(DENYING) or (OF_A_CLAUSE - ARTICLES).intersection(
        word.lower for word in words[end : last + 1]
    ):
        return None
    return Question(reading.piece(end, last), reading.piece(first, start - 1))


def _turned(earlier: Reading, before: int, reading: Reading, again: range) -> Question | None:
    """'Ze wil geen insuline, nee, ze wil wel insuline': what was said is said again, without its denial or with one.

    The clause of ``earlier`` that ends before a word, and the one with which ``again`` begins.
    """
    words = earlier.words
    while before and (words[before - 1].text in STOPS or words[before - 1].lower in SOUNDS):
        before -= 1
    first = next((at + 1 for at in range(before - 1, -1, -1) if words[at].lower in ENDS), 0)
    end = next((at for at in again if reading.words[at].lower in ENDS), again.stop)
    if "?" in earlier.text or not 0 < end - again.start <= _FARTHEST or before - first > _FARTHEST:
        return None
    (there, was), (here, now) = _said(earlier, first, before), _said(reading, again.start, end)
    if not here or not here <= there or was == now:
        return None
    return Question(reading.piece(again.start, end - 1), earlier.piece(first, before - 1))


def _said(reading: Reading, first: int, end: int) -> tuple[Set[str], bool]:
    """Return the content of some words, and whether a denial is among them."""
    lower = [word.lower for word in reading.words[first:end]]
    pairs = zip(reading.stems[first:end], lower, strict=True)
    content = {stem for stem, word in pairs if stem and word not in DENYING and word != "wel"}
    return content, not DENYING.isdisjoint(lower)


def _begins(words: Sequence[Token], first: int, again: int) -> bool:
    """Return whether what stands at two places begins with the same word, one that leads a noun."""
    if again >= len(words):
        return False
    one, other = words[first].lower, words[again].lower
    return (one == other and one in PREPOSITIONS | ARTICLES) or (one in ARTICLES and other in ARTICLES)


def _of_sentence_before(readings: Sequence[Reading], at: int, end: int) -> Question | None:
    """Return what the beginning of a sentence, up to ``end``, takes back of the one before it."""
    earlier, reading = readings[at - 1], readings[at]
    if is_answer(earlier.words):
        return None
    if pair := denied(reading, 0, end, earlier) or of_another(reading, 0, end, earlier):
        return Question(*pair)
    if asked := _with_item(earlier, reading, end) or _turned(
        earlier, len(earlier.words), reading, range(end, len(reading.words))
    ):
        return asked
    pair = more_exactly(earlier, reading, end) or counted_anew(earlier, reading, end)
    return Question(*pair) if pair else None


def _with_item(earlier: Reading, reading: Reading, end: int) -> Question | None:
    count = len(earlier.words)
    old = [one for one in replaceable(earlier) if one.first >= count - _FARTHEST]
    new, alike = replaced_by(reading.words, old, replaceable(reading), end)
    if new is None or begins_sentence(reading.words, 0, end, new) or is_denied(earlier.words, alike):
        return None
    return Question(piece_of(reading, new), shown(earlier, alike))


def _sought(readings: Sequence[Reading], at: int) -> Question | None:
    """'De omgang is op zaterdag.' 'Eh, zondag.'"""
    reading = readings[at]
    words = [place for place, word in enumerate(reading.words) if word.text not in STOPS]
    first = next((place for place in words if reading.words[place].lower not in SOUNDS), None)
    if not at or first is None or first == words[0]:
        return None
    new = next((one for one in items_in(reading) if (one.first, one.last) == (first, words[-1])), None)
    earlier = readings[at - 1]
    last = next(
        (place for place in range(len(earlier.words) - 1, -1, -1) if earlier.words[place].text not in STOPS), -1
    )
    old = [one for one in items_in(earlier) if new and one.last == last and may_replace(one, new)]
    if not old or new is None or "?" in earlier.text:
        return None
    return Question(piece_of(reading, new), earlier.piece(old[0].first, old[0].last))


def _meant(reading: Reading, found: list[Item]) -> Question | None:
    """'Ze komt maandag, dinsdag bedoel ik.' 'Ze komt maandag, dinsdag sorry.'"""
    words = reading.words
    for at in range(2, len(words)):
        is_meant = (words[at].lower, lower_at(words, at + 1)) in _MEANT
        is_sorry = words[at].lower in _SORRY and lower_at(words, at + 1) in STOPS | {""}
        if is_meant or (is_sorry and pause_before(words, at)):
            start = next((one + 1 for one in range(at - 1, -1, -1) if words[one].lower in STOPS | SOUNDS), 0)
            new = next((one for one in found[::-1] if at - NEAR < one.last < at), None)
            old = [one for one in found if new and at - _FARTHEST <= one.first < new.first and may_replace(one, new)]
            if new and old:
                return Question(piece_of(reading, new), shown(reading, old))
            if is_meant and start and (asked := _turned(reading, start, reading, range(start, at))):
                return asked
    return None


def _hesitated(reading: Reading, found: list[Item]) -> Question | None:
    """'Vandaag, eh, gisteren', 'twee, eh, drie tabletten'."""
    words = reading.words
    for first, last in _hesitations(words):
        while first > 1 and words[first - 1].text in ("-", "–"):
            first -= 1  # 'linker-, eh, rechterzij'
        old = next((one for one in found if one.last == first - 1), None)
        new = next((one for one in found if one.first == last), None)
        is_aside = (
            bool(old) and words[old.first - 1 if old.first else 0].text == ","
        )  # 'mevrouw Bos, 68, eh, zes weken'
        if old and new and not is_aside and may_replace(old, new):
            return Question(piece_of(reading, new), reading.piece(old.first, old.last))
        if again := _again(words, first, last):
            return Question(reading.piece(last, again[1]), reading.piece(again[0], first - 1))
        pair = {words[first - 1].lower, words[last].lower}
        if len(pair) == 2 and any(pair <= group for group in OPPOSITES):
            return Question(words[last].text, words[first - 1].text)
    return None


def _unread(reading: Reading, found: list[Item]) -> Question | None:
    """'Ik bel morgen, nee vanavond nog': no rule reads what is taken back, so the whole clause before it is shown.

    Behind words that say or ask something 'nee' is one of those; with a clause of its own behind it, it answers.
    """
    words = reading.words
    told = next((at for at, word in enumerate(words) if word.lower in CALLING | ASKING), len(words))
    for start, end in cues(words, found):
        before = start
        while before and (words[before - 1].text in STOPS or words[before - 1].lower in SOUNDS | _CALLS):
            before -= 1
        first = next((at + 1 for at in range(before - 1, -1, -1) if words[at].lower in ENDS), 0)
        last = next((at for at in range(end, len(words)) if words[at].lower in ENDS), len(words)) - 1
        new = [word.lower for word in words[end : last + 1]]
        old = [word.lower for word in words[first:before]]
        answers = told < start or not DENYING.isdisjoint([*old, *new])
        is_same = not (COPULAS & VERBS).isdisjoint(new) or not {*new}.isdisjoint({*old} - ARTICLES - PREPOSITIONS)
        is_strong = words[start].lower == "of" and (is_same or not is_doubtful(words, start))
        if WRONG.isdisjoint(word.lower for word in words[start:end]) and not is_strong:
            is_clause = not (OF_A_CLAUSE - COPULAS - _BEGIN_ANSWERS).isdisjoint(new)
            answers = answers or is_clause or not _BEGIN_ANSWERS.isdisjoint(new[:1])
        is_unsure = is_doubtful(words, start) and not is_strong
        is_piece = new and before - first >= _SHORTEST_PIECE
        if is_piece and not answers and not is_unsure and not _is_pause(reading, start):
            first, last = max(first, before - LONGEST_PIECE), min(last, end + LONGEST_PIECE - 1)
            return Question(reading.piece(end, last), reading.piece(first, before - 1))
    return None


def _is_pause(reading: Reading, start: int) -> bool:
    """Return whether a cue goes, as one that takes nothing back: 'allergisch voor, wacht even, cotrimoxazol'."""
    found = words_of(reading.text)
    at = next((at for at, word in enumerate(found) if word.start == reading.words[start].start), 0)
    return bool(pause(found, at))


def _recalled(readings: Sequence[Reading], at: int, found: list[Item]) -> Question | None:
    """'Pols 52.' and later 'Even terug, die pols was 54', 'Nog twee pennen. Oh nee, ik zie er een liggen, drie dus': a
    sentence that goes back to an earlier one, with an item of a kind that stands there.

    It has a word of that one, or is the next one and ends with its item.
    """
    reading = readings[at]
    if not _RECALLING.match(reading.text) or not found:
        return None
    stems = {stem for stem in reading.stems if stem}
    for before in range(at - 1, max(at - 1 - _EARLIER, -1), -1):
        earlier = readings[before]
        for new in found[::-1]:
            last = {word.lower for word in reading.words[new.last + 1 :] if word.text not in STOPS}
            is_named = not stems.isdisjoint(earlier.stems)
            old = [one for one in items_in(earlier) if may_replace(one, new)] if "?" not in earlier.text else []
            if old and (is_named or (before == at - 1 and last <= {"dus", "toch", "klopt"})):
                return Question(piece_of(reading, new), earlier.piece(old[-1].first, old[-1].last))
    return None


def _dosed_twice(reading: Reading, found: list[Item]) -> Question | None:
    """'Midazolam vijf, midazolam tien milligram': a medicine that is named again with another dose right behind it."""
    for one, other in pairwise(reading.drugs):
        old = next((item for item in found if item.kind == ("number",) and item.first == one.at + 1), None)
        new = next((item for item in found if item.kind == ("number",) and item.first == other.at + 1), None)
        is_beside = old is not None and other.at == old.last + 2 and reading.words[old.last + 1].text == ","
        if old and new and is_beside and one.key == other.key and may_replace(old, new):
            return Question(reading.piece(other.at, new.last), reading.piece(one.at, old.last))
    return None


def _unmarked(reading: Reading, found: list[Item]) -> Question | None:
    """'Ze kreeg twee boterhammen nee drie': a single 'nee' without a mark, right before an item of a kind that stands
    before it. Not where answers stand in a row: 'links ja rechts nee'."""
    words = reading.words
    answers = [at for at, word in enumerate(words) if word.lower in _ANSWERS]
    if len(answers) != 1 or answers[0] == 0:
        return None
    at = answers[0]
    told = {word.lower for word in words[:at]}
    if words[at].lower == "ja" or not told.isdisjoint(ASKING | {"of"}) or is_told(words[:at]):
        return None
    new, alike = replaced_by(
        words, [one for one in found if at - _FARTHEST <= one.first and one.last < at], found, at + 1
    )
    if new is None or is_denied(words, alike) or begins_sentence(words, at, at + 1, new, alike):
        return None
    if any(word.lower not in PREPOSITIONS | ARTICLES for word in words[at + 1 : new.first]):
        return None
    return Question(piece_of(reading, new), shown(reading, alike))


def _again(words: Sequence[Token], first: int, last: int) -> tuple[int, int] | None:
    """Return where a piece that ends before a hesitation begins, and where the one behind it ends that begins as it
    does and ends otherwise: 'van 40 naar 20, eh, van 40 naar 80'."""
    for start in range(max(first - LONGEST_PIECE, 0), first - _ECHOED):
        end = last + first - 1 - start
        pieces = [[word.lower for word in words[start:first]], [word.lower for word in words[last : end + 1]]]
        if pieces[0][:_ECHOED] == pieces[1][:_ECHOED] and pieces[0] != pieces[1] and len(pieces[1]) == first - start:
            return None if STOPS.intersection(pieces[0] + pieces[1]) else (start, end)
    return None


def _hesitations(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the first place of each run of sounds and commas between two words, and the place behind it."""
    at = 1
    while at < len(words):
        end = at
        while end < len(words) and (words[end].lower in SOUNDS or words[end].text == ","):
            end += 1
        if end < len(words) and any(one.lower in SOUNDS and not one.text.isupper() for one in words[at:end]):
            yield at, end
        at = max(end, at + 1)
