"""Reader for the files of clients that offices produce in practice, row by row (decisions/0005).

CSV (``_csv_rows``) and Excel (``_workbook``), with or without a heading. Nothing here uses the database.
"""

import asyncio
import contextlib
import dataclasses
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice
from string import digits

from ...core.texts import dutch_number
from ...dutch.characters import folded
from ...dutch.person_names import is_prefix, turned
from ...errors import Invalid, TooLarge
from ..shared import dates
from . import _csv_rows, _workbook
from .clients import HEADING_WITHIN, ClientView, Row, Table, read_client

MAX_LINES = 50_000
MAX_BYTES = 8 * 1024 * 1024
_UNREAD, _LONGEST_TITLE = 20, 100  # columns that are named, and characters of a name that are read
OLDEST = 120  # years; of a year of two digits only the centuries count in which a person is not older

COLUMNS = ("id", "voornaam", "achternaam", "geboortedatum")
_PREFIX = "tussenvoegsel"  # read when the column exists; see ``_prefix_column``

#: Column names of other systems, without spaces and signs. Of two columns for one value the first name here counts.
_NAMES = {
    "id": """id clientid clientnummer clientnr clientcode clientidentificatie zorgvragernummer zorgvragerid
        patientnummer patientnr patientid bewonernummer bewonersnummer bewonernr bewonerid deelnemernummer
        dossiernummer zorgdossiernummer registratienummer relatienummer klantnummer personid externid externalid
        clientnumber patientnumber nummer nr number""",
    "voornaam": """voornaam roepnaam voornamen firstname givenname givennames forename forenames callname
        voorletters voorletter initialen initials""",
    "achternaam": """achternaam geslachtsnaam familienaam lastname surname familyname eigennaam geboortenaam
        birthname maidenname meisjesnaam naam name
        gehuwdennaam gehuwdenaam huwelijksnaam""",
    "geboortedatum": """geboortedatum gebdatum gebdat geboren geboortedag datumgeboorte birthdate dateofbirth dob
        birthday born""",
}
_ALIASES = {word: name for name, words in _NAMES.items() for word in words.split()}
_RANKS = {word: rank for words in _NAMES.values() for rank, word in enumerate(words.split())}
#: Words that a column name may also have: 'Achternaam cliënt', 'Voorvoegsel (eigen)'.
_QUALIFIERS = ("client", "clienten", "patient", "bewoner", "zorgvrager", "deelnemer", "eigen", "volledige", "officiele")
#: What is no part of a column's name: 'Datum van geboorte'. An & is: 'V&V' is no 'vv'.
_BESIDES = re.compile(r"\b(?:van|de|het|der|of|the)\b|[^\w&]+|_")
#: Marks a column of name prefixes; the rest of the column's name says of which name.
_SAYS_PREFIX = re.compile(
    r"(?:tussen|voor)v(?:oegsels?|oeg|gsls?|gs)?|prefix(?:es)?|infix(?:es)?|^(?:tussen$|tvgs?|tsv|tv|vvgs?|vv)"
)
#: How a prefix begins that is nothing else: 'in' and 'a' can be codes.
_SURE_PREFIXES = frozenset({"van", "von", "de", "den", "der", "ten", "ter", "el"})
_MOST_PREFIXES = 200  # different ones in a file
_SHORT_PREFIX = re.compile(r"v\W*d[enr]{0,2}\W*")

#: A number that Excel shortened to fifteen digits at most.
_SCIENTIFIC = re.compile(r"\d(?:[.,]\d+)?E\+\d+|\d[.,]\d+E-?\d+", re.IGNORECASE)
#: A number too long for Excel, and one whose last digits Excel replaced by zeros.
_LONG_NUMBER, _ROUNDED = re.compile(r"[1-9]\d{15,}"), re.compile(r"[1-9]\d{14}0+")
#: '2-3' that Excel took for a day: '2-mrt', 'mrt-03'.
_BECAME_A_DAY = re.compile(
    r"\d{1,2}-(?:jan|feb|mrt|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)(?:-\d{2})?"
    r"|(?:jan|feb|mrt|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)-\d{2}",
    re.IGNORECASE,
)
#: A number that another program stored with decimals.
_DECIMAL = re.compile(r"\d+[.,]0{1,2}")
_FIRST_YEAR_OF_EXCEL = 1900
#: Of so many dates that can only begin with the day, one that can only begin with the month is a slip.
_SLIP = 10
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
class _Ahead:
    """What a file as a whole tells of a line. ``month_first``: a date that has its month first, when it has them other
    than as a slip (04/25/1938). ``are_rounded``: all its long ids end as Excel rounds them."""

    month_first: str
    are_rounded: bool


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
    firsts = list(islice(table.rows(), HEADING_WITHIN))
    above, place = _heading(firsts)
    skipped = above + 1 if place else 0
    count = table.count - skipped
    if not count:
        raise Invalid("Het bestand heeft alleen een kopregel.", code="empty_file")
    if count > MAX_LINES:
        amount, most = (dutch_number(number) for number in (count, MAX_LINES))
        has = f"meer dan {most}" if table.sheet else amount  # the rest of a workbook is not read
        raise TooLarge(
            f"Het bestand heeft {has} regels; er kunnen er {most} tegelijk in. Verdeel het over meer bestanden."
        )
    fingerprint = hashlib.sha256(content + str(century or "").encode()).hexdigest()
    heading = firsts[above].number if above else 0
    if not place and all(len(row.cells) == 1 and not row.problem for row in firsts):
        sentence = "We zien maar één kolom. Zet tussen de kolommen een puntkomma, komma, tab of | en kies het opnieuw."
        raise Invalid(sentence, code="columns")
    titles: list[str] = firsts[above].cells if place else [*COLUMNS]
    if place:
        place |= _prefix_column(titles, place, islice(table.rows(), skipped, None))
    found = ClientFile(
        fingerprint,
        sheet=table.sheet,
        other_sheets=table.other_sheets,
        heading=heading,
        guessed=table.guessed,
        doubted=table.doubted,
    )
    take = _by_heading(place) if place else _by_order
    ahead = _read_ahead(take, islice(table.rows(), skipped, None))
    seen: dict[str, int] = {}
    filled: set[int] = set()
    for row in islice(table.rows(), skipped, None):
        if _is_total(row):
            found.totals.append(row.number)
            continue
        filled.update(number for number, cell in enumerate(row.cells) if cell.strip())
        if row.hidden:
            found.hidden.append(row.number)
        outcome = _read_row(row, take, seen, found, century, ahead)
        if isinstance(outcome, Line):
            found.lines.append(outcome)
        else:
            found.mistakes.append(outcome)
    unread = sorted(filled - set(place.values())) if place else []
    return dataclasses.replace(found, unread=tuple(_title(titles, at) for at in unread[:_UNREAD]))


def _title(titles: list[str], at: int) -> str:
    return (titles[at].strip()[:60] if at < len(titles) else "") or f"kolom {at + 1}"


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
        word = _column_name(_word(cell))
        if name := _ALIASES.get(word):
            found[name] = min((_RANKS[word], number), found.get(name, (len(_RANKS), number)))
    return {name: number for name, (_, number) in found.items()}


def _word(title: str) -> str:
    return _BESIDES.sub("", folded(title[:_LONGEST_TITLE]))


def _column_name(word: str) -> str:
    """Return a column's name without what else it says: 'achternaamclient' is 'achternaam'."""
    if word in _ALIASES:
        return word
    forms = (form for one in _QUALIFIERS for form in (word.removesuffix(one), word.removeprefix(one)))
    return next((form for form in forms if form in _ALIASES), word)


def _prefix_column(titles: list[str], place: dict[str, int], rows: Iterable[Row]) -> dict[str, int]:
    """Return the position of the surname's prefixes; nothing when the file has no such column.

    By its name it is the only one of the surname that is read: a 'Voorvoegsel geboortenaam' is not when 'Geboortenaam'
    is another column. Raises ``Invalid`` when most values of a column that is not read are prefixes: 'van der Berg'
    would become 'Berg'.
    """
    words = [_word(title) for title in titles]
    others = {_column_name(word) for at, word in enumerate(words) if at not in place.values()}
    names: dict[int, str] = {}
    for at, word in enumerate(words):
        if at not in place.values() and (said := _SAYS_PREFIX.search(word)):
            name = _column_name(word[: said.start()] + word[said.end() :])
            names[at] = "" if name in _QUALIFIERS else name
    surname = _column_name(words[place["achternaam"]])
    bare = {at: name.strip(digits) for at, name in names.items()}
    fitting = (
        [at for at, name in names.items() if name == surname]
        or [at for at, name in names.items() if not name]
        or [at for at, name in bare.items() if not name or (_ALIASES.get(name) == "achternaam" and name not in others)]
    )
    if len(fitting) == 1:
        return {_PREFIX: fitting[0]}
    values: defaultdict[int, dict[str, str]] = defaultdict(dict)  # of the other columns, each once
    for row in rows:
        for at, cell in enumerate(row.cells):
            if at not in place.values() and len(values[at]) <= _MOST_PREFIXES:
                values[at].setdefault(folded(cell[:_LONGEST_TITLE]), cell.strip())
    for at, written in values.items():
        written.pop("", None)
        prefixes = [value for value in written if is_prefix(value) or _SHORT_PREFIX.fullmatch(value)]
        sure = [value for value in prefixes if value.split()[0] in _SURE_PREFIXES or _SHORT_PREFIX.fullmatch(value)]
        if sure and 2 * len(prefixes) > len(written):
            sentence = f"In de kolom ‘{_title(titles, at)}’ staan tussenvoegsels, zoals ‘{written[sure[0]]}’."
            way_out = "Horen die bij de achternaam, noem de kolom dan ‘tussenvoegsel’. Haal haar anders weg."
            raise Invalid(f"{sentence} {way_out}", code="columns")
    return {}


def _read_ahead(take: Callable[[list[str]], list[str]], rows: Iterable[Row]) -> _Ahead:
    orders: Counter[str] = Counter()
    example = ""
    long_ids: set[bool] = set()
    for row in rows:
        with contextlib.suppress(Invalid):
            values = take(row.cells)
            written = values[-1].strip()
            orders[order := dates.order(written)] += 1
            example = example or (written if order == "month" else "")
            if _LONG_NUMBER.fullmatch(client_id := values[0].strip()):
                long_ids.add(bool(_ROUNDED.fullmatch(client_id)))
    month_first = example if orders["month"] * _SLIP > orders["day"] else ""
    return _Ahead(month_first, are_rounded=long_ids == {True})


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
    row: Row,
    take: Callable[[list[str]], list[str]],
    seen: dict[str, int],
    found: ClientFile,
    century: int | None,
    ahead: _Ahead,
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
        if ahead.are_rounded and _ROUNDED.fullmatch(client_id.strip()):
            sentence = "is waarschijnlijk afgerond: Excel onthoudt vijftien cijfers"
            raise Invalid(f"{client_id.strip()} {sentence}. Maak de kolom op als tekst en vul haar opnieuw")
        if ahead.month_first and dates.order(written) == "either":
            also = f"want er staat ook {ahead.month_first}; schrijf dd-mm-jjjj"
            raise Invalid(f"{written.strip()} kan twee dagen zijn, {also}")
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
    if _DECIMAL.fullmatch(client_id.strip()):
        sentence = "is een getal met decimalen geworden. Maak de kolom op als tekst en vul haar opnieuw"
        raise Invalid(f"{client_id.strip()} {sentence}")
    if _BECAME_A_DAY.fullmatch(client_id.strip()) or _is_day(client_id):
        sentence = "is in Excel een datum geworden. Maak de kolom op als tekst en vul haar opnieuw"
        raise Invalid(f"{client_id.strip()} {sentence}")
    for name in (first_name, last_name):
        if _LOST_LETTER.search(name):
            raise Invalid(f"In {name.strip()[:60]} is een letter verloren gegaan")
    if "," in last_name and not is_prefix(last_name.rpartition(",")[2]):
        raise Invalid(f"{last_name.strip()[:60]} heeft een komma; zet in deze kolom alleen de achternaam")


def _is_day(client_id: str) -> bool:
    """Return whether an id is a whole day: '02-03-2024'. Digits alone may be a number of any kind."""
    try:
        return not client_id.strip().isdigit() and dates.parse(client_id).year >= _FIRST_YEAR_OF_EXCEL
    except ValueError:
        return False


def _with_value(problem: Invalid, born: str) -> str:
    """Return the sentence of a problem; of a date of birth it names the value: '31-4-1938 is geen bestaande datum'."""
    born = " ".join(born.split())
    shown = born if len(born) <= dates.LONGEST else f"{born[: dates.LONGEST]}…"
    return problem.message.replace("Geboortedatum", shown or "Geboortedatum", 1)
