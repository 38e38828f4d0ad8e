"""Split spoken Dutch into sentences, in linear time and without losing a word.

A recogniser returns sentences with full stops, but people also type: abbreviations, decimals ('8,4'), clock times
('14.30'), initials, ellipses, line breaks; and some recognisers return no punctuation at all (``clauses``). Whatever
the input, the words of the returned sentences, one after the other, are the words of the text.
"""

import re

from .clauses import Known, cut
from .words import word_set

__all__ = ["Known", "split"]

#: A run of closing marks (with the quotes and brackets that belong to it) before white space, or a line break.
_CANDIDATE = re.compile(r"""(?<![.!?…])(?P<mark>[.!?…]++)["'”’»)\]]*+(?=\s)|[\r\n]+""")
_LAST_WORD = re.compile(r"[^\s(\[\"“„«]*$")
_NEXT_CHARACTER = re.compile(r"\s*[\"'“„«(\[‘]*(\S)")
_INITIALS_OR_LETTERS = re.compile(r"[^\W\d_](\.[^\W\d_]{1,3})*")
_LIST_NUMBER = re.compile(r"\d{1,2}")

#: Number of characters before a full stop that are checked for an abbreviation.
_LOOK_BACK = 24

#: Abbreviations that precede the word they belong to, and so never end a sentence.
_NEVER_LAST = word_set(
    """dr drs ing ir mr prof mevr mw dhr hr fam ds zr br nr nrs tel ca resp bijv bv vgl afd gem blz pag p ong
    evt feb mrt apr aug sept okt nov dec"""
)
#: Abbreviations that end a sentence when a capital follows.
_SOMETIMES_LAST = word_set(
    """enz etc e.d o.i.d e.a a.u.b s.v.p p.o i.v i.m s.c z.n z.s.m n.v.t d.d dd jl incl excl tabl caps mg ml
    st min max sec u"""
)
#: A single capital after one of these words is a name, not somebody's initial ('vitamine D. Ze ...').
_LETTERED = word_set("vitamine hepatitis kamer type afdeling groep blok unit fase plan graad vleugel")


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
    if candidate["mark"] != ".":
        return _upper_follows(text, candidate)  # '"Help!" riep ze' and 'ze was... eh, moe' go on
    before = text[max(start, candidate.start() - _LOOK_BACK) : candidate.start()]
    word = _LAST_WORD.search(before)[0]  # type: ignore[index]  # the pattern matches the empty string too
    lower = word.lower()
    if lower in _SOMETIMES_LAST:
        return _upper_follows(text, candidate)
    if lower in _NEVER_LAST:
        return False
    if _LIST_NUMBER.fullmatch(word) and not text[start : candidate.start() - len(word)].strip():
        return False  # '1. wond verzorgd'
    if _INITIALS_OR_LETTERS.fullmatch(word) and (len(word) == 1 or "." in word):
        return _upper_follows(text, candidate) and _ends_lettered_name(before, word)
    return True


def _upper_follows(text: str, candidate: re.Match[str]) -> bool:
    """Return whether the next sentence would begin with anything but a small letter."""
    following = _NEXT_CHARACTER.match(text, candidate.end())
    return following is None or not following[1].islower()


def _ends_lettered_name(before: str, word: str) -> bool:
    previous = before[: len(before) - len(word)].split()
    return bool(previous) and previous[-1].lower() in _LETTERED
