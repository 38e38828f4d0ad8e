"""Statements on the site about who processes speech and text at this installation (decisions/0010).

Every page that makes such a statement takes it from here; each is filled in at start (``core.placeholders``). The
sentences avoid 'you', so that they fit both the site ('je') and the legal text ('u').
"""

from ....config import settings
from ....core.placeholders import filled
from ....engines import TABLES, Task

NOT_STORED = "Audio wordt niet blijvend opgeslagen."
_STAYS = "Spraak en tekst verlaten deze server niet."


@filled
def speech_technology() -> str:
    """Return a list item that names the speech recognition: '... met Whisper' or '..., op deze server'."""
    outside = settings().leaves("speech")
    return "Spraakherkenning in het Nederlands" + (f" met {_speech_engine()}" if outside else ", op deze server")


@filled
def structuring_technology() -> str:
    """Return a list item that names the report generation: '... met GPT-4' or '..., op deze server'."""
    outside = settings().leaves("structuring")
    return "Structureren tot een rapportage" + (f" met {_text_engine()}" if outside else ", op deze server")


@filled
def stays_here() -> str:
    """Return the sentence that nothing leaves this server, with a space behind it; else an empty string."""
    return "" if _anything_leaves() else f"{_STAYS} "


@filled
def receiver() -> str:
    """Return the line of the AI provider among those who receive data; empty where there is none."""
    return "De AI-aanbieder, zoals beschreven in artikel 4." if _anything_leaves() else ""


@filled
def transfer() -> str:
    """Return the paragraph about other countries; empty where nothing leaves this server."""
    if not _anything_leaves():
        return ""
    return (
        "Gaan gegevens naar een land buiten de Europese Economische Ruimte, dan geldt daarvoor wat de AVG eist, zoals "
        "een adequaatheidsbesluit of de modelcontractbepalingen van de Europese Commissie."
    )


@filled
def processing() -> str:
    """Return one or two sentences about who processes which data, and where."""
    speech, text = settings().leaves("speech"), settings().leaves("structuring")
    if not (speech or text):
        return _STAYS
    place = f"Gegevens staan op servers in {_places()}."
    if speech and text:
        return f"Een AI-aanbieder verwerkt de spraak en de tekst. {place}"
    there, here = ("spraak", "tekst") if speech else ("tekst", "spraak")
    return f"Een AI-aanbieder verwerkt de {there}; het verwerken van de {here} gebeurt op deze server. {place}"


def processing_in_full() -> tuple[str, ...]:
    """Return the text for the legal pages, one paragraph each: speech, text, and the location of the data."""
    return _recognising(), _structuring(), _location()


@filled
def _recognising() -> str:
    if settings().leaves("speech"):
        return (
            f"De omzetting van spraak naar tekst gebeurt door een AI-aanbieder, met het spraakmodel {_speech_engine()}."
        )
    return "De omzetting van spraak naar tekst gebeurt op deze server; de audio gaat niet naar een AI-aanbieder."


@filled
def _structuring() -> str:
    if settings().leaves("structuring"):
        return f"Het structureren van de tekst gebeurt door een AI-aanbieder, met het taalmodel {_text_engine()}."
    return "Het structureren van de tekst gebeurt op deze server; de tekst gaat daarvoor niet naar een AI-aanbieder."


@filled
def _location() -> str:
    if _anything_leaves():
        return f"Gegevens staan op servers in {_places()}."
    return f"{_STAYS} Zij worden bewaard waar deze dienst draait."


def _anything_leaves() -> bool:
    return settings().leaves("speech") or settings().leaves("structuring")


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
