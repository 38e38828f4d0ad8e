"""Whether an engine's answer can be what was said, and what of it is kept when it cannot.

Whisper has two ways to write what was not said while there was speech: it repeats a phrase over and over, and it leaves
our script. Such an answer is made again (``__init__``); what is still
wrong then is marked in its place, so that the person sees what to look at. Words are removed only when they repeat the
words just before them (a looped phrase) or cannot be read (another script).

Pure functions, in linear time: the text may come from any server.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from ...core.texts import NOT_UNDERSTOOD, UNSURE

_NO_WORDS = frozenset((UNSURE, NOT_UNDERSTOOD))
_MARKS = re.compile(r"\s*(?:\[onzeker\]|\[onverstaanbaar\])")
_WORD = re.compile(r"\[(?:onzeker|onverstaanbaar)\]|[^\W_]+(?:['’.,-][^\W_]+)*")
_TOKEN = re.compile(r"\S+")
#: A phrase is a loop from the third time in a row, when it is six words by then or long: 'nee, nee, nee' is said.
_TIMES, _WORDS, _LETTERS = 3, 6, 7
_LONGEST_PHRASE = 20
_DEPTH = 4  # loops of loops
#: Words in a row that already stood in the same answer.
_AGAIN = 10
_OURS = ("LATIN", "MICRO SIGN", "MODIFIER LETTER", "COMBINING", "FEMININE", "MASCULINE")  # first words of names
#: Letters from which a word that repeats a few of them is no word ('hahahahahaha').
_LONG_WORD, _LONGEST_SYLLABLE = 14, 4


def is_doubtful(text: str) -> bool:
    """Return whether the text repeats itself or leaves the Latin script."""
    return marked(text) != text


def count(text: str) -> int:
    """Return the number of words, without marks."""
    return sum(word.casefold() not in _NO_WORDS for word in _WORD.findall(text))


def marks(text: str) -> int:
    """Return the number of places that are marked."""
    return len(_MARKS.findall(text))


def marked(text: str) -> str:
    """Return the text with a loop written once and marked, and with a mark for what cannot be read."""
    text = _without_other_scripts(text)
    for _ in range(_DEPTH):
        text = _without_loops(text)
    return _with_repeats_marked(text)


def _with_marks(text: str, ends: list[int]) -> str:
    """Put a mark at these places, where there is none."""
    pieces = [text[start:end] for start, end in pairwise((0, *ends))]
    marks = ["" if _MARKS.match(text, end) else f" {UNSURE}" for end in ends]
    return "".join(
        [part for both in zip(pieces, marks, strict=True) for part in both] + [text[ends[-1] if ends else 0 :]]
    )


def _without_other_scripts(text: str) -> str:
    """Replace by one mark each run of words that have letters of another script, or no end."""
    pieces: list[str] = []
    at = 0
    for word in _TOKEN.finditer(text):
        if all(map(_is_latin, word[0])) and not _is_endless(word[0]):
            continue
        if text[at : word.start()].strip() or not pieces:
            pieces += [text[at : word.start()], NOT_UNDERSTOOD]
        end = len(word[0]) - len(word[0].rstrip(".,!?…;:"))
        at = word.end() - end
    return "".join([*pieces, text[at:]])


@lru_cache(maxsize=1024)
def _is_latin(char: str) -> bool:
    """Return whether a character may occur in Dutch text: no letter of another script, nor its punctuation."""
    if char.isascii():
        return True
    if char.isalpha() or unicodedata.combining(char):
        return unicodedata.name(char, "").startswith(_OURS)
    return ord(char) < 0x2E80  # from there on: the marks, digits and wide forms of East Asian scripts


def _is_endless(word: str) -> bool:
    letters = word.strip(".,!?…").casefold()
    if len(letters) < _LONG_WORD or not letters.isalpha():
        return False
    return any(letters[size:] == letters[:-size] for size in range(1, _LONGEST_SYLLABLE + 1))


def _without_loops(text: str) -> str:
    """Keep each phrase that is repeated in a row once, and mark it there: 'naar huis [onzeker].'"""
    found = list(_WORD.finditer(text))
    words = [word[0].casefold() for word in found]
    pieces: list[str] = []
    kept = at = 0  # the end of what has been kept, in characters; the word that is looked at
    while at < len(words):
        size, times = _loop(words, at)
        at += max(1, size * times)
        if size:
            once = found[at - size * (times - 1) - 1].end()
            pieces += [text[kept:once], f" {UNSURE}"]
            kept = found[at - 1].end()
    return "".join([*pieces, text[kept:]])


def _loop(words: list[str], at: int) -> tuple[int, int]:
    """Return the phrase that begins here and repeats as (words, times); (0, 0) when none does."""
    for size in range(1, _LONGEST_PHRASE + 1):
        times = 1
        while words[at + times * size : at + (times + 1) * size] == words[at : at + size]:
            times += 1
        if times >= _TIMES and (size * times >= _WORDS or len(words[at]) >= _LETTERS):
            return size, times
    return 0, 0


def _with_repeats_marked(text: str) -> str:
    """Mark where ten words or more end that stood there before; they stay, because a speaker may repeat a sentence."""
    found = list(_WORD.finditer(text))
    words = [word[0].casefold() for word in found]
    runs = [tuple(words[at : at + _AGAIN]) for at in range(len(words) - _AGAIN + 1)]
    first = {run: at for at, run in reversed(list(enumerate(runs)))}
    again = [at - first[run] >= _AGAIN and _NO_WORDS.isdisjoint(run) for at, run in enumerate(runs)]
    ends = [at for at, is_again in enumerate(again) if is_again and not any(again[at + 1 : at + 2])]
    return _with_marks(text, [found[at + _AGAIN - 1].end() for at in ends])
