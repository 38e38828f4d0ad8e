"""Cut speech that a recogniser returned without punctuation into clauses, in linear time and without losing a word.

Only where a main clause plainly opens: a subject or an adverb directly followed by a finite verb ('ik heb', 'daarna
kwam', 'de dochter belt'), and not after a word that goes on ('omdat ze was', 'met de dochter').
"""

from itertools import pairwise

from .words import word_set

#: Text with fewer words than this between two marks is one sentence, however it is worded.
_LONG = 25
_SHORTEST = 4  # words of a clause

_VERBS = word_set(
    """heb heeft hebben had hadden ben is zijn was waren wordt worden werd werden kan kon kunnen wil wilde wou willen
    moet moest moeten mag mocht zal zou gaat gaan ging doet deed zei zegt zeggen vertelde vertelt geeft gaf komt kwam
    komen zit zat zitten ligt lag loopt liep staat stond slaapt sliep at eet drinkt dronk belt belde bel krijgt kreeg
    blijft bleef blijven vindt vond vind zag ziet voelt voelde praat praatte neemt nam stuurt stuur houdt hield
    gebruikt werkt werkte woont liet laat laten keek kijkt kijken riep denk denkt merk merkte start haalt brengt
    regelt oefent oefenen probeerde proberen spreek spraken sprak doen helpt hielp noemde noemt klaagt heette
    stopt meet mijdt maakt maakte lachte huilde schreeuwt zakte sloeg trok herkent rookt slikt"""
)
_SUBJECTS = word_set(
    """ik hij ze zij we wij het er dit dat iedereen niemand mevrouw meneer moeder vader ouders dochter zoon vrouw man
    broer zus bloeddruk saturatie temperatuur gewicht pols suiker wond controle uitslag"""
)
_SINGULAR = word_set("ik hij het er dit dat")
#: Verbs in whose place a noun never stands: any word before one can be its subject ('logopedie ziet').
_PLAINLY_FINITE = word_set(
    """zegt zei vertelt vertelde geeft gaf komt kwam heeft had belt belde ziet krijgt kreeg regelt noemde vindt wordt
    werd blijft bleef gaat ging houdt vond mag schrijft doet deed"""
)
_ADVERBS = word_set(
    """daarna toen vanmorgen vanochtend vanmiddag vanavond vannacht morgen overmorgen gisteren gister verder nu vandaag
    straks daarom maandag dinsdag woensdag donderdag vrijdag zaterdag zondag eerst hierna"""
)
_DETERMINERS = word_set("de het een haar zijn mijn onze deze die dat geen elke iedere")
#: Values and findings are told without a verb: 'saturatie 88', 'geen koorts'.
_VERBLESS = word_set("bloeddruk saturatie temperatuur pols gewicht suiker geen daarna verder")
#: Words after which the clause goes on.
_GOES_ON = word_set(
    """en maar want dus of dat als omdat wat die hoe waar waarom wie toen terwijl voordat nadat zodat zodra wanneer tot
    sinds dan met van voor bij op in aan naar door om over uit te tegen onder zonder na per zoals niet ook nog wel heel
    zo al is was heeft had ben heb zegt zei vindt volgens tijdens tussen vanaf rond samen weer om hebben er haar hem
    ze hij ik we zij zich meneer mevrouw meer moest moesten alleen twee drie vier vijf zes zeven acht negen tien
    kan kon wil wilde zal zou mag gaan woont"""
)


def cut(sentence: str) -> list[str]:
    """Return the clauses of a long sentence that has no punctuation; any other sentence is returned whole."""
    words = sentence.split()
    if len(words) < _LONG or any(word[-1] in ",;:.!?…" for word in words[:-1]):
        return [sentence]
    plain = [word.casefold() for word in words]
    starts = [0]
    for index in range(_SHORTEST, len(words) - 2):
        if index - starts[-1] >= _SHORTEST and _ends(plain[index - 1]) and _opens(plain, index):
            starts.append(index)
    return [" ".join(words[start:end]) for start, end in pairwise([*starts, len(words)])]


def _ends(word: str) -> bool:
    """Return whether a clause can end with the word."""
    return word not in _GOES_ON and word not in _DETERMINERS


def _opens(words: list[str], index: int) -> bool:
    """Return whether a main clause opens with the word at ``index``."""
    first, second, third = words[index : index + 3]
    if first in _VERBLESS:
        return True
    if first in _SUBJECTS or first in _ADVERBS:
        return second in _VERBS and not (first in _SINGULAR and second.endswith("en"))
    if first in _DETERMINERS:
        return third in _VERBS and second not in _VERBS and second not in _GOES_ON
    if first in _VERBS or first in _GOES_ON or words[index - 1].endswith("e") or first[0].isdigit():
        return False
    return second in _PLAINLY_FINITE
