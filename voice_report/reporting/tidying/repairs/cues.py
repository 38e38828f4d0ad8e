"""The words with which a speaker takes something back, and what they introduce."""

import re
from collections.abc import Iterator, Sequence, Set

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from .items import LEADING, MARKS, Item

_Phrases = dict[str, list[list[str]]]


def _phrases(text: str) -> _Phrases:
    """Return the phrases of a list by their first word, the longest first."""
    found: _Phrases = {}
    for phrase in sorted((one.split() for one in re.split(r"[|\n]", text)), key=len, reverse=True):
        found.setdefault(phrase[0], []).append(phrase)
    return found


#: With these a speaker takes something back. One of ``_DOUBTFUL`` may mean something else.
_CUES = _phrases(
    """nee | neen | sorry | pardon | correctie | herstel | wacht | ho | ik bedoel | of eigenlijk | of nee | of neen
    allee nee | allee neen"""
)
_DOUBTFUL = _phrases(
    """verkeerd | foutje | ik zeg het verkeerd | zeg ik verkeerd | dat zeg ik verkeerd | dat klopt niet | klopt niet
    dat is niet goed | dat is fout | ik vergis me | liever gezegd | beter gezegd | althans | nou ja | ik lieg | enfin
    allee | nou eigenlijk | of nou | of nou ja | of toch"""
)
#: These are cues without a mark or sound before them, too.
_PLAIN = _phrases("nee sorry | nee wacht | nee gewoon | sorry nee | of nee | of eigenlijk | allee nee | allee neen")
_DENIALS = word_set("nee neen")
#: Behind one of the former it is what a person says: 'ze heeft één keer nee gezegd'.
_SAYING = word_set("zegt zeg zei zeiden zeggen gezegd schudt schudde geschud geroepen geantwoord")
_WRONG = _DENIALS | word_set("sorry pardon correctie herstel")
_WORDS_TOO = word_set("wacht herstel correctie")
#: Behind the new item, at the end of its clause.
BEHIND = _phrases("sorry | sorry hoor | pardon | bedoel ik | bedoel ik dus | bedoel ik sorry | sorry bedoel ik")
#: Between the cue and the new item.
INTRODUCING = SOUNDS | word_set(
    """nee neen sorry pardon correctie herstel wacht ho , : even ik bedoel of eigenlijk o oh het dat was is moet
    zijn toch hoor"""
)
_ASIDES = _phrases("even zoeken | even terug | ik moet even terug | ik zie het | ik zie")
#: How a speaker looks again at what he said.
_LOOKING = _phrases(
    """ik kijk nog eens | ik kijk nog een keer | ik zie verkeerd | ik zie het verkeerd | ik kijk verkeerd
    ik las het verkeerd | ik lees verkeerd | ik moet niet liegen | ik moet het goed zeggen"""
)
#: How a speaker looks for what is right; that stands behind it where it was said that something is wrong.
_SEEKING = _phrases(
    """laat me even kijken | laat me kijken | even kijken | ik kijk even | even rekenen | even tellen | even denken
    even nadenken | hoe heet ze | hoe heet hij | hoe heet die | hoe heette ze | hoe heette hij | hoe heet het"""
)
_MOST_INTRODUCING = 8  # words and marks
_LONGEST_REASON = 5  # words
_BEFORE_CUE = SOUNDS | word_set("o oh ach och hè oké oke")
#: Behind the new item: 'was het', 'moet het zijn', 'bedoel ik'; 'had hij' where what it corrects has that verb.
_CONFIRMING = word_set("was is waren zijn moet bedoel bedoelde")
_CONFIRMED = word_set("het dat ik")
_SUBJECTS = _CONFIRMED | word_set("hij ze zij ie die we")
#: How a speaker says behind the new item where it comes from, and why the old one was not right.
_WRONG_READ = (
    "ik las het verkeerd | ik las het verkeerd om | ik keek verkeerd | ik zei het verkeerd | ik zag het verkeerd"
    "| ik las verkeerd | ik zat verkeerd | dat zei ik verkeerd | ik had het verkeerd | ik draaide het om"
)
WRONG_READ = _phrases(_WRONG_READ)
_READ = _phrases(
    f"{_WRONG_READ} | ik lees het nu | ik zie het nu | zie ik nu | zie ik nu op het doosje | zie ik nu staan"
    "| zie ik net | zie ik hier | zie ik staan | staat er | staat hier | lees ik | lees ik nu | heb ik opgeschreven"
    "| heb ik genoteerd"
)
_LAST_CONFIRMING = word_set("zijn hoor toch")
#: Words between a cue and the new item.
LONGEST_LEAD = 3


def introduced(words: Sequence[Token]) -> int:
    """Return the place behind the words at the start of a sentence that introduce a correction, 0 for none."""
    end, has_cue = _run(words, 0)
    return end if has_cue else 0


def _run(words: Sequence[Token], at: int) -> tuple[int, bool]:
    """Return the place behind the words from here on that introduce a correction, and whether a cue is among them."""
    end, has_cue = at, False
    while end < len(words) and end - at <= _MOST_INTRODUCING:
        if cue := phrase(words, end, _CUES) or phrase(words, end, _DOUBTFUL):
            end, has_cue = end + cue, True
        elif aside := next(filter(None, (phrase(words, end, one) for one in (_ASIDES, _LOOKING, _SEEKING))), 0):
            end += aside
        elif words[end].lower in INTRODUCING:
            end += 1
        else:
            break
    return end, has_cue


def introduces(words: Sequence[Token], start: int, end: int) -> bool:
    """Return whether a run of words is cues, what is said while looking again, and what introduces what is right."""
    at = start
    is_wrong = any(word.lower in _WRONG for word in words[start:end])
    while at < end:
        more = phrase(words, at, _CUES) or phrase(words, at, _LOOKING) or (is_wrong and phrase(words, at, _SEEKING))
        more = more or (words[at].lower in INTRODUCING)
        if not more:
            return False
        at += more
    return True


def behind_reason(words: Sequence[Token], end: int) -> int:
    """Return the place behind the comma of what was wrong with the old item, ``end`` where that is not said: 'nee, dat
    is Pasen, zestien april'."""
    if lower_at(words, end - 2) != "dat" or lower_at(words, end - 1) not in ("is", "was"):
        return end
    mark = next((at for at in range(end, min(end + _LONGEST_REASON, len(words))) if words[at].text in MARKS), end)
    is_plain = all(word.value is None and word.lower not in DENYING for word in words[end:mark])
    return mark + 1 if is_plain and lower_at(words, mark) == "," else end


def phrase(words: Sequence[Token], at: int, phrases: _Phrases) -> int:
    """Return the number of words of the longest of the phrases that begins here, 0 for none."""
    some = phrases.get(words[at].lower, ())
    return next((len(one) for one in some if all(lower_at(words, at + k) == word for k, word in enumerate(one))), 0)


def is_doubtful(words: Sequence[Token], at: int) -> bool:
    """Return whether the cue that begins here may mean something else: 'nou ja', 'althans'."""
    return bool(phrase(words, at, _DOUBTFUL))


def cues(words: Sequence[Token], items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Yield where each cue begins, and where what it introduces does.

    A cue stands behind a mark or a sound, or between two items: 'twee nee drie'.
    """
    behind = 0
    for at in range(len(words)):
        if at < behind or not (phrase(words, at, _CUES) or phrase(words, at, _DOUBTFUL)):
            continue
        end, _ = _run(words, at)
        if words[end - 1].lower in _DENIALS and lower_at(words, end) in _SAYING:
            continue
        if _is_word(words, at, end) and not _may_be_cue(words, at, end, items):
            continue
        is_apart = at > 0 and (words[at - 1].text in (",", "–", "-", ".") or words[at - 1].lower in _BEFORE_CUE)
        is_between = any(one.last == at - 1 and _stands_for(words, one, end, items) for one in items)
        if is_apart or is_between or phrase(words, at, _PLAIN):
            yield at, end
            behind = end


def cue_at(words: Sequence[Token], at: int) -> int | None:
    """Return where what a cue introduces begins, when one begins here that can mean nothing else; 'wacht' and 'herstel'
    only between marks."""
    is_apart = at > 0 and (words[at - 1].text in (",", "–", "-") or words[at - 1].lower in _BEFORE_CUE)
    is_cue = phrase(words, at, _CUES) and (is_apart or words[at].lower in _DENIALS or phrase(words, at, _PLAIN))
    end = _run(words, at)[0]
    return end if is_cue and not _is_word(words, at, end) else None


def _is_word(words: Sequence[Token], at: int, end: int) -> bool:
    """Return whether a cue is a word of its clause, without a mark behind it: 'op de lijst, wacht op de plek'."""
    return end == at + 1 and words[at].lower in _WORDS_TOO


def _may_be_cue(words: Sequence[Token], at: int, end: int, items: Sequence[Item]) -> bool:
    """Return whether what may be a word of its clause stands right behind an item: 'Pols 76, wacht 67.'; not in 'Ze zit
    2 uur op de gang, wacht 3 uur.' and 'Opname 3 juni, herstel 5 juni.'"""
    if words[at].lower == "herstel" or lower_at(words, end) in LEADING:
        return False
    last = before_cue(words, at) - 1
    return any(one.last == last for one in items)


def _stands_for(words: Sequence[Token], old: Item, end: int, items: Sequence[Item]) -> bool:
    """Return whether an item begins behind a cue, or what leads the one before it does: 'aan de linkerkant nee aan de
    rechterkant'."""
    new = next((one for one in items if end <= one.first <= end + LONGEST_LEAD), None)
    return new is not None and (new.first == end or is_same(words, end, new.first, old.first - (new.first - end)))


def before_cue(words: Sequence[Token], start: int) -> int:
    """Return the place after the last word before the cue, its marks and sounds."""
    while start and (words[start - 1].text in (",", "–", "-") or words[start - 1].lower in _BEFORE_CUE):
        start -= 1
        if [word.lower for word in words[max(start - 2, 0) : start + 1]] == [",", "of", ","]:
            start -= 2  # '38, of, nee, 83'
    return start


def confirmed(words: Sequence[Token], at: int, said: Set[str] = frozenset()) -> int:
    """Return the place behind words that only confirm what stands before them: 'was het', 'moet het zijn'."""
    if (cue := at < len(words) and phrase(words, at, BEHIND)) and ends(words, at):
        return at + cue  # 'nee zondag sorry'
    start = at + (lower_at(words, at) == ",")
    read = start + (phrase(words, start, _READ) if start < len(words) else 0)
    if read > start and (all(word.text in MARKS for word in words[read:]) or not any(map(_is_mark, words))):
        return read  # 'nee, kwart voor acht, ik lees het nu'
    is_it = lower_at(words, at) in _CONFIRMING and lower_at(words, at + 1) in _CONFIRMED
    if not is_it and not (lower_at(words, at) in said and lower_at(words, at + 1) in _SUBJECTS):
        return at
    end = at + 2 + (lower_at(words, at + 2) in _LAST_CONFIRMING)
    return end if end >= len(words) or words[end].text in MARKS else at


def _is_mark(word: Token) -> bool:
    return word.text in MARKS


def ends(words: Sequence[Token], at: int) -> bool:
    """Return whether the cue that begins here ends its clause."""
    end = at + phrase(words, at, BEHIND)
    return end >= len(words) or words[end].text in MARKS


def is_same(words: Sequence[Token], start: int, end: int, again: int) -> bool:
    """Return whether the words of a piece stand once more at another place."""
    return again >= 0 and all(words[start + k].lower == lower_at(words, again + k) for k in range(end - start))
