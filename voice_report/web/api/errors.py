"""Every failure of the API in one format: ``{"error", "message", "code"}`` (decisions/0008)."""

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ...core import logs
from ...errors import DomainError, StepUpNeeded

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
    "name": "Naam organisatie mag maximaal 200 tekens hebben",
    "reason": "Reden mag maximaal 200 tekens hebben",
    "title": "De titel mag hoogstens 200 tekens lang zijn.",
    "dateOfBirth": "Geboortedatum is geen bestaande datum; schrijf dd-mm-jjjj",
    "organizationId": "Organisatie niet gevonden",
    "code": "Deze code klopt niet.",
    "token": "Deze link is ongeldig, verlopen of al gebruikt.",
    "transcript": "Het transcript is te lang. Verdeel het over twee rapportages.",
    "structuredReport": "De rapportage is te lang.",
}

_NO_JSON = "De aanvraag is geen geldige JSON."
_NO_TEXT = "De tekst bevat een onbekend teken. Typ hem opnieuw."

_STATUS_SENTENCES = {
    404: ("not_found", "Deze pagina of gegevens bestaan niet."),
    405: ("method_not_allowed", "Deze handeling is hier niet mogelijk."),
    413: ("too_large", "Het bestand is te groot."),
}


def body(sentence: str, code: str) -> dict[str, str]:
    """Return the response's body; clients read either ``error`` or ``message``."""
    return {"error": sentence, "message": sentence, "code": code}


def install(app: FastAPI) -> None:
    """Register the exception handlers."""

    @app.exception_handler(DomainError)
    async def expected(_request: Request, error: DomainError) -> JSONResponse:
        headers = {"Retry-After": str(error.retry_after)} if error.retry_after else None
        content = body(error.message, error.code)
        if isinstance(error, StepUpNeeded):
            content["reason"] = error.reason
        return JSONResponse(content, error.status, headers)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> JSONResponse:
        if error.errors()[0]["loc"][0] == "path":  # no id is that long, so nothing has this id
            code, sentence = _STATUS_SENTENCES[404]
            return JSONResponse(body(sentence, code), 404)
        return JSONResponse(body(_sentence(error), "invalid"), 422)

    @app.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # the framework's own response to a body that is not text
            return JSONResponse(body(_NO_JSON, "invalid"), 422)
        default = ("invalid", "De aanvraag kon niet worden verwerkt.")
        code, sentence = _STATUS_SENTENCES.get(error.status_code, default)
        return JSONResponse(body(sentence, code), error.status_code, error.headers)

    @app.exception_handler(ClientDisconnect)
    async def left(_request: Request, _error: ClientDisconnect) -> Response:
        return Response(status_code=400)  # no client gets it, and nothing went wrong here

    @app.exception_handler(Exception)
    async def bug(_request: Request, error: Exception) -> JSONResponse:
        return JSONResponse(body(logs.unexpected(error), "unexpected"), 500)


def _sentence(error: RequestValidationError) -> str:
    """Return a message about the first invalid field, never with its value."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _NO_JSON
    if first["type"] == "string_unicode":  # an unpaired surrogate
        return _NO_TEXT
    field = str(first["loc"][-1]) if len(first["loc"]) > 1 else ""
    if first["type"] == "string_too_long" and field in _TOO_LONG:
        return _TOO_LONG[field]
    return _FIELD_SENTENCES.get(field, f"Ongeldige invoer: {field}" if field.isidentifier() else "Ongeldige invoer")
