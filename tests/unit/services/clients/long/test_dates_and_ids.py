"""Dates and ids are read as programs write them, and what may be another one is asked about."""

import pytest

from tests.unit.services.clients.client_files import HEADING, mistakes, rows
from voice_report.services.clients import client_file


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
