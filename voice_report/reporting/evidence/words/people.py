"""The people in a sentence: names, relations and professions, and how the client is addressed."""

from collections.abc import Sequence

from ....dutch.abbreviations import ACRONYMS, CLOSING, LEADING
from ....dutch.word_sets import word_set
from .medicines import substance
from .stems import stem
from .tokens import Token

#: A line is one person, as families and care say it; the first word stands for the others.
_ALIKE = """
dochter
zoon
kleindochter
kleinzoon
kleinkind kleinkinderen
moeder mama ma mam
vader papa pa pap
zus zusje
broer broertje
echtgenote
echtgenoot
partner
buurman
buurvrouw
vriend
vriendin
tante
oom
nicht
neef
oma grootmoeder
opa grootvader
schoonzoon
schoondochter
schoonmoeder
schoonvader
ouders ouder
pleegmoeder
pleegvader
huisarts dokter arts dr doktoren huisartsenpraktijk
fysiotherapeut fysiotherapeute fysio
ergotherapeut ergotherapeute ergo
logopedist logopediste
dietist dietiste
psycholoog psychologe
psychiater
apotheker apotheek
cardioloog cardiologe
neuroloog
uroloog
internist
geriater
chirurg
orthopeed
oncoloog
dermatoloog
longarts
praktijkondersteuner poh
casemanager
podotherapeut
pedicure
tandarts
mondhygienist
opticien
gezinsvoogd
jeugdbeschermer
bewindvoerder
leerkracht juf leraar lerares
wondverpleegkundige
wijkverpleegkundige
vrijwilliger vrijwilligster
gedragsdeskundige gedragskundige
"""
PERSONS = {word: line.split()[0] for line in _ALIKE.splitlines() if line for word in line.split()}

#: Words that a person excuses apart from itself: 'zijn vrouw' may be written as 'echtgenote', and that as 'partner'.
_EXCUSES = {
    "vrouw": {"echtgenote", "partner"},
    "man": {"echtgenoot", "partner"},
    "vriend": {"partner"},
    "vriendin": {"partner"},
    "echtgenote": {"partner"},
    "echtgenoot": {"partner"},
    "partner": {"echtgenote", "echtgenoot"},
    "moeder": {"ouders"},
    "vader": {"ouders"},
    "ouders": {"moeder", "vader"},
    "praktijk": {"huisarts"},
    "school": {"leerkracht"},
    "vrijwilligerswerk": {"vrijwilliger"},
    "specialist": {"huisarts"},
}

FEMALE = word_set("mevrouw mw mevr mevrouws dame")
MALE = word_set("meneer mijnheer heer dhr")
_FORMS = (("mevrouw", FEMALE), ("meneer", MALE))

_MONTHS_AND_DAYS = word_set(
    """januari februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag
    donderdag vrijdag zaterdag zondag kerst pasen"""
)
#: Abbreviations that may be written with a capital ('Sat', 'Vpk') and are no name, as 'Jan' is.
_SHORT = (LEADING | CLOSING | ACRONYMS | word_set("ha ft et vpk")) - word_set("jan art pat ing cat fin")
_VOWELS = frozenset("aeiouy")
_PARTICLES = word_set("van de der den het ten ter te t in op vanden vander")
#: Those that may be all that is left of a surname: 'mevrouw Van'.
_ALONE = word_set("van de der den het ten ter vanden vander")
#: What a surname stands behind, apart from relations and professions.
_TITLES = FEMALE | MALE | word_set("client cliente patient patiente bewoner bewoonster collega familie")
_QUOTES = "\"'“„‘«(["


def relations(words: Sequence[Token]) -> dict[str, str]:
    """Return the relations and professions in a sentence, and the word that says each."""
    return {PERSONS[word.lower]: word.text for word in words if word.lower in PERSONS}


def unnamed(words: Sequence[Token]) -> list[str]:
    """Return the words that may say a relation, as 'man' and 'vrouw' do."""
    return [word.text for word in words if word.lower in _EXCUSES and word.lower not in PERSONS]


def excused(words: Sequence[Token]) -> set[str]:
    """Return the relations and professions that these spoken words give a report."""
    found = set(relations(words))
    for word in words:
        found |= _EXCUSES.get(PERSONS.get(word.lower, word.lower), set())
        if word.lower.endswith(("arts", "artsen")):
            found.add("huisarts")
    return found


def names(text: str, words: Sequence[Token], medicines: frozenset[str] = frozenset()) -> list[Token]:
    """Return the words that are written as a name: a capital inside a sentence, after no mark that begins one.

    ``medicines`` are keys of medicines that the list has not.
    """
    return [
        word
        for at, word in enumerate(words[1:], 1)
        if _is_capitalized(word.text)
        and words[at - 1].text not in (":", ";", "–", "-", "?", "!")
        and (words[at - 1].text != "." or (at > 1 and len(words[at - 2].text) < 5))
        and text[word.start - 1 : word.start] not in _QUOTES
        and (is_name_like(word, medicines) or _is_surname(words, at))
    ]


def surnames(words: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the first and last word of each surname with particles: 'Van der Zee', also behind a title or name."""
    found = []
    for at, word in enumerate(words):
        first = at
        while first and words[first - 1].lower in _PARTICLES:
            first -= 1
        before = words[first - 1] if first else None
        is_named = before and (
            words[first].text[0].isupper()
            or before.text[0].isupper()
            or before.lower in FEMALE | MALE
            or before.lower in PERSONS
        )
        if first < at and is_named and word.text[0].isupper() and word.lower not in _PARTICLES:
            found.append((first, at))
    return found


def doubled(words: Sequence[Token]) -> list[int]:
    """Return where a capitalized word stands behind another one that is no title: 'Dirks Eck', 'Jan Smit'."""
    return [
        at
        for at, word in enumerate(words[1:], 1)
        if word.text[0].isupper() and words[at - 1].text[0].isupper() and not _is_title(words[at - 1].lower)
    ]


def _is_title(lower: str) -> bool:
    return lower in _TITLES or lower in PERSONS


def is_name_like(word: Token, medicines: frozenset[str] = frozenset()) -> bool:
    """Return whether a capitalized word can be a name: no title, role, day, medicine, abbreviation or word without
    content."""
    return (
        word.lower not in PERSONS
        and not any(part.isupper() for part in word.text.split("-"))
        and word.lower not in _MONTHS_AND_DAYS
        and not is_abbreviation(word.lower)
        and stem(word.text) != ""
        and substance(word.text, medicines) is None
    )


def is_abbreviation(lower: str) -> bool:
    """Return whether a word in small letters is an abbreviation: one of those of care, or one without a vowel."""
    return lower in _SHORT or _VOWELS.isdisjoint(lower)


def _is_surname(words: Sequence[Token], at: int) -> bool:
    """Return whether a word without content, or one that is an abbreviation too, is a name by where it stands: 'Van der
    Meer', 'mevrouw Al', 'meneer Bijl'; a particle when no other word of the name follows."""
    word, before = words[at], words[at - 1].lower
    after = words[at + 1].text if at + 1 < len(words) else "."
    is_titled = _is_title(before)
    if word.lower in _PARTICLES:
        return is_titled and word.lower in _ALONE and not (after[0].isupper() or after in _PARTICLES)
    if is_abbreviation(word.lower):  # 'mevrouw Sat 94'
        return before in FEMALE | MALE and not word.text.isupper() and not after[0].isdigit()
    return (is_titled or before in _PARTICLES) and stem(word.text) == ""


def _is_capitalized(text: str) -> bool:
    return len(text) > 1 and text[0].isupper() and any(letter.islower() for letter in text)


def addressed(words: Sequence[Token]) -> dict[str, str]:
    """Return how a person is addressed in a sentence, 'mevrouw' or 'meneer', and the word that says each."""
    forms = ((word, form) for word in words for form, known in _FORMS if word.lower in known)
    return {form: word.text for word, form in forms}
