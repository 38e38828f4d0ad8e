"""The same said aloud: digits in words, e-mail addresses with 'apenstaartje', letters one by one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...dutch.abbreviations import ACRONYMS
from ...dutch.word_sets import SOUNDS, word_set
from ..evidence.values.units import UNITS
from ..evidence.words.numerals import SMALL, number
from .lists import is_name
from .model import Kind
from .reading import Word
from .shapes import Span, is_bsn
from .word_classes import FUNCTION, PARTICLES, VOCABULARY

_LEAST_DIGITS, _LEAST_LETTERS = 7, 3
_LEAST_SPELLED = 5  # capitals with full stops that are no abbreviation
_TELEPHONE, _BSN = range(10, 13), (8, 9)
_AT = word_set("apenstaartje apestaartje apenstaart apestaart")
_JOINTS = word_set("punt streepje underscore liggend laag min minteken koppelteken stip")
_MOST_WORDS = 12  # of an address on each side of its sign
#: What is said within a number: 'nul zes dubbel twee en dan', 'een, nee, drie'.
_WITHIN = SOUNDS | word_set("en dan dus dubbel nee sorry streepje min punt")
#: Words in a run that do not tell that a number is said: 'een' is an article too.
_NOT_SAID = (_WITHIN - SOUNDS) | {"een"}
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
    if word.key.isdigit():
        return word.key
    if word.key in SMALL:
        return str(SMALL[word.key])
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
        not words_of[0][at].key.isdigit() and words_of[0][at].key not in _NOT_SAID
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
        if word.key in _AT:
            first, last = _before(words, at), _behind(words, at)
            yield Span(words[first].start, words[last].end, Kind.EMAIL)


def _before(words: Sequence[Word], at: int) -> int:
    first = max(0, at - 1)
    while first > max(0, at - _MOST_WORDS):
        word = words[first - 1]
        is_joined = word.key in _JOINTS or words[first].key in _JOINTS
        is_joined = is_joined or (is_name(word.key) and word.key not in VOCABULARY | FUNCTION)
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
