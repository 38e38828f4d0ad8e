"""Statements on the site about who processes speech and text at this installation (decisions/0010).

Every page that makes such a statement takes it from here. The sentences avoid 'you', so that they fit both the site
('je') and the legal text ('u').
"""

from ....config import settings
from ....engines import TABLES, Task

NOT_STORED = "Audio wordt niet blijvend opgeslagen."


def speech_technology() -> str:
    """Return a list item that names the speech recognition: '... met Whisper' or '..., op deze server'."""
    outside = settings().leaves("speech")
    return "Spraakherkenning in het Nederlands" + (f" met {_speech_engine()}" if outside else ", op deze server")


def structuring_technology() -> str:
    """Return a list item that names the report generation: '... met GPT-4' or '..., op deze server'."""
    outside = settings().leaves("structuring")
    return "Structureren tot een rapportage" + (f" met {_text_engine()}" if outside else ", op deze server")


def anything_leaves() -> bool:
    """Return whether speech or text goes to a provider outside this server."""
    return settings().leaves("speech") or settings().leaves("structuring")


def processing() -> str:
    """Return one or two sentences about who processes which data, and where."""
    speech, text = settings().leaves("speech"), settings().leaves("structuring")
    if not (speech or text):
        return "Spraak en tekst verlaten deze server niet."
    place = f"Gegevens staan op servers in {_places()}."
    if speech and text:
        return f"Een AI-aanbieder verwerkt de spraak en de tekst. {place}"
    there, here = ("spraak", "tekst") if speech else ("tekst", "spraak")
    return f"Een AI-aanbieder verwerkt de {there}; het verwerken van de {here} gebeurt op deze server. {place}"


def processing_in_full() -> tuple[str, ...]:
    """Return the text for the legal pages, one paragraph each: speech, text, and the location of the data."""
    speech, text = settings().leaves("speech"), settings().leaves("structuring")
    recognising = (
        f"De omzetting van spraak naar tekst gebeurt door een AI-aanbieder, met het spraakmodel {_speech_engine()}."
        if speech
        else "De omzetting van spraak naar tekst gebeurt op deze server; de audio gaat niet naar een AI-aanbieder."
    )
    structuring = (
        f"Het structureren van de tekst gebeurt door een AI-aanbieder, met het taalmodel {_text_engine()}."
        if text
        else "Het structureren van de tekst gebeurt op deze server; de tekst gaat daarvoor niet naar een AI-aanbieder."
    )
    if not (speech or text):
        return recognising, structuring, f"{processing()} Zij worden bewaard waar deze dienst draait."
    return recognising, structuring, f"Gegevens staan op servers in {_places()}."


def _speech_engine() -> str:
    return _models("speech", "Whisper")


def _text_engine() -> str:
    return _models("structuring", "GPT-4")


def _models(task: Task, family: str) -> str:
    """Return the models of the outside engines for a task, those of a family by the name that it is known by."""
    models = [one.model for one in settings().profiles(task) if one.is_outside]
    known = (family if one.lower().startswith(family.lower()) else one for one in models)
    return " of ".join(dict.fromkeys(known))


def _places() -> str:
    """Return the countries of the outside engines."""
    return " en ".join(
        dict.fromkeys(one.country for task in TABLES for one in settings().profiles(task) if one.is_outside)
    )
