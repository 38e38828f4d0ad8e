"""Clients from a CSV file: read as offices make them, shown before anything is saved (decisions/0005)."""

import asyncio
import csv
import io
import time

import pytest
from sqlmodel import col, func, select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.clients.client_files import HEADING, TWO, mistakes
from voice_report.db.models import AuditLog, Client
from voice_report.errors import Conflict, Invalid, NotAllowed, TooLarge, TooMany, WrongMedia
from voice_report.services.audit import trail
from voice_report.services.clients import client_file, file_import


async def preview(db, person: cast.Person, content: bytes | str) -> file_import.Summary:
    user = await person.current()
    file = await file_import.read(user, content.encode() if isinstance(content, str) else content)
    return await db.run_in_transaction(file_import.preview, user, file)


async def save(_db, person: cast.Person, content: str, seen: str | None = None) -> file_import.Summary:
    user = await person.current()
    file = await file_import.read(user, content.encode())
    return await file_import.save(user, file, file.fingerprint if seen is None else seen)


async def stored(db, organization_id) -> dict[str, str]:
    async with db.reading() as session:
        found = await session.exec(select(Client).where(Client.organization_id == organization_id))
        return {row.id: f"{row.first_name} {row.last_name} {row.date_of_birth}" for row in found}


def test_every_line_tells_what_is_wrong_with_it() -> None:
    content = HEADING + (
        "A-1;Toos;Bloem;3-4-1941\n"
        ";Toos;;31-2-1940\n"
        "A-3;Piet\n"
        'A-4;"Piet;Jansen;3-4-1941\n'
        "A-1;Iemand;Anders;3-4-1941\n"
        "A-6;Piet;Jansen;3-4-2199\n"
        "A-7;Piet;Jansen;3-4-1941\n"
    )
    assert mistakes(content) == [
        (3, "Id is verplicht; Achternaam is verplicht; 31-2-1940 is geen bestaande datum; schrijf dd-mm-jjjj"),
        (4, "Deze regel heeft te weinig kolommen"),
        (5, "Een aanhalingsteken in deze regel wordt niet gesloten"),
        (6, "Dit id staat ook op regel 2; die regel telt"),
        (7, "3-4-2199 ligt in de toekomst"),
    ]
    assert [line.number for line in client_file.read_csv(content.encode()).lines] == [2, 8]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "＝"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_s24_formulas_are_refused(sign: str, place: int) -> None:
    cells = ["A-1", "Toos", "Bloem", "3-4-1941"]
    cells[place] = f"{sign}HYPERLINK(1)"
    [(number, sentence)] = mistakes(",".join(cells))
    assert number == 1
    assert "formule" in sentence


@pytest.mark.parametrize(
    ("content", "error", "sentence"),
    [
        (b"", Invalid, "Het bestand is leeg"),
        (b"\xef\xbb\xbf\r\n \r\n", Invalid, "Het bestand is leeg"),
        (HEADING.encode(), Invalid, "alleen een kopregel"),
        (b"voornaam;achternaam\nToos;Bloem", Invalid, "ontbreekt: id, geboortedatum"),
        (b"PK\x03\x04" + b"\x00" * 50, WrongMedia, "Excel-bestand"),
        (b"\xd0\xcf\x11\xe0rest", WrongMedia, "Excel-bestand"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", WrongMedia, "geen CSV-bestand"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", WrongMedia, "een PDF. Bewaar je lijst als .xlsx of .csv"),
        (b"{\\rtf1\\ansi", WrongMedia, "een tekstdocument"),
        (b"\xef\xbb\xbf\n<HTML><table>", WrongMedia, "een webpagina"),
        (b"x" * (client_file.MAX_BYTES + 1), TooLarge, "8 MB"),
        (b"A;T;B;3-4-1941\n" * 50_001, TooLarge, "50.001 regels; er kunnen er 50.000 tegelijk in"),
    ],
    ids=["empty", "blank", "heading only", "columns", "xlsx", "xls", "picture", "PDF", "RTF", "HTML", "bytes", "lines"],
)
async def test_a_file_that_can_not_be_used_says_why(content: bytes, error: type, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        await client_file.read(content)


@pytest.mark.parametrize("content", ['"' * 9, "\ufffd;;\x01", "a;" * 100_000, '"' + "x" * 200_000, "\u2028\n\x85;\x0b"])
def test_odd_files_have_mistakes_and_nothing_worse(content: str) -> None:
    assert client_file.read_csv(content.encode()).lines == []


async def test_the_preview_counts_and_saves_nothing(db, people) -> None:
    await cast.make_client(people.organization_id, "A-1", "Toos", "Vroeger")
    content = TWO + "C-1;Cor;Voorbeeld;17-5-1940\nA-9;;Bloem;3-4-1941\n"
    before = await stored(db, people.organization_id)
    found = await preview(db, people.admin, content)
    assert (found.new, found.changed, found.same, found.wrong) == (1, 1, 1, 1)
    assert [(line.number, line.client.id, line.outcome) for line in found.sample] == [
        (2, "A-1", "changed"),
        (3, "A-2", "new"),
        (4, "C-1", "same"),
    ]
    assert [(one.number, one.sentence) for one in found.mistakes] == [(5, "Voornaam is verplicht")]
    assert await stored(db, people.organization_id) == before


async def test_saving_adds_and_changes_what_the_preview_told(db, people) -> None:
    await cast.make_client(people.organization_id, "A-1", "Toos", "Vroeger")
    told = await preview(db, people.admin, TWO)
    done = await save(db, people.admin, TWO, told.fingerprint)
    assert done == told
    assert await stored(db, people.organization_id) == {
        "A-1": "Toos Bloem 1941-04-03",
        "A-2": "Zoë Ångström 1950-12-01",
        "C-1": "Cor Voorbeeld 1940-05-17",
    }
    assert (await save(db, people.admin, TWO)).same == 2, "again, and nothing happens"


async def test_s02_another_organizations_clients_stay_what_they_are(db, people) -> None:
    before = await stored(db, people.organization_id)
    done = await save(db, people.other_admin, "C-1;Van;Hier;3-4-1941")
    assert (done.new, done.changed) == (0, 1)
    assert await stored(db, people.organization_id) == before
    assert await stored(db, people.other_organization_id) == {"C-1": "Van Hier 1941-04-03"}


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s01_only_the_organizations_administrator_imports(db, people, who: str) -> None:
    with pytest.raises(NotAllowed):
        await save(db, getattr(people, who), TWO)


async def test_another_file_than_the_previewed_one_is_not_saved(db, people) -> None:
    told = await preview(db, people.admin, TWO)
    with pytest.raises(Conflict, match="gewijzigd sinds het voorbeeld"):
        await save(db, people.admin, TWO + "A-3;Nog;Iemand;3-4-1941", told.fingerprint)
    assert list(await stored(db, people.organization_id)) == ["C-1"]


async def test_s27_every_imported_client_is_written_down(db, people) -> None:
    await save(db, people.admin, TWO + "C-1;Cor;Voorbeeld;17-5-1940")
    found = await tables.rows(select(AuditLog).order_by(col(AuditLog.sequence)))
    assert await db.run_reading(trail.first_broken, str(people.organization_id)) is None
    assert [(row.action, row.resource, row.client_id, row.user_id == people.admin.id) for row in found] == [
        ("create", "client", "A-1", True),
        ("create", "client", "A-2", True),
        ("import", "clients", None, True),
    ]


async def test_s33_one_person_cannot_keep_everyone_busy_with_files(db, people) -> None:
    user = await people.admin.current()
    for _ in range(120):
        await file_import.read(user, TWO.encode())
    with pytest.raises(TooMany):
        await file_import.read(user, TWO.encode())


async def test_many_lines_leave_time_for_others(db, people) -> None:
    """All of it arrives, and nobody else on this process waits for more than a small part of it. How long that is, is
    told by the processor: other processes hold this one up as well.

    ``test_import_in_portions`` measures the same over HTTP, with 50,000 lines where ``IMPORT_LINES`` says so.
    """
    lines = 10_000
    content = HEADING + "".join(f"N-{n};Voornaam;Achternaam {n};{1 + n % 28}-3-1940\n" for n in range(lines))
    waits: list[float] = []

    async def somebody_else() -> None:
        while True:
            begin = time.thread_time()
            await asyncio.sleep(0.01)
            waits.append(time.thread_time() - begin)

    other = asyncio.create_task(somebody_else())
    done = await save(db, people.admin, content)
    other.cancel()
    assert done.new == lines
    assert await tables.row(select(func.count()).where(col(Client.id).like("N-%"))) == lines
    print(f"{max(waits):.2f} of {sum(waits):.2f} s, {len(waits)} turns")
    assert max(waits) < sum(waits) / 4


async def test_the_chosen_century_is_part_of_what_was_previewed(db, people) -> None:
    user = await people.admin.current()
    content = f"{HEADING}A-1;Toos;Bloem;3-4-12\nA-2;Zoë;Bloem;12-4-38\n".encode()
    asked = await preview(db, people.admin, content)
    assert (asked.new, asked.wrong, asked.unclear, asked.unclear_as) == (1, 1, 1, "3-4-12")
    assert (asked.completed, asked.read_as) == (1, "12-4-38 als 12-04-1938")
    file = await file_import.read(user, content, 1900)
    with pytest.raises(Conflict, match="gewijzigd sinds het voorbeeld"):
        await file_import.save(user, file, asked.fingerprint)
    done = await file_import.save(user, file, file.fingerprint)
    assert (done.new, done.wrong, done.completed) == (2, 0, 2)
    assert (await stored(db, people.organization_id))["A-1"] == "Toos Bloem 1912-04-03"


async def test_wrong_lines_are_a_file_that_can_be_corrected_and_read_again(people) -> None:
    user = await people.admin.current()
    wrong = 'A-2;Zoë;=1+1;31-4-1938\nA-3;te weinig\nA-4;Toos;"Bloem;3-4-1941\nA-1;Toos;Bloem;3-4-1941\n'
    wrong += f"A-9;{'x' * 5000}\n"
    file = await file_import.read(user, f"{HEADING}A-1;Toos;Bloem;3-4-1941\n{wrong}".encode())
    text = file_import.mistakes(user, file)
    told = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";"))
    assert told[0] == [*client_file.COLUMNS, "regel", "fout"]
    assert [line[4] for line in told[1:]] == ["3", "4", "5", "6", "7"]
    assert told[1][:4] == ["A-2", "Zoë", "'=1+1", "31-4-1938"]  # inert in a spreadsheet (S24)
    assert told[2][0] == "A-3;te weinig"
    assert told[5][0] == f"A-9;{'x' * 3996}"
    corrected = text.replace("31-4-1938", "30-4-1938").replace("'=1+1", "Bakker").encode()
    assert [line.client.id for line in client_file.read_csv(corrected).lines] == ["A-2", "A-1"]
    with pytest.raises(NotAllowed):
        file_import.mistakes(await people.user.current(), file)
