"""Words that are said twice where a speaker begins again: 'Ik ik heb', 'Haar moeder, eh, haar moeder krijgt'."""

from collections import Counter
from collections.abc import Sequence

from ...dutch.first_names import is_first_name
from ...dutch.surnames import is_surname
from ...dutch.word_sets import word_set
from ..evidence.words import people
from ..evidence.words.negation import DENYING
from ..evidence.words.numerals import number
from ..evidence.words.stems import plain
from ..evidence.words.tokens import tokens
from .disfluency import CALLING, CLOSED, SUBJECTS, is_sound, pause
from .model import Edit
from .repairs.items import OF_A_CLAUSE
from .words import VERBS, Word, Words, is_participle, lower_at, words

#: Of these one goes when it is said twice, with nothing but '...' between. Not of those that Dutch has twice: 'dat je
#: je kind mist', 'wat ze is is moe', 'of het het beste is', 'hij stapt in in de auto'.
_REPEATED = word_set("ik we wij de een en met van")
#: The same, with a comma between: no clause ends with one of these, as one does in 'Ze viel om, om elf uur'.
_LEADING = word_set("de een en maar want met mijn onze sinds per vanaf zonder volgens tijdens vanwege wegens")
#: Behind a second one of these the clause begins: 'ze zegt dat, dat hij'; not 'ik weet dat, dat is zo'.
_OPENING = word_set("dat of als omdat")
_OPENED = SUBJECTS | word_set("de een haar zijn mijn hun onze deze je u moeder vader")
#: Last words of a piece said twice, after which the sentence continues. Not 'naar buiten, naar buiten'.
_GOING_ON = (
    _LEADING | _OPENED | word_set("is was heeft heb had wordt werd kan kon wil wilde moet mag zou gaat ging ben denk")
)
_PRONOUNS = word_set("ik we wij ze zij hij")
#: What leads a noun: with that it is said twice, also with the other article ('met de looprek, met het looprek').
_NOUN_LEADS = word_set("met van in op aan bij naar voor om uit door over tot onder tegen na tijdens zonder")
_BEFORE_NOUNS = word_set("de het een zijn haar mijn hun onze ons die dat deze dit")
_LED_NOUN = 3  # words
_OF_TWO = {"de": "het", "het": "de", "die": "dat", "dat": "die", "deze": "dit", "dit": "deze"}
#: Two ways to say one word.
_SAME = {"wij": "we", "zij": "ze", "z'n": "zijn", "d'r": "haar", "m'n": "mijn"}
_OBJECTS = word_set("hem haar hun hen zich me mij ons")
_SAYING = word_set("zei zeg zegt zeggen vertelde vertelt vertel gaf geeft vond vindt vind denkt dacht")
_MOST, _LEAST = 4, 2  # words that are said twice
#: No clause ends with one of these, and none has a pronoun's place but 'het'.
_ARTICLES = word_set("de het een mijn onze")
#: At the start of a sentence one goes of two: Dutch has 'Die die', and no 'Hij hij'.
_SUBJECTS_TWICE = word_set("hij zij ze het mevrouw meneer er dan toen")
_AT_START = word_set("in op aan bij voor na over onder tot uit door tegen rond")
_GETTING_GOING = word_set("nou ja dus en maar goed kijk oké oke zo")
#: With one of these a clause begins that says nothing yet: 'Ze heeft, ze is gevallen'; not 'Hij ging, hij wilde weg'.
_BEGUN = word_set("heeft heb hebben had hadden is was waren wordt werd worden zou")
#: What stands for itself and is said twice to say more, or is no noun: 'steeds, steeds meer'.
_NO_NOUNS = word_set(
    """heel erg zeer steeds altijd nooit soms vaak veel weinig echt weer nog ook niet geen langzaam rustig stil moe kom
    kijk wacht help mama papa stop daar hier later eerst goed slecht meer minder samen alleen thuis graag dank sorry
    misschien eigenlijk gewoon vandaag morgen gisteren vanmorgen vanochtend vanmiddag vanavond vannacht"""
)
_FINITE_ENDINGS = ("t", "de", "te", "den", "ten")
_NOT_BEHIND_NOUN = word_set("en of maar want dus die dat ook niet geen nee wat als om te")
_PARENTS = word_set("moeder vader")
_STRONG_PARTICIPLES = word_set("gedaan gezien gegaan gestaan")  # without the ending of others
_PERFECT = word_set("heb heeft hebben had hadden")
_SHORTEST_NOUN = 4  # letters
_CUTS, _SHORTEST_CUT = ("-", "–"), 2  # letters of a word that was broken off
_PAUSES = frozenset({",", "...", "..", "…"})
#: Words that may stand between the two, between commas.
_BETWEEN = word_set("wacht even ja nou kijken denken hoor oh o")
_MOST_BETWEEN = 9  # words and marks
#: A clause begins behind one of these.
_JOINTS = _PAUSES | word_set("en maar want dus")


def restarts(found: Words) -> list[Edit]:
    """Return the cuts of a sentence: of the first of two equal pieces, and of what is between."""
    edits: list[Edit] = []
    said = Counter(map(_form, found))
    start = next((at for at, word in enumerate(found) if not _gets_going(word)), len(found))
    at = 0
    while at < len(found):
        counts = range(_MOST, 0, -1) if said[_form(found[at])] > 1 else ()
        some = (_restart(found, at, count, is_start=at <= start) for count in counts)
        edit = next(filter(None, some), None) or _cut_word(found, at)
        if not edit and not found.has_before(at, CALLING):  # what a person calls is theirs
            edit = _led_again(found, at) or _noun_again(found, at)
        edit = edit or (_begun(found) if not at else None)
        if edit:
            edits.append(edit)
            at = next(place for place in range(at, len(found)) if found[place].start == edit.end)
        else:
            at += 1
    return edits


def is_copy(sentence: str, edit: Edit) -> bool:
    """Return whether what is cut, save pauses at its end, stands behind it once more, and no figure is in it."""
    found = words(sentence)
    cut = [word for word in found if edit.start <= word.start < edit.end]
    while cut and (_is_pause(cut[-1]) or cut[-1].lower in _BETWEEN):
        cut.pop()
    after = [_form(word) for word in found if word.start >= edit.end]
    if len(cut) > 1 and cut[1].text in _CUTS:
        return len(cut) == 2 and after[0].startswith(cut[0].lower) and number(plain(cut[0].text)) is None
    if len(cut) == _LED_NOUN and _is_led_again(cut, [word for word in found if word.start >= edit.end][:_LED_NOUN]):
        return number(plain(cut[2].text)) is None
    copy = [_form(word) for word in cut]
    while copy and after[: len(copy)] != copy and (copy[-1] in CLOSED or cut[len(copy) - 1].is_mark):
        copy.pop()
    if len(copy) > 1 and copy[-1] in _BEGUN | _SAYING and after[: len(copy)] != copy:
        copy.pop()
    return bool(copy) and after[: len(copy)] == copy and all(number(plain(one)) in (None, 1) for one in copy)


def _restart(found: Words, at: int, count: int, *, is_start: bool) -> Edit | None:
    """Return the cut where ``count`` words from a place on are said twice."""
    end = at + count
    first = [_form(word) for word in found[at:end]]
    after = _said_again(found, first, end)
    if after is None:
        return None
    between = found[end:after]
    if between and not (_is_pause(between[0]) and _is_pause(between[-1])):
        return None
    next_word = found[after + count] if after + count < len(found) else None
    if next_word is None or next_word.is_mark:
        return None  # 'Ik kom, ik kom, roept ze.'
    hesitates = any(word.text != "," for word in between)
    is_heard = first[0] not in _OPENING and found.has_before(at, CALLING)
    is_sought = any(is_sound(word) for word in between) and not is_heard
    begins = found[at - 1].lower in _JOINTS
    if count >= _LEAST:
        goes_on = first[-1] in _GOING_ON and (hesitates or begins or first[0] in _OPENING)
        is_clause = count == _LEAST and first[0] in _PRONOUNS and begins  # 'geen drugs, ze rookt, ze rookt veel'
        is_led = first[-1] in _ARTICLES and first[0] not in SUBJECTS  # 'naar de, naar de dagbesteding'
        is_led |= first[-1] in _OBJECTS and next_word.lower not in VERBS  # 'met hem, met hem naar buiten'
        if not (is_start or is_led or is_sought or (between and (goes_on or is_clause))):
            return None
    elif is_sought or (is_start and not between and first[0] in _SUBJECTS_TWICE):
        pass  # 'brengt, eh, brengt', 'Hij hij had'
    elif at == 0 and first[0] in _AT_START and next_word.lower not in ("en", "of"):
        pass  # 'In, in maart': inside a sentence the first one may end a clause, 'Ze stapt in, in de gang'
    elif (
        first[0] in _PRONOUNS and between and (is_start or found[at - 1].lower in _JOINTS) and next_word.lower in VERBS
    ):
        pass  # 'ze miste de halte, ze, ze zat'
    elif first[0] in _OPENING:
        if not between or not (next_word.lower in _OPENED or next_word.text[0].isupper()):
            return None
    elif first[0] not in (_LEADING if "," in (word.text for word in between) and not hesitates else _REPEATED):
        return None
    return Edit("restarts", found[at].start, found[after].start, capital=found[at].text[0].isupper())


def _noun_again(found: Words, at: int) -> Edit | None:
    """Return the cut of a noun or name that is said again behind a pause and gone on with: 'Cavilon, Cavilon crème'.

    What the second one adds is of the first one too. Where nothing follows it, or a joint does, it may be
    said twice to say more ('naar buiten, naar buiten').
    """
    word, after = found[at], _behind_pauses(found, at + 1)
    if after == at + 1 or after + 1 >= len(found) or not (_is_pause(found[at + 1]) and _is_pause(found[after - 1])):
        return None
    next_word = found[after + 1]
    is_same = found[after].lower == word.lower and _is_noun(word.lower)
    if not is_same or next_word.is_mark or next_word.lower in _NOT_BEHIND_NOUN:
        return None
    if at and not _goes_on(found, at, after + 1):
        return None
    return Edit("restarts", word.start, found[after].start, capital=word.text[0].isupper())


def _goes_on(found: Words, at: int, after: int) -> bool:
    """Return whether the clause before a noun ends behind its copy, with the participle of its verb: 'Ik heb Cavilon,
    Cavilon crème gebruikt.' Not of a person: 'Ik sprak Willem, Willem zweeg.'"""
    end = next((place for place in range(after, len(found)) if found[place].is_mark), len(found))
    name, last = found[at].lower, found[end - 1].lower
    is_person = is_first_name(name) or is_surname(name) or bool(people.relations(tokens(found[at].text)))
    if is_person or any(map(_is_finite, found[after : end - 1])):
        return False
    is_end = is_participle(last) or last in _STRONG_PARTICIPLES
    is_perfect = found.has_before(at, _PERFECT) and is_end and end - 1 > after
    return is_perfect and not any(word.lower.endswith(_FINITE_ENDINGS) for word in found[after : end - 1])


def _is_finite(word: Word) -> bool:
    return word.lower in VERBS | OF_A_CLAUSE


def _is_noun(word: str) -> bool:
    """Return whether a word may be a noun or a name: no word of grammar, verb, denial, figure or degree."""
    is_grammar = (
        word
        in _SUBJECTS_TWICE
        | _GETTING_GOING
        | _LEADING
        | (_OPENED - _PARENTS)
        | (_GOING_ON - _PARENTS)
        | _NOUN_LEADS
        | _BEFORE_NOUNS
        | _OBJECTS
        | _NO_NOUNS
        | VERBS
    )
    is_form = word.isalpha() and len(word) >= _SHORTEST_NOUN and not is_participle(word)
    return is_form and not is_grammar and word not in DENYING and number(plain(word)) is None


def _led_again(found: Words, at: int) -> Edit | None:
    """Return the cut of the first of two equal nouns with what leads them: 'met de looprek, met het looprek'.

    With one article they may be said twice to say more: 'Ze wil naar de wc, naar de wc, de hele dag.'
    """
    end = at + _LED_NOUN
    after = _behind_pauses(found, end)
    again = found[after : after + _LED_NOUN]
    if after == end or not (_is_pause(found[end]) and _is_pause(found[after - 1])):
        return None
    last = after + _LED_NOUN
    if not _is_led_again(found[at:end], again) or last >= len(found):
        return None
    if found[at + 1].lower == again[1].lower and (found[last].is_mark or found[last].lower in ("en", "of")):
        return None
    return Edit("restarts", found[at].start, again[0].start, capital=found[at].text[0].isupper())


def _is_led_again(first: Sequence[Word], again: Sequence[Word]) -> bool:
    one, other = [word.lower for word in first], [word.lower for word in again]
    return (
        len(other) == _LED_NOUN
        and (one[0], one[2]) == (other[0], other[2])
        and one[0] in _NOUN_LEADS
        and one[1] in _BEFORE_NOUNS
        and other[1] in (one[1], _OF_TWO.get(one[1]))
        and len(one[2]) > 1
    )


def _said_again(found: Words, first: Sequence[str], end: int) -> int | None:
    """Return where some words that end before a place stand once more, with nothing but pauses between."""
    if any(word.is_mark for word in found[end - len(first) : end]):
        return None
    after = _behind_pauses(found, end)
    return after if [_form(word) for word in found[after : after + len(first)]] == first else None


def _behind_pauses(found: Words, end: int) -> int:
    """Return the place behind sounds, pauses and asides."""
    after = end
    while after < len(found) and after - end < _MOST_BETWEEN:
        length = pause(found, after) or _is_pause(found[after]) or found[after].lower in _BETWEEN
        if not length:
            break
        after += length
    return after


def _begun(found: Sequence[Word]) -> Edit | None:
    """Return the cut of a subject and its first verb where the same subject has another one: 'Ze heeft, ze is'."""
    for count in range(1, _MOST):
        after = count + 1
        verb = lower_at(found, count)
        if verb not in _BEGUN | _SAYING or after >= len(found) or not _is_pause(found[after]):
            continue
        while after < len(found) and _is_pause(found[after]):
            after += 1
        subject = [_form(word) for word in found[:count]]
        again = [_form(word) for word in found[after : after + count]]
        if (
            subject == again
            and lower_at(found, after + count) in (_SAYING if verb in _SAYING else VERBS)
            and not any(word.is_mark for word in found[:count])
        ):
            return Edit("restarts", 0, found[after].start, capital=True)
    return None


def _cut_word(found: Sequence[Word], at: int) -> Edit | None:
    """Return the cut of a word that was broken off and is said whole behind it: 'gehol-, geholpen'."""
    word, after = found[at], at + 2 + (lower_at(found, at + 2) == ",")
    if len(word.text) < _SHORTEST_CUT or not word.text.isalpha() or after >= len(found):
        return None
    is_cut = found[at + 1].text in (*_CUTS, *_PAUSES - {","}) and found[at + 1].start == word.end
    if not is_cut or not found[after].lower.startswith(word.lower) or found[after].lower == word.lower:
        return None
    return Edit("restarts", word.start, found[after].start, capital=word.text[0].isupper())


def _gets_going(word: Word) -> bool:
    return _is_pause(word) or word.lower in _GETTING_GOING


def _form(word: Word) -> str:
    return _SAME.get(word.lower, word.lower)


def _is_pause(word: Word) -> bool:
    return word.text in _PAUSES or is_sound(word)
