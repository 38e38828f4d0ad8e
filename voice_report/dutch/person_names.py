"""Dutch surnames: the prefix ('van der') is part of the name, and does not count where names are put in order.

Source of the prefixes: table 36 (voorvoegsels) of the Dutch personal records database (BRP); left out are those that
are given names or whole surnames as well ('Ben', 'Don', 'Ver').
"""

import re

from .characters import APOSTROPHES, folded
from .word_sets import word_set

#: The single words of which prefixes consist, as ``folded`` has them: "'t" is 't'.
_WORDS = word_set(
    """s t a aan af al am auf aus bij d da dal dalla das de degli dei del della den der des di do dos du el het i il
    in l la las le les lo los op over ten ter thoe thor tho to toe tot uijt uit uyt unter van vom von voor vor
    zu zum zur onder"""
)
_ELIDED = re.compile(rf"^([dl])[{APOSTROPHES}](?=\w)", re.IGNORECASE)
#: 'v.d.', 'vd' and 'v/d'; in capitals these are initials.
_SHORT = re.compile(r"v\W?d\W?[enr]?\W?")
_TURNED = re.compile(r"(?P<name>[^,()]*\w)\s*(?:,\s*(?P<after>[^,()]+)|\((?P<between>[^,()]+)\))")


def is_prefix(words: str) -> bool:
    """Return whether a text consists of the words of a surname's prefix alone: 'van der', "in 't", 'v.d.'."""
    if _SHORT.fullmatch(words.strip()):
        return True
    found = folded(words).split()
    return bool(found) and all(word in _WORDS for word in found)


def in_order(last_name: str) -> tuple[str, str]:
    """Return the part of a surname by which it is put in order, and its prefix, both ``folded``."""
    words = folded(_ELIDED.sub(r"\1 ", last_name)).split()
    first = next((at for at, word in enumerate(words) if word not in _WORDS), 0)
    return " ".join(words[first:]), " ".join(words[:first])


def turned(last_name: str) -> str:
    """Return a surname with its prefix in front: 'Vries, de', 'Vries (de)' and 'Berg van der' have it behind."""
    if (found := _TURNED.fullmatch(last_name.strip())) and is_prefix(behind := found["after"] or found["between"]):
        return f"{behind.strip()} {found['name']}"
    words = last_name.split()
    first = next((at for at in range(len(words), 0, -1) if not is_prefix(words[at - 1])), 0)
    return " ".join([*words[first:], *words[:first]]) if 0 < first < len(words) else last_name
