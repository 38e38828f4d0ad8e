"""The capital at the start, the full stop at the end, and the spaces before marks."""

import re
import unicodedata

from ...dutch.word_sets import word_set
from .model import Edit

_FIRST = re.compile(r"['’‘][stkn]\s+[^\W\d_]+|[^\W\d_]+(?=[\s,.;:?!…'’-]|$)")
#: Written small wherever they stand.
_SMALL = word_set("mg mcg ml cl dl cm mm kg km mmol pg ug")
_SPACE_BEFORE_MARK = re.compile(r"(?<=[^\W_])\s+(?=[,;:?!](?:\s|$)|\.(?:\s|$))")
_DOUBLED_MARK = re.compile(r",(?=[,.;:?!])")
_ENDS = "%°)"


def sentence_form(sentence: str) -> list[Edit]:
    """Return the changes of form of a sentence; no word is another one by them."""
    edits = []
    first = _FIRST.match(sentence)
    if first and first[0].islower() and first[0] not in _SMALL and all(map(_is_latin, re.findall(r"\w", first[0]))):
        edits.append(Edit("sentence_form", 0, 0, capital=True))
    edits += [Edit("sentence_form", *one.span()) for one in _SPACE_BEFORE_MARK.finditer(sentence)]
    edits += [Edit("sentence_form", *one.span()) for one in _DOUBLED_MARK.finditer(sentence)]
    last = sentence[-1:]
    if last and ((last.isascii() and (last.isalnum() or last in _ENDS)) or _is_latin(last) or last == "°"):
        edits.append(Edit("sentence_form", len(sentence), len(sentence), "."))
    return edits


def _is_latin(one: str) -> bool:
    return one.isalpha() and (one.isascii() or unicodedata.name(one, "").startswith("LATIN "))
