"""Dutch surnames: the prefix ('van der') is part of the name, and does not count where names are put in order.

Source of the prefixes: table 36 (voorvoegsels) of the Dutch personal records database (BRP), and what Belgium, Germany
and Italy write as well ('vanden', 'und', 'dello'); left out are those that are given names or whole surnames too
('Ben', 'Don', 'Ver').
"""

import re

from .characters import APOSTROPHES, folded
from .word_sets import word_set

#: The single words of which prefixes consist, as ``folded`` has them: "'t" is 't'.
_WORDS = word_set(
    """s t a aan af al am auf aus bij bin boven d da dal dall dalla dalle das de degli dei del dell della delle dello
    dem den der des di do dos du el gen het i il im in l la las le les lo los onder op opde opden over te ten ter ther
    tho thoe thor to toe tot uijt uit und unter uyt van vande vanden vander vom von vonder voor vor zu zum zur"""
)
#: What the letters of a shortened prefix may stand for: 'v.d.', 'vd', 'v/d', 'v. d.', 'v.h.', 'v.', 'd.'. Alone, a
#: capital is an initial.
_MAY_BE = {"v": "van", "d": "de den der", "h": "het"}
_SHORT_IN_FRONT = re.compile(
    rf"([vV][./]?\s*(?:d[./]?[enr]?|h)[./]?|[vV][./]?(?=\s*(?:de[nr]?|het|[{APOSTROPHES}]?t)\s)|v[./]?|d\.)"
    rf"(?:\s+|(?<=[./]))(?=[\w{APOSTROPHES}])"
)
#: "van't", "d'Hondt", "de l'Isle": the prefix ends at the apostrophe, or with the 't' behind it.
_WITH_T = re.compile(rf"^(v|van|von|in|op|aan|uit|bij|voor|over|onder)[{APOSTROPHES}]\s?t(?!\w)", re.IGNORECASE)
_ELIDED = re.compile(
    rf"^((?:(?:van|von|de|di|du|boven)\s+){{0,3}})([dl]|dell|dall)[{APOSTROPHES}](?=\w)", re.IGNORECASE
)
#: 'v.d.', 'vd' and 'v/d'; in capitals these are initials.
_SHORT = re.compile(r"[vV]\W?(?:d\W?[enr]?|h)\W?")
#: Letters of a part of a name by which a person may be found in a text.
LEAST_LETTERS = 2
_APART = re.compile(r"[\W_]+")
_TURNED = re.compile(r"(?P<name>[^,()]*\w)\s*(?:,\s*(?P<after>[^,()]+)|\((?P<between>[^,()]+)\))")


def is_prefix(words: str) -> bool:
    """Return whether a text consists of the words of a surname's prefix alone: 'van der', "in 't", 'v.d.'."""
    if _SHORT.fullmatch(words.strip()):
        return True
    found = folded(_WITH_T.sub(r"\1 t", words.strip())).split()
    return bool(found) and all(word in _WORDS for word in found)


def in_order(last_name: str) -> tuple[str, str]:
    """Return the part of a surname by which it is put in order, and its prefix, both ``folded``.

    A shortened prefix is there as it is written and as all it may be, so that a search for 'van den Berg' finds it; so
    is one that an apostrophe joins ("van't Hof", "d'Hondt").
    """
    written = folded(last_name).split()
    name = _ELIDED.sub(r"\1\2 ", _WITH_T.sub(r"\1 't", last_name.strip()))
    prefix = [word for word in written if word not in folded(name).split()]
    if short := _SHORT_IN_FRONT.match(name):
        letters = [letter for letter in folded(short[0]) if letter in _MAY_BE]
        prefix += [*folded(short[0]).split(), *(_MAY_BE[letter] for letter in letters)]
        name = name[short.end() :]
    words = folded(name).split()
    first = next((at for at, word in enumerate(words) if word.rstrip(".") not in _WORDS), 0)
    return " ".join(words[first:]), " ".join((*prefix, *words[:first]))


def name_parts(*names: str) -> frozenset[str]:
    """Return the parts of names by which a person is found in a text, ``folded``: without the prefixes, unless there is
    nothing else."""
    parts = [part for name in names for part in _APART.split(folded(name)) if len(part) >= LEAST_LETTERS]
    return frozenset(part for part in parts if not is_prefix(part)) or frozenset(parts)


def turned(last_name: str) -> str:
    """Return a surname with its prefix in front: 'Vries, de', 'Vries (de)' and 'Berg van der' have it behind."""
    if (found := _TURNED.fullmatch(last_name.strip())) and is_prefix(behind := found["after"] or found["between"]):
        return f"{behind.strip()} {found['name']}"
    words = last_name.split()
    first = next((at for at in range(len(words), 0, -1) if not is_prefix(words[at - 1])), 0)
    return " ".join([*words[first:], *words[:first]]) if 0 < first < len(words) else last_name
