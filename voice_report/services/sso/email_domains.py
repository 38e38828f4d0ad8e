"""The domains of mail addresses that an organization proved to be its own, by a TXT record with a token of ours.

Many organizations may claim a domain; one has it. The token belongs to organization and domain, so that a record made
for one proves nothing for another. Whether the record is still there is looked at every day (``domain_checks``).
"""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from ... import clock
from ...db.models import EmailDomain, IdentityProvider, Organization
from ...db.session import ReadSession, WriteSession, run_reading, transaction
from ...errors import Conflict, Invalid, Unavailable, or_not_found
from ...integrations import dns
from ..audit import trail
from ..organizations.public_mail_domains import is_public
from ..shared import locks, rate_limits, step_up_reasons
from ..shared.identity import ADMIN, CurrentUser, parse_id, require, require_step_up
from ..shared.text import bounded, checked_email
from . import outsiders

MAX_DOMAIN = 253  # characters
MOST = 50  # domains of an organization
#: From when a record is missing until the administrators are mailed.
WARN_AFTER = timedelta(days=3)
#: From that mail until no user is linked again with an address of the domain.
GRACE = timedelta(days=10)
_PREFIX = "spraakrapport="
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32
_GROUPS, _GROUP = 4, 4

UNKNOWN = "Domein niet gevonden"
NO_DOMAIN = "Dit is geen domein. Vul in wat bij jullie adressen achter de @ staat."
PUBLIC = "Bij dit domein kan iedereen een adres krijgen. Vul een domein van je eigen organisatie in."
NOT_SEEN = "We zien de TXT-regel nog niet. Het kan een uur duren voor die overal bekend is. Probeer het later opnieuw."
NO_ANSWER = "Het domein kon nu niet worden opgevraagd. Probeer het over een minuut opnieuw."
TAKEN = "Dit domein hoort al bij een andere organisatie. Neem contact met ons op."
LAST = "Dit is het laatste bewezen domein. Zet het werkaccount eerst op 'Uit' of 'Aanbevolen'."


@dataclass(frozen=True, slots=True)
class DomainView:
    """A domain; ``record`` is the TXT record that proves it, ``checked_at`` when it was last looked for.

    ``missing_since`` is when it was first not there any more; from ``closes_at`` on, which follows the mail about that
    (or is when the provider was switched on: ``close_lost``), no user is linked again (``is_closed``).
    """

    id: uuid.UUID
    domain: str
    record: str
    proven_at: datetime | None
    checked_at: datetime | None
    missing_since: datetime | None
    closes_at: datetime | None
    is_closed: bool


async def list_all(session: ReadSession, user: CurrentUser) -> list[DomainView]:
    """Return the organization's domains, by name."""
    require(user, ADMIN)
    query = select(EmailDomain).where(EmailDomain.organization_id == user.organization_id)
    return [_view(row) for row in (await session.exec(query.order_by(EmailDomain.domain))).all()]


async def add(session: WriteSession, user: CurrentUser, domain: str) -> DomainView:
    """Claim a domain; it counts once it is proven. Raises ``Invalid``, ``Conflict`` or ``StepUpNeeded``."""
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    name = _checked(domain)
    await locks.caller(session, user)
    mine = EmailDomain.organization_id == user.organization_id
    if (await session.exec(select(EmailDomain.id).where(mine, EmailDomain.domain == name))).first():
        raise Conflict("Dit domein staat er al.")
    if (await session.exec(select(func.count()).select_from(EmailDomain).where(mine))).one() >= MOST:
        raise Conflict(f"Een organisatie kan hoogstens {MOST} domeinen hebben.")
    token = "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    made = EmailDomain(organization_id=user.organization_id, domain=name, token=token)
    session.add(made)
    await session.flush()
    await trail.record(session, user, "create", "email domain", made.id)
    return _view(made)


async def prove(user: CurrentUser, domain_id: uuid.UUID | str) -> DomainView:
    """Look for the TXT record; opens its own transactions, and holds none while it asks.

    Raises ``NotFound``, ``Invalid`` (not there), ``Unavailable`` (no answer), ``Conflict`` (another organization has
    it), ``TooMany`` or ``StepUpNeeded``.
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    await rate_limits.hit("domain", str(user.id))
    asked = await run_reading(_own, user, domain_id)
    try:
        is_there = await shows_record(asked)
    except dns.LookupFailed:
        raise Unavailable(NO_ANSWER) from None
    try:
        async with transaction() as session:
            await locks.caller(session, user)
            row = await _own(session, user, domain_id)
            await note_seen(session, row, is_there)
            if is_there and row.proven_at is None:
                row.proven_at = row.checked_at
                await session.flush()
                await trail.record(session, user, "prove", "email domain", row.id)
            view = _view(row)
    except IntegrityError:
        raise Conflict(TAKEN, code="domain_taken") from None
    if not is_there:
        raise Invalid(NOT_SEEN, code="record_not_seen")
    return view


async def remove(
    session: WriteSession, user: CurrentUser, domain_id: uuid.UUID | str, *, accepts_outsiders: bool = False
) -> None:
    """Give up a domain; ``accepts_outsiders``: although it shuts members out, while the provider is required.

    Raises ``NotFound``, ``StepUpNeeded``, or ``Conflict`` (the last one that is needed, or members would be shut out).
    """
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.SIGNING_IN)
    await locks.caller(session, user)
    await locks.locked(session, Organization, user.organization_id)  # as the change that requires the provider does
    required = (IdentityProvider.organization_id == user.organization_id, IdentityProvider.usage == "required")
    is_required = (await session.exec(select(IdentityProvider.id).where(*required))).first()
    row = await _own(session, user, domain_id)
    if is_required and row.proven_at:
        if len(await proven(session, user.organization_id)) == 1:
            raise Conflict(LAST)
        if not accepts_outsiders:
            outsiders.refuse(await outsiders.without(session, user.organization_id, row.domain), "bij dit domein")
    await session.delete(row)
    await trail.record(session, user, "delete", "email domain", row.id)


async def shows_record(row: EmailDomain) -> bool:
    """Ask the name servers whether the record is there. Raises ``dns.LookupFailed``."""
    found = await dns.txt(row.domain)
    return any(record.strip() == f"{_PREFIX}{row.token}" for record in found)


async def note_seen(session: WriteSession, row: EmailDomain, is_there: bool) -> None:
    """Store that the locked domain was looked at, and since when its record is missing if it was there before."""
    row.checked_at = clock.now()
    was_missed = row.warned_at is not None or row.closed_at is not None
    if is_there:
        row.missing_since = row.warned_at = row.closed_at = None
    elif row.proven_at is not None:
        row.missing_since = row.missing_since or row.checked_at
    await session.flush()
    if is_there and was_missed:
        await trail.record(session, None, "find", "email domain", row.id, organization_id=row.organization_id)


async def close_lost(session: WriteSession, organization_id: uuid.UUID) -> None:
    """Close domains whose DNS record was missing for as long as the mail about it and the days after it would take.

    No user is linked by an address of a closed domain. Called when the provider is switched on: while it is off no mail
    is sent, because no user is linked. The administrator who switches it on sees the domain, and no user who could be
    linked yesterday is refused.
    """
    query = select(EmailDomain).where(
        EmailDomain.organization_id == organization_id, col(EmailDomain.proven_at).is_not(None)
    )
    for row in (await session.exec(query.order_by(col(EmailDomain.id)).with_for_update())).all():
        was_told = row.warned_at is not None or row.closed_at is not None
        if was_told or row.missing_since is None or row.checked_at is None:
            continue
        if row.checked_at >= row.missing_since + WARN_AFTER + GRACE:
            row.closed_at = clock.now()
            await session.flush()
            await trail.record(session, None, "miss", "email domain", row.id, organization_id=organization_id)


async def admitting(session: ReadSession, organization_id: uuid.UUID) -> set[str]:
    """Return the proven domains whose addresses may be linked again: those whose record is not missing for too long."""
    query = select(EmailDomain).where(
        EmailDomain.organization_id == organization_id, col(EmailDomain.proven_at).is_not(None)
    )
    return {row.domain for row in (await session.exec(query)).all() if not _is_closed(row)}


async def proven(session: ReadSession, organization_id: uuid.UUID) -> set[str]:
    """Return the organization's proven domains, also those whose record is missing by now."""
    query = select(EmailDomain.domain).where(
        EmailDomain.organization_id == organization_id, col(EmailDomain.proven_at).is_not(None)
    )
    return set((await session.exec(query)).all())


def _checked(domain: str) -> str:
    """Return a domain as addresses have it (``text.checked_email``). Raises ``Invalid``."""
    name = bounded(domain, MAX_DOMAIN, NO_DOMAIN).strip().lower().removeprefix("@").rstrip(".")
    try:
        name = checked_email(f"x@{name}").rpartition("@")[2]
    except Invalid:
        raise Invalid(NO_DOMAIN) from None
    if "." not in name or name.startswith("["):
        raise Invalid(NO_DOMAIN)
    if is_public(name):
        raise Invalid(PUBLIC, code="public_domain")
    return name


async def _own(session: ReadSession, user: CurrentUser, domain_id: uuid.UUID | str) -> EmailDomain:
    query = select(EmailDomain).where(
        EmailDomain.organization_id == user.organization_id, EmailDomain.id == parse_id(domain_id, UNKNOWN)
    )
    return or_not_found((await session.exec(query.execution_options(populate_existing=True))).first(), UNKNOWN)


def _is_closed(row: EmailDomain) -> bool:
    """Return whether the record was still missing when the time after the mail was over, or the provider came on."""
    if row.closed_at is not None:
        return True
    return row.warned_at is not None and row.checked_at is not None and row.checked_at >= row.warned_at + GRACE


def _view(row: EmailDomain) -> DomainView:
    closes_at = row.closed_at or (row.warned_at + GRACE if row.warned_at else None)
    return DomainView(
        row.id,
        row.domain,
        f"{_PREFIX}{row.token}",
        row.proven_at,
        row.checked_at,
        row.missing_since,
        closes_at,
        _is_closed(row),
    )
