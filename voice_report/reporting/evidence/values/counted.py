"""Whether figures such as '2-3' count something: '2-3 keer', '1/2 tablet', '1-2 plakjes', and not '3-12 kwam'.

The rules of masking and the look before sending read them alike.
"""

import re

from ....dutch.word_sets import word_set
from .units import UNITS

#: The word behind figures, as a part of an expression.
BEHIND = r" ?(?P<behind>[^\W\d_]{0,24})"
_COUNTED = frozenset(UNITS) | word_set("glas deel boterham stuks")
_PLURAL = re.compile(r"\w{2,}(?:en|[eu]rs|els|[^e]ens|jes)")
#: What ends as a plural does: verbs, and what says where or when.
_NONE = word_set(
    """zijn waren gaan gingen komen kwamen hebben hadden worden werden willen wilden kunnen konden moeten moesten mogen
    mochten zullen zouden blijven starten beginnen stoppen bellen zien laten binnen buiten boven tussen samen alleen
    even morgen gisteren eten anders"""
)
_VERB = re.compile(r"(?:\w{0,8}ge\w{2,}|(?:be|ver|ont|her)\w{2,})en")


def is_counted(figures: str, behind: str) -> bool:
    """Return whether the word ``behind`` two figures is what they count: a unit, or behind a lower and a higher one a
    noun in the plural."""
    word = behind.casefold()
    if word in _COUNTED:
        return True
    low, high = (int(one) for one in re.findall(r"\d+", figures)[:2])
    return low < high and bool(_PLURAL.fullmatch(word)) and word not in _NONE and not _VERB.fullmatch(word)
