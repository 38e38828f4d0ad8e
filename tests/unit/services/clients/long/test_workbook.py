"""Clients from an Excel workbook: what people see in their sheet is read, and no file takes the product down."""

import asyncio
import math
import tracemalloc
from collections.abc import Callable
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from tests.support import people as cast
from tests.unit.services.clients.workbooks import HEADING, package, saved, text_row, workbook
from voice_report.core import shares
from voice_report.errors import DomainError, Invalid, TooLarge, TooMany, WrongMedia
from voice_report.reporting.evidence import Evidence
from voice_report.services.clients import _sheet_process, _workbook, client_file, file_import
from voice_report.services.concepts import evidence
from voice_report.services.shared import rate_limits

pytestmark = pytest.mark.one_database

TOOS = ("A-1", "Toos", "Bloem", date(1941, 4, 3))


async def rows(content: bytes) -> list[tuple[str, str, str, date]]:
    found = await client_file.read(content)
    assert found.mistakes == []
    return [(c.id, c.first_name, c.last_name, c.date_of_birth) for c in (line.client for line in found.lines)]


def shown(content: bytes) -> list[list[str]]:
    """Return the cells, read in this process."""
    return [cells for _, cells, _ in list(_sheet_process.read(content, 100, {"id"}, 10))[:-1]]


def styled() -> bytes:
    """Return numbers and dates with the formats that people give them."""
    book = Workbook()
    sheet = book.worksheets[0]
    cells = [
        (123, "00000"),
        (123.0, "General"),
        (1234567.5, "General"),
        (123456789, "0"),
        (datetime(2025, 4, 3), "d-m-yy"),
        (datetime(1941, 4, 3), "mm-dd-yy"),
        (datetime(1941, 4, 3, 14, 30), "d-m-yyyy h:mm"),
        (True, "General"),
        ("00123", "@"),
        ("  twee\nregels ", "General"),
    ]
    for column, (value, form) in enumerate(cells, start=1):
        sheet.cell(1, column, value).number_format = form
    return saved(book)


def test_cells_are_read_as_people_see_them() -> None:
    [row] = shown(styled())
    assert row[:4] == ["00123", "123", "1234567,5", "123456789"]
    assert row[4:7] == ["03-04-25", "03-04-1941", "03-04-1941 14:30"]
    assert row[7:] == ["WAAR", "00123", "twee regels"]


async def test_a_workbook_is_read_as_the_same_csv_file_would_be() -> None:
    content = workbook(
        (None, None),
        ("Geb. datum", "Afdeling", "Cliëntnummer", "Tussenvoegsel", "Achternaam", "Roepnaam"),
        (date(1941, 4, 3), "Oost", "A-1", "van der", "Bloem", "Toos"),
        ("1-12-1950", None, 7, None, "Ångström", "Zoë"),
        (None, None),
        (date(2999, 1, 1), "Oost", 8, None, "Bloem", None),
        ("1938/04/31", "Oost", "A-1", None, "#N/B", "=1+1"),
        (date(1941, 4, 3), "Oost", "A-1", None, "Bloem", "Toos"),
    )
    found = await client_file.read(content)
    assert [(line.number, line.client.id, line.client.name) for line in found.lines] == [
        (3, "A-1", "Toos van der Bloem"),
        (4, "7", "Zoë Ångström"),
    ]
    assert [(one.number, one.sentence) for one in found.mistakes] == [
        (6, "Voornaam is verplicht; 01-01-2999 ligt in de toekomst"),
        (7, "#N/B is een fout uit het werkblad"),
        (8, "Dit id staat ook op regel 3; die regel telt"),
    ]
    assert found.mistakes[0].cells == ("8", "", "Bloem", "01-01-2999")


async def test_without_a_heading_there_are_four_columns() -> None:
    assert await rows(workbook(TOOS)) == [TOOS]


async def test_the_first_sheet_with_a_heading_is_read_and_the_others_are_named() -> None:
    content = workbook(("Uitleg", "bij deze lijst"), Leeg=[], Clienten=[HEADING, TOOS], Oud=[HEADING, ("X", "X")])
    found = await client_file.read(content)
    assert [line.client.id for line in found.lines] == ["A-1"]
    assert (found.sheet, found.other_sheets) == ("Clienten", ("Blad1", "Oud"))


def test_a_hidden_sheet_is_not_what_people_see() -> None:
    book = Workbook()
    book.worksheets[0].append(["id", "geheim"])
    book.worksheets[0].sheet_state = "hidden"
    book.create_sheet("Zichtbaar").append(["id", "open"])
    assert shown(saved(book)) == [["id", "open"]]


async def test_headings_are_found_below_a_title() -> None:
    titled = [("Cliënten per 1 november",), (None,), ("Team Oost", "", "afgedrukt 2-11"), HEADING, TOOS]
    found = await client_file.read(workbook(("Niets",), Lijst=titled))
    assert [(line.number, line.client.id) for line in found.lines] == [(5, "A-1")]
    assert (found.mistakes, found.sheet, found.heading) == ([], "Lijst", 4)
    far = await client_file.read(workbook(*[("Titel",)] * 10, HEADING, TOOS))
    assert (len(far.mistakes), far.heading) == (11, 0)


async def test_rows_that_excel_does_not_show_are_read_and_counted() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (HEADING, TOOS, *((f"B-{number}", *TOOS[1:]) for number in range(3, 8))):
        sheet.append(row)
    sheet.auto_filter.ref = "A1:D7"
    for number in (3, 6):
        sheet.row_dimensions[number].hidden = True
    sheet.row_dimensions[99].hidden = True  # it has nothing
    found = await client_file.read(saved(book))
    assert (len(found.lines), found.hidden) == (6, [3, 6])


@pytest.mark.parametrize("size", [7, 64, 1 << 20])
async def test_hidden_rows_are_found_wherever_a_piece_of_the_file_ends(monkeypatch, size) -> None:
    monkeypatch.setattr(_sheet_process, "_CHUNK", size)
    sheet = "".join(
        f"<row {mark}><c t='str'><v>{number}</v></c></row>"
        for number, mark in enumerate(['r="1"', "hidden='1' r='4'", "", 'hidden="true"', 'hidden="0" ht="12"'])
    )
    *rows, _ = _sheet_process.read(package(sheet), 100, {"id"}, 10)
    assert [(number, hidden) for number, _, hidden in rows] == [
        (1, False), (4, True), (5, False), (6, True), (7, False),
    ]  # fmt: skip


def test_formulas_macros_and_links_do_nothing() -> None:
    """A formula has the value that Excel stored with it, or none."""
    sheet = (
        '<row r="1"><c t="str"><f>"i"&amp;"d"</f><v>id</v></c><c><f>WEBSERVICE("https://elders.example")</f></c></row>'
    )
    parts = {"xl/vbaProject.bin": b"\x00" * 99, "xl/externalLinks/externalLink1.xml": "<externalLink/>"}
    assert shown(package(sheet, **parts)) == [["id"]]


def encrypted_part(content: bytes) -> bytes:
    """Return an archive of which the first part says that it is encrypted."""
    at = content.index(b"PK\x01\x02") + 8
    return content[:at] + b"\x01\x00" + content[at + 2 :]


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600
BOMB = '<!DOCTYPE a [<!ENTITY a "xxxxxxxxxx">' + "".join(
    f'<!ENTITY {name} "{f"&{of};" * 10}">' for of, name in zip("abcdefgh", "bcdefghi", strict=True)
)
REFUSED: dict[str, tuple[Callable[[], bytes], type[DomainError], str]] = {
    "old Excel": (lambda: OLE, WrongMedia, "oud Excel-bestand"),
    "password": (lambda: OLE + "EncryptedPackage".encode("utf-16-le"), Invalid, "heeft een wachtwoord"),
    "password of the archive": (lambda: encrypted_part(package("")), Invalid, "heeft een wachtwoord"),
    "cut off": (lambda: workbook(HEADING, TOOS)[:-200], WrongMedia, "is beschadigd"),
    "another Office file": (lambda: package("", **{"[Content_Types].xml": ""}), WrongMedia, "geen Excel-bestand"),
    "no XML": (lambda: package("</row>"), WrongMedia, "is beschadigd"),
    "a text that is not there": (lambda: package('<row><c t="s"><v>9</v></c></row>'), WrongMedia, "is beschadigd"),
    "unpacks to 80 MB": (lambda: package(" " * 80_000_000), TooLarge, "te groot of te ingewikkeld"),
    "3,000 parts": (lambda: package("", **{f"xl/{n}": "x" for n in range(3000)}), TooLarge, "te groot"),
    "entities": (lambda: package("", **{"xl/styles.xml": f"{BOMB}]><a>&i;</a>"}), WrongMedia, "is beschadigd"),
    "one text in all cells": (
        lambda: package("".join(text_row(n, *["x" * 4000] * 60) for n in range(1, 90))),
        TooLarge,
        "te groot of te ingewikkeld",
    ),
    "empty": (lambda: package(""), Invalid, "Het bestand is leeg"),
    "a heading alone": (lambda: workbook(HEADING), Invalid, "alleen een kopregel"),
    "columns": (lambda: workbook(("voornaam", "achternaam")), Invalid, "ontbreekt: id, geboortedatum"),
    "columns below a title": (
        lambda: workbook(("Cliënten",), ("voornaam", "achternaam")),
        Invalid,
        "ontbreekt: id, geboortedatum",
    ),
    "binary": (
        lambda: package("", **{"xl/workbook.xml": "", "xl/workbook.bin": b"\x83\x01"}),
        WrongMedia,
        r"binair Excel-bestand \(.xlsb\). Bewaar het in Excel als .xlsx of .csv",
    ),
    "Strict": (
        lambda: package("", **{"xl/workbook.xml": '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"/>'}),
        WrongMedia,
        "Strict Open XML’. Bewaar het in Excel als gewone .xlsx of als .csv",
    ),
}


@pytest.mark.parametrize(("content", "error", "sentence"), REFUSED.values(), ids=REFUSED)
async def test_s23_a_workbook_that_can_not_be_used_says_why(content, error: type, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        await client_file.read(content())


def test_s33_a_sheet_as_large_as_excel_allows_is_read_where_it_has_something() -> None:
    far = '<dimension ref="A1:XFD1048576"/><row r="2"><c r="A2"><v>1</v></c><c r="XFD2"><v>2</v></c></row>'
    assert shown(package(f'{far}<row r="1048576"><c r="A1048576"><v>3</v></c></row>')) == [["1"], ["3"]]
    assert shown(package('<row r="99999999999"><c r="A99999999999"><v>3</v></c></row>')) == []


async def test_s33_many_empty_elements_end_the_process_and_nothing_else(monkeypatch) -> None:
    """Unpacked, 1 MB; as objects it would be a hundred."""
    monkeypatch.setattr(_workbook, "_MEMORY", 96 * 1024 * 1024)
    assert len(await rows(workbook(HEADING, TOOS))) == 1
    with pytest.raises(TooLarge):
        await client_file.read(package(f"<row>{'<c/>' * 250_000}</row>"))


async def test_s33_reading_that_takes_too_long_is_ended(monkeypatch) -> None:
    monkeypatch.setattr(_workbook, "_SECONDS", 0.001)
    with pytest.raises(TooLarge):
        await client_file.read(workbook(HEADING, TOOS))


async def test_s56_workbooks_and_comparisons_are_done_one_at_a_time(db, people, monkeypatch) -> None:
    """An account has its share of both together, and what waits is done; none of it runs beside another."""
    users = [
        await people.admin.current(),
        *[await (await cast.make_user(await cast.make_organization(), role="admin")).current() for _ in range(2)],
    ]
    monkeypatch.setattr(shares, "_MUCH", math.inf)  # of seconds: this machine may be slow
    under_way, most = 0, 0

    def counted(work):
        async def run(*arguments):
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            try:
                return await work(*arguments)
            finally:
                under_way -= 1

        return run

    monkeypatch.setattr(_workbook, "_output", counted(_workbook._output))
    monkeypatch.setattr(evidence._process, "run", counted(evidence._process.run))
    long, list_of_clients = "De bloeddruk was 142 over 80. " * 200, workbook(HEADING, TOOS)
    try:
        done = await asyncio.gather(
            evidence.compare(users[0], long, long),
            *(file_import.read(user, list_of_clients) for user in (*users, users[0])),
            return_exceptions=True,
        )
    finally:
        await evidence.finish_all()
    assert [type(one) for one in done] == [Evidence, *[client_file.ClientFile] * 3, TooMany]
    assert str(done[-1]).endswith("Probeer het zo opnieuw.")
    assert most == 1
    assert len((await file_import.read(users[0], list_of_clients)).lines) == 1


async def test_s56_a_workbook_is_read_without_a_copy_of_this_process(monkeypatch) -> None:
    """The copy takes as long as the process is large, and everybody waits for it."""

    async def copied(*_line, **_pipes):
        raise AssertionError

    monkeypatch.setattr(asyncio.get_running_loop(), "subprocess_exec", copied)
    assert len(await rows(workbook(HEADING, TOOS))) == 1


async def test_s56_a_person_has_few_workbooks_an_hour_that_are_slow(db, people, monkeypatch) -> None:
    user = await people.admin.current()
    few = rate_limits.LIMITS["import_slow"].amount
    monkeypatch.setattr(file_import, "_SLOW", float("inf"))
    for _ in range(few + 1):
        assert await file_import.read(user, workbook(HEADING, TOOS))
    monkeypatch.setattr(file_import, "_SLOW", 0.0)
    for _ in range(few):
        assert await file_import.read(user, workbook(HEADING, TOOS))
    with pytest.raises(TooMany):
        await file_import.read(user, workbook(HEADING, TOOS))
    assert await file_import.read(user, b"C-1;Anna;Toos;17-05-1940\n"), "a CSV file is no workbook"


async def test_s56_rows_beyond_the_most_are_not_read() -> None:
    table = await _workbook.table(workbook(*[[str(number)] for number in range(50)]), 10, ())
    assert (table.count, len(list(table.rows()))) == (11, 10)


def test_s56_a_few_rows_are_in_memory_at_a_time() -> None:
    """Also of a worksheet that does not state its size, which the library would look for in all of its rows."""
    content = package("<row><c><v>1</v></c></row>" * 100_000)
    shown(workbook(HEADING, TOOS))  # imports the library
    tracemalloc.start()
    try:
        for line in _sheet_process.read(content, 50_000, {"id"}, 10):
            last = line
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert last["count"] == 50_001
    assert peak < 8 * 1024 * 1024, f"{peak} bytes; of all these rows it is 20 MB"


async def test_a_workbook_is_previewed_and_saved(db, people) -> None:
    user = await people.admin.current()
    file = await file_import.read(user, workbook(HEADING, TOOS, Uitleg=[["Wat dit is"]]))
    told = await db.run_reading(file_import.preview, user, file)
    assert (told.new, told.sheet, told.other_sheets) == (1, "Blad1", ("Uitleg",))
    assert (told.hidden, told.heading) == (0, 0)
    assert await file_import.save(user, file, told.fingerprint) == told
