"""The sentence in each of two readings of a correction that only the speaker can settle (``questions``).

'Ze was vandaag, eh, gisteren bij de huisarts.' is 'Ze was vandaag bij de huisarts.' or 'Ze was gisteren bij de
huisarts.' A reading stands where the first one was said; what introduced the second one goes. No word is new.
"""

import re
from dataclasses import dataclass

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.words.numerals import number
from ...evidence.words.stems import plain

_WORD = re.compile(r"[^\W_]+(?:[.,:/'’-][^\W_]+)*")
_INTRODUCING = SOUNDS | word_set(
    "nee sorry pardon correctie herstel wacht even ik bedoel of eigenlijk o oh ja niet dus"
)
_ARTICLES = word_set("de het een")
#: What stands behind the second reading and introduced it, and what ties more to it: 'een week of drie'.
_BEHIND = re.compile(r",? (?:bedoel ik|dus|(?:is|was|zijn|waren) het|moet het zijn)(?=[.,!]|$)", re.IGNORECASE)
_TIED = re.compile(r" (?:(?:of|à|tot|en)\b|(?:op|van|bij|x) \d|(?:is|was|zijn|waren) (?:het|dat)\b)", re.IGNORECASE)
#: 'drie van de vijf keer': a number of a whole, of which the second reading says the number alone.
_OF_A_WHOLE = re.compile(r"[^\W_]+( van (?:de|het) .+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Choice:
    """What may hold, ``words``, and the whole sentence with these alone."""

    words: str
    text: str


def readings(sentence: str, first: str, second: str) -> tuple[Choice, ...]:
    """Return the two readings of a sentence; () where it has not both of them, or
    where what is around them may belong to one of them."""
    at = _find(sentence, first, 0)
    there = -1 if at < 0 else _find(sentence, second, at + len(first))
    if there < 0:
        return ()
    before, between, behind = sentence[:at], sentence[at + len(first) : there], sentence[there + len(second) :]
    kept = between[: _introduced(before, between, first)].rstrip(" ,.–-")
    if not between[len(kept) :].strip() or not re.fullmatch(r"(?: [^\W_]+){0,3}", kept):
        return ()
    behind = _BEHIND.sub("", behind, count=1) if _BEHIND.match(behind) else behind
    if _TIED.match(behind):
        return ()
    if "," in between and re.match(r", [^\W_]", behind):
        behind = behind[1:]  # 'om acht uur, nee, negen uur, kwam zij'
    both = _whole(first, second)
    if both is None:
        return ()
    shown = (words if before else words[0].upper() + words[1:] for words in both)
    one, other = (Choice(words, f"{before}{words}{kept}{behind}") for words in shown)
    return (one, other) if one.text != other.text else ()


def _find(sentence: str, piece: str, start: int) -> int:
    found = re.compile(rf"(?<![^\W_])(?<!\d[.,:/-]){re.escape(piece)}(?![^\W_]|[.,:/-]\d)", re.IGNORECASE)
    match = found.search(sentence, start)
    return match.start() if match else -1


def _introduced(before: str, between: str, first: str) -> int:
    """Return where what introduces the second reading begins: words of the list, and the first one where that is
    denied, with its article said again ('een appel, nee, niet appel, een peer'), to the end."""
    words = list(_WORD.finditer(between))
    known = _INTRODUCING
    if f"niet {first.lower()}" in between.lower():
        known |= {*first.lower().split()} | _ARTICLES.intersection(before.lower().split()[-1:])
    start = len(between)
    for word in reversed(words):
        if word[0].lower() not in known:
            break
        start = word.start()
    return start


def _whole(first: str, second: str) -> tuple[str, str] | None:
    """Return both readings with all that belongs to them; ``None`` where that is not sure.

    'twee' of 'drie tabletten' is 'twee tabletten' or 'drie tabletten'; of other words none says what the other lacks.
    """
    said = first.split(), second.split()
    counts = len(said[0]), len(said[1])
    if counts[0] == counts[1]:
        return first, second
    if not (_is_figure(said[0][0]) and _is_figure(said[1][0])) or any(map(_is_figure, max(said, key=len)[1:2])):
        return None
    if counts[0] == 1:
        return f"{first} {second.split(' ', 1)[1]}", second
    if counts[1] == 1 and (of_a_whole := _OF_A_WHOLE.fullmatch(first)):
        return first, f"{second}{of_a_whole[1]}"
    if counts[1] == 1 and counts[0] == 2:  # 'twaalf dagen, sorry, veertien'
        return first, f"{second} {first.split(' ', 1)[1]}"
    return None


def _is_figure(word: str) -> bool:
    return word[0].isdigit() or number(plain(word)) is not None
