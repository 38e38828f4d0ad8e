"""What a speaker says by a sentence about his own words that it was not so: 'Nee, dat was van mevrouw Bos', 'niet
Kevin, Sander', 'nee dan heeft ze school, vrijdag', 'Nee nee, bijna dicht'.

Each returns what holds and what was said first, both verbatim, or ``None``: only the speaker can settle it.
"""

from collections.abc import Iterator, Sequence

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.reading import Reading
from ...evidence.values.dates import TODAY
from ...evidence.words import people
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import PLACES, Token, lower_at
from .items import OF_A_CLAUSE, STOPS

Pair = tuple[str, str]
#: Behind one of these 'nee' answers, and corrects nothing.
ASKING = word_set("vroeg vroegen gevraagd vraag vraagt vragen navraag nagevraagd")
_THAT, _WAS = word_set("dat die dit het"), word_set("is was waren zijn hoort hoorde")
_STILL, _OF = word_set("nog al ook eigenlijk natuurlijk"), word_set("van bij")
_ARTICLES, _CALLS = word_set("de het een"), word_set("o oh ja ach")
_DETERMINERS = _ARTICLES | word_set("haar zijn mijn")
_WHOM = people.PERSONS.keys() | people.FEMALE | people.MALE | word_set("client cliente man vrouw")
#: With these a speaker says the same with more weight: 'Nee echt moe'.
_WEIGHING = word_set("nee neen echt heel erg zeer hoor wel zelfs te iets best ontzettend behoorlijk flink")
_LONGEST, _LONGEST_PIECE, _EARLIER = 4, 6, 12  # words, words, sentences


def is_answer(before: Sequence[Token]) -> bool:
    """Return whether words ask something, so that 'nee' behind them answers."""
    return any(word.lower in ASKING or word.text == "?" for word in before)


def of_another(reading: Reading, start: int, end: int, earlier: Reading | None = None) -> Pair | None:
    """'Bloeddruk 120/80.' 'O nee, dat was van mevrouw Bos': behind a cue (``start`` to ``end``) what was said is given
    to another person, room or day. Of what is no figure 'die' and 'is' may tell whose it is: 'die is van Anna'."""
    words = reading.words
    source, before = (reading, start) if earlier is None else (earlier, len(earlier.words))
    at = next((at for at in range(start, min(end + 1, len(words))) if words[at].lower in _THAT), len(words))
    behind = at + 2
    while lower_at(words, behind) in _STILL:
        behind += 1
    stop = _clause_end(words, at)
    is_told = lower_at(words, at + 1) in _WAS and lower_at(words, behind) in _OF
    if not is_told or not _is_whom(reading, behind + 1, stop):
        return None
    is_owned = words[at].lower == "die" or words[at + 1].lower in ("is", "zijn")
    if is_owned and not any(one.first < before and not one.is_article for one in source.values):
        return None
    said = _last_clause(source, before)
    return (reading.piece(at, stop - 1), said) if said else None


def _is_whom(reading: Reading, first: int, end: int) -> bool:
    """Return whether words are a person, a room or a day, and nothing else: 'mevrouw Bos', 'kamer vier', 'gisteren'."""
    words = reading.words
    first += lower_at(words, first) in _DETERMINERS
    if first >= end:
        return False
    if words[first].lower in PLACES:
        return end == first + 2 and words[first + 1].value is not None
    if any(one.kind == "date" and (one.first, one.last) == (first, end - 1) for one in reading.values):
        return True
    names = {at for at, word in enumerate(words) if word in reading.names}
    names.update(at for one, last in people.surnames(words) for at in range(one, last + 1))
    rest = set(range(first + 1, end))
    is_person = words[first].lower in _WHOM or first in names
    return rest <= names if is_person else words[first].lower in TODAY and not rest


def denied(reading: Reading, start: int, end: int, earlier: Reading | None = None) -> Pair | None:
    """'Kevin, nee niet Kevin, Sander'; 'Ingrid.' 'Nee, niet Ingrid, die is weg, Monique.'"""
    words = reading.words
    source, before = (reading, start) if earlier is None else (earlier, len(earlier.words))
    no = end + 1 + (lower_at(words, end + 1) in _ARTICLES)
    if lower_at(words, end) != "niet" or no >= len(words):
        return None
    there = [at for at in range(before) if source.words[at].lower == lower_at(words, no)]
    is_denied = not DENYING.isdisjoint(word.lower for word in source.words[:before])
    if not there or is_denied or not words[no].text.isalpha():
        return None
    at = there[-1]
    between = source.words[at + 1 : before] if earlier is None else ()
    if any(word.text not in STOPS and word.lower not in SOUNDS for word in between):
        return None
    is_led = no > end + 1 and lower_at(source.words, at - 1) in _ARTICLES
    is_bare = not is_led and lower_at(source.words, at - 1) in _ARTICLES  # the article stays, for both
    said = source.piece(at - is_led, at)
    for first, stop in _clauses(words, _clause_end(words, end)):
        if said.istitle() and words[first].text.istitle():
            return words[first].text, said
        if OF_A_CLAUSE.isdisjoint(word.lower for word in words[first:stop]):
            has_article = is_bare and first < stop - 1 and words[first].lower in _ARTICLES
            return reading.piece(first + has_article, stop - 1), said
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
    shared = earlier.content.intersection(reading.stems[opening:end])
    known = said | _WEIGHING | {word.lower for word, stem in zip(words, reading.stems, strict=True) if stem in shared}
    is_short = 0 < len(new) <= _LONGEST and OF_A_CLAUSE.isdisjoint(new)
    if not is_short or not shared or not DENYING.isdisjoint([*new, *said]) or known.issuperset(new):
        return None
    piece = _last_clause(earlier, len(earlier.words))
    return (reading.piece(opening, end - 1), piece) if piece else None


def counted_anew(earlier: Reading, reading: Reading, opening: int) -> Pair | None:
    """'Twee glazen per avond.' 'Nee, twee flessen per week zei ze.': a count of something else, each by its time."""
    words = reading.words
    end = _clause_end(words, opening)
    last = end - 2 * (lower_at(words, end - 2) == "zei")
    new = [word.lower for word in words[opening:last]]
    is_counted = any(one.first == opening and not one.is_article for one in reading.values)
    old = [one for one in earlier.values if not one.is_article and one.kind == "number"]
    if not is_counted or not old or new[-2:-1] != ["per"] or not (OF_A_CLAUSE | DENYING).isdisjoint(new):
        return None
    stop = _clause_end(earlier.words, old[-1].last)
    is_by_time = any(word.lower == "per" for word in earlier.words[old[-1].first : stop])
    return (reading.piece(opening, end - 1), earlier.piece(old[-1].first, stop - 1)) if is_by_time else None


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
