"""Sentences without identities: one name for all names, one word for 'hij' and 'zij' and for 'moeder' and
'vader', one age.

The local engine places these, so that a name's origin, a gender and an age never decide under which heading a sentence
stands (``bench.fairness``).
"""

import re
from collections.abc import Sequence

from ....dutch.dictionary import is_compound, is_known
from ....dutch.first_names import is_first_name
from ....dutch.word_sets import word_list
from ....reporting.evidence.words.medicines import is_listed

_SHORTEST = 3  # letters of a name that is in no list
_NAME, _SURNAME, _AGE = "Jan", "Jansen", "50"
_CAPITAL = r"[A-ZÀ-ÞĆČĞİŁŚŞŠŹŻŽ][\w'’-]*"
_PREFIX = r"(?:(?:van|den?|der|ter|ten|het|da|el|al|la|op|'t) ){0,3}"
_TITLED = re.compile(
    rf"\b(?i:(mevrouw|meneer|mevr\b\.?|mw\b\.?|dhr\b\.?|de heer|familie)) (?i:{_PREFIX})({_CAPITAL}(?: {_CAPITAL})*)"
)
_NAMES = re.compile(rf"(?<![\w-]){_CAPITAL}(?: (?i:{_PREFIX}){_CAPITAL})*")
#: Word for word: both have the same place in a sentence.
_MALE = word_list(
    """hij hij zijn zijn zijn zijn meneer meneer meneer meneer vader vaders papa zoon zoons broer broertje broers
    opa oom neef neefje man echtgenoot vriend vriendje jongen buurman schoonzoon kleinzoon stiefvader
    pleegvader weduwnaar cliënt patiënt bewoner"""
)
_OTHER = word_list(
    """zij ze haar hem d'r z'n mevrouw mevr mw dhr moeder moeders mama dochter dochters zus zusje zussen oma tante
    nicht nichtje vrouw echtgenote vriendin vriendinnetje meisje buurvrouw schoondochter kleindochter
    stiefmoeder pleegmoeder weduwe cliënte patiënte bewoonster"""
)
_PAIRS = dict(zip(_OTHER, _MALE, strict=True))
_PAIRED = re.compile(rf"\b(?:{'|'.join(sorted(_PAIRS, key=len, reverse=True))})\b", re.IGNORECASE)
_YEARS = re.compile(
    r"\b(?:\d{1,3}|\w{0,24}tig|\w{2,9}tien|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
    r"(?=(?: jaar|-jarige| jarige)\b)"
)


def neutral(texts: Sequence[str]) -> list[str]:
    """Return the sentences of a dictation without names, genders and ages: for rules and weights, not to be read."""
    return [_YEARS.sub(_AGE, _PAIRED.sub(_paired, _nameless(text))) for text in texts]


def _nameless(text: str) -> str:
    return _NAMES.sub(_named, _TITLED.sub(lambda found: f"{found[1].rstrip('.')} {_SURNAME}", text))


def _named(found: re.Match[str]) -> str:
    """Return words with a capital with one name from the first that is a name: 'Even Jan' for 'Even Fatima Benali'."""
    words = found[0].split()
    for at, word in enumerate(words):
        if word == _SURNAME:
            break
        if is_first_name(word) or not (
            len(word) < _SHORTEST or word.isupper() or is_listed(word) or is_known(word) or is_compound(word)
        ):
            return " ".join([*words[:at], _NAME])
    return found[0]


def _paired(found: re.Match[str]) -> str:
    word = _PAIRS[found[0].lower()]
    return word.capitalize() if found[0][0].isupper() else word
