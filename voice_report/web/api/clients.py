"""Clients: visible to the whole organization, kept by its administrators (decisions/0005)."""

import asyncio
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response, status
from pydantic import Field

from ...db.session import run_in_transaction, run_reading
from ...services.audit.audited_reads import run_audited
from ...services.clients import client_file, clients, file_import
from .guards import Admin, Caller
from .responses import refusals
from .shapes import PAGE, After, Camel, Limit, Name, Next, OtherId, Search, example

router = APIRouter(prefix="/api/clients", tags=["clients"])

Century = Annotated[
    Literal["1900", "2000"] | None,
    Query(description="of a year of two digits with which nobody would be over 120 in either; the same at every call"),
]

_COLUMNS = "id, voornaam, achternaam, geboortedatum; 50,000 lines, 8 MB"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string", "format": "binary", "description": _COLUMNS}}
            for kind in ("text/csv", _XLSX)
        },
    }
}


class ClientIn(Camel):
    model_config = example(id="C-1042", firstName="Maria", lastName="Jansen", dateOfBirth="1940-05-17")

    id: OtherId
    first_name: Name
    last_name: Name
    date_of_birth: str = Field(max_length=40, description="yyyy-mm-dd, or d-m-yyyy; from 1900 up to today")


class ClientOut(Camel):
    id: str = Field(description="the other system's own id, as it was given")
    first_name: str
    last_name: str
    date_of_birth: date


class OneClient(Camel):
    client: ClientOut


class ClientList(Camel):
    clients: list[ClientOut]
    next: Next


class ImportedLine(Camel):
    number: int = Field(description="its line in the file, from 1")
    client: ClientOut
    outcome: Literal["new", "changed", "same"]


class ImportMistake(Camel):
    number: int = Field(description="its line in the file, from 1")
    sentence: str = Field(description="in Dutch")


class MistakesOut(Camel):
    csv: str = Field(description="UTF-8 with BOM, semicolons; inert in a spreadsheet")


class ImportOut(Camel):
    """All lines are counted; the first ten lines and the first hundred mistakes are shown."""

    fingerprint: str = Field(description="`seen` of the import itself")
    new: int = Field(description="clients that would be added")
    changed: int = Field(description="clients that would change")
    same: int = Field(description="lines that would change nothing")
    wrong: int = Field(description="lines with a mistake")
    sample: list[ImportedLine]
    mistakes: list[ImportMistake]
    sheet: str = Field(description="the worksheet that was read; empty for a CSV file")
    other_sheets: list[str] = Field(description="worksheets with content that were not read")
    completed: int = Field(description="dates of birth with a year of two digits that got its century")
    read_as: str = Field(description="one of them: as written, and as read")
    unclear: int = Field(description="dates that can be in two centuries: mistakes, unless `century` says which")
    unclear_as: str = Field(description="one of them")
    hidden: int = Field(description="rows of a workbook that were read although Excel does not show them")
    heading: int = Field(description="the row with the column names when others are above it, which are not read; or 0")
    unread: list[str] = Field(description="columns that were not read, by their names")
    totals: list[int] = Field(description="lines that count the others, which are not read")
    turned: int = Field(description="surnames whose prefix was behind them")
    turned_as: str = Field(description="one of them, as written and as read")
    serials: int = Field(description="dates of birth that were numbers of Excel's")
    serials_as: str = Field(description="one of them, as written and as read")
    guessed: str = Field(description="the encoding of a text that is no UTF-8 or UTF-16, or empty")
    doubted: str = Field(description="words that show whether the encoding was guessed well, when that is not sure")


@router.get("", responses=refusals(403))
async def list_clients(
    user: Caller,
    q: Search = "",
    after: After = None,
    limit: Limit = PAGE,
) -> ClientList:
    """Return the organization's clients, by last name, page by page."""
    page = await run_audited(clients.list_clients, user, query=q, after=after, limit=limit)
    return ClientList(clients=[ClientOut.model_validate(one) for one in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(404, 409) | {200: {"model": OneClient}})
async def put_client(content: ClientIn, response: Response, user: Admin) -> OneClient:
    """Add a client with the id of another system (201), or change the client that has that id already (200).

    Sending the same client again changes nothing, so a system may send all its clients, and retry after a failure.
    """
    client = clients.checked_client(content.id, content.first_name, content.last_name, content.date_of_birth)
    added = await run_in_transaction(clients.put_client, user, client)
    response.status_code = status.HTTP_201_CREATED if added else status.HTTP_200_OK
    return OneClient(client=ClientOut.model_validate(client))


@router.post("/import/preview", responses=refusals(415), openapi_extra=_FILE)
async def preview_import(request: Request, user: Admin, century: Century = None) -> ImportOut:
    """Return what importing a file would do; nothing is saved.

    CSV with or without a heading; comma, semicolon, tab or |; UTF-8, UTF-16, Windows, Mac. Or an Excel workbook
    (.xlsx): the worksheet with most of these columns; of a formula the value that Excel stored last.
    """
    file = await file_import.read(user, await _body(request), int(century) if century else None)
    return ImportOut.model_validate(await run_reading(file_import.preview, user, file))


@router.post("/import/mistakes", responses=refusals(415), openapi_extra=_FILE)
async def import_mistakes(request: Request, user: Admin, century: Century = None) -> MistakesOut:
    """Return all lines of a file that have a mistake, each with its number and the reason; nothing is saved."""
    file = await file_import.read(user, await _body(request), int(century) if century else None)
    return MistakesOut(csv=await asyncio.to_thread(file_import.mistakes, user, file))


@router.post("/import", responses=refusals(409, 415), openapi_extra=_FILE)
async def import_clients(
    request: Request,
    user: Admin,
    seen: Annotated[str, Query(max_length=64, description="`fingerprint` of the preview; another file answers 409")],
    century: Century = None,
) -> ImportOut:
    """Save the clients of the file that was previewed; lines with a mistake are left out.

    After an interrupted import, sending the same file again continues where it stopped.
    """
    file = await file_import.read(user, await _body(request), int(century) if century else None)
    return ImportOut.model_validate(await file_import.save(user, file, seen))


async def _body(request: Request) -> bytes:
    """Read the file. Raises ``TooLarge`` at the first byte past the limit, whatever Content-Length says."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > client_file.MAX_BYTES:
            raise client_file.too_large()
    return bytes(content)
