"""Split spoken Dutch into sentences, in linear time and without losing a word.

A recogniser returns sentences with full stops, but people also type: abbreviations, decimals ('8,4'), clock times
('14.30'), initials, ellipses, line breaks; and some recognisers return no punctuation at all (``clauses``). Whatever
the input, the words of the returned sentences, one after the other, are the words of the text.
"""

import re
import unicodedata

from .abbreviations import ACRONYMS, CLOSING, LEADING, MEASURES
from .boundaries import Known, cut
from .dictionary import is_known
from .word_sets import word_set

__all__ = ["Known", "split"]

#: A run of closing marks (with the quotes and brackets that belong to it) before white space, or a line break.
_CANDIDATE = re.compile(r"""(?<![.!?…])(?P<mark>[.!?…]++)["'”’»)\]]*+(?=\s)|[\r\n]+""")
_LAST_WORD = re.compile(r"[^\s(\[\"“„«]*$")
#: What stands before the unit in '500mg', 'ml/u' and '37,8C'.
_AMOUNT = re.compile(r".*[\d/]")
#: The next word: of 's Nachts and 't Was it is the one after the apostrophe.
_NEXT_WORD = re.compile(r"""\s*["'“”„«(\[‘’`]*(?:(?<=['’‘`])[stkn]\s+)?([^\W_]+|\S)""")
_LONGEST_WORD = 30
_INITIALS_OR_LETTERS = re.compile(r"[^\W\d_](\.[^\W\d_]{1,3})*|[^\W\d_]{2}(\.[^\W\d_]{1,3})+")
#: The prefix of a second surname: 'Jansen-v. Dijk', 'Bos-v.d. Berg'.
_SECOND_PREFIX = re.compile(r"[^\W\d_]+-v(?:\.?d)?", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"\d{1,2}")
#: The rest of '14. 30 uur'.
_MINUTES = re.compile(r"\s\d{2}\s?u(?:ur)?\b")
_VOWEL = re.compile(r"[aeiouy]")

#: Number of characters before a full stop that are checked for an abbreviation, and for the number of a list.
_LOOK_BACK, _LOOK_BACK_LIST = 24, 300
#: Letters of an abbreviation, also of one that opens its sentence, and of any word that is no sentence by itself.
_LONGEST_SHORTENED, _LONGEST_OPENING, _SHORT = 6, 12, 4

#: Short words that are whole sentences by themselves, whatever follows.
_ANSWERS = word_set("ja nee neen oké goed klaar mooi prima juist tja nou stop rust stil top eh n.v.t")
#: Sounds, which may end a sentence as acronyms do: they are said and written as words.
_SOUNDS = word_set("ok hm hmm mm mmm pff sst brr")
#: A single capital after one of these words is a name, not an initial ('vitamine D. Ze ...').
_LETTERED = word_set(
    """vitamine vit hepatitis hep kamer type afdeling groep bloedgroep blok unit fase plan graad vleugel poort maat
    stadium kleur"""
)
#: The letter of 'vit. B12' and 'cat. A', which does not begin a sentence as 'U' does.
_CODE = re.compile(r"[A-TV-Z]\d{0,2}")
#: What may stand before the first word of a sentence: the number or mark of a list, or the name of a subject.
_LEAD = re.compile(r"\d{1,2}[.)]|[^\w]+|.*:")
#: Words with which a sentence often begins and a name does not: before these every abbreviation ends its sentence.
_OPENERS = word_set(
    """ze zij hij ik we wij jullie er dit dat het daarna daarom daardoor daarbij daarnaast toen hierna hierop verder
    vandaag morgen gisteren vannacht vanavond vanmiddag vanmorgen vanochtend straks ook geen wel nu omdat"""
)
#: These follow an abbreviation in the same sentence ('o.l.v. Mevrouw Bos'), but not an initial.
_PEOPLE = word_set("mevrouw meneer mw dhr cliënt cliënte client bewoner bewoonster patiënt patiënte moeder vader")


def split(text: str, known: Known | None = None) -> list[str]:
    """Return the sentences of ``text`` in order, with inner white space collapsed to single spaces.

    Of speech without punctuation ``known`` has the clauses that a report made of it was put together from.
    """
    pieces, start = [], 0
    for candidate in _CANDIDATE.finditer(text):
        if candidate["mark"] is None or _closes(text, start, candidate):
            pieces.append(text[start : candidate.end()])
            start = candidate.end()
    pieces.append(text[start:])
    sentences = (" ".join(piece.split()) for piece in pieces)
    return [clause for sentence in sentences if sentence for clause in cut(sentence, known)]


def _closes(text: str, start: int, candidate: re.Match[str]) -> bool:
    """Return whether the closing mark found in the sentence that began at ``start`` really closes it."""
    following = _NEXT_WORD.match(text, candidate.end(), candidate.end() + _LONGEST_WORD)
    first = following[1] if following else ""
    if candidate["mark"] != ".":
        return not first[:1].islower()  # '"Help!" riep ze' and 'ze was... eh, moe' continue
    before = text[max(start, candidate.start() - _LOOK_BACK) : candidate.start()]
    word = _LAST_WORD.search(before)[0]  # type: ignore[index]  # the pattern matches the empty string too
    if word.isdecimal():
        return not _number_goes_on(text, start, candidate, first)
    before = before[: len(before) - len(word)].split()
    unit = _AMOUNT.sub("", word)
    opens = not before or bool(_LEAD.fullmatch(before[-1]))
    has_amount = unit != word or bool(before and before[-1][-1].isdigit())
    lower = unit.lower()
    if (first[:1].isupper() and first.lower() in _OPENERS) or (opens and lower in _ANSWERS):
        return True
    if lower in LEADING or _SECOND_PREFIX.fullmatch(unit) or (lower == "st" and not has_amount):
        return False  # 'St. Jansdal', but '2 st.'
    if lower in CLOSING:
        return _is_capital(first) and not (opens and not has_amount)
    if _INITIALS_OR_LETTERS.fullmatch(unit):
        lettered = has_amount or bool(before and before[-1].lower().rstrip(".") in _LETTERED)
        return _is_capital(first) and (lettered or first.lower() in _PEOPLE)
    if first[:1].isdigit() and lower.endswith("str"):  # 'Dorpsstr. 12'
        return False
    return (_is_capital(first) and not _CODE.fullmatch(first)) or not _looks_shortened(unit, first, opens=opens)


def _is_capital(first: str) -> bool:
    """Return whether a sentence may begin with a word after an abbreviation: with a figure it continues."""
    return not first[:1].islower() and not first[:1].isdigit()


def _number_goes_on(text: str, start: int, candidate: re.Match[str], first: str) -> bool:
    """Return whether a number before a full stop is that of a list ('1. wond verzorgd'), or part of a time."""
    if _MINUTES.match(text, candidate.end()):
        return True
    before = text[max(start, candidate.start() - _LOOK_BACK_LIST) : candidate.start()]
    number = _LAST_WORD.search(before)[0]  # type: ignore[index]  # as above
    if not _LIST_NUMBER.fullmatch(number):
        return False
    ahead = before[: len(before) - len(number)].rstrip()
    if not ahead:
        return True
    return ahead[-1] == ":" or (first[:1].islower() and f"{int(number) - 1}. " in ahead)


def _looks_shortened(word: str, first: str, *, opens: bool) -> bool:
    """Return whether a word seems an abbreviation: no Dutch word, short, or without a vowel.

    A capital says that it is a name, save where it ``opens`` its sentence: there a short word is one too, as who begins
    with a capital does not continue without. A figure as the ``first`` word that follows rarely begins a sentence.
    """
    lower = word.lower()
    longest = _LONGEST_OPENING if opens or first[:1].isdigit() else _LONGEST_SHORTENED
    if not word.isalpha() or len(word) > longest or lower in _SOUNDS or not (word == lower or word.istitle()):
        return False
    if lower in ACRONYMS:
        return lower in MEASURES and first[:1].isdigit()
    bare = "".join(filter(str.isascii, unicodedata.normalize("NFD", lower)))
    if not _VOWEL.search(bare):
        return True
    if word == lower or not opens:
        return word == lower and not is_known(word)
    return len(word) <= _SHORT or not is_known(word)
