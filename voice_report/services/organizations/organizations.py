"""Organizations: as their members see them, and how platform admins create and change them."""

import uuid
from dataclasses import dataclass

from ... import clock
from ...config import settings
from ...core import texts
from ...db.models import Organization
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, or_not_found, refuse_stale
from ..audit import trail
from ..billing import credits, plans
from ..billing.ledger import MAX_CREDITS, Account, checked_credits, locked
from ..shared import step_up_reasons
from ..shared.identity import (
    ORGANIZATION_NOT_FOUND,
    PLATFORM_ADMIN,
    CurrentUser,
    OrganizationView,
    parse_id,
    require,
    require_step_up,
)
from ..shared.text import checked_name
from . import seats

MAX_NAME = 200  # characters
MAX_USERS = 100_000
MAX_REASON = 200  # characters

STALE = "Deze organisatie is intussen door iemand anders gewijzigd. Er is niets opgeslagen."
MONTHLY = "Maandelijkse credits moeten -1 (unlimited) of hoger zijn."
GIFT = "Het aantal credits moet een getal van 1 tot en met 1.000.000 zijn."
CURRENT = "Huidige credits moeten -1 (unlimited) of hoger zijn."


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an organization that a platform admin controls.

    Credits of ``None`` are not set by hand: they follow the plan when it changes, and stay unchanged otherwise.
    """

    name: str
    plan: str
    max_users: int
    save_reports_to_archive: bool
    monthly_credits: int | None = None
    current_credits: int | None = None


async def view(session: ReadSession, organization_id: uuid.UUID) -> OrganizationView:
    """Return the organization as its members see it. Raises ``NotFound``."""
    organization = or_not_found(await session.get(Organization, organization_id), ORGANIZATION_NOT_FOUND)
    return credits.organization_view(organization)


async def create(session: WriteSession, user: CurrentUser, name: str, plan: str) -> uuid.UUID:
    """Create an organization with the credits of its starting plan, and return its id. Raises ``Invalid``."""
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.NEW_ORGANIZATION)
    name, chosen = _checked_name(name), plans.plan(plan)
    organization = Organization(name=name, plan=chosen.id, engine_floor=settings().engine_floor)
    session.add(organization)
    await session.flush()
    start = settings().trial_credits if chosen.id == "trial" else chosen.credits
    await Account(organization).set(session, chosen.credits, start, user.id)
    await session.flush()
    await trail.record(session, user, "create", "organization", organization.id, organization_id=organization.id)
    return organization.id


async def change(
    session: WriteSession,
    user: CurrentUser,
    organization_id: uuid.UUID | str,
    wanted: Settings,
    *,
    version: int | None = None,
) -> None:
    """Change an organization; with ``version`` only if it has not changed since.

    Raises ``Invalid``, ``NotFound``, or ``Conflict``: changed since, or fewer seats than it has users.
    """
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.ORGANIZATION)
    name, plan = _checked_name(wanted.name), plans.plan(wanted.plan)
    _check_numbers(wanted)
    organization = or_not_found(
        await locked(session, Organization, parse_id(organization_id, ORGANIZATION_NOT_FOUND)), ORGANIZATION_NOT_FOUND
    )
    refuse_stale(version, organization.version, STALE)
    if wanted.max_users < organization.max_users:
        await _require_room(session, organization, wanted.max_users)
    changes = []
    if await _set_credits(session, user, organization, wanted, plan):
        changes.append("credits")
    columns = {
        "name": name,
        "plan": plan.id,
        "max_users": wanted.max_users,
        "save_reports_to_archive": wanted.save_reports_to_archive and plan.id not in plans.WITHOUT_ARCHIVE,
    }
    for column, value in columns.items():
        if getattr(organization, column) != value:
            setattr(organization, column, value)
            changes.append("archive" if column == "save_reports_to_archive" else column.replace("_", " "))
    if changes:
        organization.version += 1
        organization.updated_at = clock.now()
    await session.flush()
    for what in sorted(changes):
        subject = (f"change {what}", "organization", organization.id)
        await trail.record(session, user, *subject, organization_id=organization.id)


async def give_credits(
    session: WriteSession,
    user: CurrentUser,
    organization_id: uuid.UUID | str,
    amount: int,
    reason: str,
    *,
    key: str | None = None,
) -> None:
    """Add credits to the balance as it is now; the reason is in the ledger. The same ``key`` gives only once.

    Raises ``Invalid`` (the amount, the reason, more than an organization can have), ``NotFound``, and ``Conflict`` for
    a key that gave something else.
    """
    require(user, PLATFORM_ADMIN)
    require_step_up(user, step_up_reasons.CREDITS)
    if not 1 <= amount <= MAX_CREDITS:
        raise Invalid(GIFT, title="Ongeldige credits")
    note = checked_name(reason, "Reden", MAX_REASON)
    organization = or_not_found(
        await locked(session, Organization, parse_id(organization_id, ORGANIZATION_NOT_FOUND)), ORGANIZATION_NOT_FOUND
    )
    key = f"gift:{organization.id}:{key or uuid.uuid4()}"
    if given := await credits.granted(session, key):
        if (given.change, given.note) != (amount, note):
            raise Conflict("Deze sleutel is al gebruikt voor andere credits.", code="key_used")
        return
    if Account(organization).after_refill + amount > MAX_CREDITS:
        raise Invalid("Een organisatie kan hoogstens 1.000.000 credits hebben.", title="Ongeldige credits")
    await credits.grant(
        session, amount, reason="gift", key=key, organization_id=organization.id, actor_id=user.id, note=note
    )
    await trail.record(session, user, "give credits", "organization", organization.id, organization_id=organization.id)


def _checked_name(name: str) -> str:
    return checked_name(name, "Naam organisatie", MAX_NAME)


def _check_numbers(wanted: Settings) -> None:
    if not 1 <= wanted.max_users <= MAX_USERS:
        raise Invalid("Max. gebruikers moet een getal van 1 tot en met 100.000 zijn.")
    for value, sentence in ((wanted.monthly_credits, MONTHLY), (wanted.current_credits, CURRENT)):
        if value is not None:
            checked_credits(value, sentence)


async def _require_room(session: ReadSession, organization: Organization, max_users: int) -> None:
    """Raise ``Conflict`` if the organization has more than ``max_users`` users, who must be moved or deleted first."""
    present = (await seats.count(session, organization)).members
    if present > max_users:
        people = texts.counted(present, "gebruiker", "gebruikers")
        raise Conflict(
            f"{organization.name} heeft {people}; kies minstens {present} als maximum, of verwijder of "
            "verplaats eerst gebruikers.",
            code="too_many_users",
        )


async def _set_credits(
    session: WriteSession, user: CurrentUser, organization: Organization, wanted: Settings, plan: plans.Plan
) -> bool:
    """Set the credits given by hand, or those of a new plan; returns whether anything changed."""
    monthly, current = wanted.monthly_credits, wanted.current_credits
    if plan.id != organization.plan:
        monthly = plan.credits if monthly is None else monthly
        current = plan.credits if current is None else current
    if monthly is None and current is None:
        return False
    return await Account(organization).set(session, monthly, current, user.id)
