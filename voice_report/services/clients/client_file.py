"""Reader for the files of clients that offices produce in practice, row by row (decisions.md "Clients").

CSV (``_csv_rows``) and Excel (``_workbook``), with or without a heading. Nothing here uses the database.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from itertools import chain, islice

from ...errors import Invalid, TooLarge
from ...models import folded
from ..shared import dates
from . import _csv_rows, _workbook
from ._rows import HEADING_WITHIN, Row, Table
from .clients import ClientView, read_client

MAX_LINES = 50_000
MAX_BYTES = 8 * 1024 * 1024
OLDEST = 120  # years; of a year of two digits only the centuries count in which a person is not older

COLUMNS = ("id", "voornaam", "achternaam", "geboortedatum")
_PREFIX = "tussenvoegsel"  # read when the column exists; without it names would be incomplete

#: Column names used by other systems.
_ALIASES = {
    "id": "id",
    "clientid": "id",
    "clientnummer": "id",
    "clientnr": "id",
    "nummer": "id",
    "voornaam": "voornaam",
    "roepnaam": "voornaam",
    "firstname": "voornaam",
    "achternaam": "achternaam",
    "lastname": "achternaam",
    "geboortedatum": "geboortedatum",
    "gebdatum": "geboortedatum",
    "dateofbirth": "geboortedatum",
    "tussenvoegsel": _PREFIX,
    "tussenvoegsels": _PREFIX,
}


#: What Excel shows in a cell whose formula fails, in Dutch and in English.
_ERRORS = frozenset(
    {
        *("#N/B", "#VERW!", "#WAARDE!", "#NAAM?", "#DEEL/0!", "#LEEG!", "#GETAL!"),
        *("#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"),
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """A valid line of the file; ``number`` counts from 1, as in a spreadsheet."""

    number: int
    client: ClientView


@dataclass(frozen=True, slots=True)
class Mistake:
    """A line that is skipped, and the reason; ``cells`` are its values, or the whole line when it has no columns."""

    number: int
    sentence: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A file that was read. ``fingerprint`` identifies its content, and the century that was chosen.

    ``sheet`` is the worksheet of a workbook that was read; its ``other_sheets`` were not. ``completed`` has the dates
    with a year of two digits that got its century, as written and as read; ``unclear`` those that can be in two.
    ``hidden`` has the numbers of rows that were read although Excel does not show them. ``heading`` is the number of
    the row with the headings when there are others above it, which are not read; else 0.
    """

    fingerprint: str
    lines: list[Line] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    completed: list[tuple[str, date]] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    heading: int = 0


async def read(content: bytes, century: int | None = None) -> ClientFile:
    """Read a file, in another thread or process. ``century``, 1900 or 2000, is that of years that can be of both.

    Raises ``Invalid``, ``TooLarge``, ``WrongMedia`` or ``Unavailable`` when the file as a whole cannot be used.
    """
    if len(content) > MAX_BYTES:
        raise too_large()
    if is_workbook(content):
        table = await _workbook.table(content, MAX_LINES + 1, _ALIASES)
        return await asyncio.to_thread(_read, content, table, century)
    return await asyncio.to_thread(read_csv, content, century)


def is_workbook(content: bytes) -> bool:
    """Return whether a file is read in a process of its own."""
    return _workbook.is_workbook(content)


def read_csv(content: bytes, century: int | None = None) -> ClientFile:
    """Read a CSV file. Raises ``Invalid``, ``TooLarge`` or ``WrongMedia`` when the file as a whole cannot be used."""
    return _read(content, _csv_rows.table(content), century)


def too_large() -> TooLarge:
    """Return the error for a file with too many bytes."""
    return TooLarge(f"Het bestand is te groot: er past {MAX_BYTES // 1024 // 1024} MB in.")


def _read(content: bytes, table: Table, century: int | None) -> ClientFile:
    if not table.count:
        raise Invalid("Het bestand is leeg.", code="empty_file")
    firsts = list(islice(table.rows, HEADING_WITHIN))
    above, place = _heading(firsts)
    skipped = above + 1 if place else 0
    rows, count = chain(firsts[skipped:], table.rows), table.count - skipped
    if not count:
        raise Invalid("Het bestand heeft alleen een kopregel.", code="empty_file")
    if count > MAX_LINES:
        amount, most = (f"{number:,}".replace(",", ".") for number in (count, MAX_LINES))
        has = f"meer dan {most}" if table.sheet else amount  # the rest of a workbook is not read
        raise TooLarge(
            f"Het bestand heeft {has} regels; er kunnen er {most} tegelijk in. Verdeel het over meer bestanden."
        )
    fingerprint = hashlib.sha256(content + str(century or "").encode()).hexdigest()
    heading = firsts[above].number if above else 0
    found = ClientFile(fingerprint, sheet=table.sheet, other_sheets=table.other_sheets, heading=heading)
    take = _by_heading(place) if place else _by_order
    seen: dict[str, int] = {}
    for row in rows:
        if row.hidden:
            found.hidden.append(row.number)
        outcome = _read_row(row, take, seen, found, century)
        if isinstance(outcome, Line):
            found.lines.append(outcome)
        else:
            found.mistakes.append(outcome)
    return found


def _heading(rows: list[Row]) -> tuple[int, dict[str, int]]:
    """Return how many rows are above the headings, and the position of each column; without headings 0 and nothing.

    The headings are the first row that names every column: a list may have a title above them. Raises ``Invalid`` when
    a row names some of the columns only: the first row, or one with more of them than a title could have by chance.
    """
    places = [_columns(row) for row in rows]
    for above, place in enumerate(places):
        if all(name in place for name in COLUMNS):
            return above, place
    for place in (places[0], *(place for place in places[1:] if len(place) > 1)):
        if place:
            missing = ", ".join(name for name in COLUMNS if name not in place)
            raise Invalid(f"In de kopregel ontbreekt: {missing}. Nodig zijn: {', '.join(COLUMNS)}.", code="columns")
    return 0, {}


def _columns(row: Row) -> dict[str, int]:
    words = ["".join(filter(str.isalnum, folded(cell))) for cell in row.cells]
    return {_ALIASES[word]: number for number, word in reversed(list(enumerate(words))) if word in _ALIASES}


def _by_heading(place: dict[str, int]) -> Callable[[list[str]], list[str]]:
    wanted = [place[name] for name in COLUMNS]

    def take(cells: list[str]) -> list[str]:
        if len(cells) <= max(wanted):
            raise Invalid("Deze regel heeft te weinig kolommen")
        values = [cells[number] for number in wanted]
        if _PREFIX in place and place[_PREFIX] < len(cells):
            values[2] = f"{cells[place[_PREFIX]]} {values[2]}".strip()
        return values

    return take


def _by_order(cells: list[str]) -> list[str]:
    while len(cells) > len(COLUMNS) and not cells[-1].strip():
        cells.pop()
    if len(cells) != len(COLUMNS):
        few = "weinig" if len(cells) < len(COLUMNS) else "veel"
        raise Invalid(f"Deze regel heeft te {few} kolommen; nodig zijn {', '.join(COLUMNS)}")
    return cells


def _read_row(
    row: Row, take: Callable[[list[str]], list[str]], seen: dict[str, int], found: ClientFile, century: int | None
) -> Line | Mistake:
    if row.problem:
        return Mistake(row.number, row.problem, (row.text,))
    try:
        values = take(row.cells)
    except Invalid as error:
        return Mistake(row.number, error.message, (row.text,))
    if error := next((value for value in values if value in _ERRORS), ""):
        return Mistake(row.number, f"{error} is een fout uit het werkblad", tuple(values))
    client_id, first_name, last_name, written = values
    try:
        born = _birth_date(written, century, found)
    except Invalid as error:
        return Mistake(row.number, error.message, tuple(values))
    client, problems = read_client(client_id, first_name, last_name, born)
    if client is None:
        return Mistake(row.number, "; ".join(_with_value(problem, written) for problem in problems), tuple(values))
    if client.id in seen:
        return Mistake(row.number, f"Dit id staat ook op regel {seen[client.id]}; die regel telt", tuple(values))
    seen[client.id] = row.number
    if isinstance(born, date):
        found.completed.append((written.strip(), born))
    return Line(row.number, client)


def _birth_date(written: str, century: int | None, found: ClientFile) -> date | str:
    """Return the day that a year of two digits stands for, any other text as it is.

    Raises ``Invalid`` when it can be in two centuries and none was chosen.
    """
    days = dates.centuries(written, dates.today().year - OLDEST, dates.today())
    if len(days) > 1:
        found.unclear.append(written.strip())
        years = f"in {days[0].year} of in {days[1].year}"
        days = [day for day in days if day.year // 100 * 100 == century]
        if not days:
            raise Invalid(f"{written.strip()} kan {years} zijn; schrijf het jaar voluit")
    return days[0] if days else written


def _with_value(problem: Invalid, born: str) -> str:
    """Return the sentence of a problem; of a date of birth it names the value: '31-4-1938 is geen bestaande datum'."""
    born = " ".join(born.split())
    shown = born if len(born) <= dates.LONGEST else f"{born[: dates.LONGEST]}…"
    return problem.message.replace("Geboortedatum", shown or "Geboortedatum", 1)
