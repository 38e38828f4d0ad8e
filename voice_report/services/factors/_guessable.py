"""Passwords that meet the rules and are tried first all the same: 'Welkom01!2026' (NIST SP 800-63B-4, 3.1.1.2; S58).

The rules ask for a capital, a digit and a sign, so lists of leaked passwords hardly hold any that meet them. What
people make of the rules is a common word with a year and an exclamation mark. So the words are looked for, without what
is next to them. The list is our own: words on a care worker's mind, and those that every published list begins with.
Nothing in it was copied, and no network is used.
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
    gebruiker user account test tester testen demo default start begin hallo hello hoi iloveyou ikhouvanjou
    love monkey dragon master letmein sunshine princess football voetbal ajax feyenoord psv holland nederland
    zorg thuiszorg ouderenzorg wijkzorg nachtzorg zorggroep zorgcentrum zorgteam zorghuis verpleging verpleeghuis
    verpleegkundige verzorgende verzorger verzorging begeleider begeleiding helpende ziekenhuis huisarts arts dokter
    zuster broeder verpleger client patient bewoner rapport rapportage rapporteren overdracht spraak spraakrapport
    dossier ecd zorgplan zorgdossier medicatie medicijn medicijnen pillen insuline injectie wond wondzorg pleister
    rolstoel rollator tillift steunkousen palliatief dementie psychiatrie revalidatie geriatrie jeugdzorg
    dienst nacht ochtend avond rooster planning stage stagiair team wijk buurt afdeling organisatie stichting kantoor
    werk collega teamleider manager
    dag week maand jaar jaren zomer herfst winter voorjaar najaar lente spring summer autumn
    januari februari maart april mei juni juli augustus september oktober november december
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag morgen weekend
    kerst kerstmis kerstman kerstboom pasen paashaas pinksteren sinterklaas carnaval koningsdag nieuwjaar vakantie
    verjaardag feest mama papa oma opa moeder vader dochter zoon zus zusje broer baby familie gezin hond poes kat paard
    konijn vogel hamster vlinder beest dier zon maan ster bloem roos tulp boom strand zee koffie thee kaas bier
    wijn pizza chocola chocolade taart schat schatje liefde liefje lief lieverd hart engel prins prinses vriend
    vriendin knuffel muziek dans sport fiets auto huis tuin keuken straat school oranje koning koningin
    amsterdam rotterdam utrecht denhaag eindhoven groningen tilburg almere breda nijmegen arnhem haarlem enschede
    apeldoorn amersfoort zwolle leiden dordrecht maastricht delft friesland drenthe overijssel gelderland flevoland
    zeeland brabant limburg
    emma sophie julia sanne lotte lisa anna eva sara fleur tess anouk kim linda petra ingrid marieke esther monique
    daan sem lucas levi finn milan bram thomas tim lars ruben jeroen mark peter johan henk jan piet kees
    computer laptop telefoon internet google microsoft windows office apple iphone samsung facebook
    blauw rood groen geel zwart wit mooi mooie leuk leuke super nieuw new klein kleine groot grote
    qwerty azerty asdf zxcv abc xyz qwe asd zxc wer sdf xcv qaz wsx edc rfv tgb yhn ujm zaq xsw cde vfr bgt nhy mju
    mijn my het de een is van voor en ik jij
    """.strip().split()
)
#: Dutch nouns in the plural and as diminutives ('zonnetje', 'hondjes'), by what follows them.
_ENDINGS = ("s", "en", "je", "tje", "pje", "etje", "jes", "tjes", "pjes", "etjes")
_DOUBLED = ("en", "etje", "etjes")  # with the last letter twice: 'katten', 'zonnetje'
#: Rows of the keyboard, and its columns one after the other, without the digit above each ('1qaz2wsx').
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"),
    *("qazwsxedcrfvtgbyhnujm", "zaqxswcdevfrbgtnhymju"),
)
_LEET = str.maketrans("01345789@$!€", "oieastbgasie")
_ENDS = re.compile(r"^[^a-z]+|[^a-z]+$")
_WHOLE_WORD = re.compile(r"[A-Z][a-z]{3,}|[a-z]{4,}")  # of a phrase with signs or capitals between its words
_NO_LETTER = re.compile(r"[^a-z]+")
_MOST = 3  # words: of more, even common ones make a password that is hard to guess
_SHORTEST_RUN, _SHORTEST_NAME, _SHORTEST_NOUN = 4, 3, 3
#: Stray letters before and behind what is common: they make no other password of one word, or of this many letters.
_STRAY = ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2))
_LETTERS_OF_ONE, _LETTERS_OF_MORE = 5, 7
_LONGEST_WORD = 30
_FEW = 3  # different letters, each there as often or more


def is_guessable(password: str, own: Iterable[str] = ()) -> bool:
    """Return whether the letters of a password are only common words, runs of the keyboard, and words of ``own``: the
    person's names, address and organization. A stray letter or two make no other password of them."""
    text = _plain(password)
    letters = _NO_LETTER.sub("", text)
    if len(set(letters)) <= max(1, min(_FEW, len(letters) // _FEW)):
        return True
    if len(set(_WHOLE_WORD.findall(password))) > _MOST:
        return False
    words = _common() | {part for one in own for part in _parts(one)}
    inside = _NO_LETTER.sub("", _ENDS.sub("", text).translate(_LEET))
    return any(_is_common(one, words) for one in {letters, inside})


def _plain(text: str) -> str:
    split = unicodedata.normalize("NFD", text[:128].casefold())
    return "".join(character for character in split if not unicodedata.combining(character))


def _parts(text: str) -> set[str]:
    parts = {part for part in _NO_LETTER.split(_plain(text)) if _SHORTEST_NAME <= len(part) <= _LONGEST_WORD}
    return parts | {_NO_LETTER.sub("", _plain(text))[:_LONGEST_WORD]} if parts else parts


def _is_common(letters: str, words: frozenset[str] | set[str]) -> bool:
    """Return whether the letters are at most ``_MOST`` of these words, one after the other, but for a stray letter."""
    if _fewest(letters, words) <= _MOST:
        return True
    for before, behind in _STRAY:
        core = letters[before : len(letters) - behind]
        most = _MOST if len(core) >= _LETTERS_OF_MORE else 1
        if len(core) >= _LETTERS_OF_ONE and _fewest(core, words) <= most:
            return True
    return False


def _fewest(letters: str, words: frozenset[str] | set[str]) -> int:
    """Return of how many words the letters are made, or more than ``_MOST``."""
    fewest = [0, *[_MOST + 1] * len(letters)]
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - _LONGEST_WORD), end):
            part = letters[start:end]
            if fewest[start] < _MOST and (part in words or part == part[0] * max(_SHORTEST_RUN, len(part))):
                fewest[end] = min(fewest[end], fewest[start] + 1)
    return fewest[-1]


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """Return the words, their forms, and the runs."""
    nouns = [word for word in _WORDS if len(word) >= _SHORTEST_NOUN]
    forms = {word + ending for word in nouns for ending in _ENDINGS}
    forms |= {word + word[-1] + ending for word in nouns for ending in _DOUBLED}
    runs = {
        way[start:end]
        for run in _RUNS
        for way in (run, run[::-1])
        for end in range(_SHORTEST_RUN, len(way) + 1)
        for start in range(end - _SHORTEST_RUN + 1)
    }
    return _WORDS | forms | runs
