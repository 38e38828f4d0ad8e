"""The parts of names are there for every person, whichever way a name comes in, changes or goes."""

import uuid
from dataclasses import replace

import pytest
from sqlmodel import col, delete, select, update

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.clients.client_files import HEADING
from voice_report.db.models import Client, NameKey, User, name_keys
from voice_report.services.accounts import profile
from voice_report.services.clients import clients, file_import
from voice_report.services.clients import name_keys as keys
from voice_report.services.platform import demo, users
from voice_report.services.platform.users import NewUser


async def differences(db) -> set[tuple]:
    """Return the rows that are not as a fresh count has them, or are missing."""
    async with db.reading() as session:
        people = [*(await session.exec(select(Client))).all(), *(await session.exec(select(User))).all()]
        stored = (await session.exec(select(NameKey))).all()
    wanted = [tuple(row[name] for name in COLUMNS) for one in people for row in name_keys(one)]
    there = [tuple(getattr(row, name) for name in COLUMNS) for row in stored]
    assert len(there) == len(set(there)), "no row twice"
    return set(wanted) ^ set(there)


COLUMNS = ("organization_id", "client_id", "user_id", "key", "sound")


async def parts(db, **whose) -> set[str]:
    mine = [getattr(NameKey, name) == value for name, value in whose.items()]
    return set(await tables.rows(select(NameKey.key).where(*mine)))


async def by_admin(db, people, function, *args):
    user = await people.admin.current()
    return await db.run_in_transaction(function, user, *args)


async def test_clients_by_page_api_and_file(db, people) -> None:
    toos = clients.checked_client("C-7", "Toos", "van der Bloem-Ångström", "3-4-1941")
    await by_admin(db, people, clients.add_client, toos)
    assert await parts(db, client_id="C-7") == {"toos", "bloem", "angstrom"}
    await by_admin(db, people, clients.put_client, replace(toos, last_name="de Wit"))
    await by_admin(db, people, clients.put_client, replace(toos, id="C-8"))
    assert await parts(db, client_id="C-7") == {"toos", "wit"}
    user = await people.admin.current()
    file = await file_import.read(user, f"{HEADING}C-7;Bep;Bos;3-4-1941\nC-9;Jo;Li;3-4-1941\n".encode())
    await file_import.save(user, file, file.fingerprint)
    assert await parts(db, client_id="C-7") == {"bep", "bos"}
    assert await parts(db, client_id="C-9") == {"jo", "li"}
    assert await differences(db) == set()


async def test_members_made_changed_and_moved(db, people) -> None:
    new = NewUser("nieuw@zorg.example", "Heel-Lang-Genoeg-1!", "Ndéye", "van 't Hof", people.organization_id)
    made = await users.create(await people.platform_admin.current(), new)
    assert await parts(db, user_id=made) == {"ndeye", "hof"}
    user = await people.user.current()
    await profile.update_profile(user, first_name="Sjoukje", last_name="Ypma", email=user.email)
    assert await parts(db, user_id=user.id) == {"sjoukje", "ypma"}
    async with db.transaction() as session:
        (await session.get(User, made)).organization_id = people.other_organization_id
    assert await parts(db, organization_id=people.other_organization_id, user_id=made) == {"ndeye", "hof"}
    assert await differences(db) == set()


async def test_who_goes_takes_them_along(db, people) -> None:
    await cast.make_client(people.organization_id, "C-7", "Toos", "Bloem")
    async with db.transaction() as session:
        await session.execute(delete(Client).where(col(Client.id) == "C-7"))
        await session.execute(delete(User).where(col(User.id) == people.user.id))
    assert await parts(db, client_id="C-7") == await parts(db, user_id=people.user.id) == set()
    assert await differences(db) == set()


@pytest.mark.one_database
async def test_the_demo_has_them(db) -> None:
    await demo.fill_when_empty()
    assert await differences(db) == set()


async def test_what_an_older_version_wrote_is_repaired(db, people, caplog) -> None:
    await cast.make_client(people.organization_id, "C-7", "Toos", "Bloem")
    async with db.transaction() as session:
        assert await keys.add_missing(session) == 0
        await session.execute(delete(NameKey).where(col(NameKey.client_id) == "C-7"))
        await session.execute(delete(NameKey).where(col(NameKey.user_id) == people.user.id))
        assert await keys.add_missing(session) == 2
        assert await keys.add_missing(session) == 0
    assert "name keys: 2 people had none" in caplog.text
    async with db.transaction() as session:
        await session.execute(update(Client).where(col(Client.id) == "C-7").values(last_name="Kok"))
        more = {"id": uuid.uuid4(), "organization_id": people.organization_id, "key": "vreemd", "sound": ""}
        session.add(NameKey(**more, user_id=people.user.id))
    assert await differences(db) != set()
    assert await keys.mend() == 2
    assert await keys.mend() == 0
    assert await differences(db) == set()
