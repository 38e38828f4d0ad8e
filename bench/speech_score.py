"""What is counted in a transcript: errors, copies, loops, foreign scripts, names. Written apart from the product's own
checks, so that a mistake in those does not hide itself."""

import re
import unicodedata
from collections import Counter

import jiwer

from voice_report.reporting.evidence.words.medicines import is_listed, spelling_key

#: Marks that the product puts in a text where it is not sure; they are no words.
MARK = re.compile(r"\[(?:onzeker|onverstaanbaar)\]")
_WORD = re.compile(r"[^\W_]+(?:[-'.,][^\W_]+)*")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w-]+")
_COPY = 5  # words in a row that also stand in the text before
_AGAIN = 8  # words in a row that also stand earlier in the same text
_LONGEST_PHRASE = 12


def words(text: str) -> list[str]:
    """Return the words of a text in small letters, without marks and punctuation."""
    return _WORD.findall(MARK.sub(" ", text).casefold())


def errors(said: str, heard: str) -> tuple[int, int, int]:
    """Return how many words were replaced, left out and added."""
    reference, written = " ".join(words(said)), " ".join(words(heard))
    if not reference:
        return 0, 0, len(written.split())
    found = jiwer.process_words(reference, written)
    return found.substitutions, found.deletions, found.insertions


def dotted(said: str, heard: list[tuple[str, bool]]) -> tuple[int, int, int, int]:
    """Return how many heard words are wrong, how many of those are unsure (``True``), and the same of the right words.

    A word is right when it stands in what was said, in order.
    """
    tokens = [(token, number) for number, (word, _) in enumerate(heard) for token in words(word)]
    reference = words(said)
    if not tokens or not reference:
        return 0, 0, 0, 0
    found = jiwer.process_words(" ".join(reference), " ".join(token for token, _ in tokens))
    equal = [chunk for chunk in found.alignments[0] if chunk.type == "equal"]
    right_tokens = {at for chunk in equal for at in range(chunk.hyp_start_idx, chunk.hyp_end_idx)}
    wrong = {number for at, (_, number) in enumerate(tokens) if at not in right_tokens}
    right = {number for _, number in tokens} - wrong
    unsure = {number for number, (_, is_unsure) in enumerate(heard) if is_unsure}
    return len(wrong), len(wrong & unsure), len(right), len(right & unsure)


def copied(text: str, before: str) -> int:
    """Count the words in runs of five or more that also stand in the text before."""
    return _in_runs(words(text), {run for run in _runs(words(before), _COPY)}, _COPY)


def looped(text: str) -> int:
    """Count the words that repeat: a phrase the third time in a row, or a long run that stood there before."""
    tokens, count, at = words(text), 0, 0
    kept: list[str] = []
    while at < len(tokens):
        length, times = _repeats(tokens, at)
        count += length * (times - 1)
        kept += tokens[at : at + length]
        at += length * times
    seen: set[tuple[str, ...]] = set()
    again = [False] * len(kept)
    for start, run in enumerate(_runs(kept, _AGAIN)):
        if run in seen:
            again[start : start + _AGAIN] = [True] * _AGAIN
        seen.add(run)
    return count + sum(again)


def _repeats(tokens: list[str], at: int) -> tuple[int, int]:
    """Return the phrase that begins here and is said three times or more, as (words, times); else one word, once."""
    for length in range(1, _LONGEST_PHRASE + 1):
        phrase, times = tokens[at : at + length], 1
        while tokens[at + times * length : at + (times + 1) * length] == phrase:
            times += 1
        if times >= 3:
            return length, times
    return 1, 1


def foreign(text: str) -> int:
    """Count the letters of other scripts than ours."""
    return sum(char.isalpha() and not unicodedata.name(char, "").startswith(("LATIN", "MICRO")) for char in text)


def names(said: str, heard: str) -> tuple[int, int, int]:
    """Return how many names and medicines were said, how many of these were written, and medicines nobody said.

    A medicine in another spelling ('metoklopramide') is not right, and is none that nobody said.
    """
    wanted = Counter(name.casefold() for name in _NAME.findall(said))
    wanted += Counter(word for word in words(said) if _is_medicine(word) and word not in wanted)
    written, known = Counter(words(heard)), set(map(spelling_key, words(said)))
    right = sum(min(count, written[name]) for name, count in wanted.items())
    added = sum(count for word, count in written.items() if _is_medicine(word) and spelling_key(word) not in known)
    return wanted.total(), right, added


def _is_medicine(word: str) -> bool:
    return len(word) > 4 and is_listed(word)


def _runs(tokens: list[str], length: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[at : at + length]) for at in range(len(tokens) - length + 1)]


def _in_runs(tokens: list[str], known: set[tuple[str, ...]], length: int) -> int:
    inside = [False] * len(tokens)
    for at, run in enumerate(_runs(tokens, length)):
        if run in known:
            inside[at : at + length] = [True] * length
    return sum(inside)
