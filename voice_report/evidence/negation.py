"""What a sentence denies: the scope of 'geen', 'niet', 'zonder' and their kin, clause by clause.

A word can be denied strictly (it is what the negation is about) or loosely (it is in a clause with a negation). Only a
word that one text denies strictly, and that the other has without any negation around it, contradicts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..words import word_set
from .stems import stem
from .values import Token

_BEFORE_NOUN = word_set("geen zonder nooit noch nergens ontkent ontkende ontkennen ontkend gene")
_OF_CLAUSE = word_set("niet")
#: These say that something is not, or is no more, without being about one word.
_LOOSE = word_set(
    """weigert weigerde geweigerd weigeren verdwenen afwezig afwezigheid ontbreekt ontbrak ontbreken uitgebleven
    niemand niets niks gestopt stopt stoppen weg voorbij verholpen nihil negatief mislukt vrij nauwelijks onvoldoende
    te-weinig nee afgeraden uitgesloten vermeden vermijden voorkomen tekort afgebeld verboden onmogelijk moeite lukte
    liever overgeslagen laten achterwege gemist vergeten leeg loos zelden kwijt af dicht over"""
)
_NOT_ABOUT = frozenset({("niet", "alleen"), ("niet", "waar"), ("niet", "te"), ("geen", "idee"), ("niet", "zozeer")})
_BREAKS = frozenset({",", ";", ":", "(", ")", ".", "?", "!", "–", "maar", "want", "omdat", "terwijl", "echter", "doch"})
_LIST_WORDS = frozenset({"of", "noch", "en"})
#: A pronoun, verb or negation after 'en' begins another clause; a noun goes on with the list.
_NEW_CLAUSE = word_set(
    """hij zij ze ik we wij er het is was heeft had hebben kan kon wil wordt werd geen niet wel ook nog daarna toen dat
    die dan de een mevrouw meneer moet gaat zal"""
)
_MOST_HEADS = 4


@dataclass(slots=True)
class Clause:
    """Part of a sentence with its stems; ``denied`` are the stems that a negation in it is about."""

    stems: frozenset[str]
    denied: frozenset[str]
    is_negative: bool


def clauses(words: Sequence[Token], stems: Sequence[str]) -> list[Clause]:
    """Return the clauses of a sentence in order; ``stems`` are those of its words."""
    found: list[Clause] = []
    goes_on = False  # a list of denied nouns goes on behind a comma
    for first, last in _ranges(words):
        clause = _clause(words, stems, first, last, goes_on)
        goes_on = bool(clause.denied) and _is_open_list(words, last, len(words))
        if clause.stems or clause.is_negative:
            found.append(clause)
    return found


def _ranges(words: Sequence[Token]) -> list[tuple[int, int]]:
    ranges, first = [], 0
    for at, word in enumerate(words):
        after = words[at + 1].lower if at + 1 < len(words) else ""
        if word.lower in _BREAKS or (word.lower == "en" and after in _NEW_CLAUSE):
            ranges.append((first, at))
            first = at + 1
    return [*ranges, (first, len(words))]


def _is_open_list(words: Sequence[Token], comma: int, end: int) -> bool:
    """Return whether 'geen roodheid, zwelling of pus' goes on at this comma: few words, then 'of' or 'noch'."""
    if comma >= end or words[comma].text != ",":
        return False
    ahead = [word.lower for word in words[comma + 1 : comma + 7]]
    for at, lower in enumerate(ahead):
        if lower in ("of", "noch"):
            return at <= 3
        if lower in _NEW_CLAUSE or lower in ("maar", "wel"):
            return False
    return False


def _clause(words: Sequence[Token], stems: Sequence[str], first: int, last: int, goes_on: bool) -> Clause:
    denied: set[str] = set()
    negative = goes_on
    if goes_on:
        denied |= _nouns_after(words, stems, first - 1, last)
    for at in range(first, last):
        lower = words[at].lower
        after = words[at + 1].lower if at + 1 < last else ""
        if (lower, after) in _NOT_ABOUT:
            continue
        if lower in _BEFORE_NOUN:
            negative = True
            denied |= _nouns_after(words, stems, at, last)
        elif lower in _OF_CLAUSE:
            negative = True
            denied |= _denied_by_niet(words, stems, at, first, last)
        elif lower in _LOOSE:
            negative = True
        elif base := _free_of(lower):
            negative = True
            denied.add(base)
    inside = frozenset(one for one in stems[first:last] if one)
    return Clause(inside, frozenset(denied), negative)


def _free_of(lower: str) -> str:
    """Return the stem of what 'pijnvrij' or 'klachtenvrij' is free of."""
    return stem(lower[:-4]) if lower.endswith(("vrij", "loos")) and len(lower) > 7 else ""


def _nouns_after(words: Sequence[Token], stems: Sequence[str], at: int, last: int) -> set[str]:
    """Return the words that 'geen' is about: the run of content words after it, and those joined to it by 'of'."""
    found: set[str] = set()
    position = at + 1
    while position < last and len(found) < _MOST_HEADS:
        if stems[position] and words[position].text[0].isalpha():
            found.add(stems[position])
        elif found and words[position].lower not in _LIST_WORDS:
            break
        elif not found and position > at + 3:
            break
        position += 1
    return found


def _denied_by_niet(words: Sequence[Token], stems: Sequence[str], at: int, first: int, last: int) -> set[str]:
    """Return what 'niet' is about: the content word after it, else the ones before it in the clause."""
    for position in range(at + 1, min(last, at + 5)):
        if stems[position]:
            return {stems[position]}
    return {one for one in stems[max(first, at - 4) : at] if one}


def contradiction(written: Sequence[Clause], spoken: Sequence[Clause]) -> tuple[str, str]:
    """Return ('added' | 'removed' | 'unheard' | '', the stem) of the first contradiction between two texts."""
    for clause in written:
        for head in sorted(clause.denied):
            if kind := _of_denied(head, clause, spoken):
                return kind, head
    denied = {head: clause for clause in spoken for head in clause.denied}
    for clause in written:
        if clause.is_negative:
            continue
        for head in sorted(clause.stems & denied.keys()):
            if not _has_un(head, clause) and _is_removed(head, clause, denied[head], spoken):
                return "removed", head
    return "", ""


def _of_denied(head: str, clause: Clause, spoken: Sequence[Clause]) -> str:
    """Return how the spoken clauses contradict that ``head`` is denied: 'added', 'unheard', or '' when they do not."""
    having = [one for one in spoken if _holds(one, head)]
    if not having:
        others = clause.stems - {head}
        if any(one.is_negative and (not others or others & one.stems or one.denied) for one in spoken):
            return ""
        return "unheard"
    positive = [one for one in having if not one.is_negative]
    if len(positive) == len(having):
        return "" if any("on" + head in one.stems for one in spoken) else "added"
    return "added" if _fits(clause, head, positive) > _fits(clause, head, [c for c in having if c.is_negative]) else ""


def _is_removed(head: str, clause: Clause, source: Clause, spoken: Sequence[Clause]) -> bool:
    if len(source.denied) > 1 and len(source.denied & clause.stems) * 2 <= len(source.denied):
        return False
    positive = [one for one in spoken if _holds(one, head) and head not in one.denied and not one.is_negative]
    negative = [one for one in spoken if head in one.denied]
    return not positive or _fits(clause, head, negative) > _fits(clause, head, positive)


def _holds(clause: Clause, head: str) -> bool:
    return head in clause.stems or head in clause.denied or "on" + head in clause.stems


def _fits(clause: Clause, head: str, others: Sequence[Clause]) -> int:
    return max((len((clause.stems & one.stems) - {head}) for one in others), default=-1)


def _has_un(head: str, clause: Clause) -> bool:
    return "on" + head in clause.stems


