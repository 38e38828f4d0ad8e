"""What members see of their organization, and its latest clients."""

import uuid
from datetime import timedelta

import pytest

from tests.support import people as cast
from voice_report import clock
from voice_report.db.models import Report
from voice_report.errors import NotFound
from voice_report.services.archive import archive, dossier
from voice_report.services.organizations import organizations


@pytest.mark.parametrize(
    ("plan", "switched_on", "allowed"),
    [("trial", True, False), ("free", True, False), ("mkb", True, True), ("mkb", False, False)],
)
async def test_the_archive_needs_a_plan_and_the_opt_in(db, plan, switched_on, allowed):
    organization_id = await cast.make_organization(plan=plan, save_reports_to_archive=switched_on)
    view = await db.run_reading(organizations.view, organization_id)
    assert (view.can_save_to_archive, view.plan, view.current_credits) == (allowed, plan, 10)


async def test_an_unknown_organization_is_not_found(db):
    with pytest.raises(NotFound, match="Organisatie niet gevonden"):
        await db.run_reading(organizations.view, uuid.uuid4())


async def _archive(db, author: cast.Person, client_id: str, *, is_draft: bool = False) -> None:
    assert author.organization_id is not None
    async with db.transaction() as session:
        session.add(
            Report(
                user_id=author.id,
                organization_id=author.organization_id,
                client_id=client_id,
                transcript="t",
                is_draft=is_draft,
                created_at=clock.now(),
            )
        )
        await session.flush()
        await archive.recount(session, author.organization_id, [client_id])


async def test_s02_recent_clients_are_the_organizations_own_latest_first(db, wall_clock):
    people = await cast.make_people()
    await cast.make_client(people.organization_id, "C-2", "Fatima", "Voorbeeld")
    await _archive(db, people.user, "C-1")
    wall_clock.advance(hours=1)
    await _archive(db, people.admin, "C-2")
    wall_clock.advance(hours=1)
    await _archive(db, people.user, "C-1")
    await _archive(db, people.user, "C-2", is_draft=True)
    await _archive(db, people.outsider, "C-1")
    user, outsider = await people.user.current(), await people.outsider.current()
    async with db.transaction() as session:
        seen = await dossier.recent_clients(session, user)
        first = await dossier.recent_clients(session, user, limit=1)
        elsewhere = await dossier.recent_clients(session, outsider)
    assert [(client.name, client.reports) for client in seen] == [("Cor Voorbeeld", 2), ("Fatima Voorbeeld", 1)]
    assert seen[0].last_report_at - seen[1].last_report_at == timedelta(hours=1)
    assert first == seen[:1]
    assert [(client.name, client.reports) for client in elsewhere] == [("Dora Voorbeeld", 1)]
