"""Input for a DPIA, as the file that the form of the Dutch government opens.

The form is 'DPIA Rapportagemodel Rijksdienst' 3.0 of the Ministry of the Interior (github.com/MinBZK/par-dpia-form,
EUPL-1.2). It saves and opens JSON: ``answers`` by the number of the question; those of a question that can be repeated
are a list under its number, each with ``_index``. What only the organization can judge is left open: necessity, chance
and impact of risks, and every tick.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from ...config import settings
from ._file_lines import NOT_FILLED_IN, Chapter, Line
from .privacy_file import File

SCHEMA = "https://github.com/MinBZK/par-dpia-form/blob/main/schemas/assessment-output.v2.schema.json"
URN = "urn:nl:dpia:3.0"

#: What is processed, of whom, and of which type in the words of the form.
_DATA = (
    ("Wat een medewerker inspreekt of schrijft over een cliënt", "Cliënten", "Gezondheid en zorg", "bijzonder"),
    ("Wat een medewerker vertelt over naasten en anderen", "Naasten en anderen", "Gezin en omgeving", "gevoelig"),
    ("Naam, geboortedatum en cliëntnummer", "Cliënten", "Naam en nummer", "gewoon"),
    ("Stem van de medewerker, tot er tekst is", "Medewerkers", "Geluid", "gewoon"),
    ("Naam, e-mailadres en rol", "Medewerkers", "Account", "gewoon"),
    ("Wat een medewerker zag en deed, wanneer en waarvandaan", "Medewerkers", "Logboek", "gewoon"),
)
_WORK = (
    ("Spraak omzetten in tekst", ("speech",)),
    ("Tekst indelen tot een verslag", ("text.policy", "text")),
    ("Verslagen bewaren, zoeken en als bestand afgeven", ("purpose.archive", "terms.drafts", "terms.archive")),
    ("Accounts beheren en inloggen", ("measure.factor", "measure.sign_in")),
    ("Loggen wie wat zag en deed", ("measure.log", "terms.log")),
)


def content(file: File) -> str:
    """Return the JSON of a version."""
    made_at = file.made_at.astimezone(UTC)
    return json.dumps(_document(file.chapters, made_at, file.number), ensure_ascii=False, indent=4)


def file_name(file: File) -> str:
    """Return the name under which it is downloaded."""
    return f"privacydossier-versie-{file.number}-invoer-dpia.json"


def _document(chapters: tuple[Chapter, ...], made_at: datetime, number: int) -> dict[str, Any]:
    moment = made_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    answers = {question: _stamped(answer, moment) for question, answer in _answers(chapters, number).items()}
    return {"$schema": SCHEMA, "metadata": {"urn": URN, "createdAt": moment}, "answers": answers}


def _stamped(answer: Any, moment: str) -> Any:
    if isinstance(answer, str):
        return {"value": answer, "lastEditedAt": moment}
    return [
        {"_index": at, **{question: {"value": value, "lastEditedAt": moment} for question, value in one.items()}}
        for at, one in enumerate(answer)
    ]


def _answers(chapters: tuple[Chapter, ...], number: int) -> dict[str, Any]:
    """Return the answers: a text, or for a question that is repeated a list of texts by their question."""
    there = {line.key: line for chapter in chapters for line in chapter.lines}
    who, _, register, purposes, terms, measures, counted, risks, questions = chapters
    app = settings().app_name
    return {
        "0": f"Invoer uit het privacydossier van {app}, versie {number}. Dit is geen DPIA: wat jullie zelf beoordelen, "
        "is open gelaten.",
        "1.1": _text(who.lines),
        "2.1": [{"2.1.1": what, "2.1.2": whose, "2.1.3": kind, "2.1.4": type_} for what, whose, kind, type_ in _DATA],
        "2.3": _text(one for one in purposes.lines if one.key.startswith("purpose.")),
        "3.1": [{"3.1.1": name, "3.1.2": _sentence(there[key] for key in keys)} for name, keys in _WORK],
        "3.2": _text(chapters[1].lines),
        "4": _text(
            there[key] for key in ("speech", "speech.model", "text", "text.model", "text.stays") if key in there
        ),
        "5.2": _text(there[key] for key in ("own.purpose", "purpose.service")),
        "6.2": _text(
            there[key] for key in ("who.organization", "own.processor", "own.agreement", "register.recipients")
        ),
        "8.2": _text(_located(there)),
        "10.2": _text(terms.lines),
        "11.2": _text([there["own.ground"]]),
        "12.4": _text([there["own.exception"]]),
        "16.1": [{"16.1.1": _plain(f"{one.name}: {one.value}")} for one in risks.lines],
        "16.2": f"{_text(counted.lines)}\n{_asked(questions.lines)}",
        "17.2": _text(measures.lines),
        "19.4.1": there["who.organization"].value,
        **({"19.5.4": there["own.officer"].value} if there["own.officer"].value else {}),
        "20.1": [{"20.1.1": register.lines[0].value or there["who.organization"].value}],
    }


def _located(there: dict[str, Line]) -> list[Line]:
    wanted = ("own.hosting", "measure.floor", "register.transfers", "speech.transfer", "text.transfer")
    return [there[key] for key in wanted if key in there]


def _text(lines: Iterable[Line]) -> str:
    """Return lines as a list in Markdown, which the form shows; signs that mean something in it are escaped."""
    return "\n".join(f"- {_plain(one.name)}: {_plain(one.value or NOT_FILLED_IN)} ({one.told_source})" for one in lines)


def _asked(lines: Iterable[Line]) -> str:
    """Return questions: they have no source."""
    return "\n".join(f"- {_plain(f'{one.name}: {one.value}')}" for one in lines)


def _sentence(lines: Iterable[Line]) -> str:
    """Return lines for a question that is answered in one line, without Markdown."""
    return " ".join(f"{one.name}: {one.value.rstrip('.')}." for one in lines)


def _plain(words: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|!" else sign for sign in words)
