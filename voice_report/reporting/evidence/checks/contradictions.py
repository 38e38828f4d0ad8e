"""Contradictions of negation between a written sentence and the spoken ones: a negation added, left out, or of
something that was not spoken of."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from ..model import Flag, differs, quoted
from ..reading import Reading
from ..words.negation import DENYING, Clause, denies
from ..words.stems import is_among

_SAME = 0.75
_HALF = 0.5
_LISTING = frozenset({"", "en", "of", "noch"})
_JOINING = frozenset({"en", "maar", "want", "of", "dus"})
_REFERRING = frozenset({"dat", "dit", "het", "die", "daar", "dan"})
_NEAR = 6  # words
_LONGEST = 12  # words of a clause that is quoted whole


class _Contradiction(NamedTuple):
    kind: Literal["added", "removed", "unheard"]
    head: str
    written: Clause
    spoken: Clause | None


def check(
    reading: Reading,
    share: float,
    own: Sequence[Reading],
    around: Sequence[Sequence[str]] = (),
    beside: Sequence[Reading] = (),
) -> list[Flag]:
    """Return the flag of a negation that the sentence or its sources have alone.

    ``share`` is what these have of it, ``around`` their words and those next to them, where a cut was a guess;
    ``beside`` are the written sentences that share a source with it.
    """
    if not own:
        return []
    main = [one for at, one in enumerate(own) if at == 0 or _is_mostly_in(one, reading)]
    asides = [clause for one in own if one not in main for clause in one.clauses]
    found = _contradiction(reading.clauses, [clause for one in main for clause in one.clauses], asides)
    if found is None:
        return _in_place(reading, own) or _lone_negation(reading, share, own, beside)
    at = _position(reading, found.written, found.head)
    if found.spoken is None:
        return [differs("negation", "amber", reading.piece(at, at))]
    other = next(one for one in own if any(clause is found.spoken for clause in one.clauses))
    said = _quote(other, found.spoken, _position(other, found.spoken, found.head))
    if found.kind == "removed":
        cue = other.words[_cue(other, found.spoken)].text
        here = _quote(reading, found.written, at) if found.head in found.spoken.weak else reading.piece(at, at)
        return [Flag("negation", "red", f"{quoted(cue)} ontbreekt hier", here, said)]
    cue = _cue(reading, found.written)
    if _stands_beside(reading, cue, around):
        return []
    text = f"Je zei het zonder ‘{reading.words[cue].text}’"
    level = "red" if share >= _HALF else "amber"  # of little of it is known what it is made of
    return [Flag("negation", level, text, reading.piece(min(at, cue), max(at, cue)), said)]


def _stands_beside(reading: Reading, cue: int, around: Sequence[Sequence[str]]) -> bool:
    """Return whether a word that denies was said before the word that it stands before here."""
    here = tuple(word.lower for word in reading.words[cue : cue + 2])
    return any(here == pair for words in around for pair in pairwise(words))


def _lone_negation(reading: Reading, share: float, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Flag a negation that only one of two sentences has which are otherwise the same, whatever it is about."""
    if len(own) != 1 or share < _SAME or own[0].is_unmarked:
        return []
    heard = own[0].content
    if sum(is_among(one, reading.content) for one in heard) < _SAME * len(heard):
        return []
    left_out = [clause for clause in own[0].clauses if _is_left_out(clause, reading, own[0], beside)]
    written, said = _negations(reading), _negations(own[0], left_out)
    if said[1] != written[1] or {"of", "noch"} & (reading.lower | own[0].lower):
        return []  # 'niet' may be written as 'geen', and said once for two
    if written[0] > said[0]:
        return [Flag("negation", "amber", "Je zei het zonder ‘niet’", _quote_denied(reading))]
    if written[0] < said[0]:
        return [Flag("negation", "amber", "‘Niet’ ontbreekt hier", "", _quote_denied(own[0]))]
    return []


def _is_left_out(clause: Clause, reading: Reading, spoken: Reading, beside: Sequence[Reading]) -> bool:
    """Return whether a written sentence has nothing of a clause: then it does not say it without 'niet' either.

    A clause that refers to the one before it ('maar dat kan niet') is a part of what was said there, unless it is a
    sentence of its own now.
    """
    first = next((word.lower for word in spoken.words[clause.first : clause.last] if word.lower not in _JOINING), "")
    words = clause.words - DENYING
    is_written = any(one.lower & DENYING and len(words & one.lower) * 2 > len(words) for one in beside)
    return (
        (is_written or first not in _REFERRING)
        and clause.stems.isdisjoint(reading.content)
        and sum(word in reading.lower for word in words) * 2 < len(words)
    )


def _in_place(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a word that denies between two words which one text has next to each other, and the other not once."""
    here, there = _gaps(reading), [(one, _gaps(one)) for one in own]
    for pair, at in here.denied.items():
        for other, gaps in there:
            place = gaps.plain.get(pair)
            is_elsewhere = any(pair in one.denied for _, one in there)
            if place is not None and not is_elsewhere and _denials(reading, at) > _denials(other, place):
                text = f"Je zei het zonder ‘{reading.words[at].text}’"
                return [Flag("negation", "amber", text, _around(reading, at), _around(other, place))]
    for other, gaps in there:
        for pair, at in gaps.denied.items():
            place = here.plain.get(pair)
            is_elsewhere = pair in here.denied or any(pair in one.plain for _, one in there)
            goes_on = pair[0] in _LISTING and _denials(reading, place or 0)
            if place is not None and not (is_elsewhere or goes_on) and _denials(reading, place) < _denials(other, at):
                text = f"{quoted(other.words[at].text)} ontbreekt hier"
                return [Flag("negation", "amber", text, _around(reading, place), _around(other, at))]
    return []


class _Gaps(NamedTuple):
    """The pairs of words with nothing or only 'een' between them, and those with a word that denies: where each is."""

    plain: dict[tuple[str, str], int]
    denied: dict[tuple[str, str], int]


def _gaps(reading: Reading) -> _Gaps:
    words = ["", *(word.lower if word.text[0].isalnum() else "" for word in reading.words), ""]
    found = _Gaps({}, {})
    for at, (first, second) in enumerate(pairwise(words)):
        third = words[at + 2] if at + 2 < len(words) else ""
        found.plain.setdefault((first, second), at)
        if second == "een":
            found.plain.setdefault((first, third), at)
        elif second in DENYING and (first or third):
            found.denied.setdefault((first, third), at)
    return found


def _denials(reading: Reading, at: int) -> int:
    """Return how many words deny around a word."""
    return sum(word.lower in DENYING for word in reading.words[max(0, at - _NEAR) : at + _NEAR + 1])


def _around(reading: Reading, at: int) -> str:
    """Return a word with the one before and the one after it."""
    return reading.piece(max(0, at - 1), min(len(reading.words) - 1, at + 1)).strip(" .,;:?!")


def _negations(reading: Reading, without: Sequence[Clause] = ()) -> tuple[int, int]:
    """Return how many times a sentence says 'niet', and how many clauses it denies otherwise, ``without`` some."""
    apart = {at for clause in without for at in range(clause.first, clause.last)}
    plain = sum(word.lower == "niet" for at, word in enumerate(reading.words) if at not in apart)
    others = (clause for clause in reading.clauses if "niet" not in clause.words and clause.first not in apart)
    return plain, sum(clause.is_negative for clause in others)


def _position(reading: Reading, clause: Clause, head: str) -> int:
    """Return the word of a clause that has a stem, as a part of it at least; its last word when none has."""
    within = range(clause.first, clause.last)
    exact = (at for at in within if reading.stems[at] == head)
    part = (at for at in within if head in reading.words[at].lower)
    return next(exact, next(part, clause.last - 1))


def _cue(reading: Reading, clause: Clause) -> int:
    """Return the first word of a clause that denies; its first word when none does by itself."""
    within = range(clause.first, clause.last)
    return next((at for at in within if denies(reading.words[at].lower)), clause.first)


def _quote_denied(reading: Reading) -> str:
    """Return the first clause with 'niet'; the word alone when it is in no clause ('Of niet.')."""
    clause = next((one for one in reading.clauses if "niet" in one.words), None)
    if clause is not None:
        return _quote(reading, clause, _cue(reading, clause))
    at = next(at for at, word in enumerate(reading.words) if word.lower == "niet")
    return reading.piece(at, at)


def _quote(reading: Reading, clause: Clause, at: int) -> str:
    """Return the text of a clause; of a long one the words around one of its words."""
    first, last = clause.first, clause.last - 1
    if last - first > _LONGEST:
        first, last = max(first, at - _LONGEST // 2), min(last, at + _LONGEST // 2)
    return reading.piece(first, last)


def _is_mostly_in(spoken: Reading, reading: Reading) -> bool:
    return sum(is_among(one, reading.content) for one in spoken.content) * 2 >= len(spoken.content)


def _contradiction(
    written: Sequence[Clause], spoken: Sequence[Clause], asides: Sequence[Clause]
) -> _Contradiction | None:
    """Return the first contradiction between two texts, one with a head that was spoken before any other.

    ``asides`` are the clauses of spoken sentences that are hardly in the written text.
    """
    removed = _removed(written, [*spoken, *(one for one in asides if len(one.stems) > 1)])
    spoken = [*spoken, *asides]
    unheard = None
    for clause in written:
        for group in clause.groups:
            kinds = {head: _of_denied(head, clause, spoken) for head in sorted(group)}
            if "" in kinds.values():
                continue
            if added := [head for head, kind in kinds.items() if kind == "added"]:
                return _Contradiction("added", added[0], clause, _closest(clause, added[0], spoken))
            unheard = unheard or _Contradiction("unheard", min(group), clause, None)
    return removed or unheard


def _closest(clause: Clause, head: str, spoken: Sequence[Clause]) -> Clause:
    """Return the clause with ``head`` that has most of this clause."""
    return max((one for one in spoken if _holds(one, head)), key=lambda one: len(one.stems & clause.stems))


def _removed(written: Sequence[Clause], spoken: Sequence[Clause]) -> _Contradiction | None:
    for source in spoken:
        for group in source.groups:
            for clause in written:
                shared = group & clause.stems
                if clause.is_negative or not shared or any("on" + head in clause.stems for head in shared):
                    continue
                if len(source.stems) > 2 and len(source.stems & clause.stems) < 2:
                    continue  # one word of a longer clause may be said of something else
                if source.is_unmarked and _may_end_before(source, clause):
                    continue  # 'die maaltijd niet keuken mailen': its sentence ended at 'niet'
                if group & source.weak and (len(shared) * 2 <= len(group) or _is_denied_too(source, written)):
                    continue
                head = min(shared)
                if not _is_denied(head, written) and _is_removed(head, clause, spoken):
                    return _Contradiction("removed", head, clause, source)
    return None


def _may_end_before(source: Clause, clause: Clause) -> bool:
    """Return whether a clause is the beginning of a sentence, of which the first word alone was spoken after a 'niet'
    that has another word before it to be about."""
    shared = source.stems & clause.stems
    return (
        clause.first == 0
        and "niet" in source.words
        and shared == {clause.opening}
        and not shared & source.weak
        and bool(source.before_niet)
    )


def _is_denied(head: str, written: Sequence[Clause]) -> bool:
    return any(one.is_negative and _holds(one, head) for one in written)


def _is_denied_too(source: Clause, written: Sequence[Clause]) -> bool:
    """Return whether another written clause denies something of the same spoken clause."""
    return any(one.is_negative and (one.stems & source.stems or len(one.stems) < 2) for one in written)


def _of_denied(head: str, clause: Clause, spoken: Sequence[Clause]) -> str:
    """Return how the spoken clauses contradict that ``head`` is denied: 'added', 'unheard', or '' when they do not."""
    having = [one for one in spoken if _holds(one, head)]
    if not having:
        others = clause.stems - {head}
        if any(one.is_negative and (not others or others & one.stems or one.groups) for one in spoken):
            return ""
        return "unheard"
    positive = [one for one in having if not one.is_negative or head in one.loose]
    if len(positive) == len(having):
        if any(one.is_negative and one.stems & clause.stems - {head} for one in spoken):
            return ""  # the same clause denies it by another word
        return "" if any("on" + head in one.stems for one in spoken) else "added"
    return "added" if _fits(clause, head, positive) > _fits(clause, head, [c for c in having if c.is_negative]) else ""


def _is_removed(head: str, clause: Clause, spoken: Sequence[Clause]) -> bool:
    positive = [one for one in spoken if _holds(one, head) and head not in one.denied]
    negative = [one for one in spoken if head in one.denied]
    return not positive or _fits(clause, head, negative) > _fits(clause, head, positive)


def _holds(clause: Clause, head: str) -> bool:
    return head in clause.stems or head in clause.denied or "on" + head in clause.stems


def _fits(clause: Clause, head: str, others: Sequence[Clause]) -> int:
    return max((len((clause.stems & one.stems) - {head}) for one in others), default=-1)
