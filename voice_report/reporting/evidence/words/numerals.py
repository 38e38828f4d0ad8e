"""Dutch number words: 'vierendertig' is 34, 'tweehonderdvijftig' 250, 'derde' 3, 'anderhalve' 1.5."""

import re

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_list

_UNITS = dict(zip(word_list("nul een twee drie vier vijf zes zeven acht negen"), range(10), strict=True))
_TEENS = dict(
    zip(
        word_list("tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien"),
        range(10, 20),
        strict=True,
    )
)
_TENS = dict(
    zip(
        word_list("twintig dertig veertig vijftig zestig zeventig tachtig negentig"),
        range(20, 100, 10),
        strict=True,
    )
)
#: The numbers below a hundred, in small letters without accents.
SMALL = {**_UNITS, **_TEENS, **_TENS}
SMALL |= {f"{one}en{ten}": _UNITS[one] + _TENS[ten] for one in _UNITS if one != "nul" for ten in _TENS}
_ORDINALS = {"derde": 3, "achtste": 8, "tweede": 2}
_OTHERS = {
    "anderhalf": 1.5, "anderhalve": 1.5, "halve": 0.5, "helft": 0.5,
    "tweeen": 2, "drieen": 3, "vieren": 4, "vijven": 5, "tweetal": 2, "drietal": 3, "viertal": 4,
    "eenmaal": 1, "tweemaal": 2, "driemaal": 3, "viermaal": 4, "vijfmaal": 5, "zesmaal": 6, "dubbel": 2, "dubbele": 2,
    "eenmalig": 1, "eenmalige": 1, "½": 0.5, "¼": 0.25, "¾": 0.75,
}  # fmt: skip
_LONGEST = 40
_HALF = re.compile(r"(?<=.)en(?:een)?hal(?:f|ve)$")  # 'tweeënhalve'
_ENDING = re.compile(r"(?:jarige?|voudig|weekse|daags|maandse|uurs)$")


@cached_words(4096)
def number(word: str) -> float | None:
    """Return what a word (small letters, no accents) says as a number, None when it is no number."""
    if word in _OTHERS:
        return _OTHERS[word]
    if len(word) > _LONGEST or not word.isalpha():
        return None
    if word in _ORDINALS:
        return _ORDINALS[word]
    if word in ("deel", "zesde"):
        return 6 if word == "zesde" else None
    if half := _HALF.search(word):
        whole = _whole(word[: half.start()])
        return None if whole is None else whole + 0.5
    found = _whole(word)
    if found is None and word.endswith("ste"):
        found = _whole(word[:-3])
    if found is None and word.endswith("de"):
        found = _whole(word[:-2])
    if found is None and (ending := _ENDING.search(word)):
        found = _whole(word[: ending.start()])
    return found


def _whole(word: str) -> int | None:
    if word in SMALL:
        return SMALL[word]
    for name, size in (("duizend", 1000), ("honderd", 100)):
        before, found, after = word.partition(name)
        if not found:
            continue
        many = SMALL.get(before) if size == 100 or "honderd" not in before else _whole(before)
        rest = after.removeprefix("en") if after != "en" else after
        few = 0 if not rest else _whole(rest)
        if (not before or many) and few is not None and few < size:
            return (many or 1) * size + few
        return None
    return None
