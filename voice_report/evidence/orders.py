"""Sentences that need no place in a report, and are no evidence: orders to a machine, and fillers."""

import re

from ..words import word_list
from .reading import Reading
from .stems import stem
from .tokens import Value

_REPORT = r"(?:de |het |dit |mijn |je )?(?:rapportage|rapport|verslag|dossier|notitie|samenvatting|concept|document)"
_VERB = r"(?:schrijf|zet|vermeld|noteer|rapporteer|voeg|maak|geef|verwijder|haal|laat)"
_WHERE = rf"(?:erin|er (?:\w+ ){{0,2}}in|erbij|eraan toe|toe aan|(?:in|uit|van) {_REPORT})"
_RULES = r"(?:instructies?|opdrachten|regels|aanwijzingen|voorgaande|bovenstaande|eerdere)"
_ORDER = re.compile(
    rf"^(?:(?:en|dus|oke|ok|nou|eh|o|ja) )*{_VERB}\b(?=.{{0,60}}\b{_WHERE}\b)"
    rf"|\b(?:negeer|vergeet|negeren)\b.{{0,40}}\b{_RULES}\b"
    r"|\b(?:taalmodel|chatgpt|gpt|prompt|system prompt|ai-model|assistent ai|jij bent een|je bent nu|doe alsof)\b"
    r"|\bignore\b.{0,40}\b(?:instructions|previous)\b"
    r"|\b(?:beste|hallo|hey|let op) (?:ai|computer|systeem|model|machine)\b"
)
_WITHIN = 400  # characters of a sentence that are searched

_CLOSING = re.compile(r"(?:(?:ja|en|zo|goed|ok|oke|nou|dus) )*dat was (?:het|alles)\b")
_LONG_GREETING = 13  # words and marks
_GREETINGS = frozenset(
    {
        "hallo",
        "hoi",
        "goedemorgen",
        "goedemiddag",
        "goedenavond",
        "goedenacht",
        "houdoe",
        "doei",
        "groet",
        "groetjes",
        "welterusten",
        "bedankt",
    }
)
_FILLERS = frozenset(
    stem(word)
    for word in word_list(
        """vandaag vanmorgen vanochtend vanmiddag vanavond vannacht overdracht goed mooi leuk fijn gesprek daar gaan
        beginnen begin even kijken moment stop stoppen klaar zover moet zeggen was dat het einde rapportage
        nachtrapportage dagrapportage avondrapportage verslag opname opnemen dictaat dictee testen test hallo nog meer
        wou denk weet vergeten verder inspreken ondertussen tussendoor"""
    )
)


def is_order(text: str) -> bool:
    """Return whether a spoken sentence tells a machine what to write, instead of saying what happened."""
    return _ORDER.search(" ".join(text[:_WITHIN].lower().replace("é", "e").split())) is not None


def is_filler(reading: Reading) -> bool:
    """Return whether a sentence has too little content to be missed: no medicine, no figure but a small count, and
    hardly a word of its own."""
    if _CLOSING.match(reading.literal[:_WITHIN]) and len(reading.words) < _LONG_GREETING:
        return True
    if reading.lower & _GREETINGS and len(reading.words) < _LONG_GREETING:
        return True
    if reading.drugs or not all(_is_count(one) for one in reading.values):
        return False
    names = {word.lower for word in reading.names}
    content = [
        one
        for one, word in zip(reading.stems, reading.words, strict=True)
        if one and one not in _FILLERS and word.lower not in names
    ]
    says_more = reading.values or any(clause.denied for clause in reading.clauses)
    return len(content) < (1 if says_more else 2)


def _is_count(value: Value) -> bool:
    return value.kind == "number" and value.amount is not None and value.amount <= 10 and not value.dimension
