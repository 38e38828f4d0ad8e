"""An administrator's clients: a date as people write it, and a file."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from sqlmodel import select

from tests.support import tables
from tests.support.engines.screen import Screen
from tests.support.people import People
from voice_report.db.models import Client


async def births(db, people: People) -> dict[str, date]:
    rows = await tables.rows(select(Client).where(Client.organization_id == people.organization_id))
    return {row.id: row.date_of_birth for row in rows}


async def test_a_date_is_typed_as_eight_digits(people: People, db, signed_in: Callable) -> None:
    screen: Screen = await signed_in(people.admin, "/admin")
    await screen.press("Cliënt toevoegen")
    for label, words in (("Id", "K-9"), ("Voornaam", "Toos"), ("Achternaam", "Bloem"), ("Geboortedatum", "12031941")):
        await screen.type(label, words)
    await screen.press("Opslaan")
    await screen.sees("Toos Bloem", "geboren 12-03-1941")
    assert (await births(db, people))["K-9"] == date(1941, 3, 12)


async def test_clients_come_from_a_file(people: People, db, signed_in: Callable, tmp_path: Path) -> None:
    file = tmp_path / "clienten.csv"
    file.write_bytes("id;voornaam;achternaam;geboortedatum\r\nK-2;Zoë;Ångström;1950-12-01\r\n".encode("utf-8-sig"))
    screen: Screen = await signed_in(people.admin, "/admin")
    await screen.press("Bestand importeren")
    await screen.choose_file("Kies een Excel- of CSV-bestand", file)
    await screen.sees("Voorbeeld van clienten.csv", "Ångström")
    await screen.press("1 cliënt importeren")
    await screen.sees("K-2, geboren 01-12-1950")
    assert (await births(db, people))["K-2"] == date(1950, 12, 1)
