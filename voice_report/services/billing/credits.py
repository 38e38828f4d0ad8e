"""Credits: balances change only here, each change with its ledger row in the same transaction (decisions/0003).

A report is paid in three steps. ``reserve`` writes a ``ConceptJob`` with a lease and leaves the balance unchanged; the
available credits are the balance minus its open, unexpired reservations. ``settle`` takes the credit and stores the
result; ``release`` gives the reservation back. If a process is killed in between, its reservation expires by itself.

The user's row is always locked before the organization's (``locks``).
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import event, func, or_, update
from sqlmodel import col, select

from ... import clock
from ...core import metrics
from ...db.models import ConceptJob, CreditEntry, Organization, ReportUsage, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, NotFound, NotSignedIn, OutOfCredits
from ..shared import moments
from ..shared.identity import CurrentUser, OrganizationView
from ..shared.locks import not_being_deleted
from . import plans
from .ledger import FREE, ORGANIZATION, PERSONAL, Account, Balance, Owner, locked
from .plans import UNLIMITED

#: No reservation is longer.
LONGEST_LEASE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ReservedCredit:
    """The result of ``reserve``.

    'reserved': the caller makes the report. 'running': another request makes it, until ``expires_at`` at the latest.
    'settled': it was made before and is in ``report``.
    """

    status: Literal["reserved", "running", "settled"]
    job_id: uuid.UUID
    attempt: uuid.UUID
    user_id: uuid.UUID
    organization_id: uuid.UUID
    source: str
    expires_at: datetime
    report: str | None = None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An account whose balance is not the sum of its ledger."""

    account: str
    balance: int
    ledger: int


def organization_balance(organization: Organization) -> int:
    """Return what an organization can spend, including a refill that is due; -1 is unlimited."""
    return spendable(Account(organization).present)


def spendable(balance: Balance) -> int:
    """Return what can be spent of a balance, including a refill that is due; -1 is unlimited."""
    return UNLIMITED if balance.unlimited else balance.after_refill


def organization_view(organization: Organization) -> OrganizationView:
    """Return the members' view of an organization."""
    return members_view(
        organization.id,
        organization.name,
        organization.plan,
        Account(organization).present,
        saves=organization.save_reports_to_archive,
    )


def members_view(
    organization_id: uuid.UUID, name: str, plan: str, balance: Balance, *, saves: bool
) -> OrganizationView:
    """Return the members' view: -1 when unlimited, the archive only where the plan allows it (decisions/0004).

    ``saves``: reports may be saved to the archive.
    """
    return OrganizationView(
        id=organization_id,
        name=name,
        plan=plan,
        current_credits=spendable(balance),
        monthly_credits=UNLIMITED if balance.unlimited else balance.allowance,
        can_save_to_archive=saves and plan not in plans.WITHOUT_ARCHIVE,
    )


def personal_balance(person: User) -> int | None:
    """Return what a user can spend, including a refill that is due; -1 is unlimited, ``None`` no personal credits."""
    return personal_view(
        person.personal_unlimited,
        person.personal_monthly_credits,
        person.personal_current_credits,
        person.personal_last_refill_at,
    )


def personal_view(
    unlimited: bool, allowance: int | None, credits: int | None, refilled_at: datetime | None
) -> int | None:
    """Return the same of the columns."""
    if not unlimited and allowance is None and credits is None:
        return None
    return spendable(Balance(unlimited, allowance or 0, credits or 0, refilled_at))


async def grant(
    session: WriteSession,
    amount: int,
    *,
    reason: str,
    key: str,
    organization_id: uuid.UUID | None = None,
    user_id: uuid.UUID | None = None,
    actor_id: uuid.UUID | None = None,
    note: str | None = None,
) -> CreditEntry:
    """Add credits to an organization, or to a user when ``user_id`` is given; ``key`` makes a repeat a no-op.

    ``note`` is for the reader of the ledger.

    A refill that is due comes first: topping up afterwards would absorb the added credits. Raises ``NotFound`` when the
    account no longer exists.
    """
    if amount <= 0 or (organization_id is None) == (user_id is None):
        raise ValueError("A grant is a positive amount for exactly one account.")
    owner = await locked(session, User, user_id) if user_id else await locked(session, Organization, organization_id)
    if owner is None:
        raise NotFound("Account niet gevonden")
    done = await granted(session, key)
    if done is not None:
        return done
    account = Account(owner)
    await account.refill(session)
    entry = account.change(session, amount, reason, key, actor_id)
    entry.note = note
    await session.flush()
    return entry


async def granted(session: ReadSession, key: str) -> CreditEntry | None:
    """Return the ledger row that a grant with this key wrote, if there is one."""
    return (await session.exec(select(CreditEntry).where(CreditEntry.key == key))).first()


async def revoke(session: WriteSession, amount: int, organization: Organization, *, reason: str, key: str) -> int:
    """Take back refunded credits, as far as the balance allows; return how many are missing.

    Credits reserved for reports in progress stay; the missing number is recorded in the ledger (decisions/0004). A
    refill that is due comes first: topping up afterwards would restore them. The organization's row must be locked.
    """
    account = Account(organization)
    await account.refill(session)
    there = max(0, account.balance - await _open_reservations(session, account))
    taken = min(amount, there)
    entry = account.change(session, -taken, reason, key, None)
    entry.missing = amount - taken
    await session.flush()
    return entry.missing


async def reserve(
    session: WriteSession,
    user: CurrentUser,
    key: str,
    lease: timedelta,
    draft_id: uuid.UUID | None = None,
    *,
    is_free: bool = False,
) -> ReservedCredit:
    """Reserve a credit for the report identified by ``key``: a personal credit first, else the organization's.

    A reservation that expired or was released is taken over. ``is_free``: the spoken example, which takes none and is
    no report that counts (``ReportUsage``). Raises ``OutOfCredits``.
    """
    person = await locked(session, User, user.id)
    if person is None:
        raise NotSignedIn()
    job = (await session.exec(select(ConceptJob).where(ConceptJob.key == key))).first()
    if job is not None and job.status == "settled":
        return _claim(job, "settled")
    if job is not None and job.status == "reserved" and clock.is_coming(job.expires_at, lease):
        return _claim(job, "running")
    job = job or ConceptJob(key=key, user_id=user.id, organization_id=user.organization_id, expires_at=clock.now())
    job.organization_id = user.organization_id
    job.draft_id = draft_id
    job.source = FREE if is_free else await _payer(session, person, user.organization_id)
    job.status, job.attempt, job.expires_at = "reserved", uuid.uuid4(), clock.now() + lease
    session.add(job)
    await session.flush()
    return _claim(job, "reserved")


async def settle(session: WriteSession, claim: ReservedCredit, report: str) -> None:
    """Take the credit and store the result, provided that this attempt still holds the reservation.

    Raises ``Conflict`` when another attempt took it over or the job no longer exists, ``OutOfCredits`` when the lease
    expired and the credit was spent otherwise.
    """
    person = await locked(session, User, claim.user_id)
    is_organizations = claim.source == ORGANIZATION
    owner = await locked(session, Organization, claim.organization_id) if is_organizations else person
    settled = await session.exec(
        _still_held(claim).values(status="settled", structured_report=report, settled_at=clock.now())
    )
    if owner is None or settled.rowcount != 1:
        raise Conflict("Dit concept wordt al in een ander venster gemaakt. Probeer het zo opnieuw.")
    if claim.source == FREE:
        return
    account = Account(owner)
    if not account.unlimited:
        promised = await _open_reservations(session, account) if claim.expires_at <= clock.now() else 0
        if account.balance - promised < 1:
            raise OutOfCredits()
        account.change(session, -1, "report", f"report:{claim.attempt}", claim.user_id)
        event.listen(session.sync_session, "after_commit", lambda _: metrics.CREDITS_SETTLED.inc(), once=True)
    session.add(ReportUsage(user_id=claim.user_id, organization_id=claim.organization_id, created_at=clock.now()))
    await session.flush()


async def release(session: WriteSession, claim: ReservedCredit) -> None:
    """Release a reservation; does nothing when it was settled or taken over."""
    await session.exec(_still_held(claim).values(status="released"))


async def release_all(session: WriteSession) -> int:
    """Release every open reservation (start of a single-process installation); returns how many."""
    open_jobs = update(ConceptJob).where(col(ConceptJob.status) == "reserved")
    return (await session.exec(open_jobs.values(status="released"))).rowcount


async def refill_due(session: WriteSession, limit: int = 200) -> int:
    """Top up accounts whose monthly allowance is due (daily job); returns how many, 0 when none are left."""
    people = await _locked_due(session, User, limit)
    organizations = await _locked_due(session, Organization, limit)
    for owner in (*people, *organizations):
        await Account(owner).refill(session)
    await session.flush()
    return len(people) + len(organizations)


async def audit_balances(session: ReadSession) -> list[Mismatch]:
    """Return every account whose balance differs from the sum of its ledger; an empty list proves that all match.

    An account that is being deleted loses its ledger in batches, and is left out.
    """
    return [
        *await _mismatches(session, Organization, col(CreditEntry.organization_id), col(Organization.current_credits)),
        *await _mismatches(session, User, col(CreditEntry.user_id), col(User.personal_current_credits)),
    ]


async def _payer(session: WriteSession, person: User, organization_id: uuid.UUID) -> str:
    """Return the balance that pays, after its refill. Raises ``OutOfCredits``."""
    if await _can_pay(session, Account(person)):
        return PERSONAL
    organization = await locked(session, Organization, organization_id)
    if organization is None or not await _can_pay(session, Account(organization)):
        raise OutOfCredits()
    return ORGANIZATION


async def _can_pay(session: WriteSession, account: Account) -> bool:
    await account.refill(session)
    return account.unlimited or account.balance - await _open_reservations(session, account) > 0


async def _open_reservations(session: ReadSession, account: Account) -> int:
    payer = col(ConceptJob.user_id) if account.kind == PERSONAL else col(ConceptJob.organization_id)
    query = select(func.count()).where(
        payer == account.owner.id,
        ConceptJob.source == account.kind,
        ConceptJob.status == "reserved",
        moments.is_coming(ConceptJob.expires_at, LONGEST_LEASE),
    )
    return (await session.exec(query)).one()


def _still_held(claim: ReservedCredit):
    return update(ConceptJob).where(
        col(ConceptJob.id) == claim.job_id,
        col(ConceptJob.attempt) == claim.attempt,
        col(ConceptJob.status) == "reserved",
    )


def _claim(job: ConceptJob, status: Literal["reserved", "running", "settled"]) -> ReservedCredit:
    return ReservedCredit(
        status=status,
        job_id=job.id,
        attempt=job.attempt,
        user_id=job.user_id,
        organization_id=job.organization_id,
        source=job.source,
        expires_at=job.expires_at,
        report=job.structured_report if status == "settled" else None,
    )


async def _locked_due(session: WriteSession, model: type[Owner], limit: int) -> Sequence[Owner]:
    if model is User:
        allowance, last, unlimited = (
            User.personal_monthly_credits,
            User.personal_last_refill_at,
            User.personal_unlimited,
        )
    else:
        allowance, last, unlimited = (
            Organization.monthly_credits,
            Organization.last_credit_refill,
            Organization.unlimited,
        )
    query = (
        select(model)
        .where(col(allowance) > 0, ~col(unlimited), or_(col(last).is_(None), ~moments.is_in_this_month(last)))
        .order_by(col(model.id))
        .limit(limit)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return (await session.exec(query)).all()


async def _mismatches(session: ReadSession, model: type[Owner], account, balance) -> list[Mismatch]:
    told = select(account.label("id"), func.sum(CreditEntry.change).label("total")).group_by(account).subquery()
    stored, summed = func.coalesce(balance, 0), func.coalesce(told.c.total, 0)
    query = (
        select(model.id, stored, summed)
        .outerjoin(told, told.c.id == model.id)
        .where(stored != summed, not_being_deleted(model))
    )
    rows = (await session.exec(query)).all()
    return [Mismatch(f"{model.__tablename__}:{row[0]}", row[1], row[2]) for row in rows]
