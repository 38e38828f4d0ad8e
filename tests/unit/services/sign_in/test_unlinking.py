"""S45: an administrator loosens a colleague's work account; the account's owner gets in again, nobody else does."""

import pytest
from sqlmodel import select, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.sso.provider import SANNE, count, sign_in
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import AuditLog, IdentityProvider, LinkedIdentity, Organization, PendingLink
from voice_report.db.session import run_in_transaction
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.accounts import password_reset
from voice_report.services.organizations import members
from voice_report.services.sessions import sessions
from voice_report.services.sign_in import linking

NEW = "Een-ander-wachtwoord-2!"


async def is_linked(admin: cast.Person, email: str) -> bool:
    page = await admin.call(members.list_users)
    return next(one.is_linked for one in page.items if one.email == email)


@pytest.mark.parametrize("usage", ["recommended", "required"])
async def test_s45_a_work_account_is_loosened_and_linked_again(people, connected, usage: str) -> None:
    await tables.run(update(IdentityProvider).values(usage=usage))
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    sanne = arrival.signed_in.user
    assert await is_linked(people.admin, SANNE)
    await run_in_transaction(members.unlink, await people.admin.current(), str(sanne.id))
    assert not await is_linked(people.admin, SANNE)
    async with database.reading() as session:
        assert await sessions.identify(session, arrival.signed_in.token) is None, "what the provider opened is over"
        query = select(AuditLog).where(AuditLog.action == "unlink identity")
        row = (await session.exec(query)).one()
    assert (row.user_id, row.resource_id) == (people.admin.id, str(sanne.id))
    mail = await mailbox.newest(SANNE)
    assert "Anna Beheerder heeft je werkaccount losgekoppeld" in mail.text
    assert "/forgot-password" in mail.text

    again = await sign_in(connected)
    assert again.link_token is not None, "the provider's word alone opens nothing"
    with pytest.raises(Invalid):
        await linking.finish(again.link_token, NEW)
    await password_reset.forgot(SANNE)  # an account that the provider made has no password yet
    await password_reset.reset((await mailbox.newest(SANNE)).token(), NEW, NEW)
    again = await sign_in(connected)
    assert (await linking.finish(again.link_token, NEW)).user.id == sanne.id


async def test_s45_only_ones_own_colleagues_and_only_by_an_administrator(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    sanne = str(arrival.signed_in.user.id)
    for person, error in (
        (people.outsider, NotAllowed),
        (people.user, NotAllowed),
        (people.platform_admin, NotAllowed),
        (people.other_admin, NotFound),
    ):
        with pytest.raises(error):
            await run_in_transaction(members.unlink, await person.current(), sanne)
    user = await people.admin.current()
    for whom, error in ((str(user.id), Conflict), (str(people.user.id), Conflict), ("geen id", NotFound)):
        with pytest.raises(error):
            await run_in_transaction(members.unlink, user, whom)
    assert await count(LinkedIdentity) == 1


async def test_s45_what_waits_to_be_linked_goes_along(people, connected) -> None:
    await sign_in(connected)
    connected.claims = {"sub": "sub-2", "email": "tom@delinde.example"}
    await cast.make_user(people.organization_id, "Tom", email="tom@delinde.example")
    assert (await sign_in(connected, "tom@delinde.example")).link_token is not None
    sanne = await tables.row(select(LinkedIdentity.user_id))
    await run_in_transaction(members.unlink, await people.admin.current(), sanne)
    assert (await count(LinkedIdentity), await count(PendingLink)) == (0, 1), "a colleague's stays"


async def test_s45_nobody_of_an_organization_that_is_being_deleted(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    admin = await people.admin.current()
    await tables.run(update(Organization).values(deleting_at=clock.now()))
    with pytest.raises(NotFound):
        await run_in_transaction(members.unlink, admin, arrival.signed_in.user.id)
    assert await count(LinkedIdentity) == 1
