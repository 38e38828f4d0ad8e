"""Permanent deletion of users and organizations (decisions/0002, security.md S29).

There are two steps. First the row is marked in one transaction: from then on the user, or every user in the
organization, is signed out, and the organization is hidden from everyone. Then everything is erased in batches, each in
a short transaction, so that no user waits long. After a crash in between the mark remains; ``resume`` continues from
there, and so does requesting the deletion again.

Child rows that can be numerous are deleted before their parent: a cascading foreign key deletes them in one statement,
which would not finish in time. Also handled here: data that no foreign key reaches (mails, addresses in invitations),
data that must go in a certain order, and data that is counted elsewhere. Two things are kept: the audit trail, which
has no content, and one row per generated report, detached from its owner. Open pages lose their session at once, and
their state is dropped (``web.reflex.state_eviction``). Opens its own transactions.
"""

import logging
import uuid
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.orm import Mapped
from sqlmodel import col, delete, or_, select, update

from ... import clock
from ...core import word_caches
from ...db.models import (
    Client,
    ClientImport,
    ConceptJob,
    CreditEntry,
    DeletedDraft,
    Dictation,
    FieldProfile,
    Invitation,
    KnownDevice,
    LoginSession,
    MaskingWord,
    Organization,
    OwnTemplate,
    OwnWord,
    ProcessingStep,
    Report,
    ReportUsage,
    Table,
    User,
)
from ...db.session import WriteSession, forget_statements, reading, run_in_transaction
from ...errors import Conflict, Unavailable, or_not_found
from ..archive import archive
from ..audit import erasures, trail
from ..billing import stripe_account
from ..mail import outbox
from ..privacy import receipts
from ..sessions import sessions
from ..shared import locks, step_up_reasons
from ..shared.identity import (
    ADMIN,
    ORGANIZATION_NOT_FOUND,
    PLATFORM_ADMIN,
    CurrentUser,
    parse_id,
    require,
    require_step_up,
)
from . import _deletion_receipts, users

logger = logging.getLogger(__name__)

#: Audit action of the mark: it records who requested the deletion, and from where. 'delete': everything is erased.
BEGIN = "begin to delete"

_PORTION = 200  # rows per transaction


async def delete_user(user: CurrentUser, user_id: uuid.UUID | str) -> bool:
    """Delete an account with all its reports, transcripts and the invitations it sent.

    Returns whether everything is erased; if not, the account is signed out and ``resume`` erases the rest.
    Raises ``NotFound``, ``NotAllowed`` (oneself, a platform admin) or ``Conflict`` (an organization's last admin).
    """
    return await _finished(receipts.USER, await run_in_transaction(_mark_user, user, user_id))


async def delete_organization(user: CurrentUser, organization_id: uuid.UUID | str) -> bool:
    """Delete an organization with its users, their reports and transcripts, its clients and its invitations.

    Returns whether everything is erased; if not, all its users are signed out and ``resume`` erases the rest.
    Raises ``NotFound``, or ``Conflict`` while it has a subscription that would continue to be charged.
    """
    return await _finished(receipts.ORGANIZATION, await run_in_transaction(_mark_organization, user, organization_id))


async def resume() -> int:
    """Finish the deletions that a crash or a database failure interrupted (hourly job); returns how many."""
    async with reading() as session:
        marked = select(Organization.id).where(col(Organization.deleting_at).is_not(None))
        organizations = (await session.exec(marked)).all()
        people = (await session.exec(select(User.id).where(col(User.deleting_at).is_not(None)))).all()
    gone = [await _finished(receipts.ORGANIZATION, organization_id) for organization_id in organizations]
    left = [await _finished(receipts.USER, person_id) for person_id in people]
    await _deletion_receipts.complete_all()
    if gone or left:
        counts = (sum(gone), len(gone), sum(left), len(left))
        logger.info("finished the deletion of %d of %d organizations and %d of %d people", *counts)
    return sum(gone) + sum(left)


async def _mark_user(session: WriteSession, user: CurrentUser, user_id: uuid.UUID | str) -> uuid.UUID:
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.ACCOUNT_DELETION)
    person = await users.find_editable(session, user, user_id, deleting=True)
    if person.deleting_at is None:
        if person.role == ADMIN:
            await users.require_another_admin(session, person)
        person.deleting_at, person.deleting_by_id, person.is_active = clock.now(), user.id, False
        await sessions.end_sessions(session, person.id)
        begun = trail.Entry(BEGIN, "user", person.id, organization_id=person.organization_id, user_id=user.id)
        await trail.record_many(session, [begun])
    return person.id


async def _mark_organization(session: WriteSession, user: CurrentUser, organization_id: uuid.UUID | str) -> uuid.UUID:
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.ORGANIZATION_DELETION)
    wanted = parse_id(organization_id, ORGANIZATION_NOT_FOUND)
    organization = or_not_found(
        await locks.locked(session, Organization, wanted, deleting=True), ORGANIZATION_NOT_FOUND
    )
    if organization.deleting_at is None:
        if organization.subscription_status in ("active", "trialing", "past_due"):
            raise Conflict("Stop eerst het abonnement van deze organisatie: het wordt anders nog betaald.")
        organization.deleting_at, organization.deleting_by_id = clock.now(), user.id
        members = select(User.id).where(User.organization_id == wanted, User.role != PLATFORM_ADMIN)
        await sessions.end(session, col(LoginSession.user_id).in_(members))
        begun = trail.Entry(BEGIN, "organization", wanted, organization_id=wanted, user_id=user.id)
        await trail.record_many(session, [begun])
    return wanted


async def _finished(scope: str, row_id: uuid.UUID) -> bool:
    """Erase a marked row, with its receipt; returns ``False`` when the database failed, in which case ``resume``
    continues later."""
    steps = _OF_USER if scope == receipts.USER else _OF_ORGANIZATION
    try:
        await run_in_transaction(_deletion_receipts.begin, scope, row_id)
        await _repeat(row_id, *steps)
        word_caches.forget()
        forget_statements()
        await _deletion_receipts.complete(scope, row_id)
    except Unavailable as error:
        logger.warning("a deletion is not finished (%s); it goes on within the hour", error.code)
        return False
    return True


async def _repeat(row_id: uuid.UUID, *steps: Callable[[WriteSession, uuid.UUID], Awaitable[int]]) -> None:
    """Repeat each step, a transaction each time, until it erases nothing. Concurrent runs take turns."""
    for step in steps:
        while await run_in_transaction(step, row_id):
            pass


async def _row_of_user(session: WriteSession, person_id: uuid.UUID) -> int:
    person = await locks.locked(session, User, person_id, deleting=True)
    if person is None:
        return 0
    organization_id, by = person.organization_id, person.deleting_by_id
    return await _erase_people(session, [person_id], organization_id, by)


async def _staff(session: WriteSession, organization_id: uuid.UUID) -> int:
    """Detach the platform admins among the members. This comes first, because until then they cannot sign in either."""
    staff = (col(User.organization_id) == organization_id, col(User.role) == PLATFORM_ADMIN)
    found = await locks.all_of(session, User, *staff)
    await session.execute(update(User).where(*staff).values(organization_id=None))
    sessions.rights_changed(session)
    return len(found)


async def _clients(session: WriteSession, organization_id: uuid.UUID) -> int:
    """Delete clients and any report saved meanwhile: no report can be written about a client that is locked."""
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
    """Delete drafts, deleted ones too, and archived reports, without updating the counts of the archive."""
    await locks.locked(session, Organization, organization_id, deleting=True)
    return await _erase_some(session, Report, col(Report.organization_id) == organization_id) or await _erase_some(
        session, DeletedDraft, col(DeletedDraft.organization_id) == organization_id
    )


async def _people(session: WriteSession, organization_id: uuid.UUID) -> int:
    """Delete the members, with everything they wrote in other organizations."""
    members = (col(User.organization_id) == organization_id, col(User.role) != PLATFORM_ADMIN)
    query = select(User.id).where(*members).order_by(col(User.id)).limit(_PORTION).with_for_update()
    found = (await session.exec(query)).all()
    organization = await locks.locked(session, Organization, organization_id, deleting=True)
    if organization is None or not found:
        return 0
    await _erase_people(session, found, organization_id, organization.deleting_by_id)
    return len(found)


async def _row(session: WriteSession, organization_id: uuid.UUID) -> int:
    organization = await locks.locked(session, Organization, organization_id, deleting=True)
    if organization is None:
        return 0
    taken = (
        await _detach(session, col(ReportUsage.organization_id), [organization_id])
        or await _erase_some(session, CreditEntry, col(CreditEntry.organization_id) == organization_id)
        or await _erase_some(session, ClientImport, col(ClientImport.organization_id) == organization_id)
        or await _erase_some(session, FieldProfile, col(FieldProfile.organization_id) == organization_id)
        or await _erase_some(session, MaskingWord, col(MaskingWord.organization_id) == organization_id)
        or await _erase_some(session, OwnTemplate, col(OwnTemplate.organization_id) == organization_id)
        or await _erase_some(session, OwnWord, col(OwnWord.organization_id) == organization_id)
        or await _erase_some(session, ProcessingStep, col(ProcessingStep.organization_id) == organization_id)
        or await _erase_invitations(session, col(Invitation.organization_id) == organization_id)
    )
    if taken:
        return taken
    by, since = organization.deleting_by_id, organization.deleting_at or clock.now()
    await erasures.note(session, erasures.ORGANIZATION, [organization_id], organization_id)
    await session.execute(delete(Organization).where(col(Organization.id) == organization_id))
    # Payments made after the deletion was requested are refunded (``stripe_account.deleted_since``).
    whose = {"organization_id": organization_id, "user_id": by}
    reason = stripe_account.REQUESTED + since.isoformat()
    await trail.record(session, None, "delete", "organization", organization_id, error_message=reason, **whose)
    return 0


async def _erase_texts(session: WriteSession, whose: Callable[[type[ConceptJob | Dictation]], ColumnElement]) -> int:
    """Delete concept jobs and dictations. Call this before deleting the reports, which would only set them to NULL."""
    return await _erase_some(session, ConceptJob, whose(ConceptJob)) or await _erase_some(
        session, Dictation, whose(Dictation)
    )


async def _erase_some(session: WriteSession, table: type[Table], which: ColumnElement) -> int:
    """Delete a batch. Unsorted, because sorting the remaining rows for every batch would take longer than deleting."""
    found = (await session.exec(select(table.id).where(which).limit(_PORTION).with_for_update())).all()
    if found:
        await session.execute(delete(table).where(col(table.id).in_(found)))
    return len(found)


async def _detach(session: WriteSession, owner: Mapped[uuid.UUID | None], ids: Sequence[uuid.UUID]) -> int:
    """Remove the owner from a batch of the rows per generated report."""
    query = select(ReportUsage.id).where(owner.in_(ids)).limit(_PORTION).with_for_update()
    found = (await session.exec(query)).all()
    if found:
        await session.execute(update(ReportUsage).where(col(ReportUsage.id).in_(found)).values({owner: None}))
    return len(found)


async def _erase_people(
    session: WriteSession, people: Sequence[uuid.UUID], organization_id: uuid.UUID | None, by: uuid.UUID | None
) -> int:
    """Delete a batch of these users' data; once none is left, their accounts, returning 0. The caller locks them."""
    taken = await _erase_belongings(session, people)
    if taken:
        return taken
    named = (await session.exec(select(User.email, User.pending_email).where(col(User.id).in_(people)))).all()
    own = {address for row in named for address in row if address}
    theirs = or_(col(Invitation.created_by_id).in_(people), col(Invitation.email).in_(own))
    concerned = set((await session.exec(select(Invitation.organization_id).where(theirs).distinct())).all())
    await locks.accounts(session, organizations=concerned | ({organization_id} if organization_id else set()))
    taken = await _erase_invitations(session, theirs)
    if taken:
        return taken
    await outbox.forget(session, own)
    await erasures.note(session, erasures.USER, people, organization_id)
    await session.execute(delete(User).where(col(User.id).in_(people)))
    sessions.rights_changed(session)
    entries = [trail.Entry("delete", "user", one, organization_id=organization_id, user_id=by) for one in people]
    await trail.record_many(session, entries)
    return 0


async def _erase_belongings(session: WriteSession, people: Sequence[uuid.UUID]) -> int:
    """Delete a batch of what these users dictated, wrote and used, in any organization; returns how many rows."""
    taken = await _erase_texts(session, lambda table: col(table.user_id).in_(people))
    author = None if taken else await _an_author(session, people)
    if author is not None:
        taken = await archive.remove_author(session, author, limit=_PORTION)
    return (
        taken
        or await _erase_some(session, DeletedDraft, col(DeletedDraft.user_id).in_(people))
        or await _detach(session, col(ReportUsage.user_id), people)
        or await _erase_some(session, CreditEntry, col(CreditEntry.user_id).in_(people))
        or await _erase_some(session, LoginSession, col(LoginSession.user_id).in_(people))
        or await _erase_some(session, KnownDevice, col(KnownDevice.user_id).in_(people))
        or await _erase_some(session, OwnWord, col(OwnWord.user_id).in_(people))
    )


async def _an_author(session: WriteSession, people: Sequence[uuid.UUID]) -> uuid.UUID | None:
    """Return one of these users who still has reports, in a former organization or the present one."""
    return (await session.exec(select(Report.user_id).where(col(Report.user_id).in_(people)).limit(1))).first()


async def _erase_invitations(session: WriteSession, which: ColumnElement) -> int:
    """Delete a batch of these invitations, and the mails of those not accepted, because they name the inviter."""
    query = select(Invitation.id, Invitation.email, Invitation.accepted_at).where(which).limit(_PORTION)
    found = (await session.exec(query.with_for_update())).all()
    if found:
        await session.execute(delete(Invitation).where(col(Invitation.id).in_([row[0] for row in found])))
    await outbox.forget(session, {email for _, email, accepted_at in found if accepted_at is None})
    return len(found)


#: What erases an account, and an organization, step by step.
_OF_USER = (_row_of_user,)
_OF_ORGANIZATION = (_staff, _texts, _reports, _clients, _people, _row)
