"""Invitations to an organization: valid for a week, for one address, once (decisions/0002).

When inviting or resending, both users and open invitations take seats of the organization (``seats``); accepting an
invitation needs a seat not taken by a user. Expired invitations take no seat and can be sent again.
"""

import re
import uuid
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import SequenceMatcher

from sqlmodel import col, delete, select

from ... import clock
from ...db.models import Invitation, Organization, User
from ...db.session import AuditedSession, ReadSession, WriteSession
from ...errors import Conflict, Invalid, NotFound, or_not_found
from ..audit import trail
from ..billing.ledger import locked
from ..mail import outbox, templates
from ..shared import locks, pagination, rate_limits, step_up_reasons, tokens
from ..shared.identity import ADMIN, USER, CurrentUser, parse_id, require, require_step_up
from ..shared.locks import not_being_deleted
from ..shared.text import checked_email
from . import public_mail_domains, seats

VALID_FOR = timedelta(days=7)

#: A resend within this time is the same click (a double click, or two administrators at once).
_SAME_CLICK = timedelta(seconds=10)
_COMPARED = 500  # members whose domains are counted
_DOMAINS = 5  # the most common, compared with that of an invitation: a comparison takes quadratic time
_ALIKE = 0.85  # of SequenceMatcher: 'linde.exmple' and 'linde.example' 0.96, 'zorg.nl' and 'zorg.be' 0.71
_TOKEN = re.compile(r"\binvitation=([\w-]+)")  # as in the mail's link

INVALID = "Deze uitnodiging is ongeldig of verlopen."
NOT_FOUND = "Ongeldige of verlopen uitnodiging"
NOT_WAITING = "Uitnodiging niet gevonden. Ze is misschien al aangenomen of ingetrokken."


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation as the holder of its token sees it."""

    email: str
    organization_name: str
    role: str


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An unused invitation as the administrator sees it; an expired one can be sent again.

    ``is_undelivered``: the mail server refused its mail for good, or every attempt failed. ``replaces``: it took the
    place of an earlier one to the same address, whose link stopped working.
    """

    id: uuid.UUID
    email: str
    role: str
    expires_at: datetime
    is_expired: bool
    is_used: bool = False
    is_undelivered: bool = False
    replaces: bool = False


async def look_up(session: ReadSession, token: str) -> InvitationView:
    """Return the open invitation with this token. Raises ``NotFound``."""
    found = await _open(session, tokens.hashed(token))
    organization = await session.get(Organization, found.organization_id) if found else None
    if found is None or organization is None:
        raise NotFound(NOT_FOUND)
    return InvitationView(found.email, organization.name, found.role)


async def check(session: ReadSession, token: str, email: str) -> Invitation:
    """Return the open invitation for this address. Raises ``Invalid``."""
    return await _check(session, tokens.hashed(token), email)


async def _check(session: ReadSession, token_hash: str, email: str) -> Invitation:
    found = await _open(session, token_hash)
    if found is None:
        raise Invalid(INVALID, code="invalid_invitation")
    if found.email != email:
        raise Invalid("Deze uitnodiging is voor een ander e-mailadres.", code="other_address")
    return found


async def accept(session: WriteSession, token: str, email: str) -> Invitation:
    """Use up an invitation; the caller creates its user in this transaction. Raises ``Invalid`` or ``Conflict``."""
    return await accept_hashed(session, tokens.hashed(token), email)


async def accept_hashed(session: WriteSession, token_hash: str, email: str) -> Invitation:
    """Do the same for a caller that has only the token's hash."""
    organization = await locked(session, Organization, (await _check(session, token_hash, email)).organization_id)
    found = await _check(session, token_hash, email)  # read again under the lock
    if organization is None:
        raise Invalid(INVALID, code="invalid_invitation")
    if (await seats.count(session, organization)).members >= organization.max_users:
        raise seats.full(organization, "Vraag je beheerder om meer plaatsen.")
    found.accepted_at = clock.now()
    await session.flush()
    return found


async def invite(session: WriteSession, user: CurrentUser, email: str, role: str = USER) -> OpenInvitation:
    """Invite an address with a role; inviting it again sends a new mail and invalidates the first link.

    Raises ``Invalid``, ``NotAllowed``, ``Conflict``, ``TooMany``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.INVITATIONS)
    email = checked_email(email)
    outbox.require_deliverable(email)
    if role not in (USER, ADMIN):
        raise Invalid("Onbekende rol")
    await rate_limits.hit("invite", str(user.id))
    await locks.caller(session, user)
    organization = await seats.require_seat(session, user.organization_id, email)
    await _refuse_member(session, organization, email)
    replaces = await cancel(session, organization.id, email) > 0
    made = Invitation(
        email=email,
        organization_id=organization.id,
        role=role,
        token="",
        created_by_id=user.id,
        expires_at=clock.now(),
        created_at=clock.now(),
    )
    await _send(session, user, organization, made)
    await trail.record(session, user, "create", "invitation", made.id)
    return replace(_view(made), replaces=replaces)


async def likely_typo(session: ReadSession, user: CurrentUser, email: str) -> str | None:
    """Return the domain that this address's domain looks like, but is not: the members', or a public one."""
    require(user, ADMIN)
    domain = checked_email(email).partition("@")[2]
    query = select(User.email).where(User.organization_id == user.organization_id).limit(_COMPARED)
    known = Counter(address.partition("@")[2] for address in (await session.exec(query)).all())
    if domain in known:
        return None
    alike = {one: SequenceMatcher(None, one, domain).ratio() for one, _ in known.most_common(_DOMAINS)}
    nearest = max(alike, key=lambda one: alike[one], default=None)
    return nearest if nearest and alike[nearest] >= _ALIKE else public_mail_domains.nearest(domain)


async def cancel(session: WriteSession, organization_id: uuid.UUID, email: str) -> int:
    """Delete the open invitations to an address, because its user gets a newer one or has joined another way.

    Returns their number.
    """
    waiting = (col(Invitation.organization_id) == organization_id, col(Invitation.accepted_at).is_(None))
    found = (await session.exec(select(Invitation).where(*waiting, Invitation.email == email))).all()
    for one in found:
        await _cancel_mail(session, one)
        await session.exec(delete(Invitation).where(col(Invitation.id) == one.id))
    return len(found)


async def list_open(
    session: AuditedSession, user: CurrentUser, *, after: str | None = None, limit: int = 20
) -> pagination.Page[OpenInvitation]:
    """Return a page of the organization's unused invitations, expired ones too, newest first. Raises ``NotAllowed``."""
    require(user, ADMIN)
    query = select(Invitation).where(*_waiting(user))
    order = pagination.newest_first(col(Invitation.created_at), col(Invitation.id))
    page = await pagination.fetch(session, query, order, after=after, limit=limit)
    lost = await outbox.undelivered(session, [row.mail_id for row in page.items if row.mail_id])
    await trail.record(session, user, "view", "invitations")
    return page.map(lambda row: replace(_view(row), is_undelivered=row.mail_id in lost))


async def resend(session: WriteSession, user: CurrentUser, invitation_id: uuid.UUID | str) -> OpenInvitation:
    """Send an invitation again, expired or not: a new link for a new week; the former link no longer works.

    Requests within seconds of each other send one mail. Raises ``NotAllowed``, ``NotFound``, ``Conflict`` (no seat
    left, or the address belongs to a member by now), ``TooMany``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.INVITATIONS)
    await rate_limits.hit("invite", str(user.id))
    found = await _own(session, user, invitation_id)
    organization = await seats.require_seat(session, user.organization_id, found.email)
    found = await _own(session, user, invitation_id)  # read again under the lock
    await _refuse_member(session, organization, found.email)
    if abs(clock.now() - (found.expires_at - VALID_FOR)) < _SAME_CLICK:
        return _view(found)
    await _cancel_mail(session, found)
    await _send(session, user, organization, found)
    await trail.record(session, user, "resend", "invitation", found.id)
    return _view(found)


async def withdraw(session: WriteSession, user: CurrentUser, invitation_id: uuid.UUID | str) -> None:
    """Withdraw an invitation: its link stops working, its seat is free, and its mail, if unsent, is not sent.

    Raises ``NotAllowed`` or ``NotFound``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.INVITATIONS)
    await seats.lock(session, user.organization_id)
    found = await _own(session, user, invitation_id)
    gone = await session.exec(delete(Invitation).where(*_waiting(user), col(Invitation.id) == found.id))
    if gone.rowcount != 1:
        raise NotFound(NOT_WAITING)
    await _cancel_mail(session, found)
    await trail.record(session, user, "withdraw", "invitation", found.id)


async def _send(session: WriteSession, user: CurrentUser, organization: Organization, invitation: Invitation) -> None:
    """Give the invitation a fresh token and week, and write the mail. Earlier links no longer work."""
    token = tokens.new()
    invitation.token = tokens.hashed(token)
    invitation.expires_at = clock.now() + VALID_FOR
    session.add(invitation)
    await session.flush()
    letter = templates.invitation(organization.name, invitation.role, user.name, VALID_FOR.days, token)
    invitation.mail_id = outbox.write(session, invitation.email, letter)
    await session.flush()


async def _cancel_mail(session: WriteSession, invitation: Invitation) -> None:
    """Cancel the unsent mail of an invalid link; mails of other organizations to this address are still sent."""

    def about_it(text: str) -> bool:
        return any(tokens.hashed(token) == invitation.token for token in _TOKEN.findall(text))

    await outbox.cancel(session, invitation.email, about_it)


async def _open(session: ReadSession, token_hash: str) -> Invitation | None:
    query = (
        select(Invitation)
        .where(
            Invitation.token == token_hash,
            col(Invitation.accepted_at).is_(None),
            Invitation.expires_at > clock.now(),
            col(Invitation.organization_id).in_(select(Organization.id).where(not_being_deleted(Organization))),
        )
        .execution_options(populate_existing=True)
    )
    return (await session.exec(query)).first()


async def _own(session: ReadSession, user: CurrentUser, invitation_id: uuid.UUID | str) -> Invitation:
    query = select(Invitation).where(*_waiting(user), Invitation.id == parse_id(invitation_id, NOT_WAITING))
    return or_not_found((await session.exec(query.execution_options(populate_existing=True))).first(), NOT_WAITING)


def _waiting(user: CurrentUser):
    return col(Invitation.organization_id) == user.organization_id, col(Invitation.accepted_at).is_(None)


async def _refuse_member(session: ReadSession, organization: Organization, email: str) -> None:
    query = select(User.id).where(User.organization_id == organization.id, User.email == email)
    if (await session.exec(query)).first() is not None:
        raise Conflict("Deze persoon hoort al bij je organisatie.")


def _view(row: Invitation) -> OpenInvitation:
    return OpenInvitation(row.id, row.email, row.role, row.expires_at, row.expires_at <= clock.now())
