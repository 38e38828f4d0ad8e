"""Looking every day whether the records that prove domains are still there (security.md S45).

A domain without its record may have been sold, or its zone was moved and the record forgotten. So its administrators
are mailed first, once, and only ``email_domains.GRACE`` after that no user is linked again with an address there; who
is linked continues. No answer of the name servers says nothing about the record: the check is retried an hour later.
"""

import logging
from datetime import timedelta

from sqlmodel import col, or_, select

from ... import clock
from ...db.models import EmailDomain, User
from ...db.session import WriteSession, transaction
from ...integrations import dns
from ..audit import trail
from ..mail import outbox, templates
from ..shared import leases
from ..shared.identity import ADMIN
from ..shared.locks import not_being_deleted
from . import email_domains, identity_provider

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)
LEASE = leases.LONGEST  # and the pause after no answer
_AT_ONCE = 500  # domains of a round
_SILENT = 5  # lookups in a row without an answer: it is the resolver, not the domains


async def look_at_due() -> int:
    """Check the domains last checked a day ago or earlier (hourly job); return for how many DNS answered.

    Opens its own transactions, and holds none while it asks. Each domain is leased, so that of several processes one
    asks.
    """
    answered = silent = 0
    for _ in range(_AT_ONCE):
        taken = await _take() if silent < _SILENT else None
        if taken is None:
            break
        row, lease = taken
        try:
            is_there = await email_domains.shows_record(row)
        except dns.LookupFailed:
            silent += 1  # the lease is not given back: it is the pause
            continue
        silent = 0
        async with transaction() as session:
            answered += await _note(session, lease, is_there)
    if silent:
        logger.warning("proven domains of which the name servers did not answer: %d", silent)
    return answered


async def _take() -> tuple[EmailDomain, leases.Lease] | None:
    """Lease the domain whose last check was longest ago; after a check without an answer, the lease's end counts."""
    checked = col(EmailDomain.checked_at)
    due = or_(checked.is_(None), checked <= clock.now() - EVERY, checked > clock.now() + clock.SKEW)
    async with transaction() as session:
        proven = col(EmailDomain.proven_at).is_not(None)
        claimed = col(EmailDomain.claimed_until)
        # Else a few domains whose name servers never answer would end every round before the others' turn.
        order = (claimed.is_not(None), claimed, col(EmailDomain.checked_at))
        taken = await leases.take(session, EmailDomain, LEASE, proven, due, order_by=order)
        if taken is not None:
            await session.flush()
            session.expunge(taken[0])
        return taken


async def _note(session: WriteSession, lease: leases.Lease, is_there: bool) -> bool:
    """Store what was seen, unless the domain was given up or looked at by another meanwhile; return whether it was."""
    query = select(EmailDomain).where(EmailDomain.id == lease.row_id).with_for_update()
    row = (await session.exec(query.execution_options(populate_existing=True))).first()
    if row is None or row.proven_at is None or row.claimed_until is None or row.claimed_until > lease.until:
        return False
    row.claimed_until = None
    await email_domains.note_seen(session, row, is_there)
    is_known = row.warned_at is not None or row.closed_at is not None
    if row.missing_since is None or is_known or clock.now() - row.missing_since < email_domains.WARN_AFTER:
        return True
    if not await identity_provider.is_used(session, row.organization_id):
        return True  # no user is linked by it
    row.warned_at = clock.now()
    await session.flush()
    until = row.warned_at + email_domains.GRACE
    admins = (
        User.organization_id == row.organization_id,
        User.role == ADMIN,
        col(User.is_active),
        not_being_deleted(User),
    )
    for admin in (await session.exec(select(User).where(*admins).order_by(col(User.id)))).all():
        mail = templates.domain_lost(admin.first_name, row.domain, row.missing_since, until)
        outbox.write(session, admin.email, mail)
    await trail.record(session, None, "miss", "email domain", row.id, organization_id=row.organization_id)
    return True
