"""Which columns and which letters are read from a client file."""

from datetime import date

import pytest

from tests.unit.services.clients.client_files import HEADING, TWO, mistakes, rows
from voice_report.errors import Invalid
from voice_report.services.clients import client_file

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
    "total", ["Totaal: 8", "Totaal;8", ";Aantal cliënten: 8;;", "Eindtotaal;;;8", "8 cliënten", "Total"]
)
def test_a_line_that_counts_the_others_is_no_mistake(total: str) -> None:
    found = client_file.read_csv(f"{HEADING}C1;Jan;Bos;12-04-1938\n{total}\n".encode())
    assert (len(found.lines), found.mistakes, found.totals) == (1, [], [3])


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
