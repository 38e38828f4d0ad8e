"""What a speaker says by a sentence about his own words that it was not so: 'Nee, dat was van mevrouw Bos', 'niet
Kevin, Sander', 'nee dan heeft ze school, vrijdag', 'Nee nee, bijna dicht'.

Each returns what holds and what was said first, both verbatim, or ``None``: only the speaker can settle it.
"""

from collections.abc import Iterator, Sequence

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from .items import OF_A_CLAUSE, STOPS

Pair = tuple[str, str]
#: Behind one of these 'nee' answers, and corrects nothing.
ASKING = word_set("vroeg vroegen gevraagd vraag vraagt vragen navraag nagevraagd")
_THAT, _WAS = word_set("dat die dit het"), word_set("is was waren zijn hoort hoorde")
_STILL, _OF = word_set("nog al ook eigenlijk natuurlijk"), word_set("van bij")
_ARTICLES, _CALLS = word_set("de het een"), word_set("o oh ja ach")
#: With these a speaker says the same with more weight: 'Nee echt moe'.
_WEIGHING = word_set("nee neen echt heel erg zeer hoor wel")
_LONGEST, _LONGEST_PIECE, _EARLIER = 4, 6, 12  # words, words, sentences


def is_answer(before: Sequence[Token]) -> bool:
    """Return whether words ask something, so that 'nee' behind them answers."""
    return any(word.lower in ASKING or word.text == "?" for word in before)


def of_another(reading: Reading, start: int, end: int, earlier: Reading | None = None) -> Pair | None:
    """'Bloeddruk 120/80.' 'O nee, dat was van mevrouw Bos': behind a cue (``start`` to ``end``) what was said is given
    to another person or day."""
    words = reading.words
    at = next((at for at in range(start, min(end + 1, len(words))) if words[at].lower in _THAT), len(words))
    behind = at + 2
    while lower_at(words, behind) in _STILL:
        behind += 1
    if lower_at(words, at + 1) not in _WAS or lower_at(words, behind) not in _OF:
        return None
    said = _last_clause(reading, start) if earlier is None else _last_clause(earlier, len(earlier.words))
    return said and (reading.piece(at, _clause_end(words, at) - 1), said)


def denied(reading: Reading, start: int, end: int, earlier: Reading | None = None) -> Pair | None:
    """'Kevin, nee niet Kevin, Sander'; 'Ingrid.' 'Nee, niet Ingrid, die is weg, Monique.'"""
    words = reading.words
    before = earlier.words if earlier else words[:start]
    last = next((word for word in reversed(before) if word.text not in STOPS and word.lower not in SOUNDS), None)
    if last is None or lower_at(words, end) != "niet" or lower_at(words, end + 1) != last.lower:
        return None
    for first, stop in _clauses(words, _clause_end(words, end)):
        if last.text.istitle() and words[first].text.istitle():
            return words[first].text, last.text
        if OF_A_CLAUSE.isdisjoint(word.lower for word in words[first:stop]):
            return reading.piece(first, stop - 1), last.text
    return None


def denied_of_earlier(readings: Sequence[Reading], at: int) -> Pair | None:
    """'Pleister vervangen, Tegaderm.' and later 'Sorry, die pleister was geen Tegaderm maar een IV3000.'"""
    reading = readings[at]
    words = reading.words
    for no in (place for place, word in enumerate(words) if word.lower in ("geen", "niet")):
        first = no + 1 + (lower_at(words, no + 1) in _ARTICLES)
        but = first + 1 + (lower_at(words, first + 1) == ",")
        end = _clause_end(words, but + 1)
        if lower_at(words, but) != "maar" or end <= but + 1:
            continue
        for earlier in reversed(readings[max(at - _EARLIER, 0) : at]):
            said = [word for word in earlier.words if word.lower == words[first].lower]
            if said and DENYING.isdisjoint(word.lower for word in earlier.words):
                return reading.piece(but + 1, end - 1), said[0].text
    return None


def behind_reason(words: Sequence[Token], end: int) -> int | None:
    """Return the place behind what was wrong with the old item: 'tien uur, nee dan heeft ze school, vrijdag'."""
    if lower_at(words, end) not in ("dan", "toen", "daar", "die", "dat"):
        return None
    mark = _clause_end(words, end)
    return mark + 1 if lower_at(words, mark) == "," else None


def more_exactly(earlier: Reading, reading: Reading, opening: int) -> Pair | None:
    """'De wond is dicht.' 'Nee nee, bijna dicht.': the same word once more, with another one."""
    words = reading.words
    end = _clause_end(words, opening)
    new = [word.lower for word in words[opening:end]]
    said = {word.lower for word in earlier.words}
    shared = {stem for stem in reading.stems[opening:end] if stem} & {stem for stem in earlier.stems if stem}
    is_short = 0 < len(new) <= _LONGEST and OF_A_CLAUSE.isdisjoint(new)
    if not is_short or not shared or not DENYING.isdisjoint([*new, *said]) or set(new) <= said | _WEIGHING:
        return None
    piece = _last_clause(earlier, len(earlier.words))
    return piece and (reading.piece(opening, end - 1), piece)


def counted_anew(earlier: Reading, reading: Reading, opening: int) -> Pair | None:
    """'Twee glazen per avond.' 'Nee, twee flessen per week zei ze.': a count of something else."""
    words = reading.words
    end = _clause_end(words, opening)
    is_counted = any(one.first == opening and not one.is_article for one in reading.values)
    old = [one for one in earlier.values if not one.is_article and one.kind == "number"]
    if not is_counted or not old or not DENYING.isdisjoint(word.lower for word in words[opening:end]):
        return None
    stop = _clause_end(earlier.words, old[-1].last)
    return reading.piece(opening, end - 1), earlier.piece(old[-1].first, stop - 1)


def _clause_end(words: Sequence[Token], at: int) -> int:
    return next((one for one in range(at, len(words)) if words[one].text in STOPS), len(words))


def _clauses(words: Sequence[Token], at: int) -> Iterator[tuple[int, int]]:
    while at < len(words):
        end = _clause_end(words, at)
        if end > at:
            yield at, end
        at = end + 1


def _last_clause(reading: Reading, before: int) -> str | None:
    """Return a few words of the clause that ends before a place."""
    words = reading.words
    while before and (words[before - 1].text in STOPS or words[before - 1].lower in SOUNDS | _CALLS):
        before -= 1
    first = next((at + 1 for at in range(before - 1, -1, -1) if words[at].text in STOPS), 0)
    return reading.piece(max(first, before - _LONGEST_PIECE), before - 1) if before > first else None
