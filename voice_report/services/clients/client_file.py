"""Reader for the CSV files of clients that offices produce in practice, line by line (decisions.md "Clients").

With or without a heading; comma, semicolon or tab; UTF-8 with or without BOM, UTF-16 or Windows-1252, all as Excel
saves them. Nothing here uses the database, so it can run in a separate thread.
"""

import csv
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from ...errors import Invalid, TooLarge, WrongMedia
from ...models import folded
from ..shared import dates
from .clients import ClientView, read_client

MAX_LINES = 50_000
MAX_BYTES = 8 * 1024 * 1024

_LONGEST_LINE = 4_000  # characters; four quoted cells of maximum length, and as much again for other columns
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
    """A file that was read. ``fingerprint`` identifies its content."""

    fingerprint: str
    lines: list[Line] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)


def read(content: bytes) -> ClientFile:
    """Read a file. Raises ``Invalid``, ``TooLarge`` or ``WrongMedia`` when the file as a whole cannot be used."""
    if len(content) > MAX_BYTES:
        raise too_large()
    rows = _rows(_decoded(content))
    if not rows:
        raise Invalid("Het bestand is leeg.", code="empty_file")
    delimiter = _delimiter(rows[0][1])
    place = _heading(rows[0][1], delimiter)
    if place:
        rows = rows[1:]
        if not rows:
            raise Invalid("Het bestand heeft alleen een kopregel.", code="empty_file")
    if len(rows) > MAX_LINES:
        amounts = [f"{amount:,}".replace(",", ".") for amount in (len(rows), MAX_LINES)]
        raise TooLarge(
            f"Het bestand heeft {amounts[0]} regels; er kunnen er {amounts[1]} tegelijk in. "
            "Verdeel het over meer bestanden."
        )
    found = ClientFile(hashlib.sha256(content).hexdigest())
    take = _by_heading(place) if place else _by_order
    seen: dict[str, int] = {}
    for number, text in rows:
        outcome = _read_line(number, text, delimiter, take, seen)
        if isinstance(outcome, Line):
            found.lines.append(outcome)
        elif outcome:
            found.mistakes.append(outcome)
    return found


def too_large() -> TooLarge:
    """Return the error for a file with too many bytes."""
    return TooLarge(f"Het bestand is te groot: er past {MAX_BYTES // 1024 // 1024} MB in.")


def _decoded(content: bytes) -> str:
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise WrongMedia("Dit is een Excel-bestand. Sla het in Excel op als CSV en kies dat bestand.")
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = content.decode("utf-16")
        else:
            text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise WrongMedia("Dit is geen CSV-bestand. Sla het op als CSV en kies dat bestand.")
    return text


def _rows(text: str) -> list[tuple[int, str]]:
    """Number the lines, and skip empty lines and Excel's 'sep=;' line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip(" \t;,")]
    if rows and rows[0][1].lower().startswith("sep="):
        return rows[1:]
    return rows


def _delimiter(line: str) -> str:
    outside = "".join(line.split('"')[::2])  # a comma within quotes is not a delimiter
    return max(";,\t", key=outside.count)


def _cells(line: str, delimiter: str) -> list[str]:
    """Split one line. Lines are read one by one, so that a missing quote affects only its own line."""
    return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t"))


def _heading(line: str, delimiter: str) -> dict[str, int]:
    """Return the position of each column, empty when this is not a heading. Raises ``Invalid`` if it is incomplete."""
    if len(line) > _LONGEST_LINE:
        return {}
    try:
        words = ["".join(filter(str.isalnum, folded(cell))) for cell in _cells(line, delimiter)]
    except csv.Error:
        return {}
    place = {_ALIASES[word]: number for number, word in reversed(list(enumerate(words))) if word in _ALIASES}
    missing = [name for name in COLUMNS if name not in place]
    if place and missing:
        names = ", ".join(missing)
        raise Invalid(f"In de kopregel ontbreekt: {names}. Nodig zijn: {', '.join(COLUMNS)}.", code="columns")
    return place


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


def _read_line(
    number: int, text: str, delimiter: str, take: Callable[[list[str]], list[str]], seen: dict[str, int]
) -> Line | Mistake:
    if len(text) > _LONGEST_LINE:
        return Mistake(number, f"Deze regel is langer dan {_LONGEST_LINE} tekens", (text[:_LONGEST_LINE],))
    try:
        values = take(_cells(text, delimiter))
    except csv.Error:
        return Mistake(number, "Een aanhalingsteken in deze regel wordt niet gesloten", (text,))
    except Invalid as error:
        return Mistake(number, error.message, (text,))
    client, problems = read_client(*values)
    if client is None:
        return Mistake(number, "; ".join(_with_value(problem, values[3]) for problem in problems), tuple(values))
    if client.id in seen:
        return Mistake(number, f"Dit id staat ook op regel {seen[client.id]}; die regel telt", tuple(values))
    seen[client.id] = number
    return Line(number, client)


def _with_value(problem: Invalid, born: str) -> str:
    """Return the sentence of a problem; of a date of birth it names the value: '31-4-1938 is geen bestaande datum'."""
    born = " ".join(born.split())
    shown = born if len(born) <= dates.LONGEST else f"{born[: dates.LONGEST]}…"
    return problem.message.replace("Geboortedatum", shown or "Geboortedatum", 1)
