"""Cut speech that a recogniser returned without punctuation into clauses, in linear time and without losing a word.

``clause_network`` says of each word how likely a sentence opens with it, by the words around it and their kinds; to
that comes what its clause has so far, and of all divisions the likeliest is taken. The weights are learnt from labelled
dictations (``bench/clauses.py``).
"""

import re
from collections.abc import Iterable, Sequence, Set
from functools import cache
from itertools import pairwise
from math import exp, log1p
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ..core.word_caches import cached_words
from . import clause_network
from .clause_network import Network
from .word_sets import word_set

#: Number of weights of what a clause has so far; its features are hashed.
SIZE = 1 << 16
_learnt: Network | None = None  # in place of the shipped weights

#: Text with fewer words than this between two marks is one sentence, however it is worded; and so is a longer one that
#: has the capital and the stop of a sentence.
_LONG, _LONG_WRITTEN = 25, 60
_SHORTEST = 3  # words of a clause
_TIMES = 4  # that clauses are cut again
_BEAM = 6  # divisions that are followed
_CERTAIN = 50.0  # log odds above which nothing changes
_LENGTHS = 20  # of known clauses with the same first word
_LONGEST_KNOWN = 200  # words of a clause that is known
#: Of the clause so far: words, and those that are counted one by one; and of the way to the next finite verb.
_LONGEST_CLAUSE, _SOME = 23, 8
_FAR, _NEAR = 7, 4
_MARKS = ".,;:!?…\"'‘’“”()"
_LONGEST_WORD = 30

_VERBS = word_set(
    """heb heeft hebben had hadden ben is zijn was waren wordt worden werd werden kan kon kunnen wil wilde wou willen
    moet moest moeten mag mocht zal zou gaat gaan ging doet deed zei zegt zeggen vertelde vertelt geeft gaf komt kwam
    komen zit zat zitten ligt lag loopt liep staat stond slaapt sliep at eet drinkt dronk belt belde bel krijgt kreeg
    blijft bleef blijven vindt vond vind zag ziet voelt voelde praat praatte neemt nam stuurt stuur houdt hield
    gebruikt werkt werkte woont liet laat laten keek kijkt kijken riep denk denkt merk merkte start haalt brengt
    regelt oefent oefenen probeerde proberen spreek spraken sprak doen helpt hielp noemde noemt klaagt heette
    stopt meet mijdt maakt maakte lachte huilde schreeuwt zakte sloeg trok herkent rookt slikt schrijft"""
)
_SUBJECTS = word_set(
    """ik hij ze zij we wij het er dit dat iedereen niemand mevrouw meneer moeder vader ouders dochter zoon vrouw man
    broer zus bloeddruk saturatie temperatuur gewicht pols suiker wond controle uitslag"""
)
_ADVERBS = word_set(
    """daarna toen vanmorgen vanochtend vanmiddag vanavond vannacht morgen overmorgen gisteren gister verder nu vandaag
    straks daarom maandag dinsdag woensdag donderdag vrijdag zaterdag zondag eerst hierna"""
)
_DETERMINERS = word_set("de het een haar zijn mijn onze deze die dat geen elke iedere")
_HESITATIONS = word_set("eh ehm uh uhm euh hm") | {""}
_COORDINATING = word_set("en maar want dus of")
_SUBORDINATING = word_set(
    """omdat als toen terwijl voordat nadat zodat zodra wanneer die wat wie waar hoe waarom sinds doordat zolang"""
)
_INDIRECT = word_set("dat of")
_PREPOSITIONS = word_set(
    """in op aan van voor met bij naar uit over om door tot onder tegen zonder na per tussen binnen achter boven
    volgens tijdens vanaf"""
)
_NUMBERS = word_set(
    """nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien
    negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd half anderhalf anderhalve"""
)
_UNITS = word_set(
    """milligram microgram gram kilo mg ml cm kg cc milliliter liter centimeter millimeter meter kilometer procent
    graden uur minuten minuut seconden kwartier dagen weken maanden jaar keer maal eenheden tabletten tablet druppels
    stuks komma"""
)
_BEFORE_NUMBERS = word_set(
    """min plus ongeveer circa kwart nummer kamer bed box appartement maat stadium groep bladzijde type graad categorie
    nrs vas score"""
)
#: With these no sentence ends.
_NEVER_LAST = word_set(
    """te tot per ten ter tijdens volgens wegens sinds en of omdat zodat terwijl hoewel doordat voordat nadat zodra
    tenzij mits o oh als wanneer zolang waarvoor waarmee waarop waarbij waarin waaraan waarvan waardoor waarna
    waarover waaruit waarnaar"""
)
#: Behind a subordinating word no sentence ends with these: 'omdat ze'.
_PRONOUNS = word_set("ik hij ze zij we wij je jij men")
#: Said as one: no sentence ends within one of these. None of them can be the end of one and the beginning of the next.
_SET_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in (
        "nou ja", "ja hoor", "nee hoor", "af en toe", "om en nabij", "heen en weer", "zo nu en dan", "nu en dan",
        "min of meer", "al met al", "met name", "voor zover", "onder andere", "onder meer", "in principe",
        "in verband met", "naar aanleiding van", "met betrekking tot", "ten opzichte van", "van te voren",
        "in plaats van", "door middel van", "met behulp van", "zo nodig", "zo snel mogelijk",
        "zo veel mogelijk", "zo mogelijk", "ad hoc", "per se", "burn out", "black out", "time out", "check up",
        "check in", "check out", "follow up", "face to face", "one on one", "high care", "low care", "medium care",
        "intensive care", "case manager", "case management", "post partum", "pre operatief", "post operatief",
        "status quo", "status na", "niet reanimeren", "hoog laag bed", "x foto", "ct scan", "mri scan", "pet scan",
        "long foto", "vitamine b", "vitamine c", "vitamine d", "vitamine k", "hepatitis b", "hepatitis c",
        "rol stoel", "huis arts", "wijk verpleging", "thuis zorg", "steun kousen", "druk plek", "fysio therapie",
        "ergo therapie", "bloed druk", "bloed suiker", "mantel zorger", "mantel zorg", "dag besteding", "nacht dienst",
        "avond dienst", "dag dienst", "decubitus matras", "hoofd pijn", "buik pijn", "rug pijn", "keel pijn",
        "niet aangeboren hersenletsel", "verzorgende ig", "praktijk ondersteuner", "open en bloot", "kant en klaar",
    )
)  # fmt: skip
_LONGEST_PHRASE = max(map(len, _SET_PHRASES))
#: Between one of the first and what it says of the subject stands one of the second: 'ze is niet suïcidaal'.
_AUXILIARIES = word_set("is was zijn waren wordt werd heeft had hebben hadden")
_NEVER_BEHIND_THESE_LAST = word_set("niet nog heel zeer te")
_PARTS_OF_DAY = word_set("vanmorgen vanochtend vanmiddag vanavond vannacht")
_TITLES = word_set("mevrouw meneer")
_CALLED = word_set("cliënt cliënte client bewoner bewoonster collega")
_LEADING_WHOM = word_set("bij met van voor")  #: 'bij cliënt Ruben'
#: Of a handover: 'kamer vier', 'dan mevrouw Bos'. A place behind one of ``_LEADING_A_PLACE`` is where something is.
_PLACES = word_set("kamer bed box appartement")
_LEADING_A_PLACE = _PREPOSITIONS | word_set("de die deze haar zijn mijn of tot")
_BEHIND_A_PERSON = _AUXILIARIES | word_set("wil wilde")
_IN_A_PLACE = _BEHIND_A_PERSON | _TITLES | word_set("die hij ze zij haar ligt zit slaapt gaat moet kan mag")
_TURNING = word_set("dan eerst daarna vervolgens volgende verder")
_LEADING_A_TURN = _TURNING | word_set("o oh ja en nou nu nog even terug goed oké dus maar ook")
_FEWEST_TURNS, _CONDITION = 2, 8  # turns, words in which a condition reaches to its 'dan'
_MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")
#: With a hesitation between two of one group the second one may take the first one back: 'dinsdag eh woensdag'.
_INSTEAD = tuple(
    map(
        word_set,
        (
            "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
            "vandaag gisteren eergisteren morgen overmorgen vanmorgen vanochtend vanmiddag vanavond vannacht",
            "links rechts linker rechter linkerkant rechterkant",
        ),
    )
)
#: The kinds of words, by a letter; a word of more than one kind is of the last.
_KINDS = {
    word: kind
    for kind, words in (
        ("P", _PREPOSITIONS), ("V", _VERBS), ("S", _SUBJECTS), ("A", _ADVERBS), ("D", _DETERMINERS),
        ("C", _SUBORDINATING), ("K", _COORDINATING), ("0", _NUMBERS), ("U", _UNITS),
    )
    for word in words
}  # fmt: skip
#: Kinds of other words, by how they begin or end.
_ENDINGS = (
    (re.compile(r"\d.*|.+(?:en|ën)(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|.*(?:honderd|duizend).*"), "0"),
    (re.compile(r"(?:aan|af|bij|door|in|mee|na|op|terug|toe|uit|voor|weg)?ge\w{3,}[dtn]"), "G"),
    (re.compile(r".*en"), "E"), (re.compile(r".*(?:ing|heid|tie|je)"), "N"), (re.compile(r".*[dt]e"), "Q"),
    (re.compile(r".*e"), "e"), (re.compile(r".*t"), "T"), (re.compile(r".+"), "x"),
)  # fmt: skip


class Known:
    """Clauses that were cut before: where a text has one word for word, it is one there too."""

    def __init__(self, clauses: Iterable[str]) -> None:
        self._clauses = set(clauses)
        lengths: dict[str, set[int]] = {}
        for words in map(str.split, self._clauses):
            if len(words) > _LONGEST_KNOWN:
                continue
            lengths.setdefault(words[0] if words else "", set()).add(len(words))
        self._lengths = {word: sorted(found, reverse=True)[:_LENGTHS] for word, found in lengths.items()}

    def length(self, words: Sequence[str], start: int) -> int:
        """Return how many words the longest clause has that stands there; 0 when none does."""
        possible = self._lengths.get(words[start], ())
        return next((one for one in possible if " ".join(words[start : start + one]) in self._clauses), 0)


def cut(sentence: str, known: Known | None = None) -> list[str]:
    """Return the clauses of a long sentence that has no punctuation; any other sentence is returned whole.

    A clause that is cut again by itself gives itself, except in texts that are not speech: the ends of a text count
    too. Where clauses of another text stand next to each other, ``known`` tells them apart.
    """
    words = sentence.split()
    if len(words) < (_LONG_WRITTEN if _is_written(words) else _LONG):
        return [sentence]
    if any(word[-1] in ",;:.!?…" for word in words[:-1]):
        return [sentence]
    clauses, start, at = [], 0, 0
    while at < len(words):
        length = known.length(words, at) if known else 0
        if length:
            clauses += [*_cut(words[start:at], _TIMES), words[at : at + length]]
            start = at = at + length
        else:
            at += 1
    return [" ".join(clause) for clause in [*clauses, *_cut(words[start:], _TIMES)] if clause]


def _is_written(words: Sequence[str]) -> bool:
    return bool(words) and words[0][:1].isupper() and words[-1][-1] in ".!?…"


def _cut(words: list[str], times: int) -> list[list[str]]:
    if len(words) < _LONG or not times:
        return [words]
    clauses = [words[start:end] for start, end in pairwise([*_starts(words), len(words)])]
    if len(clauses) == 1:
        return clauses
    return [part for clause in clauses for part in _cut(clause, times - 1)]


def _starts(words: Sequence[str]) -> list[int]:
    """Return where the clauses of the likeliest division begin, by a beam search."""
    said = Speech(words)
    if not said.plain:
        return [0]
    opening_odds = _network().odds(said.features(), said.flags()).tolist()
    beam = [_Path(0.0, 0, None, Clause.opened(said.kinds[0]))]
    turns = _turns(said.plain)
    for at in range(1, len(said.plain)):
        may_open = at < len(said.plain) - 1 and (at in turns or not _goes_on(said.plain, at))
        is_led = said.plain[at - 1] in _PREPOSITIONS and said.may_correct(at + 1)  # 'van dinsdag eh woensdag'
        may_open = may_open and not is_led
        corrects = said.may_correct(at)
        is_alone = corrects and at > 1 and said.plain[at - 2] not in _PREPOSITIONS  # not 'van dinsdag eh woensdag'
        is_inverted = is_alone and said.kinds[at + 1 : at + 3] in (["V", "S"], ["V", "D"])
        paths: list[_Path] = []
        opening: _Path | None = None
        for one in beam:
            odds = min(opening_odds[at] + _weight(one.clause, *said.near(at)), _CERTAIN)
            stays = one.score - log1p(exp(odds))
            paths.append(one._replace(score=stays, clause=one.clause.grown(said.kinds[at])))
            if corrects and not (is_inverted and one.clause.verbs):
                continue  # 'ze was ziek maandag eh dinsdag ging het beter': two clauses, with a verb each
            if may_open and at - one.start >= _SHORTEST and (opening is None or stays + odds > opening.score):
                opening = _Path(stays + odds, at, one, Clause.opened(said.kinds[at]))
        if opening is not None:
            paths = [opening] if at in turns else [*paths, opening]
        beam = sorted(paths, key=lambda path: path.score, reverse=True)[:_BEAM]
    starts: list[int] = []
    path: _Path | None = beam[0]
    while path is not None:
        starts.append(said.opens[path.start])
        path = path.before
    return starts[::-1]


@cached_words(1 << 15)
def _weight(clause: "Clause", before: str, here: str, after: str, verb: int) -> float:
    return float(_network().so_far[clause.columns(before, here, after, verb)].sum())


def _goes_on(plain: Sequence[str], at: int) -> bool:
    """Return whether no sentence opens with a word: it belongs to the one before it, or what stands before it is not
    said without more ('ze is niet'), or it is the second half of 'links wel rechts niet'."""
    before, word = plain[at - 1], plain[at]
    if before in _TITLES or (before in _NEVER_BEHIND_THESE_LAST and at > 1 and plain[at - 2] in _AUXILIARIES):
        return True
    if before in _PRONOUNS and at > 1 and plain[at - 2] in _SUBORDINATING | _INDIRECT:
        return True
    if before == "uur" and word in _PARTS_OF_DAY and _kind(plain[at + 1]) != "V":
        return True  # 'tot acht uur vanavond', not 'om acht uur vanavond komt ze'
    if any(one in _CALLED and led in _LEADING_WHOM for led, one in pairwise(plain[max(at - 2, 0) : at + 1])):
        return True
    if word in ("wel", "niet") and any({before, plain[at + 1]} <= group for group in _INSTEAD):
        return True
    return _belongs(before, word) or _is_within_phrase(plain, at)


def _turns(plain: Sequence[str]) -> Set[int]:
    """Return where a speaker turns to the next room or person of a handover, where he does so more than once: 'bed
    twee mevrouw Bos', 'o ja kamer vier', 'dan meneer Visser'."""
    found = set()
    for at in range(1, len(plain) - 2):
        before, behind = plain[at - 1], plain[at + 2]
        is_place = plain[at] in _PLACES and _is_number(plain, at + 1) and before not in _LEADING_A_PLACE
        is_place = is_place and (behind in _IN_A_PLACE or before in _TURNING)
        is_person = plain[at] in _TITLES and before in _TURNING and plain[at + 1] not in _BEHIND_A_PERSON
        if (is_place and not (before == "en" and _is_number(plain, at - 2))) or is_person:
            start = at
            while start > 1 and plain[start - 1] in _LEADING_A_TURN:
                start -= 1
            if plain[start - 1] not in _NEVER_LAST and not _is_subordinate(plain, start):
                found.add(start)
    return found if len(found) >= _FEWEST_TURNS else set()


def _is_subordinate(plain: Sequence[str], at: int) -> bool:
    """Return whether what stands here may be of a clause that is led by 'als', 'wanneer', 'of' or 'dat': 'als ze belt
    dan mevrouw eerst rustig laten worden'; in 'dat ging goed' it leads none."""
    near = pairwise(plain[max(at - _CONDITION, 0) : at + 1])
    return any(led in ("als", "wanneer", "of") or (led == "dat" and _kind(one) != "V") for led, one in near)


def _is_number(plain: Sequence[str], at: int) -> bool:
    return _kind(plain[at]) == "0" or plain[at] in ("een", "één")


def _belongs(before: str, word: str) -> bool:
    """Return whether a word belongs to the one before it: a noun to its determiner, a unit or a month to its number, a
    number to what introduces it ('min', 'over', 'half')."""
    if before in _DETERMINERS or before in _NEVER_LAST:
        return True
    if _kind(before) == "0":
        return word in _UNITS or word in _MONTHS or _kind(word) == "0"
    return _kind(word) == "0" and (before in _PREPOSITIONS or before in _BEFORE_NUMBERS)


def _is_within_phrase(plain: Sequence[str], at: int) -> bool:
    """Return whether a word is part of a set phrase that begins before it: 'out' in 'burn out'."""
    return any(
        tuple(plain[start:end]) in _SET_PHRASES
        for start in range(max(at - _LONGEST_PHRASE + 1, 0), at)
        for end in range(at + 1, start + _LONGEST_PHRASE + 1)
    )


@cache
def _network() -> Network:
    return clause_network.shipped() if _learnt is None else _learnt


def use(weights: Network) -> None:
    """Cut by these weights from now on, and no more by the shipped ones."""
    global _learnt
    _learnt = weights
    _network.cache_clear()
    _weight.cache_clear()


class Clause(NamedTuple):
    """What a clause has so far: up to 23 words, 3 finite verbs and 2 conjunctions, a subject, its first kind."""

    first: str
    length: int = 1
    verbs: int = 0
    conjunctions: int = 0
    has_subject: bool = False

    @classmethod
    def opened(cls, kind: str) -> "Clause":
        """Return the clause of one word of this kind."""
        return cls(kind, 1, int(kind == "V"), int(kind == "C"), kind == "S")

    def grown(self, kind: str) -> "Clause":
        """Return the clause with a word of this kind more."""
        return Clause(
            self.first,
            min(self.length + 1, _LONGEST_CLAUSE),
            min(self.verbs + (kind == "V"), 3),
            min(self.conjunctions + (kind == "C"), 2),
            self.has_subject or kind == "S",
        )

    def columns(self, before: str, here: str, after: str, verb: int) -> list[int]:
        """Return the columns of what the clause says of a word behind it (``Speech.near``)."""
        length = self.length if self.length < _SOME else _SOME + (self.length - _SOME) // 3
        has = f"{self.verbs}{self.conjunctions}"
        return _hashed(
            f"A{length}", f"B{has}", f"C{has}{here}", f"D{has}{self.has_subject}{verb}", f"E{self.first}{has}{here}",
            f"G{length} {here}", f"I{before}{has}{here}{after}", f"L{verb}{has}{here}",
        )  # fmt: skip


class _Path(NamedTuple):
    """A division of the words so far: the log of its odds, where its last clause begins, and the path before that."""

    score: float
    start: int
    before: "_Path | None"
    clause: Clause


class Speech:
    """The words of speech without its hesitations, as the model sees them.

    ``plain`` are the words in small letters without marks, a figure as '0', and ``kinds`` their kinds; ``opens`` has
    for each where a sentence begins that opens with it: before the hesitation in front of it.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.plain: list[str] = []
        self.opens: list[int] = []
        self._hesitates: list[bool] = []
        opens = 0
        for at, word in enumerate(words):
            plain = word.strip(_MARKS).casefold()[:_LONGEST_WORD]
            if plain not in _HESITATIONS:
                self.plain.append("0" if plain[:1].isdigit() else plain)
                self.opens.append(opens)
                self._hesitates.append(opens < at)
                opens = at + 1
        self.kinds = [_kind(word) for word in self.plain]
        self._kinds = ["#", *self.kinds, "#"]
        self._verbs, distance = [], _FAR
        for kind in reversed(self.kinds):
            distance = 0 if kind == "V" else min(distance + 1, _FAR)
            self._verbs.append(distance if distance < _NEAR else _NEAR + (distance == _FAR))
        self._verbs.reverse()

    def may_correct(self, at: int) -> bool:
        """Return whether a word may take back the one before it, with a hesitation between."""
        pair = {*self.plain[at - 1 : at + 1]}
        return at < len(self.plain) and self._hesitates[at] and any(pair <= group for group in _INSTEAD)

    def near(self, at: int) -> tuple[str, str, str, int]:
        """Return the kinds of the words before, at and after a position, and how far the next finite verb is."""
        return self._kinds[at], self.kinds[at], self._kinds[at + 2], self._verbs[at]

    def features(self) -> np.ndarray:
        """Return what ``clause_network`` sees of each word."""
        return clause_network.features(self.plain, self.kinds)

    def flags(self) -> np.ndarray:
        """Return the numbers that come with it."""
        return np.array([[hesitates, 1] for hesitates in self._hesitates], np.float32)


def _hashed(*features: str) -> list[int]:
    return [crc32(one.encode(errors="replace")) % SIZE for one in features]


@cached_words(1 << 13)
def _kind(word: str) -> str:
    return _KINDS.get(word) or next((kind for ending, kind in _ENDINGS if ending.fullmatch(word)), "#")
