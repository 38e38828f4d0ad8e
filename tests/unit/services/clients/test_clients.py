"""Clients: an organization's own, kept by its administrators, found as one types (decisions/0005)."""

import asyncio
import time
from datetime import UTC, date, datetime

import pytest
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import AuditLog, Client
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.audit import trail
from voice_report.services.clients import clients


async def call(db, person: cast.Person, function, *args, **fields):
    user = await person.current()
    return await db.run_in_transaction(function, user, *args, **fields)


async def names(db, person: cast.Person, query: str = "", **fields) -> list[str]:
    return [client.name for client in await call(db, person, clients.search_clients, query, **fields)]


def made_up(client_id: str = "C-7", first: str = "Toos", last: str = "van der Bloem", born: str = "3-4-1941"):
    return clients.checked_client(client_id, first, last, born)


@pytest.fixture
async def some(db, people):
    for client_id, first, last in (
        ("C-2", "Zoë", "Ångström-Peeters"),
        ("C-3", "Toos", "van der Bloem"),
        ("C-4", "Bram", "Toosman"),
        ("100%_A", "Piet", "Procent"),
    ):
        await cast.make_client(people.organization_id, client_id, first, last)
    return people


async def test_s02_another_organizations_clients_do_not_exist(db, some) -> None:
    stranger = some.other_admin
    assert await names(db, stranger) == ["Dora Voorbeeld"]
    assert await names(db, stranger, "toos") == []
    for attempt in (
        call(db, stranger, clients.get_client, "C-3"),
        call(db, stranger, clients.edit_client, made_up("C-3")),
    ):
        with pytest.raises(NotFound, match=r"^Cliënt niet gevonden$"):
            await attempt
    assert await call(db, stranger, clients.count_clients) == 1


async def test_s02_the_same_id_is_another_client_in_another_organization(db, people) -> None:
    await call(db, people.admin, clients.edit_client, made_up("C-1", last="Gewijzigd"))
    assert (await call(db, people.other_admin, clients.get_client, "C-1")).last_name == "Voorbeeld"


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s01_only_the_organizations_administrator_keeps_clients(db, people, who: str) -> None:
    person = getattr(people, who)
    for function in (clients.add_client, clients.edit_client, clients.put_client):
        with pytest.raises(NotAllowed):
            await call(db, person, function, made_up("C-1"))


async def test_one_finds_clients_by_words_of_the_name_or_the_id(db, some) -> None:
    user = some.user
    assert await names(db, user, "angstrom") == ["Zoë Ångström-Peeters"], "without accents or capitals"
    assert await names(db, user, "  PEET zoe ") == ["Zoë Ångström-Peeters"], "within a word, in any order"
    assert await names(db, user, "bloem toos") == ["Toos van der Bloem"]
    assert await names(db, user, "c-4") == ["Bram Toosman"]
    assert await names(db, user, "toosman") == ["Bram Toosman"]
    assert await names(db, user, "nobody") == []


async def test_who_begins_with_what_one_types_comes_first(db, some) -> None:
    await cast.make_client(some.organization_id, "C-9", "Anton", "Aantoos")
    assert await names(db, some.user, "toos") == ["Toos van der Bloem", "Bram Toosman", "Anton Aantoos"]
    assert len(await names(db, some.user, "toos", limit=2)) == 2


@pytest.mark.parametrize("query", ["%", "_", "100%_", "\\"])
async def test_signs_of_the_database_are_only_signs(db, some, query: str) -> None:
    expected = [] if query == "\\" else ["Piet Procent"]
    assert await names(db, some.user, query) == expected


@pytest.mark.parametrize("query", ["\x00", "\ud800", "x" * 100_000, "' OR 1=1 --", "🙂"])
async def test_odd_queries_find_nothing_or_all(db, some, query: str) -> None:
    assert len(await names(db, some.user, query)) in (0, 5)


async def test_pages_follow_each_other_by_last_name(db, some) -> None:
    first = await call(db, some.user, clients.list_clients, limit=2)
    second = await call(db, some.user, clients.list_clients, limit=3, after=first.next)
    assert [c.last_name for c in first.items] == ["Ångström-Peeters", "van der Bloem"]
    assert [c.last_name for c in second.items] == ["Procent", "Toosman", "Voorbeeld"]
    assert second.next is None
    found = await call(db, some.user, clients.list_clients, query="toos", limit=1)
    more = await call(db, some.user, clients.list_clients, query="toos", limit=1, after=found.next)
    assert [c.id for c in (*found.items, *more.items)] == ["C-3", "C-4"]


@pytest.mark.parametrize("after", ["x", "é", "W10=", "WzEsMl0=", "W251bGwsbnVsbF0=", "WyJcdTAwMDAiLCJhIl0="])
async def test_a_made_up_page_is_refused(db, people, after: str) -> None:
    with pytest.raises(Invalid, match="Deze pagina bestaat niet"):
        await call(db, people.user, clients.list_clients, after=after)


async def test_a_changed_name_is_found_by_its_new_name(db, some) -> None:
    await call(db, some.admin, clients.edit_client, made_up("C-3", last="Nieuwnaam"))
    assert await names(db, some.user, "bloem") == []
    assert await names(db, some.user, "nieuwnaam") == ["Toos Nieuwnaam"]


async def test_an_id_is_given_once(db, people) -> None:
    await call(db, people.admin, clients.add_client, made_up())
    with pytest.raises(Conflict, match="Er is al een cliënt met id C-7"):
        await call(db, people.admin, clients.add_client, made_up(first="Iemand"))
    assert (await call(db, people.user, clients.get_client, "C-7")).first_name == "Toos"


async def test_of_two_who_add_the_same_id_at_once_one_is_told(db, people) -> None:
    attempts = (call(db, people.admin, clients.add_client, made_up(first=f"Naam{n}")) for n in range(5))
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ClientView"] + ["Conflict"] * 4


async def test_another_system_adds_and_then_changes(db, people) -> None:
    assert await call(db, people.admin, clients.put_client, made_up())
    assert not await call(db, people.admin, clients.put_client, made_up(last="Anders"))
    assert (await call(db, people.user, clients.get_client, "C-7")).name == "Toos Anders"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("client_id", "", "Id is verplicht"),
        ("client_id", "x" * 101, "Id mag maximaal 100 tekens hebben"),
        ("client_id", "a\u202eb", "onzichtbaar"),
        ("client_id", "=1+1", "formule"),
        ("first", " \u200f ", "Voornaam is verplicht"),
        ("last", "", "Achternaam is verplicht"),
        ("last", "x" * 300, "Achternaam mag maximaal 100 tekens hebben"),
        ("last", "@SUM(A1)", "Achternaam begint met @"),
        ("first", "\t-2+3", "Voornaam begint met -"),
        ("born", "", "Geboortedatum is verplicht"),
        ("born", "31-2-1940", "geen bestaande datum"),
        ("born", "5/17/1940", "geen bestaande datum"),
        ("born", "17-5-40", "geen bestaande datum"),
        ("born", "14748", "niet als datum te lezen"),
        ("born", "31-12-1899", "niet voor 1900"),
        ("born", "3-3-2026", "in de toekomst"),
    ],
)
def test_bad_fields_are_named(wall_clock, field: str, value: str, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        made_up(**{field: value})


@pytest.mark.parametrize(
    "written",
    ["17-5-1940", "17-05-1940", "17/5/1940", "17.05.1940", "1940-05-17", " 1940-5-17 ", "17-5-1940 00:00:00",
     "1940-05-17T00:00:00", date(1940, 5, 17)],
)  # fmt: skip
def test_a_date_is_read_as_people_write_it(written) -> None:
    assert clients.checked_birth_date(written) == date(1940, 5, 17)


def test_today_is_a_date_of_birth_on_the_dutch_wall(wall_clock) -> None:
    wall_clock.set(datetime(2026, 3, 2, 23, 30, tzinfo=UTC))
    assert clients.checked_birth_date("3-3-2026") == date(2026, 3, 3)


def test_names_keep_what_belongs_to_them() -> None:
    client = made_up(" C-8 ", "  Jan\u202e  Piet", "O'Neill <b>")
    assert (client.id, client.first_name, client.last_name) == ("C-8", "Jan Piet", "O'Neill <b>")


def test_every_wrong_field_is_told_at_once() -> None:
    client, problems = clients.read_client("", "", "", "x")
    assert client is None
    assert [problem.code for problem in problems] == ["client_id", "first_name", "last_name", "date_of_birth"]


async def test_s27_looking_and_changing_are_written_down(db, people) -> None:
    await call(db, people.admin, clients.add_client, made_up())
    await call(db, people.admin, clients.edit_client, made_up(last="Anders"))
    await call(db, people.admin, clients.edit_client, made_up(last="Anders"))
    await call(db, people.user, clients.get_client, "C-7")
    await call(db, people.user, clients.search_clients, "geheim woord")
    rows = await tables.rows(select(AuditLog).order_by(col(AuditLog.sequence)))
    assert await db.run_reading(trail.first_broken, str(people.organization_id)) is None
    assert [(row.action, row.resource, row.client_id) for row in rows] == [
        ("create", "client", "C-7"),
        ("change", "client", "C-7"),
        ("view", "client", "C-7"),
        ("view", "clients", None),
    ]
    assert {row.user_id for row in rows} == {people.admin.id, people.user.id}


async def test_ten_thousand_clients_are_searched_within_a_moment(db, people) -> None:
    """Not a measurement, but a search that reads every organization's clients one by one takes seconds."""
    async with db.transaction() as session:
        session.add_all(
            Client(
                organization_id=people.organization_id,
                id=f"N-{number:05}",
                first_name="Voornaam",
                last_name=f"Achternaam{number}",
                date_of_birth=date(1940, 1, 1),
            )
            for number in range(10_000)
        )
    begin = time.process_time()
    assert await names(db, people.user, "naam9999") == ["Voornaam Achternaam9999"]
    assert time.process_time() - begin < 1
