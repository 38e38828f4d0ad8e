"""The same said aloud: digits in words, e-mail addresses with 'apenstaartje', letters one by one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...dutch.abbreviations import ACRONYMS
from ...dutch.word_sets import SOUNDS, word_set
from ..evidence.values.units import UNITS
from ..evidence.words.numerals import SMALL, number
from .lists import is_listed_word, is_name
from .model import Kind
from .reading import Word
from .shapes import Span, is_bsn
from .word_classes import FUNCTION, PARTICLES, VOCABULARY

_LEAST_DIGITS, _LEAST_LETTERS = 7, 3
_LEAST_SPELLED = 5  # capitals with full stops that are no abbreviation
_TELEPHONE, _BSN = range(10, 13), (8, 9)
_AT = word_set("apenstaartje apestaartje apenstaart apestaart")
_JOINTS = word_set("punt dot streepje underscore liggend laag min minteken koppelteken stip")
_DOMAINS = word_set("nl com be org net eu info")
_MOST_WORDS = 12  # of an address on each side of its sign
#: What is said within a number: 'nul zes dubbel twee en dan', 'een, nee, drie'.
_WITHIN = SOUNDS | word_set("en dan dus dubbel nee sorry streepje min punt")
#: Words in a run that do not tell that a number is said: 'een' is an article too.
_NOT_SAID = (_WITHIN - SOUNDS) | {"een"}
_CODES = word_set(
    """dossier kenteken kentekens paspoort rijbewijs nummerbord nummerplaat donorcodicil bankpas eindigt code codes"""
)
_NO_CODES = word_set(
    """nummer nummers huisnummer kamernummer volgnummer batchnummer lotnummer artikelnummer charge postcode barcode
    afdelingsnummer"""
)
_LEADS = word_set("is was luidt met onder hekje sterretje code nummer")
_LEAST_CODE, _LONGEST_GROUP = 4, 4  # letters and figures; letters of one group
_BETWEEN = frozenset(" ,-\n\u00a0")
#: What figures in words count, so that they are an amount, a time or a dose.
_COUNTED = frozenset(UNITS) | word_set("uur komma over half procent keer maal euro jaar")


class Run:
    """Figures and number words in a row, in one text: the words from ``first`` to ``last``."""

    def __init__(self, first: int) -> None:
        self.first = self.last = first
        self.digits = ""


def runs(words: Sequence[Word], text: str) -> list[Run]:
    """Return the rows of figures of which one is said in words at least, or that may continue in another text."""
    found: list[Run] = []
    run: Run | None = None
    for at, word in enumerate(words):
        said = digits(word)
        if run is not None and (
            not _is_near(words[run.last : at + 1], text) or (said is None and word.key not in _WITHIN)
        ):
            found.append(run)
            run = None
        if said is None:
            continue
        run = run or Run(at)
        run.digits += said
        run.last = at
    return [*found, *([run] if run else [])]


def _is_near(words: Sequence[Word], text: str) -> bool:
    between = [text[one.end : other.start] for one, other in pairwise(words)]
    return all((set(one) <= _BETWEEN and one != ",") or (one[-1:].isspace() and one.strip() == ".") for one in between)


def digits(word: Word) -> str | None:
    """Return the digits that a word says, ``None`` when it is no figure."""
    if word.key.isdecimal():
        return word.key
    parts = word.key.split("-")
    if all(part in SMALL for part in parts):  # 'een-twee-drie'
        return "".join(str(SMALL[part]) for part in parts)
    if "honderd" in word.key or "duizend" in word.key:
        said = number(word.key)
        return None if said is None or said != int(said) else str(int(said))
    return None


def long_numbers(texts: Sequence[tuple[Sequence[Word], str]]) -> Iterator[tuple[int, Span]]:
    """Yield the text and place of every long number in words; one that continues in the next text counts as one."""
    waiting: list[tuple[int, Run]] = []
    for number_of_text, (words, text) in enumerate(texts):
        found = runs(words, text)
        for run in found:
            if waiting and run.first > 0:
                yield from _numbers(texts, waiting)
                waiting = []
            waiting.append((number_of_text, run))
            if run.last < len(words) - 1:
                yield from _numbers(texts, waiting)
                waiting = []
        if words and not found:
            yield from _numbers(texts, waiting)
            waiting = []
    yield from _numbers(texts, waiting)


def _numbers(texts: Sequence[tuple[Sequence[Word], str]], row: Sequence[tuple[int, Run]]) -> Iterator[tuple[int, Span]]:
    said = "".join(run.digits for _, run in row)
    if not row or not said:
        return
    in_words = any(
        not words_of[0][at].key.isdecimal() and words_of[0][at].key not in _NOT_SAID
        for t, run in row
        for words_of in [texts[t]]
        for at in range(run.first, run.last + 1)
    )
    first_text, first_run = row[0]
    words, text = texts[first_text]
    announced = is_bsn(text[max(0, words[first_run.first].start - 60) : words[first_run.first].start])
    if len(said) < (4 if announced else _LEAST_DIGITS) or (
        not in_words and len(row) == 1 and not (announced and len(said) in _BSN)
    ):
        return
    last_words = texts[row[-1][0]][0]
    after = last_words[row[-1][1].last + 1 : row[-1][1].last + 2]
    if after and after[0].key in _COUNTED and len(said) < _TELEPHONE.start:
        return
    kind = Kind.BSN if announced else Kind.TELEPHONE if said[0] == "0" and len(said) in _TELEPHONE else Kind.NUMBER
    for number_of_text, run in row:
        words = texts[number_of_text][0]
        yield number_of_text, Span(words[run.first].start, words[run.last].end, kind)


def addresses(words: Sequence[Word]) -> Iterator[Span]:
    """Yield e-mail addresses as they are said: 'j punt de vries apenstaartje ziggo punt nl'."""
    for at, word in enumerate(words):
        is_sign = word.key in _AT or (word.key == "at" and _is_domain(words[at + 2 : at + 4]))
        if is_sign or (word.key in _JOINTS and _is_domain(words[at : at + 2])):  # a site, or what no sign was heard of
            first, last = _before(words, at), _behind(words, at if is_sign else at - 1)
            yield Span(words[first].start, words[last].end, Kind.EMAIL if is_sign else Kind.WEB)


def _is_domain(words: Sequence[Word]) -> bool:
    """Return whether words are the end of an address: 'punt nl'."""
    return len(words) == 2 and words[0].key in ("punt", "dot") and words[1].key in _DOMAINS


def _before(words: Sequence[Word], at: int) -> int:
    first = max(0, at - 1)
    while first > max(0, at - _MOST_WORDS):
        word = words[first - 1]
        is_joined = word.key in _JOINTS or words[first].key in _JOINTS
        is_joined = is_joined or (is_name(word.key) and word.key not in VOCABULARY | FUNCTION)
        is_joined = is_joined or digits(word) is not None
        if not (is_joined or (len(word.key) == 1 and word.key != "u") or word.key in PARTICLES):
            break
        first -= 1
    return first


def _behind(words: Sequence[Word], at: int) -> int:
    last = min(len(words) - 1, at + 1)
    while last + 1 < min(len(words), at + _MOST_WORDS) and (
        words[last + 1].key in _JOINTS or words[last].key in _JOINTS
    ):
        last += 1
    return last


def codes(words: Sequence[Word], text: str) -> Iterator[Span]:
    """Yield what stands behind the name of a number or a code, in any mix of figures, words and letters: 'kenteken x t
    drie negen vijf p', 'de code van de deur is 0815'; and what is spelled by names: 'T van Theo, K van Karel'."""
    until = 0
    for at, word in enumerate(words):
        if at < until:
            continue
        first = _begins(words, at, text) if _is_numbering(word.key) else at if _is_spelled_by_name(words, at) else None
        if first is None:
            continue
        last, said, names = _code(words, first, text)
        is_counted = last + 1 < len(words) and words[last + 1].key in _COUNTED and not any(map(str.isalpha, said))
        is_code = first > at and len(said) >= _LEAST_CODE and sum(map(str.isdigit, said)) >= 2 and not is_counted
        if is_code or (names and len(said) > 1):
            yield Span(words[first].start, words[last].end, Kind.NUMBER)
            until = last + 1


def _is_numbering(key: str) -> bool:
    """Return whether a word says that the number of a thing or a person follows."""
    return key in _CODES or (key.endswith(("nummer", "nummers", "code")) and key not in _NO_CODES)


def _begins(words: Sequence[Word], at: int, text: str) -> int | None:
    """Return where the code behind its name begins: right behind it, behind 'is', or behind a colon."""
    for first in range(at + 1, min(len(words), at + 7)):
        between = text[words[first - 1].end : words[first].start]
        if words[first].opens and ":" not in between:
            return None
        is_behind = (
            first == at + 1
            or (words[at].key, words[first - 1].key) == ("eindigt", "op")
            or words[first - 1].key in _LEADS
            or ":" in between
        )
        if is_behind and _coded(words, first) is not None:
            return first
    return None


def _code(words: Sequence[Word], first: int, text: str) -> tuple[int, str, int]:
    """Return the last word of a code, its letters and figures, and how many of these are spelled by a name."""
    at, last, said, names = first, first, "", 0
    while at < len(words) and (at == first or not words[at].opens):
        if at > first and set(text[words[at - 1].end : words[at].start]) - set(" ,-/."):
            break
        if _is_spelled_by_name(words, at):
            said, last, at, names = said + words[at].key, at + 2, at + 3, names + 1
        elif (part := _coded(words, at)) is not None:
            said, last, at = said + part, at, at + 1
        elif words[at].key in _WITHIN:
            at += 1
        else:
            break
    return last, said, names


def _is_spelled_by_name(words: Sequence[Word], at: int) -> bool:
    """Return whether a letter is said with a name that begins with it: 'T van Theo'."""
    if len(words[at].text) > 1 or at + 2 >= len(words) or words[at + 1].key != "van":
        return False
    return len(words[at + 2].key) > 1 and words[at + 2].key.startswith(words[at].key)


def _coded(words: Sequence[Word], at: int) -> str | None:
    """Return the letters and figures that a word of a code says, ``None`` when it is an ordinary word."""
    word = words[at]
    if (said := digits(word)) is not None:
        return said
    is_group = len(word.text) <= _LONGEST_GROUP and word.text.isalpha() and not is_listed_word(word.key)
    is_group = is_group and (word.text.isupper() or len(word.text) < _LONGEST_GROUP)
    is_mixed = any(map(str.isdigit, word.text)) and word.key not in UNITS
    return word.key.replace("-", "") if len(word.text) == 1 or is_group or is_mixed else None


def spelled(words: Sequence[Word], text: str) -> Iterator[Span]:
    """Yield what is spelled letter by letter: 'j a n s s e n', 'J-A-N'."""
    first = None
    for at, word in enumerate([*words, None]):
        is_letter = word is not None and len(word.text) == 1 and word.text.isalpha()
        if first is not None and word is not None and at > first:
            is_letter = is_letter and len(text[words[at - 1].end : word.start].strip(" ,-.")) == 0
        if is_letter:
            first = at if first is None else first
            continue
        if first is not None and at - first >= _LEAST_LETTERS and not _is_acronym(words[first:at], text):
            yield Span(words[first].start, words[at - 1].end, Kind.NAME)
        first = None
        if word is not None:
            parts = word.text.split("-")
            if (
                len(parts) >= _LEAST_LETTERS
                and all(len(one) == 1 for one in parts)
                and "".join(parts).lower() not in ACRONYMS
            ):
                yield Span(word.start, word.end, Kind.NAME)


def _is_acronym(letters: Sequence[Word], text: str) -> bool:
    """Return whether letters are an abbreviation: a known one, or written with full stops ('m.b.v.')."""
    said = "".join(one.key for one in letters)
    is_spelled = len(letters) >= _LEAST_SPELLED and all(one.text.isupper() for one in letters)
    return said in ACRONYMS or (not is_spelled and all(text[one.end : one.end + 1] == "." for one in letters[:-1]))
