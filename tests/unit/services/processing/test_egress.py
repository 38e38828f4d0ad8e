"""S70: what left is counted by day, kind and host, for the installation and for the organization."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from tests.support import tables
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import EgressCount, ProcessingStep
from voice_report.engines import Profile
from voice_report.errors import NotAllowed
from voice_report.integrations import egress as counting
from voice_report.services.concepts import structuring
from voice_report.services.platform import deletion
from voice_report.services.processing import egress, steps
from voice_report.services.processing.engine_choice import Choice

pytestmark = pytest.mark.played_connection  # what is counted here, is not sent


async def counted() -> dict[tuple[str, str], tuple[int, int]]:
    """Return the installation's connections and bytes by kind and host."""
    query = select(EgressCount).where(col(EgressCount.organization_id).is_(None), EgressCount.kind != "begin")
    rows = await tables.rows(query)
    return {(one.kind, one.host): (one.connections, one.sent_bytes) for one in rows}


async def begun() -> None:
    """Store since when counts are complete, as the first process does."""
    assert await database.run_in_transaction(egress.purge) == 0


async def overview(user) -> egress.Overview:
    return await database.run_reading(egress.overview, user)


async def of_organization(user) -> egress.OwnEgress:
    return await database.run_reading(egress.of_organization, user)


async def test_s70_one_row_for_a_day_a_kind_and_a_host(db, wall_clock) -> None:
    for size in (10, 20):
        await counting.count("mail", "mail.example", size)
    await counting.count("payment", "mail.example", 5)
    wall_clock.advance(days=1)
    await counting.count("mail", "mail.example", 1)
    rows = await tables.rows(select(EgressCount).where(EgressCount.kind != "begin"))
    found = sorted((one.kind, one.connections, one.sent_bytes) for one in rows)
    assert found == [("mail", 1, 1), ("mail", 2, 30), ("payment", 1, 5)]


async def test_s70_many_at_once_are_all_counted(db) -> None:
    await asyncio.gather(*(counting.count("sign_in", "inlog.example", 3) for _ in range(12)))
    assert await counted() == {("sign_in", "inlog.example"): (12, 36)}


async def test_s70_hosts_that_organizations_choose_are_bounded(db) -> None:
    for number in range(egress.MOST_HOSTS + 20):
        await counting.count("sign_in", f"h{number}.example")
    found = await counted()
    assert len(found) == egress.MOST_HOSTS + 1
    assert found["sign_in", egress.OTHER_HOSTS] == (20, 0)


async def test_s70_nothing_left_since_the_counts_began(people, wall_clock) -> None:
    await begun()
    began = clock.now()
    wall_clock.advance(hours=3)
    await counting.count("mail", "127.0.0.1", 7)  # did not leave this machine
    found = await overview(people.platform_admin)
    assert (found.since, found.counted_since) == (began, began)
    assert [(one.host, one.is_here) for one in found.lines] == [("127.0.0.1", True)]
    await counting.count("mail", "mail.example", 7)
    assert (await overview(people.platform_admin)).since == clock.now()
    wall_clock.advance(days=egress.DAYS + 2)
    found = await overview(people.platform_admin)
    assert (found.since, found.lines) == (began + timedelta(hours=3), ())


async def test_s70_platform_admins_alone_see_it(people) -> None:
    for user in (people.admin, people.user):
        with pytest.raises(NotAllowed):
            await overview(user)


async def test_s70_the_register_has_no_keys(people, fake_provider) -> None:
    found = await overview(people.platform_admin)
    assert {one.task for one in found.engines} == {"speech", "structuring"}
    assert "only-for-tests" not in repr(found)


async def test_s70_an_organization_sees_its_own_alone(people, fake_provider, wall_clock) -> None:
    """The engine is another's, behind an address of this machine: the card and the privacy file say that it left."""
    await begun()
    began = clock.now()
    wall_clock.advance(hours=1)
    async for _ in structuring.generate(await people.admin.current(), "Mevrouw sliep goed. Zij at weinig."):
        pass
    (sent,) = fake_provider.requests("chat")[-1:]
    row = await tables.row(select(ProcessingStep).where(ProcessingStep.step == "report"))
    assert row.attempts > 0
    mine, theirs = await of_organization(people.user), await of_organization(people.outsider)
    assert (mine.since, mine.hosts) == (clock.now(), ("127.0.0.1",))
    assert (mine.requests, mine.sent_bytes) == (row.attempts, row.sent_bytes)
    assert sent["bytes"] <= mine.sent_bytes
    assert (theirs.since, theirs.requests) == (began, 0)


async def test_s70_requests_to_an_engine_on_this_server_did_not_leave(people, fake_provider, monkeypatch) -> None:
    monkeypatch.setenv("PROCESSING_REGION", "local")
    settings.cache_clear()
    await begun()
    async for _ in structuring.generate(await people.user.current(), "Mevrouw sliep goed. Zij at weinig."):
        pass
    assert fake_provider.requests("chat")
    found, mine = await overview(people.platform_admin), await of_organization(people.user)
    assert [(one.kind, one.is_here) for one in found.lines] == [("own_engine", True)]
    assert found.since == found.counted_since
    assert (mine.since, mine.requests) == (found.counted_since, 0)


@pytest.mark.parametrize("region", ["local", "eu", "other"])
@pytest.mark.parametrize("host", ["10.0.0.7", "gateway", "gateway.internal", "taal.example"])
async def test_s70_what_left_is_told_by_the_region_and_not_by_the_address(people, region, host) -> None:
    """As the card, the privacy file and the receipts have it."""
    await begun()
    engine = Profile("taal", "structuring", "openai", region, base_url=f"http://{host}/v1")
    choice = Choice(engine, "plain" if engine.is_outside else "here", ("local", "eu", "other"))
    user = await people.user.current()
    step = await database.run_in_transaction(steps.begin, user, "report", choice, text="Zij sliep.")
    assert await step.ticket.count(7)
    found, mine = await overview(people.platform_admin), await of_organization(user)
    assert [one.is_here for one in found.lines] == [mine.requests == 0] == [region == "local"]


async def test_s29_the_counts_of_an_organization_go_with_it(people) -> None:
    await database.run_in_transaction(egress.add, "engine", "taal.example", 5, people.organization_id)
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    rows = await tables.rows(select(EgressCount).where(EgressCount.kind != "begin"))
    assert [(one.organization_id, one.host) for one in rows] == [(None, "taal.example")]


async def test_s70_counts_have_a_term(people, wall_clock) -> None:
    await begun()
    await counting.count("mail", "mail.example", 7)
    wall_clock.advance(egress.KEPT + timedelta(days=2))
    assert await database.run_in_transaction(egress.purge) == 1
    assert await counted() == {}
    assert (await overview(people.platform_admin)).since == clock.now() - egress.KEPT, "before it nobody knows"
    assert await database.run_in_transaction(egress.purge) == 0


async def test_rows_of_looks_at_a_model_have_a_term(people, wall_clock) -> None:
    common: dict[str, Any] = {"engine": "taal", "region": "other", "config_hash": "x", "form": "plain"}
    common["input_unit"] = "characters"
    async with database.transaction() as session:
        session.add_all(ProcessingStep(**common, step=step) for step in ("check", "report"))
    wall_clock.advance(steps.CHECKS_KEPT - timedelta(days=1))
    assert await database.run_in_transaction(steps.purge) == 0
    wall_clock.advance(days=2)
    assert await database.run_in_transaction(steps.purge) == 1
    assert await tables.rows(select(ProcessingStep.step)) == ["report"]
