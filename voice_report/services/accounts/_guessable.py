"""Passwords that meet the rules and are tried first all the same: 'Welkom01!2026' (NIST SP 800-63B-4, 3.1.1.2; S58).

The rules ask for a capital, a digit and a sign, so lists of leaked passwords hardly hold any that meet them. What
people make of the rules is a common word with a year and an exclamation mark. So the words are looked for, without what
is beside them. The list is our own: words on a care worker's mind, and those that every published list begins with.
Nothing in it was copied, and nothing is asked of the network.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

SENTENCE = (
    "Dit wachtwoord is makkelijk te raden. Kies bijvoorbeeld een paar woorden die niets met jou of je werk te maken "
    "hebben."
)

_WORDS = frozenset(
    """
    welkom welcome wachtwoord password passwort paswoord pass word geheim secret login inloggen toegang admin beheerder
    gebruiker user account test tester testen demo default start begin hallo hello hoi dag iloveyou ikhouvanjou liefde
    love schatje monkey dragon master letmein sunshine princess football voetbal ajax feyenoord psv holland nederland
    amsterdam rotterdam utrecht denhaag eindhoven groningen oranje koning koningin
    zorg thuiszorg ouderenzorg wijkzorg zorggroep zorgcentrum verpleging verpleeghuis verpleegkundige verzorgende
    verzorging ziekenhuis huisarts dokter zuster broeder cliënt client patient patiënt bewoner rapport rapportage
    rapporteren spraak spraakrapport dossier ecd team afdeling organisatie stichting kantoor werk collega
    lente voorjaar zomer herfst najaar winter spring summer autumn
    januari februari maart april mei juni juli augustus september oktober november december
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag morgen
    kerst pasen sinterklaas vakantie verjaardag mama papa oma opa baby familie hond poes kat computer laptop telefoon
    internet google microsoft windows office apple iphone samsung facebook qwerty azerty asdf zxcv abc xyz nieuw new
    mijn my het de een is van voor en ik jij
    """.replace("ë", "e").split()
)
_RUNS = ("abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn")
_LEET = str.maketrans("01345789@$!€", "oieastbgasie")
_ENDS = re.compile(r"^[^a-z]+|[^a-z]+$")
_NO_LETTER = re.compile(r"[^a-z]+")
_MOST = 3  # words: of more, even common ones make a password that is hard to guess
_SHORTEST_RUN, _SHORTEST_NAME = 4, 3
_LONGEST_WORD = 30
_FEW = 3  # different letters


def is_guessable(password: str, own: Iterable[str] = ()) -> bool:
    """Return whether the letters of a password are only common words, runs of the keyboard, and words of ``own``: the
    person's names, address and organization."""
    text = _plain(password)
    words = _WORDS | {part for one in own for part in _parts(one)}
    for letters in {_NO_LETTER.sub("", text), _NO_LETTER.sub("", _ENDS.sub("", text).translate(_LEET))}:
        if len(set(letters)) <= _FEW or _is_made_of(letters, words):
            return True
    return False


def _plain(text: str) -> str:
    split = unicodedata.normalize("NFD", text[:128].casefold())
    return "".join(character for character in split if not unicodedata.combining(character))


def _parts(text: str) -> set[str]:
    parts = {part for part in _NO_LETTER.split(_plain(text)) if _SHORTEST_NAME <= len(part) <= _LONGEST_WORD}
    return parts | {_NO_LETTER.sub("", _plain(text))[:_LONGEST_WORD]} if parts else parts


def _is_made_of(letters: str, words: frozenset[str] | set[str]) -> bool:
    """Return whether the letters are at most ``_MOST`` of these words and runs, one after the other."""
    fewest = [0, *[_MOST + 1] * len(letters)]
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - _LONGEST_WORD), end):
            if fewest[start] < _MOST and (letters[start:end] in words or _is_run(letters[start:end])):
                fewest[end] = min(fewest[end], fewest[start] + 1)
    return fewest[-1] <= _MOST


@lru_cache(maxsize=1)
def _both_ways() -> tuple[str, ...]:
    return tuple(way for run in _RUNS for way in (run, run[::-1]))


def _is_run(letters: str) -> bool:
    if len(letters) < _SHORTEST_RUN:
        return False
    return len(set(letters)) == 1 or any(letters in run for run in _both_ways())
