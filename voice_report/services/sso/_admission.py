"""Admission of an identity without a linked account: by an invitation, as a new member, or after their password."""

import uuid
from typing import Any

from sqlmodel import col, select

from ... import clock
from ...db.models import Invitation, LinkedIdentity, User
from ...db.session import WriteSession
from ...errors import DomainError, NotAllowed
from ..audit import trail
from ..factors import passwords
from ..organizations import invitations, seats, unproven
from ..sessions import users
from ..shared import locks
from ..sign_in import linked_identities, linking
from ..sign_in.linked_identities import ExternalIdentity
from . import email_domains, identity_provider

NO_ADDRESS = "Je werkaccount heeft geen e-mailadres van je organisatie. Vraag je beheerder."
LOST = "Het domein van je e-mailadres is niet meer bewezen. Vraag je beheerder om de TXT-regel terug te zetten."
UNVERIFIED = "Je organisatie heeft het e-mailadres van je werkaccount niet bevestigd. Vraag je beheerder."
ELSEWHERE = "Je werkaccount kan hier niet gebruikt worden. Vraag de beheerder van je organisatie."
NOT_INVITED = "Je hebt nog geen toegang. Vraag de beheerder van je organisatie om een uitnodiging."
INVITED = "Je bent uitgenodigd. Open de link in die mail, dan kom je binnen."
FULL = "Er is geen plaats meer bij je organisatie. Vraag je beheerder om meer plaatsen."

#: The sentence of each refusal that the page after coming back can show, by its code.
SENTENCES = {
    "no_address": NO_ADDRESS,
    "domain_lost": LOST,
    "address_unverified": UNVERIFIED,
    "elsewhere": ELSEWHERE,
    "not_invited": NOT_INVITED,
    "invited": INVITED,
    "full": FULL,
}


async def admit(
    session: WriteSession,
    organization_id: uuid.UUID,
    person: ExternalIdentity,
    invitation_hash: str | None,
) -> LinkedIdentity | str:
    """Return the link of a new member, or the token of a link that waits for the password of an account.

    Raises ``NotAllowed``, ``Invalid`` (the invitation) or ``Conflict`` (no seat, another link).
    """
    domain = person.email.rpartition("@")[2]
    if domain not in await email_domains.proven(session, organization_id):
        raise _refused("no_address")
    if domain not in await email_domains.admitting(session, organization_id):
        raise _refused("domain_lost")
    if person.is_unverified:
        raise _refused("address_unverified")
    present = await users.by_email(session, person.email, lock=True)
    if present is not None and present.deleting_at is not None:
        raise _refused("elsewhere")
    if present is not None and not unproven.is_unproven(present):
        if present.organization_id != organization_id:
            raise _refused("elsewhere")
        return await linking.begin(session, present, person)
    left = unproven.made_with([present] if present is not None else [])
    await locks.accounts(session, organizations={organization_id, *left})
    # The organization's own provider verifies the address. The account goes first: it may have had the last seat.
    entries = [] if present is None else [await unproven.drop(session, present)]
    role = await _role(session, organization_id, person, invitation_hash)
    user = User(
        email=person.email,
        password_hash=passwords.unusable(),  # its owner can set one by the link in a mail
        first_name=person.first_name,
        last_name=person.last_name,
        role=role,
        organization_id=organization_id,
        is_email_verified=True,  # an address of the organization's own domain, by the organization's own provider
    )
    session.add(user)
    await session.flush()
    await unproven.drop_unused(session, left)
    own: dict[str, Any] = {"user_id": user.id, "organization_id": organization_id}
    await trail.record_many(session, [*entries, trail.Entry("register", "user", user.id, **own)])
    return await linked_identities.link(session, user, person)


async def _role(
    session: WriteSession, organization_id: uuid.UUID, person: ExternalIdentity, invitation_hash: str | None
) -> str:
    """Take a seat for a new member, and return their role."""
    if invitation_hash is not None:
        invitation = await invitations.accept_hashed(session, invitation_hash, person.email)
        if invitation.organization_id != organization_id:
            raise _refused("elsewhere")
        of_trail: dict[str, Any] = {"organization_id": organization_id}
        await trail.record(session, None, "accept", "invitation", invitation.id, **of_trail)
        return invitation.role
    try:
        await seats.require_seat(session, organization_id, person.email)
    except DomainError as refusal:
        if refusal.code == "full":
            raise _refused("full") from None
        raise
    row = await identity_provider.of_organization(session, organization_id)
    waiting = select(Invitation.role).where(
        Invitation.organization_id == organization_id,
        Invitation.email == person.email,
        col(Invitation.accepted_at).is_(None),
        Invitation.expires_at > clock.now(),
    )
    roles = set((await session.exec(waiting)).all())
    if row is None or not row.admits_members:
        raise _refused("invited" if roles else "not_invited")
    if roles - {row.member_role}:  # only who has the mail gets the role that it promises
        raise _refused("invited")
    await invitations.cancel(session, organization_id, person.email)
    return row.member_role


def _refused(code: str) -> NotAllowed:
    return NotAllowed(SENTENCES[code], code=code)
