"""Deleting people and organisations for good (spec section 4, security.md S29).

Two steps. First a mark, in one transaction: from then on the person, or everybody in the organisation, is out, and the
organisation exists for nobody. Then everything is erased in portions, a short transaction each, so that nobody waits
long. A crash in between leaves the mark; ``resume`` goes on from there, and so does asking for the deletion again.

The tables follow by their foreign keys; named here is what no key reaches (mails, addresses in invitations), what has
to go in a certain order, and what is counted elsewhere. What stays: the audit trail, which has no content, and one row
per generated report, which then belongs to nobody. Pages still open lose their session at once, and what they held is
forgotten (``ui.forgetting``). Opens its own transactions.
"""

import logging
import uuid
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import ColumnElement
from sqlmodel import col, delete, or_, select, update

from .. import clock
from ..database import WriteSession, reading, run_in_transaction
from ..errors import Conflict, NotFound
from ..models import Client, ConceptJob, Dictation, Invitation, LoginSession, Organization, Report, Table, User
from . import archive, audit, auth, installation, locks, outbox, platform_users
from .identity import ADMIN, PLATFORM_ADMIN, CurrentUser, parse_id, require_platform_admin
from .organisations import NOT_FOUND

logger = logging.getLogger(__name__)

_PORTION = 200  # rows of a transaction; a person takes many others along


async def delete_user(user: CurrentUser, user_id: uuid.UUID | str) -> None:
    """Delete an account with all its reports, transcripts and the invitations it made.

    Raises ``NotFound``, ``NotAllowed`` (oneself, a platform admin) or ``Conflict`` (an organisation's last admin).
    """
    await _erase_user(await run_in_transaction(_mark_user, user, user_id))


async def delete_organization(user: CurrentUser, organization_id: uuid.UUID | str) -> None:
    """Delete an organisation with its users, their reports and transcripts, its clients and its invitations.

    Raises ``NotFound``, or ``Conflict`` while a subscription would go on being paid.
    """
    await _erase_organization(await run_in_transaction(_mark_organization, user, organization_id))


async def resume() -> int:
    """Finish the deletions that a crash or a failing database left halfway (the hourly work); returns how many."""
    async with reading() as session:
        marked = select(Organization.id).where(col(Organization.deleting_at).is_not(None))
        organizations = (await session.exec(marked)).all()
        people = (await session.exec(select(User.id).where(col(User.deleting_at).is_not(None)))).all()
    for organization_id in organizations:
        await _erase_organization(organization_id)
    for person_id in people:
        await _erase_user(person_id)
    if organizations or people:
        logger.info("finished the deletion of %d organisations and %d people", len(organizations), len(people))
    return len(organizations) + len(people)


async def _mark_user(session: WriteSession, user: CurrentUser, user_id: uuid.UUID | str) -> uuid.UUID:
    person = await platform_users.find_editable(session, user, user_id, deleting=True)
    if person.deleting_at is None:
        if person.role == ADMIN:
            await platform_users.require_another_admin(session, person)
        person.deleting_at, person.deleting_by_id, person.is_active = clock.now(), user.id, False
        session.add(person)
        await auth.end_sessions(session, person.id)
    return person.id


async def _mark_organization(session: WriteSession, user: CurrentUser, organization_id: uuid.UUID | str) -> uuid.UUID:
    require_platform_admin(user)
    wanted = parse_id(organization_id, NOT_FOUND)
    organization = await locks.locked(session, Organization, wanted, deleting=True)
    if organization is None:
        raise NotFound(NOT_FOUND)
    if organization.deleting_at is None:
        if organization.subscription_status in ("active", "trialing", "past_due"):
            raise Conflict("Stop eerst het abonnement van deze organisatie: het wordt anders nog betaald.")
        organization.deleting_at, organization.deleting_by_id = clock.now(), user.id
        session.add(organization)
        members = select(User.id).where(User.organization_id == wanted, User.role != PLATFORM_ADMIN)
        sessions = await locks.all_of(session, LoginSession, col(LoginSession.user_id).in_(members))
        for some in (sessions[at : at + locks.PORTION] for at in range(0, len(sessions), locks.PORTION)):
            await session.execute(delete(LoginSession).where(col(LoginSession.id).in_(some)))
        auth.rights_changed(session)
    return wanted


async def _erase_user(person_id: uuid.UUID) -> None:
    await _repeat(person_id, _texts_of_user, _reports_of_user, _row_of_user)


async def _erase_organization(organization_id: uuid.UUID) -> None:
    await _repeat(organization_id, _clients, _texts, _reports, _people, _row)


async def _repeat(row_id: uuid.UUID, *steps: Callable[[WriteSession, uuid.UUID], Awaitable[int]]) -> None:
    """Take each step until it finds nothing to erase, a transaction a time. Two who do this at once take turns."""
    for step in steps:
        while await run_in_transaction(step, row_id):
            pass


async def _texts_of_user(session: WriteSession, person_id: uuid.UUID) -> int:
    await locks.locked(session, User, person_id, deleting=True)
    return await _erase_texts(session, lambda table: col(table.user_id) == person_id)


async def _reports_of_user(session: WriteSession, person_id: uuid.UUID) -> int:
    await locks.locked(session, User, person_id, deleting=True)
    return await archive.remove_author(session, person_id, limit=_PORTION)


async def _row_of_user(session: WriteSession, person_id: uuid.UUID) -> int:
    person = await locks.locked(session, User, person_id, deleting=True)
    if person is None:
        return 0
    organization_id, by = person.organization_id, person.deleting_by_id
    await _erase_people(session, [person_id], organization_id, by)
    return 0


async def _clients(session: WriteSession, organization_id: uuid.UUID) -> int:
    """Clients, with the reports about them: nobody can write one about a client that is locked."""
    await locks.locked(session, Organization, organization_id, deleting=True)
    some = select(Client.id).where(Client.organization_id == organization_id).order_by(Client.id).limit(_PORTION)
    found = (await session.exec(some.with_for_update())).all()
    here = col(Report.organization_id) == organization_id
    await session.execute(delete(Report).where(here, col(Report.client_id).in_(found)))
    gone = (col(Client.organization_id) == organization_id, col(Client.id).in_(found))
    await session.execute(delete(Client).where(*gone))
    return len(found)


async def _texts(session: WriteSession, organization_id: uuid.UUID) -> int:
    await locks.locked(session, Organization, organization_id, deleting=True)
    return await _erase_texts(session, lambda table: col(table.organization_id) == organization_id)


async def _reports(session: WriteSession, organization_id: uuid.UUID) -> int:
    """Drafts and what is about nobody."""
    await locks.locked(session, Organization, organization_id, deleting=True)
    return await _erase_some(session, Report, col(Report.organization_id) == organization_id)


async def _people(session: WriteSession, organization_id: uuid.UUID) -> int:
    """The members, with all they wrote elsewhere; a platform admin among them only leaves."""
    query = select(User.id, User.role).where(User.organization_id == organization_id).order_by(col(User.id))
    found = (await session.exec(query.limit(_PORTION).with_for_update())).all()
    organization = await locks.locked(session, Organization, organization_id, deleting=True)
    if organization is None:
        return 0
    staff = [person for person, role in found if role == PLATFORM_ADMIN]
    members = [person for person, role in found if role != PLATFORM_ADMIN]
    await session.execute(update(User).where(col(User.id).in_(staff)).values(organization_id=None))
    for author in await _authors_elsewhere(session, members, organization_id):
        await archive.remove_author(session, author)
    await _erase_people(session, members, organization_id, organization.deleting_by_id)
    return len(found)


async def _row(session: WriteSession, organization_id: uuid.UUID) -> int:
    organization = await locks.locked(session, Organization, organization_id, deleting=True)
    if organization is None:
        return 0
    by, since = organization.deleting_by_id, organization.deleting_at or clock.now()
    await outbox.forget(session, await _erase_invitations(session, col(Invitation.organization_id) == organization_id))
    await session.execute(delete(Organization).where(col(Organization.id) == organization_id))
    # What is paid from the moment that the deletion was requested is given back (``installation.deleted_since``).
    whose = {"organization_id": organization_id, "user_id": by}
    reason = installation.REQUESTED + since.isoformat()
    await audit.record(session, None, "delete", "organization", organization_id, error_message=reason, **whose)
    return 0


async def _erase_texts(session: WriteSession, whose: Callable[[type[ConceptJob | Dictation]], ColumnElement]) -> int:
    """Delete what was said and made on the way to reports; before the reports, which would only let go of it."""
    return await _erase_some(session, ConceptJob, whose(ConceptJob)) or await _erase_some(
        session, Dictation, whose(Dictation)
    )


async def _erase_some(session: WriteSession, table: type[Table], which: ColumnElement) -> int:
    query = select(table.id).where(which).order_by(col(table.id)).limit(_PORTION).with_for_update()
    found = (await session.exec(query)).all()
    await session.execute(delete(table).where(col(table.id).in_(found)))
    return len(found)


async def _authors_elsewhere(
    session: WriteSession, people: Sequence[uuid.UUID], organization_id: uuid.UUID
) -> Sequence[uuid.UUID]:
    """Return who of these also wrote reports in an organisation they belonged to before."""
    elsewhere = (col(Report.user_id).in_(people), col(Report.organization_id) != organization_id)
    return (await session.exec(select(Report.user_id).where(*elsewhere).order_by(col(Report.user_id)).distinct())).all()


async def _erase_people(
    session: WriteSession, people: Sequence[uuid.UUID], organization_id: uuid.UUID | None, by: uuid.UUID | None
) -> None:
    """Delete these accounts, locked by the caller, with the mails and invitations that name them or are theirs."""
    named = (await session.exec(select(User.email, User.pending_email).where(col(User.id).in_(people)))).all()
    own = {address for row in named for address in row if address}
    theirs = or_(col(Invitation.created_by_id).in_(people), col(Invitation.email).in_(own))
    concerned = set((await session.exec(select(Invitation.organization_id).where(theirs).distinct())).all())
    await locks.accounts(session, organizations=concerned | ({organization_id} if organization_id else set()))
    await outbox.forget(session, own | await _erase_invitations(session, theirs))
    await session.execute(delete(User).where(col(User.id).in_(people)))
    auth.rights_changed(session)
    entries = [audit.Entry("delete", "user", one, organization_id=organization_id, user_id=by) for one in people]
    await audit.record_many(session, entries)


async def _erase_invitations(session: WriteSession, which: ColumnElement) -> set[str]:
    """Delete these invitations; return the addresses that waited for one, whose mails name who invited them."""
    waiting = select(Invitation.email).where(which, col(Invitation.accepted_at).is_(None))
    addresses = set((await session.exec(waiting)).all())
    await session.execute(delete(Invitation).where(which))
    return addresses
