"""Names as Dutch lists have them in order, and as people type them in a search."""

import pytest
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from voice_report.db import session as database
from voice_report.db.models import User
from voice_report.dutch.characters import APOSTROPHES
from voice_report.dutch.person_names import in_order, is_prefix, turned
from voice_report.services.clients import clients

IN_ORDER = [
    *("Aalders", "van der Berg", "Bos", "Bos Jansen", "Bosch", "Van Dam", "Élodie", "’s-Gravesande", "'t Hart"),
    *("van ’t Hof", "d’Hondt", "IJsbrandy", "Jansen-de Vries", "Łukasz", "O’Neill", "de Vries", "Wouters", "Yperman"),
]  # fmt: skip


def test_a_prefix_an_accent_and_an_apostrophe_do_not_count() -> None:
    assert sorted(reversed(IN_ORDER), key=in_order) == IN_ORDER


@pytest.mark.parametrize(
    ("name", "main"),
    [
        *((f"{short} Berg", "berg") for short in ("v.d.", "V.d.", "vd", "v/d", "v. d.", "v d", "vdr", "v.d.n.", "v.")),
        *(("v.d.Berg", "berg"), ("v.der Meer", "meer"), ("V der Meer", "meer"), ("v.'t Hof", "hof")),
        *(("v.h. Hof", "hof"), ("d. Vries", "vries"), ("van d. Berg", "berg"), ("v.d. Berg-v.d. Ven", "berg v.d. ven")),
        *(("V.D. Berg", "v.d. berg"), ("V. Berg", "v. berg"), ("Vries", "vries"), ("Verdi", "verdi"), ("v.", "v.")),
    ],
)  # fmt: skip
def test_a_shortened_prefix_does_not_count_and_an_initial_does(name: str, main: str) -> None:
    assert in_order(name)[0] == main


async def test_a_shortened_prefix_is_found_in_full(db, people) -> None:
    for number, name in enumerate(("v.d. Berg", "Bos", "van Bergen", "Aalders", "Vries")):
        await cast.make_client(people.organization_id, f"N-{number}", "Jan", name)
    user = await people.user.current()
    async with db.transaction() as session:
        page = await clients.list_clients(session, user, query="jan", limit=50)
        assert [one.last_name for one in page.items] == ["Aalders", "v.d. Berg", "van Bergen", "Bos", "Vries"]
        for typed in ("v.d. berg", "van den berg", "van der berg", "berg jan"):
            found = await clients.list_clients(session, user, query=typed)
            assert "v.d. Berg" in [one.last_name for one in found.items], typed


@pytest.mark.parametrize(
    ("name", "main"),
    [
        *((f"van{mark}t Hof", "hof") for mark in APOSTROPHES),
        *((name, "hof") for name in ("van ‘t Hof", "Van`t Hof", "in´t Hof", "op ʼt Hof", "v't Hof", "van' t Hof")),
        *((f"{prefix} Velde", "velde") for prefix in ("te", "Te", "ter", "ten", "'t", "op de", "in 't", "opden")),
        *((f"{prefix} Berghe", "berghe") for prefix in ("vanden", "Vander", "vande", "Vanden", "de la", "uit den")),
        *((f"{prefix} Berg", "berg") for prefix in ("von und zu", "von dem", "zu", "zum", "vom", "aus dem")),
        *(("d’Hondt", "hondt"), ("D`Hondt", "hondt"), ("de l’Isle", "isle"), ("dell'Orto", "orto")),
        *(("bin Saïd", "said"), ("op gen Oorth", "oorth"), ("thoe Thurn", "thurn"), ("Boven d'Eerdt", "eerdt")),
        *(("Vanderberg", "vanderberg"), ("Verhoef", "verhoef"), ("O’Neill", "oneill"), ("Terpstra", "terpstra")),
        *(("Te", "te"), ("Vander", "vander"), ("Bos d’Hondt", "bos dhondt"), ("Van'tje", "vantje")),
        *(("In’thout", "inthout"), ("Vondel", "vondel")),
    ],
)  # fmt: skip
def test_any_prefix_however_it_is_written_does_not_count(name: str, main: str) -> None:
    assert in_order(name)[0] == main


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("te", True),
        ("vanden", True),
        ("van‘t", True),
        ("in't", True),
        ("von und zu", True),
        ("Vanden Bos", False),
        ("van der", True),
        ("in ’t", True),
        ("Van", True),
        ("v.d.", True),
        ("V.d.", True),
        ("V.D.", False),
        ("Bos", False),
        ("", False),
    ],
)
def test_what_a_prefix_is(words: str, expected: bool) -> None:
    assert is_prefix(words) == expected


def test_a_name_of_prefixes_alone_stays() -> None:
    assert (in_order("De"), turned("De"), turned("van de")) == (("de", ""), "De", "van de")


async def test_clients_are_listed_in_order_and_found_however_they_are_typed(db, people) -> None:
    for number, name in enumerate(reversed(IN_ORDER)):
        await cast.make_client(people.organization_id, f"N-{number}", "Jan", name)
    user = await people.user.current()
    async with db.transaction() as session:
        page = await clients.list_clients(session, user, query="jan", limit=50)
        assert [one.last_name for one in page.items] == IN_ORDER
        first = await clients.list_clients(session, user, query="jan", limit=7)
        second = await clients.list_clients(session, user, query="jan", limit=50, after=first.next)
        assert [one.last_name for one in (*first.items, *second.items)] == IN_ORDER
        for typed, name in (
            *(("van 't hof", "van ’t Hof"), ("van ‘t Hof", "van ’t Hof"), ("van t hof", "van ’t Hof")),
            *(("Hof, van 't", "van ’t Hof"), ("o'neill", "O’Neill"), ("oneill", "O’Neill"), ("O´Neill", "O’Neill")),
            *(("jansen de vries", "Jansen-de Vries"), ("Berg van der", "van der Berg"), ("lukasz", "Łukasz")),
            *(("d'hondt", "d’Hondt"), ("d hondt", "d’Hondt"), ("dhondt", "d’Hondt")),
            *(("s-gravesande", "’s-Gravesande"), ("e\u0301lodie", "Élodie"), ("ＢＯＳＣＨ", "Bosch")),
        ):
            found = await clients.list_clients(session, user, query=typed)
            assert [one.last_name for one in found.items] == [name], typed


async def test_colleagues_are_listed_in_order(db, people) -> None:
    async with database.transaction() as session:
        for one in (await session.exec(select(User).where(User.organization_id == people.organization_id))).all():
            one.last_name = {people.user.id: "van Aalst", people.admin.id: "Bos"}.get(one.id, "Zon")
            session.add(one)
    mine = select(User.last_name).where(User.organization_id == people.organization_id)
    names = await tables.rows(mine.order_by(col(User.search_key)))
    assert names[:2] == ["van Aalst", "Bos"]
