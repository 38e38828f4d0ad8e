"""Reader for the files of clients that offices produce in practice, row by row (decisions.md "Clients").

CSV (``_csv_rows``) and Excel (``_workbook``), with or without a heading. Nothing here uses the database.
"""

import asyncio
import dataclasses
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain, islice

from ...characters import folded
from ...errors import Invalid, TooLarge
from ...person_names import is_prefix, turned
from ..shared import dates
from . import _csv_rows, _workbook
from ._rows import HEADING_WITHIN, Row, Table
from .clients import ClientView, read_client

MAX_LINES = 50_000
MAX_BYTES = 8 * 1024 * 1024
_UNREAD, _LONGEST_TITLE = 20, 100  # columns that are named, and characters of a name that are read
OLDEST = 120  # years; of a year of two digits only the centuries count in which a person is not older

COLUMNS = ("id", "voornaam", "achternaam", "geboortedatum")
_PREFIX = "tussenvoegsel"  # read when the column exists; without it names would be incomplete

#: Column names of other systems, without spaces and signs. Of two columns for one value the first name here counts.
_NAMES = {
    "id": """id clientid clientnummer clientnr clientcode clientidentificatie zorgvragernummer zorgvragerid
        patientnummer patientnr patientid bewonernummer bewonersnummer bewonernr bewonerid deelnemernummer
        dossiernummer zorgdossiernummer registratienummer relatienummer klantnummer personid externid externalid
        clientnumber patientnumber nummer nr number""",
    "voornaam": """voornaam roepnaam voornamen firstname givenname givennames forename forenames callname
        voorletters voorletter initialen initials""",
    "achternaam": """achternaam geslachtsnaam familienaam lastname surname familyname eigennaam geboortenaam
        birthname maidenname meisjesnaam naam name""",
    "geboortedatum": """geboortedatum gebdatum gebdat geboren geboortedag datumgeboorte birthdate dateofbirth dob
        birthday born""",
    _PREFIX: """tussenvoegsel tussenvoegsels tussenvoegselachternaam tussenv tussenvgsl tv voorvoegsel voorvoegsels
        voorvoegselachternaam voorvoegselsachternaam voorvoegselgeslachtsnaam voorvoegselsgeslachtsnaam
        voorvoegselfamilienaam voorvoegselnaam voorv vv prefix infix nameprefix lastnameprefix surnameprefix
        familynameprefix nameinfix prefixes""",
}
_ALIASES = {word: name for name, words in _NAMES.items() for word in words.split()}
_RANKS = {word: rank for words in _NAMES.values() for rank, word in enumerate(words.split())}
#: Words that a column name may have besides: 'Achternaam cliënt', 'Voorvoegsel (eigen)'.
_QUALIFIERS = ("client", "clienten", "patient", "bewoner", "zorgvrager", "deelnemer", "eigen", "volledige", "officiele")

#: A number of which Excel kept fifteen digits at most.
_SCIENTIFIC = re.compile(r"\d(?:[.,]\d+)?E\+\d+|\d[.,]\d+E-?\d+", re.IGNORECASE)
#: '2-3' that Excel took for a day: '2-mrt', 'mrt-03'.
_BECAME_A_DAY = re.compile(
    r"\d{1,2}-(?:jan|feb|mrt|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)"
    r"|(?:jan|feb|mrt|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)-\d{2}",
    re.IGNORECASE,
)
#: A day as Excel counts them: 10000 is in 1927. Shorter numbers may be years.
_SERIAL = re.compile(r"([1-9]\d{4})(?:[.,]0+)?")
_DAY_ZERO = date(1899, 12, 30)
_TOTAL = re.compile(
    r"(?:eind|sub|generaal )?totaal\b.*|aantal\b.*|(?:grand |sub)?total\b.*|(?:einde|eof)\b.*"
    r"|\d+ (?:clienten|bewoners|patienten|regels|rijen|records|rows)\b.*"
)
_LOST_LETTER = re.compile(r"\ufffd|\w\?|\?\w")


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
    the row with the headings when there are others above it, which are not read; else 0. ``unread`` names the columns
    that were not read; ``totals`` has the numbers of the lines that count others; ``turned`` the surnames whose prefix
    was behind them, as written and as read, and ``serials`` the days that Excel counts, likewise. ``guessed`` and
    ``doubted``: see ``Table``.
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
    unread: tuple[str, ...] = ()
    totals: list[int] = field(default_factory=list)
    turned: list[tuple[str, str]] = field(default_factory=list)
    serials: list[tuple[str, date]] = field(default_factory=list)
    guessed: str = ""
    doubted: str = ""


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
    if not place and all(len(row.cells) == 1 and not row.problem for row in firsts):
        sentence = "We zien maar één kolom. Zet tussen de kolommen een puntkomma, komma, tab of | en kies het opnieuw."
        raise Invalid(sentence, code="columns")
    titles = firsts[above].cells if place else list(COLUMNS)
    found = ClientFile(
        fingerprint,
        sheet=table.sheet,
        other_sheets=table.other_sheets,
        heading=heading,
        guessed=table.guessed,
        doubted=table.doubted,
    )
    take = _by_heading(place) if place else _by_order
    seen: dict[str, int] = {}
    filled: set[int] = set()
    for row in rows:
        if _is_total(row):
            found.totals.append(row.number)
            continue
        filled.update(number for number, cell in enumerate(row.cells) if cell.strip())
        if row.hidden:
            found.hidden.append(row.number)
        outcome = _read_row(row, take, seen, found, century)
        if isinstance(outcome, Line):
            found.lines.append(outcome)
        else:
            found.mistakes.append(outcome)
    unread = sorted(filled - set(place.values())) if place else []
    named = (titles[at].strip() if at < len(titles) else "" for at in unread)
    names = [name[:60] or f"kolom {at + 1}" for at, name in zip(unread, named, strict=True)]
    return dataclasses.replace(found, unread=tuple(names[:_UNREAD]))


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
    found: dict[str, tuple[int, int]] = {}
    for number, cell in enumerate(row.cells):
        word = _column_name("".join(filter(str.isalnum, folded(cell[:_LONGEST_TITLE]))))
        if name := _ALIASES.get(word):
            found[name] = min((_RANKS[word], number), found.get(name, (len(_RANKS), number)))
    return {name: number for name, (_, number) in found.items()}


def _column_name(word: str) -> str:
    """Return a column's name without what it is besides: 'achternaamclient' is 'achternaam'."""
    if word in _ALIASES:
        return word
    forms = (form for one in _QUALIFIERS for form in (word.removesuffix(one), word.removeprefix(one)))
    return next((form for form in forms if form in _ALIASES), word)


def _is_total(row: Row) -> bool:
    """Return whether a row counts the others: 'Totaal: 8', in one or two cells."""
    cells = [cell.strip() for cell in row.cells if cell.strip()]
    return 0 < len(cells) <= 2 and len(cells[0]) <= _LONGEST_TITLE and bool(_TOTAL.fullmatch(folded(cells[0])))


def _by_heading(place: dict[str, int]) -> Callable[[list[str]], list[str]]:
    wanted = [place[name] for name in COLUMNS]

    def take(cells: list[str]) -> list[str]:
        if len(cells) <= max(wanted):
            raise Invalid("Deze regel heeft te weinig kolommen")
        values = [cells[number] for number in wanted]
        prefix = cells[place[_PREFIX]].strip() if _PREFIX in place and place[_PREFIX] < len(cells) else ""
        if prefix and not folded(values[2]).startswith(f"{folded(prefix)} "):
            values[2] = f"{prefix} {values[2]}"
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
        _refuse_damage(client_id, first_name, last_name)
        born = _birth_date(written, century, found)
    except Invalid as error:
        return Mistake(row.number, error.message, tuple(values))
    as_written, last_name = last_name.strip(), turned(last_name)
    client, problems = read_client(client_id, first_name, last_name, born)
    if client is None:
        return Mistake(row.number, "; ".join(_with_value(problem, written) for problem in problems), tuple(values))
    if client.id in seen:
        return Mistake(row.number, f"Dit id staat ook op regel {seen[client.id]}; die regel telt", tuple(values))
    seen[client.id] = row.number
    if last_name != as_written:
        found.turned.append((as_written, last_name))
    if isinstance(born, date):
        (found.serials if _SERIAL.fullmatch(written.strip()) else found.completed).append((written.strip(), born))
    return Line(row.number, client)


def _birth_date(written: str, century: int | None, found: ClientFile) -> date | str:
    """Return the day that a year of two digits or a number of Excel's stands for, any other text as it is.

    Raises ``Invalid`` when it can be in two centuries and none was chosen.
    """
    if serial := _SERIAL.fullmatch(written.strip()):
        return _DAY_ZERO + timedelta(days=int(serial[1]))
    days = dates.centuries(written, dates.today().year - OLDEST, dates.today())
    if len(days) > 1:
        found.unclear.append(written.strip())
        years = f"in {days[0].year} of in {days[1].year}"
        days = [day for day in days if day.year // 100 * 100 == century]
        if not days:
            raise Invalid(f"{written.strip()} kan {years} zijn; schrijf het jaar voluit")
    return days[0] if days else written


def _refuse_damage(client_id: str, first_name: str, last_name: str) -> None:
    """Raise ``Invalid`` for what another program has destroyed: it would be stored as if it were right."""
    if _SCIENTIFIC.fullmatch(client_id.strip()):
        sentence = "is geen heel nummer meer: Excel heeft het afgerond. Maak de kolom op als tekst en vul haar opnieuw"
        raise Invalid(f"{client_id.strip()} {sentence}")
    if _BECAME_A_DAY.fullmatch(client_id.strip()):
        sentence = "is in Excel een datum geworden. Maak de kolom op als tekst en vul haar opnieuw"
        raise Invalid(f"{client_id.strip()} {sentence}")
    for name in (first_name, last_name):
        if _LOST_LETTER.search(name):
            raise Invalid(f"In {name.strip()[:60]} is een letter verloren gegaan")
    if "," in last_name and not is_prefix(last_name.rpartition(",")[2]):
        raise Invalid(f"{last_name.strip()[:60]} heeft een komma; zet in deze kolom alleen de achternaam")


def _with_value(problem: Invalid, born: str) -> str:
    """Return the sentence of a problem; of a date of birth it names the value: '31-4-1938 is geen bestaande datum'."""
    born = " ".join(born.split())
    shown = born if len(born) <= dates.LONGEST else f"{born[: dates.LONGEST]}…"
    return problem.message.replace("Geboortedatum", shown or "Geboortedatum", 1)
