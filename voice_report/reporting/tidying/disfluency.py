"""Sounds of hesitation, and the words with which a spoken sentence gets going: 'Eh, ja, ik heb haar geholpen'."""

import re
from collections.abc import Callable, Sequence

from ...dutch.word_sets import SOUNDS, word_set
from ..evidence.values.dates import WEEKDAYS
from ..evidence.words import medicines, people
from ..evidence.words.negation import DENYING
from ..evidence.words.numerals import number
from ..evidence.words.stems import plain
from ..evidence.words.tokens import tokens
from .asides import talk
from .model import Edit
from .repairs.cues import INTRODUCING
from .repairs.items import PREPOSITIONS
from .words import COUNTED, VERBS, Word, Words, lower_at, words

_ANSWERS = word_set("ja oké oke goed")
_STOPS = frozenset({",", "...", "..", "…"})
#: Openings of several words, longest first; the others are one word.
_PHRASES = (
    ("en", "wat", "moest", "ik", "nog", "zeggen"), ("wat", "moest", "ik", "nog", "zeggen"),
    ("wat", "ik", "nog", "wou", "zeggen"), ("wat", "ik", "nog", "wilde", "zeggen"), ("ik", "moet", "nog", "zeggen"),
    ("dat", "vergeet", "ik", "bijna"), ("oké", "volgende", "punt"), ("volgende", "punt"), ("volgend", "punt"),
    ("en", "dan", "nog"), ("dan", "nog", "even"), ("dan", "nog"), ("ook", "nog"), ("en", "ook"), ("en", "nog"),
    ("en", "ja"), ("tot", "slot"), ("om", "te", "beginnen"), ("goed", "dan"), ("nou", "dan"), ("nou", "kijk"),
    ("ja", "nou"), ("allee", "ja"), ("ah", "ja"), ("effe", "zien"), ("effe", "kijken"), ("even", "zien"),
    ("wat", "had", "ik", "nog", "meer"), ("wat", "had", "ik", "nog"), ("wat", "nog", "meer"),
    ("even", "kijken", "hoor"), ("even", "denken", "hoor"), ("eens", "even", "kijken"), ("eens", "kijken"),
    ("even", "kijken"), ("even", "denken"), ("nog", "iets"), ("weet", "je"), ("wacht", "even", "hoor"),
    ("o", "ja"), ("oh", "ja"), ("nou", "ja"), ("dus", "ja"),
)  # fmt: skip
_OPENERS = word_set(
    """nou ja oké oke zo allee voila voilà tja kijk goed oh o verder vervolgens voorts allereerst afijn bon awel nah
    welnu anyway ow oeps"""
)
_GREETINGS = word_set(
    """hallo hoi hee hai hi heey hey moi goedendag goeiendag goedemorgen goeiemorgen goedemiddag goeiemiddag goedenavond
    goeienavond goedenacht"""
)
_GREETED = word_set("allemaal iedereen team collega collegas collega's meiden mensen dames dokter")
#: What is said between commas while the speaker looks for words, longest first.
_ASIDES = (
    ("eens", "even", "kijken"), ("wacht", "hoor"), ("wacht", "even"), ("dus", "ja"), ("ja", "toch"),
    ("laat", "ik", "zeggen"), ("zal", "ik", "maar", "zeggen"),
    ("even", "kijken"), ("even", "denken"), ("weet", "je", "wel"), ("weet", "je"), ("nou", "ja"), ("o", "ja"),
    ("oh", "ja"), ("zeg", "maar"), ("snap", "je"), ("begrijp", "je"), ("ja",), ("nou",), ("hè",),
    ("hé",), ("tja",), ("joh",), ("zunne",), ("voilà",), ("voila",), ("amai",), ("pff",), ("pf",), ("moment",),
    ("allee",),
)  # fmt: skip
#: And how one asks oneself for them: 'hoe heet dat spul', 'ja hoe zeg je dat', 'wat zei ze nou'.
_SEARCH = re.compile(
    r"(?:(?:ja|nou|kom|o|oh|en) )?(?:hoe|wat) (?:heet|heette|noem|noemt|noemen|zeg|zegt|zei|zal|was)"
    r"(?: (?:het|dat|die|deze|ze|hij|ik|je|ge|we|u|zo'n|ding|spul|woord|ook|weer|alweer|nou|zeggen|maar|noemen|zijn))+"
    r"|(?:(?:laat|moet) (?:me|ik) )?(?:even|eens) (?:kijken|zien|denken|nadenken|spieken|opzoeken|zoeken)(?: hoor)?"
    r"(?: wat ik (?:had|heb|daar|hier|net|ook|alweer|weer|opgeschreven|genoteerd|geschreven|gezegd|staan| )+)?"
)
#: What one asks oneself before the answer: 'Wat zie ik, een rode huid', 'Waarom bel ik, hij drinkt slecht'.
_ASKED = re.compile(
    r"(?:(?:en|dus|nou|goed|ja|tja) )*(?:(?:wat|waarom|hoe) (?:zie|zag|bel|belde|doe|doen|deed|deden|vind|vond|denk)"
    r" (?:ik|we|wij)(?: (?:eraan|ervan|er|nu|dan))*|wat is er(?: dan| nou)? (?:gebeurd|aan de hand)|wat speelt er)"
)
#: With these one doubts or tells: 'denk ik', 'Dit is van vanochtend', 'Wie morgen begint, moet'.
_TELLING = word_set(
    """denk dacht geloof volgens misschien weet schat hoop vind lijkt als altijd meestal soms wie nee niet moet of mooi
    goed vandaag
    vanmorgen vanochtend vanmiddag vanavond vannacht gisteren morgen"""
)
#: Before these an opener needs no comma: 'Nou ik heb'.
SUBJECTS = word_set("ik we wij ze zij hij het mevrouw meneer er")
_WITHOUT_COMMA = word_set("nou oké oke allee ja oh o ow")
_FREE = SUBJECTS | word_set(
    """en dus de die dat toen dan verder haar zijn mijn vandaag vanmorgen vanochtend vanmiddag vanavond vannacht
    gisteren"""
)
#: Verbs of calling and making sounds: the sound behind one is content, 'Ze kreunt alleen hm hm.'
CALLING = word_set(
    """roept riep roepen kreunt kreunde kreunen mompelt mompelde mompelen bromt bromde humt humde fluistert fluisterde
    zegt zei zeggen antwoordt antwoordde antwoorden"""
)
_SPEAKING = word_set("zegt zei zeggen antwoordt antwoordde antwoorden")
_TOLD = word_set("zeg zeiden gezegd vertel vertelt vertelde verteld")
_ASKING = word_set("vroeg vroegen gevraagd vraag vraagt vragen navraag nagevraagd of")
#: With one of these the answer is none: 'Wat is er gebeurd, mevrouw weet het niet'.
_NO_ANSWER = (
    _ASKING
    | CALLING
    | word_set(
        """denk denkt dacht dachten weet weten wist wisten vertelt vertelde vertellen herhaalt herhaalde herhalen klinkt
    klonk informeerde overlegde wil wilde ?"""
    )
)
#: Behind one of these may stand the words of another person.
_OF_ANOTHER = CALLING | _ASKING | {"?", ":"}
_NEXT = word_set("daarna toen vervolgens")  # 'Even stil, daarna weer druk.'
_LONGEST_TALK, _SHORTEST_REST = 8, 3  # words
#: Where no one opens the door, it tells something that one stands there.
_UNOPENED = word_set("open opengedaan thuis gehoor")
_SURE = 300  # of the weights of ``talk``
_LABEL = 3  # words of a sentence that only names what the next one answers
#: No comma of a list stands next to these.
_FUNCTION_WORDS = word_set(
    """ik we wij je jij hij ze zij het de een en of maar want dus met van in op aan bij naar voor om uit door over tot
    dat die dit deze mijn haar zijn hun ons onze er ook nog verder daarna toen als omdat heb heeft hebben had hadden ben
    is was waren wordt werd kan kon wil wilde moet moest gaat ging zei zegt mevrouw meneer te wel al"""
)
#: Of these, what may end a clause: between commas that is where it ends ('bijna op, eh, recept aanvragen').
_MAY_END = word_set("op in aan uit door over ook nog al wel er")
#: What was said is not done behind one of these.
_UNFINISHED = word_set("de een mijn onze met van naar voor sinds per vanaf zonder volgens tijdens vanwege wegens")
#: Of these, one that is said again behind a hesitation goes.
_REPEATED = (_FUNCTION_WORDS | word_set("dan zonder tegen zodat wanneer")) - word_set("die dat haar")
#: What begins a clause or denies: the comma in front of it stays.
_BEGINNING = SUBJECTS | word_set(
    "je jij jullie u men maar want dus omdat terwijl daarna verder toen vader moeder dochter zoon niet geen"
)
_INTENSIFYING = word_set("niet geen heel erg zeer")
_DETERMINERS = word_set("de het een haar zijn mijn hun ons onze deze die")
_TITLES = word_set("mevrouw meneer")
_LONGEST_SUBJECT, _LONGEST_ASIDE, _NEAR = 3, 6, 12  # words
#: Parts of a figure: 'nul komma eh vijf', 'een half eh vijf'.
_PARTS, _JOINTS = word_set("komma punt half halve kwart honderd duizend"), word_set("en over")
#: A hesitation between two of one group may be a correction: 'met, eh, zonder hulp', 'vandaag, eh, gisteren'.
OPPOSITES = tuple(
    map(
        word_set,
        (
            "vandaag gisteren eergisteren morgen overmorgen vanmorgen vanochtend vanmiddag vanavond vannacht",
            "gisterochtend gistermorgen gistermiddag gisteravond morgenochtend morgenmiddag morgenavond",
            "ochtend ochtends middag middags avond avonds nacht nachts", "altijd nooit soms", "eerder later",
            "hij zij ze ik we wij", "mevrouw meneer", "met zonder", "niet wel geen", "voor na", "boven onder",
            "meer minder", "hoger lager", "hoog laag", "goed slecht", "beter slechter", "open dicht", "nat droog",
            "binnen buiten",
        ),
    )
)  # fmt: skip
#: The same, of words that a speaker may also say one behind the other: 'doe je jas aan, eh, in de gang'.
_MAYBE_OPPOSITES = tuple(
    map(word_set, ("ja nee", "op af", "aan uit in", "voor achter", "wil kan moet mag", "is was", "zijn haar mijn hun"))
)
_SIDES = word_set("links rechts linker rechter linkse rechtse")
_MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")

#: All that this rule may cut.
CLOSED = (
    SOUNDS
    | _OPENERS
    | _GREETINGS
    | _GREETED
    | {"dus"}
    | {word for phrase in (*_PHRASES, *_ASIDES) for word in phrase}
    | {*re.findall(r"[\w']{2,}", _SEARCH.pattern)}
)


#: Words of a question that one answers oneself: they go at the start of a sentence alone.
OF_A_QUESTION = frozenset(re.findall(r"\w{2,}", _ASKED.pattern))


_ASIDES_BY_WORD = {first: [one for one in _ASIDES if one[0] == first] for first in {one[0] for one in _ASIDES}}


def is_copy(sentence: str, edit: Edit) -> bool:
    """Return whether a cut ends in a word that stands before it as well, with nothing but sounds between."""
    found = [word for word in words(sentence[: edit.end]) if not word.is_mark]
    cut = [word for word in found if word.start >= edit.start]
    before = found[: len(found) - len(cut)]
    is_sounds = all(word.lower in SOUNDS for word in cut[:-1])
    return bool(before and cut) and is_sounds and before[-1].lower == cut[-1].lower in _REPEATED


def fillers(found: Words, before: str | None) -> list[Edit] | None:
    """Return the cuts of a sentence, ``None`` when all of it is filler.

    ``before`` is the sentence before it, ``None`` for the first one.
    """
    opening = _opening(found, before)
    if opening < len(found) and found[opening].lower in CALLING:
        opening = 0  # 'Hm hm, roept hij.'
    if opening == len(found) or all(word.is_mark for word in found[opening:]):
        if before is not None and "?" in before:
            return []
        is_all = opening > 0 and (before is None or not any(word.lower == "ja" for word in found))
        return None if is_all else []
    edits = [Edit("fillers", 0, found[opening].start, capital=True)] if opening else []
    at = opening
    while at < len(found):
        if length := pause(found, at):
            end = at + length
            while end < len(found) and (length := pause(found, end) or found[end].text == ","):
                end += length
            if at > opening and not _is_told(found, at, end) and (edit := _inside(found, at, end)):
                edits.append(edit)
            at = end
        else:
            at += 1
    return edits


def is_sound(word: Word) -> bool:
    """Return whether a word is a sound of hesitation; 'EH' are units of insulin."""
    return word.lower in SOUNDS and not word.text.isupper()


def pause(found: Words, at: int) -> int:
    """Return the number of words of a sound, or of an aside between commas, that begins here; 0 for none.

    Not in speech or a question of another person, whose word it may be; nor 'het zijn er, zeg maar, tien'.
    """
    if is_sound(found[at]):
        return 1
    if not at or not (found[at - 1].text in _STOPS or is_sound(found[at - 1])):
        return 0
    lower = tuple(word.lower for word in found[at : at + _LONGEST_ASIDE])
    asides = _ASIDES_BY_WORD.get(lower[0], ())
    length = _search(found, at) or next((len(one) for one in asides if lower[: len(one)] == one), 0)
    after = found[at + length] if at + length < len(found) else None
    if not length or not (after is None or after.is_mark or is_sound(after)):
        return 0
    if lower[:2] == ("wacht", "even") and not _is_sought(found, at, at + length):
        return 0  # it may take back what was said
    behind = _first_word(found[at + length :])
    if lower[0] == "ja" and found.has_before(at, ("nee",)):
        return 0  # an answer: 'koorts, nee, hoesten, ja'
    is_own = not found.has_before(at, _OF_ANOTHER)
    is_about = lower[:2] == ("zeg", "maar") and behind is not None and _is_number(behind)
    return length if is_own and not is_about else 0


def _is_sought(found: Words, at: int, end: int) -> bool:
    """Return whether a speaker who waits only looks for the next word: 'allergisch voor, wacht even, cotrimoxazol'.

    Not in 'Ze nam een, wacht even, twee', 'Ze kreeg het om, wacht even, na acht uur', 'Ik zeg van, wacht even, ik kom'.
    """
    before, behind = _first_word(found[:at][::-1]), _first_word(found[end:])
    if before is None or behind is None or before.lower not in _UNFINISHED:
        return False
    is_counted = before.lower == "een" and (_is_number(behind) or behind.lower in _PARTS)
    is_said = found.has_before(len(found), CALLING | _TOLD)
    return not is_counted and not is_said and behind.lower not in _FUNCTION_WORDS | PREPOSITIONS | INTRODUCING


def _first_word(found: Sequence[Word]) -> Word | None:
    """Return the first one that is no mark and no sound."""
    return next((word for word in found if not word.is_mark and not is_sound(word)), None)


def _is_told(found: Sequence[Word], at: int, end: int) -> bool:
    """Return whether a run of sounds may be what a client says: 'Hij roept de hele dag uh uh uh.'"""
    calling = {word.lower for word in found[max(at - _NEAR, 0) : at]} & CALLING
    is_one = sum(word.lower in SOUNDS for word in found[at:end]) == 1 and end < len(found) and not found[end].is_mark
    is_before_clause = is_one and found[end].lower == "dat"  # 'riep, eh, dat ze weg moest'
    return bool(calling) and not (is_before_clause or (calling <= _SPEAKING and is_one))  # 'zegt, eh, ik ben moe'


def _opening(found: Sequence[Word], before: str | None) -> int:
    """Return how many words and marks at the start are filler."""
    at = 0
    while at < len(found):
        if at and found[at].text in _STOPS:
            at += 1
            continue
        length = _opener(found, at, before) or _talk(found, at)
        if not length:
            break
        at += length
    return at


def _opener(found: Sequence[Word], at: int, before: str | None) -> int:
    if is_sound(found[at]):
        return 1
    lower = [lower_at(found, place) for place in range(at, at + _LONGEST_ASIDE)]
    for phrase in _PHRASES:
        if tuple(lower[: len(phrase)]) == phrase:
            if "ja" in phrase and _is_answer(before, _LABEL if phrase[0] == "nou" else 0):
                return 0
            is_free = "ja" in phrase and lower_at(found, at + len(phrase)) in _FREE and not _is_heard(before)
            return len(phrase) if is_free or _is_apart(found, at + len(phrase)) else 0
    if lower[0] == "dus" and (before is None or _is_apart(found, at + 1)):
        return 1
    if lower[0] in _GREETINGS:
        is_greeting = before is None and at + 1 < len(found) and found[-1].text != "?"
        return is_greeting * (1 + (lower[1] in _GREETED))
    if lower[0] not in _OPENERS or (lower[0] in _ANSWERS and _is_answer(before)):
        return 0
    if lower[0] == "goed" and at + 2 >= len(found):
        return 0  # 'Goed.' says how it went
    is_free = lower[0] in _WITHOUT_COMMA and lower[1] in (
        _FREE | _GREETINGS if lower[0] in ("ja", "oh", "o") else SUBJECTS
    )
    is_free &= lower[0] != "ja" or not ("nee" in lower[:3] or _is_heard(before))  # 'Ja en nee door elkaar halen.'
    return 1 if is_free or _is_apart(found, at + 1) else 0


def _search(found: Sequence[Word], at: int) -> int:
    """Return the number of words up to a mark in which one asks oneself for a word; 0 for none."""
    end = _mark(found, at)
    is_search = end > at and _SEARCH.fullmatch(" ".join(word.lower for word in found[at:end]))
    return end - at if is_search else 0


def _talk(found: Sequence[Word], at: int) -> int:
    """Return the number of words up to a comma that are talk outside the report, or such a search; 0 for none.

    Behind them stands a clause. Inside a sentence the same words may tell something: 'dat laat ik zo'.
    """
    end = _mark(found, at)
    rest = [word.lower for word in found[end + 1 :] if not word.is_mark]
    if (
        end == at
        or found[end].text != ","
        or len(rest) < _SHORTEST_REST
        or rest[0] in VERBS | CALLING | _ASKING | _NEXT
    ):
        return 0
    if not _UNOPENED.isdisjoint(rest) and not DENYING.isdisjoint(rest):
        return 0  # 'Ik sta hier buiten, hij doet niet open.'
    said = [word.lower for word in found[at:end]]
    is_worded_so = (
        not SUBJECTS.issuperset(said)
        and said[0] not in _ANSWERS | _GREETINGS
        and _TELLING.isdisjoint(said)
        and talk.is_talk(said, _SURE)
    )
    is_answered = rest[0] in SUBJECTS | _DETERMINERS and _NO_ANSWER.isdisjoint(word.lower for word in found[end:])
    is_asked = is_answered and _ASKED.fullmatch(" ".join(said)) is not None
    return end - at if is_worded_so or is_asked or _search(found, at) else 0


def _mark(found: Sequence[Word], at: int) -> int:
    """Return the place of the next mark, ``at`` when it is far."""
    return next((place for place in range(at, min(at + _LONGEST_TALK, len(found))) if found[place].is_mark), at)


def _is_heard(before: str | None) -> bool:
    """Return whether a sentence may be a client's words, as a person speaks in the one before it."""
    return before is not None and not (CALLING | _ASKING).isdisjoint(re.findall(r"\w+", before.lower()))


def _is_apart(found: Sequence[Word], at: int) -> bool:
    """Return whether what comes before this place stands by itself."""
    return at >= len(found) or found[at].text in _STOPS or found[at].text == "." or is_sound(found[at])


def _is_answer(before: str | None, label: int = _LABEL) -> bool:
    """Return whether 'ja' or 'oké' may answer the sentence before it, as it may one of up to ``label`` words."""
    if before is None:
        return False
    said = re.findall(r"[\w']+", before.lower())
    if "?" in before or len(said) <= label or not _ASKING.isdisjoint(said):
        return True
    return said[0] in VERBS or (said[0].endswith("t") and not SUBJECTS.isdisjoint(said[1:2]))  # 'Slaapt ze goed.'


def _inside(found: Sequence[Word], at: int, end: int) -> Edit | None:
    """Return the cut of a run of sounds with the commas around it, ``None`` where it tells something."""
    first = at - 1 if found[at - 1].text == "," else at
    if first == 0:
        return None
    before, after = found[first - 1], found[end] if end < len(found) else None
    if after is None or after.is_mark:
        last = found[end - 1]
        while last.text == ",":
            end -= 1
            last = found[end - 1]
        return Edit("fillers", before.end, last.end) if not before.is_mark or first < at else None
    is_unit = _is_number(before) and first == at  # '10 eh insuline'
    if is_unit or _may_correct(before, after) or _is_in_figure(found, first - 1, after):
        return None
    if before.lower == after.lower and before.lower in _REPEATED:
        return Edit("fillers", before.end, after.end)
    has_comma = first < at
    is_between = has_comma and found[end - 1].text == ","
    ends = before.lower not in _FUNCTION_WORDS or (is_between and before.lower in _MAY_END)
    keeps = (has_comma or found[end - 1].text == ",") and ends and not before.is_mark
    if keeps and is_between and _are_one(found, first - 1, end):
        keeps = False
    if keeps and has_comma:
        return Edit("fillers", found[at].start, after.start)
    return Edit("fillers", before.end, after.start, ", " if keeps else " ")


def _are_one(found: Sequence[Word], last: int, after: int) -> bool:
    """Return whether two words, the ``last`` before a hesitation and the first ``after`` it, belong together, so that
    no comma stands between: a figure and its unit, an adjective and its noun, a subject and its verb."""
    before, behind = found[last].lower, found[after].lower
    if _is_number(found[last]):
        return behind in COUNTED
    if behind in _BEGINNING or found[after].text[0].isupper():
        return False
    if before in _INTENSIFYING:
        return True  # 'hij wil niet, eh, naar huis'
    is_noun = lower_at(found, last - 1) in _DETERMINERS
    if is_noun and (before.endswith("e") or before in _SIDES) and behind not in _FUNCTION_WORDS | VERBS:
        return lower_at(found, after + 1) not in ("en", "of", ",")  # 'een rode, eh, warme en dikke huid'
    is_subject = last < _LONGEST_SUBJECT and found[0].lower in _DETERMINERS | _TITLES
    said = [word.lower for word in found[: last + 1]]
    is_verb = behind in VERBS or (len(behind) > 3 and behind.endswith("t"))
    return is_subject and is_verb and VERBS.isdisjoint(said) and "," not in said


def _may_correct(before: Word, after: Word) -> bool:
    is_of_kind = any(is_one(before) and is_one(after) for is_one in _KINDS)
    is_other = before.lower != after.lower
    return is_of_kind or (
        is_other and any({before.lower, after.lower} <= group for group in OPPOSITES + _MAYBE_OPPOSITES)
    )


def _is_in_figure(found: Sequence[Word], at: int, after: Word) -> bool:
    """Return whether a hesitation stands inside a figure: 'nul komma eh vijf', 'vijf en eh tachtig'."""
    lower = found[at].lower
    is_joined = lower in _JOINTS and at > 0 and _is_number(found[at - 1])
    is_begun = _is_number(found[at]) and after.lower in _PARTS | {"over"}
    return is_begun or ((is_joined or lower in _PARTS) and _is_number(after))


def _is_number(word: Word) -> bool:
    return word.text[0].isdigit() or number(plain(word.text)) is not None


#: Two of one kind with a hesitation between them may be a correction: 'om tien, eh, elf uur'.
_KINDS: tuple[Callable[[Word], bool], ...] = (
    _is_number,
    lambda word: word.lower in _SIDES,
    lambda word: word.lower in WEEKDAYS,
    lambda word: word.lower in _MONTHS,
    lambda word: word.text[0].isalpha() and medicines.substance(word.text, frozenset()) is not None,
    lambda word: word.text[0].isalpha() and bool(people.relations(tokens(word.text))),
    lambda word: word.text[0].isupper(),
)
