"""Orders to a machine, which need no place in a report and are no evidence."""

import re

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


def is_order(text: str) -> bool:
    """Return whether a spoken sentence tells a machine what to write, instead of saying what happened."""
    return _ORDER.search(" ".join(text[:_WITHIN].lower().replace("é", "e").split())) is not None
