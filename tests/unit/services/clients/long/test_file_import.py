"""Clients from a CSV file: read as offices make them, shown before anything is saved (decisions/0005)."""

import asyncio
import csv
import io
import time
from datetime import date

import pytest
from sqlmodel import col, func, select

from tests.support import people as cast
from voice_report.db.models import AuditLog, Client
from voice_report.errors import Conflict, Invalid, NotAllowed, TooLarge, TooMany, WrongMedia
from voice_report.services.audit import trail
from voice_report.services.clients import client_file, file_import

HEADING = "id;voornaam;achternaam;geboortedatum\n"
TWO = HEADING + "A-1;Toos;Bloem;3-4-1941\nA-2;Zoë;Ångström;1950-12-01\n"


def rows(content: bytes | str) -> list[tuple[str, str, str, date]]:
    found = client_file.read_csv(content.encode() if isinstance(content, str) else content)
    assert found.mistakes == []
    return [(c.id, c.first_name, c.last_name, c.date_of_birth) for c in (line.client for line in found.lines)]


def mistakes(content: str) -> list[tuple[int, str]]:
    return [(one.number, one.sentence) for one in client_file.read_csv(content.encode()).mistakes]


async def preview(db, person: cast.Person, content: bytes | str) -> file_import.Summary:
    user = await person.current()
    file = await file_import.read(user, content.encode() if isinstance(content, str) else content)
    async with db.transaction() as session:
        return await file_import.preview(session, user, file)


async def save(_db, person: cast.Person, content: str, seen: str | None = None) -> file_import.Summary:
    user = await person.current()
    file = await file_import.read(user, content.encode())
    return await file_import.save(user, file, file.fingerprint if seen is None else seen)


async def stored(db, organization_id) -> dict[str, str]:
    async with db.reading() as session:
        found = await session.exec(select(Client).where(Client.organization_id == organization_id))
        return {row.id: f"{row.first_name} {row.last_name} {row.date_of_birth}" for row in found}


EXPECTED = [("A-1", "Toos", "Bloem", date(1941, 4, 3)), ("A-2", "Zoë", "Ångström", date(1950, 12, 1))]


@pytest.mark.parametrize(
    "content",
    [
        TWO.encode(),
        TWO.encode("utf-8-sig"),
        TWO.encode("cp1252"),
        TWO.replace(";", "\t").encode("utf-16"),
        TWO.replace(";", ",").encode(),
        TWO.replace("\n", "\r\n").encode(),
        TWO.replace("\n", "\r").encode(),
        TWO.removeprefix(HEADING).encode(),
        ("sep=;\n" + TWO).encode(),
        ("\n;;;\n" + TWO + ";;;\n\n").encode(),
        b'"id","voornaam","achternaam","geboortedatum"\n"A-1","Toos","Bloem","3/4/1941"\n'
        + 'A-2,"Zoë",Ångström,1-12-1950 00:00'.encode(),
    ],
    ids=["utf-8", "bom", "windows-1252", "utf-16", "comma", "crlf", "cr", "no heading", "sep", "blank", "quotes"],
)
def test_files_are_read_as_offices_make_them(content: bytes) -> None:
    assert rows(content) == EXPECTED


def test_columns_are_found_by_their_name_in_any_order() -> None:
    content = (
        "Geb. datum;Afdeling;Cliëntnummer;Tussenvoegsel;Achternaam;Roepnaam\n"
        "3-4-1941;Oost;A-1;van der;Bloem;Toos\n"
        "1-12-1950;West;A-2;;Ångström;Zoë\n"
    )
    assert [row[:3] for row in rows(content)] == [("A-1", "Toos", "van der Bloem"), ("A-2", "Zoë", "Ångström")]


def test_a_comma_in_quotes_separates_nothing() -> None:
    assert rows('A-1;"Toos, Truus";"Bloem, van";3-4-1941')[0][:3] == ("A-1", "Toos, Truus", "van Bloem")


@pytest.mark.parametrize(
    "title",
    ["Voorvoegsel", "Voorvoegsels", "Tussenv.", "Voorvoegsel achternaam", "Voorvoegsel (eigen)", "TUSSENVOEGSELS",
     "Voorvoegsel geslachtsnaam", "Prefix", "Last name prefix", "voorvoegsel_achternaam cliënt",
     "Voorvoegsels eigen naam", "Voorvoegsel geboortenaam", "Tussenv. achternaam", "VV achternaam",
     "Voorvoegsel van de achternaam", "Voorvoegsel gehuwdennaam", "Tussenvoegsel 1", "Tvgs", "Tussen", "T.v.", "Vvgs.",
     "AchternaamVoorvoegsel", "Tussenvgsl. (cliënt)", "Naam: tussenvoegsel", "Infix surname"],
)  # fmt: skip
def test_a_prefix_is_read_whatever_its_column_is_called(title: str) -> None:
    content = f"Cliëntnummer;Roepnaam;{title};Achternaam;Geboortedatum\nC1;Jan;van der;Berg;12-04-1938"
    assert rows(content) == [("C1", "Jan", "van der Berg", date(1938, 4, 12))]
    assert client_file.read_csv(content.encode()).unread == ()


@pytest.mark.parametrize(
    "heading",
    ["Nr;Voornaam;Naam;Geboren", "Client ID;First Name;Surname;DOB", "Patiëntnr.;Voornamen;Geslachtsnaam;Geb.dat.",
     "Cliëntcode;Voornaam cliënt;Achternaam cliënt;Geboortedatum cliënt"],
)  # fmt: skip
def test_columns_of_other_systems_are_known(heading: str) -> None:
    assert rows(f"{heading}\nC1;Jan;Bos;12-04-1938") == [("C1", "Jan", "Bos", date(1938, 4, 12))]


def test_a_surname_before_a_name_and_a_call_name_before_initials() -> None:
    content = "Nummer;Voorletters;Roepnaam;Naam;Achternaam;Clientnr;Geboren\n7;J.;Jan;Jan Bos;Bos;C1;12-04-1938"
    assert rows(content) == [("C1", "Jan", "Bos", date(1938, 4, 12))]
    assert client_file.read_csv(content.encode()).unread == ("Nummer", "Voorletters", "Naam")


def test_columns_that_are_not_read_are_named() -> None:
    content = "id;voornaam;team;achternaam;geboortedatum;;BSN;leeg\nC1;Jan;Oost;Berg;12-04-1938;los;9;\n"
    found = client_file.read_csv(content.encode())
    assert found.unread == ("team", "kolom 6", "BSN")
    assert [line.client.last_name for line in found.lines] == ["Berg"]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("id;voornaam;voorvoegsel geboortenaam;geboortenaam;voorvoegsel partner;partnernaam", "van der Berg"),
        ("id;voornaam;tussenvoegsel;achternaam;tussenvoegsel partner;achternaam partner", "van der Berg"),
        ("id;voornaam;voorvoegsel achternaam;achternaam;voorvoegsel geboortenaam;geboortenaam", "van der Berg"),
        ("id;voornaam;tussenvoegsel;naam;tussenvoegsel 2;naam 2", "van der Berg"),
        ("id;voornaam;V&V;achternaam;tussenvoegsel;woonplaats", "in ’t Berg"),
        ("id;voornaam;contact;achternaam;tv;woonplaats", "in ’t Berg"),
    ],
)
def test_of_several_prefixes_that_of_the_surname_is_read(heading: str, name: str) -> None:
    content = f"{heading};geboortedatum\nC1;Jan;van der;Berg;in ’t;Veld;12-04-1938"
    assert rows(content)[0][2] == name


@pytest.mark.parametrize(
    "title",
    ["voorvoegsel partner", "voorvoegsel geboortenaam", "partikel", "voorzetsel", "V&V", "", "tussenstuk"],
)
@pytest.mark.parametrize("prefix", ["van der", "De", "v.d.", "v/d"])
def test_prefixes_of_nobody_knows_which_name_are_not_lost_in_silence(title: str, prefix: str) -> None:
    content = f"id;voornaam;{title};achternaam;geboortedatum;geboortenaam\nC0;Jan;;Bos;12-04-1938;Bos\n"
    with pytest.raises(Invalid, match=f"kolom ‘{title or 'kolom 3'}’ staan tussenvoegsels, zoals ‘{prefix}’. Horen"):
        client_file.read_csv(f"{content}C1;Jan;{prefix};Berg;12-04-1938;Veld".encode())


def test_prefixes_beside_other_words_are_not_lost_in_silence() -> None:
    lines = "".join(
        f"C{at};Jan;{one};Bos;12-04-1938\n" for at, one in enumerate(["geen", "geen", "van", "de", "n.v.t."])
    )
    heading = "id;voornaam;partikel;achternaam;geboortedatum\n"
    assert len(rows(heading + lines)) == 5
    with pytest.raises(Invalid, match="zoals ‘van’"):
        client_file.read_csv(f"{heading}{lines}C9;Jan;van der;Bos;12-04-1938".encode())


def test_two_columns_that_may_both_be_of_the_surname_are_asked_about() -> None:
    heading = "id;voornaam;tussenvoegsel 1;tussenvoegsel 2;achternaam;geboortedatum\n"
    with pytest.raises(Invalid, match="noem de kolom"):
        client_file.read_csv(f"{heading}C1;Jan;van der;de;Berg;12-04-1938".encode())


@pytest.mark.parametrize("cells", [("in", "uit"), ("A", "D"), ("van", "Ede"), ("", ""), ("Vd", "Vdx"), ("DE", "NL")])
def test_a_column_with_other_things_than_prefixes_refuses_no_file(cells: tuple[str, str]) -> None:
    first, second = cells
    heading = "id;voornaam;status;achternaam;geboortedatum\n"
    assert len(rows(f"{heading}C1;Jan;{first};Bos;12-04-1938\nC2;Jan;{second};Bos;12-04-1938")) == 2


@pytest.mark.parametrize(
    ("written", "read"),
    [("Vries, de", "de Vries"), ("Berg, van der", "van der Berg"), ("Vries (de)", "de Vries"),
     ("Hof van ’t", "van ’t Hof"), ("Berg v.d.", "v.d. Berg"), ("Berg, vd", "vd Berg"), ("Bos V.D.", "Bos V.D."),
     ("Bos", "Bos"), ("De", "De"), ("Jansen - de Vries", "Jansen - de Vries")],
)  # fmt: skip
def test_a_prefix_behind_a_surname_goes_in_front(written: str, read: str) -> None:
    found = client_file.read_csv(f'{HEADING}C1;Jan;"{written}";12-04-1938'.encode())
    assert [line.client.last_name for line in found.lines] == [read]
    assert found.turned == ([(written, read)] if written != read else [])


def test_a_prefix_is_not_written_twice() -> None:
    content = "id;voornaam;tussenvoegsel;achternaam;geboortedatum\nC1;Jan;van der;Van der Berg;12-04-1938"
    assert rows(content)[0][2] == "Van der Berg"


def test_cells_may_have_line_breaks() -> None:
    heading = "adres;id;voornaam;achternaam;geboortedatum;opmerking\n"
    content = heading + (
        '"Dorpsstraat 1\n1234 AB Ede";C1;Jan;Bos;12-04-1938;"a\n\nb ""c"" d\n"\n'
        '"Weg 2;\r\nEde";C2;"Jan\nPiet";Bos;13-04-1938;x\n'
        "Laan 3;C3;Piet;Bos;14-04-1938;y\n"
    )
    found = client_file.read_csv(content.encode())
    assert [(line.number, line.client.id, line.client.first_name) for line in found.lines] == [
        (2, "C1", "Jan"),
        (7, "C2", "Jan Piet"),
        (10, "C3", "Piet"),
    ]


@pytest.mark.parametrize("broken", ['C2;"Jan;Bos;12-04-1938', 'C2;Jan;"Bos;12-04-1938', 'C2;Jan;Bos;12-04-1938;"'])
def test_a_quote_that_is_never_closed_costs_its_own_line(broken: str) -> None:
    content = f'{HEADING}C1;Jan;Bos;12-04-1938\n{broken}\nC3;Jan;"Bos";12-04-1938\nC4;Jan;Bos;12-04-1938\n'
    found = client_file.read_csv(content.encode())
    assert [line.client.id for line in found.lines] == ["C1", "C3", "C4"]
    assert [one.number for one in found.mistakes] == [3]


@pytest.mark.parametrize("encoding", ["mac_roman", "cp850", "cp1252", "utf-8", "utf-16"])
def test_accents_are_read_in_the_encoding_that_was_used(encoding: str) -> None:
    content = f"{HEADING}C1;René;Çelik;12-04-1938\nC2;Zoë;Gül;12-04-1938\nC3;Ömer;Müller;12-04-1938\n".encode(encoding)
    assert [row[1:3] for row in rows(content)] == [("René", "Çelik"), ("Zoë", "Gül"), ("Ömer", "Müller")]
    found = client_file.read_csv(content)
    doubted = {"mac_roman": ("Macintosh", "René"), "cp850": ("DOS", "René"), "cp1252": ("Windows", "")}
    assert (found.guessed, found.doubted.partition(", ")[0]) == doubted.get(encoding, ("", ""))


def test_a_guess_that_may_be_wrong_is_shown() -> None:
    assert client_file.read_csv(f"{HEADING}C1;RenÃ©;Bos;12-04-1938".encode()).doubted == "RenÃ©"


@pytest.mark.parametrize(
    ("name", "encodings"),
    [
        *((name, ("cp1254", "iso8859-9")) for name in ("Yıldırım", "Şahin", "Doğan", "İnce")),
        *((name, ("cp1250", "iso8859-2")) for name in ("Győri", "Csűrös", "Ősz", "Kertész-Tűz")),
        *((name, ("cp1250", "iso8859-2")) for name in ("Nováček", "Dvořák", "Kovačić", "Němec")),
        *((name, ("cp1250", "iso8859-2")) for name in ("Gdańsk", "Wałęsa", "Świątek", "Żak")),
        *((name, ("cp1250", "iso8859-2")) for name in ("Băsescu", "Ţepeş", "Ionuţ")),
        *((name, ("iso8859-16",)) for name in ("Țepeș", "Ionuț")),
        *((name, ("cp857", "mac_turkish")) for name in ("Yıldırım",)),
        *((name, ("cp852", "mac_latin2")) for name in ("Győri", "Wałęsa", "Kovačić")),
    ],
)
@pytest.mark.parametrize("before", ["", "C0;Hélène;Françoise;1-1-1940\n"])
def test_letters_of_another_country_are_never_bent_without_a_word(before: str, name: str, encodings: tuple) -> None:
    for encoding in encodings:
        text = f"{HEADING}{before}C1;{name};Bos;12-04-1938".encode(encoding, "replace").replace(b"?", b"e")
        found = client_file.read_csv(text)
        stored = [line.client.first_name for line in found.lines if line.client.id == "C1"]
        assert stored in ([name], []) or stored[0] in found.doubted.split(", "), encoding


@pytest.mark.parametrize("name", ["Ren\ufffd", "Ren?", "?elik"])
def test_a_name_that_lost_a_letter_is_a_mistake(name: str) -> None:
    assert mistakes(f"{HEADING}C1;{name};Bos;12-04-1938") == [(2, f"In {name} is een letter verloren gegaan")]


@pytest.mark.parametrize("sign", ["|", ";", ",", "\t"])
def test_cells_are_apart_by_any_usual_sign(sign: str) -> None:
    assert rows(TWO.replace(";", sign)) == EXPECTED


def test_one_column_says_what_must_stand_between_columns() -> None:
    with pytest.raises(Invalid, match="puntkomma, komma, tab of"):
        client_file.read_csv(b"id^voornaam^achternaam^geboortedatum\nC1^Jan^Bos^12-04-1938")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *(("12-apr-1938", "1938-04-12"), ("12 april 1938", "1938-04-12"), ("1 mrt. 1940", "1940-03-01")),
        *(("19380412", "1938-04-12"), ("12041938", "1938-04-12"), ("1938-04-12T00:00:00Z", "1938-04-12")),
        *(("1938/04/12", "1938-04-12"), ("12 04 1938", "1938-04-12"), ("1e januari 1950", "1950-01-01")),
        *(("14824", "1940-08-01"), ("14824,0", "1940-08-01"), ("April 12, 1938", None), ("1938", None)),
        *(("1938-04-11T22:00:00Z", None), ("12 aprilis 1938", None)),
    ],
)
def test_dates_are_read_as_programs_write_them(written: str, read: str | None) -> None:
    found = client_file.read_csv(f'{HEADING}C1;Jan;Bos;"{written}"'.encode())
    told = [str(line.client.date_of_birth) for line in found.lines] + [one.sentence for one in found.mistakes]
    assert told == [read or f"{written} is niet als datum te lezen; schrijf dd-mm-jjjj"]
    assert len(found.serials) == written.startswith("14824")


def birthdays(*written: str) -> list[str]:
    lines = "".join(f"C{number};Jan;Bos;{one}\n" for number, one in enumerate(written))
    found = client_file.read_csv(f"{HEADING}{lines}".encode())
    told = {line.number: str(line.client.date_of_birth) for line in found.lines}
    told |= {one.number: one.sentence for one in found.mistakes}
    return [told[number] for number in sorted(told)]


@pytest.mark.parametrize(
    ("either", "american"),
    [("4/12/1938", "04/25/1938"), ("04-12-1938", "04-25-1938"), ("4.12.38", "4.25.38"), ("04121938", "04251938"),
     ("04/12/1938 00:00", "04/25/1938 00:00")],
)  # fmt: skip
def test_days_that_may_be_months_are_mistakes_where_months_come_first(either: str, american: str) -> None:
    told = birthdays(either, "03/03/1938", american, "1938-12-04", "4 december 1938", "25-04-1938")
    assert told == [
        f"{either} kan twee dagen zijn, want er staat ook {american}; schrijf dd-mm-jjjj",
        "1938-03-03",
        f"{american} is geen bestaande datum; schrijf dd-mm-jjjj",
        "1938-12-04",
        "1938-12-04",
        "1938-04-25",
    ]


def test_one_slip_does_not_make_a_list_american() -> None:
    assert birthdays("04/25/1938", "04-12-1938", *["25-04-1938"] * 10)[1] == "1938-12-04"
    assert birthdays("31-4-1938", "00-13-1938", "4-45-1938", "04-12-1938")[3] == "1938-12-04"


@pytest.mark.parametrize(
    "damaged",
    ["1,23457E+11", "1.2E+05", "1E+12", "2-mrt", "mrt-24", "2-mrt-24", "2-mrt-2024", "1-1-2024", "02-03-2024",
     "2024-03-02", "2/3/2024", "2.3.2024", "1-1-2024 00:00", "123.0", "123,0", "7.00",
     "123456789012345000", "1234567890123450"],
)  # fmt: skip
def test_an_id_that_excel_destroyed_is_a_mistake(damaged: str) -> None:
    [(number, sentence)] = mistakes(f'{HEADING}"{damaged}";Jan;Bos;12-04-1938')
    assert number == 2
    assert sentence.startswith(f"{damaged} is ")
    assert sentence.endswith("Maak de kolom op als tekst en vul haar opnieuw")


def test_a_long_id_that_ends_in_a_zero_is_whole_where_others_end_otherwise() -> None:
    ids = ["1234567890123450", "1234567890123457", "0001234567890123000"]
    found = client_file.read_csv((HEADING + "".join(f"{one};Jan;Bos;12-04-1938\n" for one in ids)).encode())
    assert [line.client.id for line in found.lines] == ids


def test_ids_that_look_a_little_like_it_stay() -> None:
    for client_id in ("1E5", "12E3", "C-1", "2-3", "mrt-1", "19380412", "1.5", "1.234", "11-11-1111", "32-1-2024"):
        assert rows(f"{HEADING}{client_id};Jan;Bos;12-04-1938")[0][0] == client_id


@pytest.mark.parametrize(
    "total", ["Totaal: 8", "Totaal;8", ";Aantal cliënten: 8;;", "Eindtotaal;;;8", "8 cliënten", "Total"]
)
def test_a_line_that_counts_the_others_is_no_mistake(total: str) -> None:
    found = client_file.read_csv(f"{HEADING}C1;Jan;Bos;12-04-1938\n{total}\n".encode())
    assert (len(found.lines), found.mistakes, found.totals) == (1, [], [3])


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


@pytest.mark.parametrize("title", ["Cliënten", "Cliënten, team Oost, november", "Lijst;van;Oost", "id"])
def test_headings_are_found_below_a_title(title: str) -> None:
    found = client_file.read_csv(f"{title}\n\n;;;\n{HEADING}A-1;Toos;Bloem;3-4-1941".encode())
    assert [(line.number, line.client.id) for line in found.lines] == [(5, "A-1")]
    assert (found.mistakes, found.heading) == ([], 4)


def test_without_a_heading_there_are_four_columns() -> None:
    assert mistakes("A-1;Toos;van;Bloem;3-4-1941\nA-2;Toos;3-4-1941") == [
        (1, "Deze regel heeft te veel kolommen; nodig zijn id, voornaam, achternaam, geboortedatum"),
        (2, "Deze regel heeft te weinig kolommen; nodig zijn id, voornaam, achternaam, geboortedatum"),
    ]


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
    async with db.reading() as session:
        found = (await session.exec(select(AuditLog).order_by(col(AuditLog.sequence)))).all()
        assert await trail.first_broken(session, str(people.organization_id)) is None
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
    async with db.reading() as session:
        assert (await session.exec(select(func.count()).where(col(Client.id).like("N-%")))).one() == lines
    print(f"{max(waits):.2f} of {sum(waits):.2f} s, {len(waits)} turns")
    assert max(waits) < sum(waits) / 4


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("1938/04/31", "1938/04/31 is geen bestaande datum; schrijf dd-mm-jjjj"),
        (" 31-4-1938 ", "31-4-1938 is geen bestaande datum; schrijf dd-mm-jjjj"),
        ("1-1-2999", "1-1-2999 ligt in de toekomst"),
        ("1-1-1800", "1-1-1800 mag niet voor 1900 liggen"),
        ("", "Geboortedatum is verplicht"),
        ("x" * 100, f"{'x' * 40}… is niet als datum te lezen; schrijf dd-mm-jjjj"),
    ],
)
def test_a_reason_names_the_wrong_date(value: str, reason: str) -> None:
    assert mistakes(f"{HEADING}A-1;Toos;Bloem;{value}\n") == [(2, reason)]


CENTURY = [
    ("12-4-38", None, "1938-04-12"),  # 2038 is to come
    ("1/2/05", None, "2005-02-01"),  # nobody is 121
    ("29.2.00", None, "2000-02-29"),  # no day in 1900
    ("3-4-12", 1900, "1912-04-03"),
    (" 3-4-12 ", 2000, "2012-04-03"),
    ("3-4-12", None, "3-4-12 kan in 1912 of in 2012 zijn; schrijf het jaar voluit"),
    ("31-4-38", None, "31-4-38 is geen bestaande datum; schrijf dd-mm-jjjj"),
    ("3-4-8", 1900, "3-4-8 is niet als datum te lezen; schrijf dd-mm-jjjj"),
    ("12-mei-38", None, "1938-05-12"),
    ("3 april 12", 1900, "1912-04-03"),
]


@pytest.mark.parametrize(("written", "century", "read"), CENTURY, ids=[f"{one[0].strip()} {one[1]}" for one in CENTURY])
def test_a_year_of_two_digits_gets_its_century_or_is_asked_about(wall_clock, written, century, read) -> None:
    found = client_file.read_csv(f"{HEADING}A-1;Toos;Bloem;{written}\n".encode(), century)
    told = [str(line.client.date_of_birth) for line in found.lines] + [one.sentence for one in found.mistakes]
    assert told == [read]
    assert [str(day) for _, day in found.completed] == [read] * len(found.lines)
    assert len(found.unclear) == (written.strip() in ("3-4-12", "3 april 12"))


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
