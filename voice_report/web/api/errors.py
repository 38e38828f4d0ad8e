"""What an exception in a route becomes: a failure in the format of ``problems`` (decisions/0008)."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ...core import logs
from ...errors import DomainError, StepUpNeeded
from .. import problems

#: Messages about an invalid field, in the fixed words where there are any (decisions/0001).
_FIELD_SENTENCES = {
    "email": "Ongeldig e-mailadres",
    "password": "Wachtwoord is verplicht",
    "firstName": "Voornaam is verplicht",
    "lastName": "Achternaam is verplicht",
    "currentPassword": "Huidig wachtwoord is verplicht",
    "newPassword": "Wachtwoord moet minimaal 12 karakters zijn",
    "confirmPassword": "Bevestig nieuw wachtwoord",
    "invitationToken": "Deze uitnodiging is ongeldig of verlopen.",
    "dateOfBirth": "Geboortedatum is verplicht",
    "organizationId": "Organisatie is verplicht",
    "monthlyCredits": "Maandelijkse credits moeten -1 (unlimited) of hoger zijn.",
    "currentCredits": "Huidige credits moeten -1 (unlimited) of hoger zijn.",
    "personalMonthlyCredits": "Maandelijkse persoonlijke credits moeten -1 (unlimited) of hoger zijn.",
    "personalCurrentCredits": "Huidige persoonlijke credits moeten -1 (unlimited) of hoger zijn.",
    "maxUsers": "Max. gebruikers moet een getal van 1 tot en met 100.000 zijn.",
    "amount": "Het aantal credits moet een getal van 1 tot en met 1.000.000 zijn.",
    "reason": "Reden is verplicht",
    "code": "Code is verplicht",
    "transcript": "Geen transcript ontvangen",
    "audio": "Geen audio ontvangen",
}

#: Messages about a text that is too long, where the message above does not say so.
_TOO_LONG = {
    "password": "Wachtwoord mag maximaal 128 karakters zijn",
    "newPassword": "Wachtwoord mag maximaal 128 karakters zijn",
    "confirmPassword": "Wachtwoorden komen niet overeen",
    "currentPassword": "Het huidige wachtwoord is onjuist.",
    "firstName": "Voornaam mag maximaal 100 tekens hebben",
    "lastName": "Achternaam mag maximaal 100 tekens hebben",
    "id": "Id mag maximaal 100 tekens hebben",
    "name": "De naam is te lang.",
    "reason": "Reden mag maximaal 200 tekens hebben",
    "title": "De titel mag hoogstens 200 tekens lang zijn.",
    "dateOfBirth": "Geboortedatum is geen bestaande datum; schrijf dd-mm-jjjj",
    "organizationId": "Organisatie niet gevonden",
    "code": "Deze code klopt niet.",
    "token": "Deze link is ongeldig, verlopen of al gebruikt.",
}

#: Messages about a text that no service has to measure: the answer is theirs, 413 with `too_large`.
_TOO_LARGE = {
    "transcript": "Het transcript is te lang. Verdeel het over twee rapportages.",
    "structuredReport": "De rapportage is te lang. Verdeel hem in twee rapportages.",
    "report": "De rapportage is te lang. Verdeel hem in twee rapportages.",
}

_NO_JSON = "De aanvraag is geen geldige JSON."
_NOT_JSON = "Stuur de aanvraag als JSON, met de header Content-Type: application/json."
_UNREADABLE = "De aanvraag is niet te lezen."
_NO_TEXT = "De tekst bevat een onbekend teken. Typ hem opnieuw."

_STATUS_SENTENCES = {
    401: ("not_signed_in", "Deze gegevens vragen het juiste kenmerk."),
    404: ("not_found", "Deze pagina of gegevens bestaan niet."),
    405: ("method_not_allowed", "Deze handeling is hier niet mogelijk."),
    413: ("too_large", "Het bestand is te groot."),
}


#: Fields of one request whose mistakes are told, and characters of a field's name in them.
_MOST_ERRORS = 20
_LONGEST_NAME = 100


def install(app: FastAPI) -> None:
    """Register the exception handlers."""

    @app.exception_handler(DomainError)
    async def expected(_request: Request, error: DomainError) -> Response:
        headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
        reason = {"reason": error.reason} if isinstance(error, StepUpNeeded) else {}
        return _answer(error.status, error.message, error.code, headers, **reason)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if first["loc"][0] == "path":  # no id is that long, so nothing has this id
            code, sentence = _STATUS_SENTENCES[404]
            return _answer(404, sentence, code)
        told = [_told(one) for one in error.errors()[:_MOST_ERRORS]]
        if first["type"] == "string_too_long" and first["loc"][-1] in _TOO_LARGE:
            return _answer(413, _TOO_LARGE[first["loc"][-1]], "too_large", errors=told)
        return _answer(422, _sentence(first), "invalid", errors=told)

    @app.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # the framework's own response to a form, or JSON, that it cannot read
            told = [{"detail": _UNREADABLE, "in": "body", "pointer": "#"}]
            return _answer(422, _UNREADABLE, "invalid", errors=told)
        default = ("invalid", "De aanvraag kon niet worden verwerkt.")
        code, sentence = _STATUS_SENTENCES.get(error.status_code, default)
        return _answer(error.status_code, sentence, code, error.headers)

    @app.exception_handler(ClientDisconnect)
    async def left(_request: Request, _error: ClientDisconnect) -> Response:
        return Response(status_code=400)  # no client gets it, and nothing went wrong here

    @app.exception_handler(Exception)
    async def bug(_request: Request, error: Exception) -> Response:
        return _answer(500, logs.unexpected(error), "unexpected")


def _answer(
    status: int, sentence: str, code: str, headers: Mapping[str, str] | None = None, **more: Any
) -> JSONResponse:
    content = problems.body(status, sentence, code, **more)
    return JSONResponse(content, status, headers, media_type=problems.MEDIA_TYPE)


def _told(error: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with one field, never with its value.

    A name that the caller made up may be anything (half a surrogate pair, a megabyte): a pointer ends before it.
    """
    place, *names = error["loc"]
    fit = takewhile(lambda name: isinstance(name, int) or _is_tellable(name), names)
    path = [] if error["type"] == "json_invalid" else [str(name) for name in fit]
    where = {"pointer": "/".join(["#", *path])} if place == "body" else {"parameter": ".".join(path)}
    return {"detail": _sentence(error), "in": place, **where}


def _is_tellable(name: str) -> bool:
    return name.replace("-", "_").isidentifier() and len(name) <= _LONGEST_NAME


def _sentence(error: Mapping[str, Any]) -> str:
    """Return a message about an invalid field, never with its value."""
    if error["type"] == "json_invalid":
        return _NO_JSON
    if error["type"] == "string_unicode":  # an unpaired surrogate
        return _NO_TEXT
    if error["type"] == "model_attributes_type" and isinstance(error.get("input"), bytes):  # the framework read none
        return _NOT_JSON
    field = str(error["loc"][-1]) if len(error["loc"]) > 1 else ""
    if error["type"] == "string_too_long" and field in _TOO_LONG:
        return _TOO_LONG[field]
    return _FIELD_SENTENCES.get(field, f"Ongeldige invoer: {field}" if _is_tellable(field) else "Ongeldige invoer")
