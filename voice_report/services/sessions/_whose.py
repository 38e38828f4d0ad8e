"""Whose session a token is: one query of columns, and what it says of the user.

It runs at every page event and call (decisions/0020), so it is built once and makes no model objects.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import Row, bindparam, or_, select
from sqlmodel import col

from ... import clock
from ...db.models import LoginSession, Organization, User
from ..billing import credits, ledger
from ..shared.identity import CurrentUser, OrganizationView
from . import requirement

IDLE = timedelta(hours=12)
ABSOLUTE = timedelta(days=30)
EXPIRES_WITHIN = ABSOLUTE + timedelta(days=1)  # a clock that was some hours wrong ends no session

_COLUMNS: Any = (
    col(LoginSession.id).label("session_id"),
    LoginSession.last_seen_at,
    LoginSession.expires_at,
    LoginSession.level,
    LoginSession.stepped_up_at,
    col(User.id).label("user_id"),
    User.email,
    User.first_name,
    User.last_name,
    User.role,
    User.is_active,
    User.copies_empty,
    User.personal_unlimited,
    User.personal_monthly_credits,
    User.personal_current_credits,
    User.personal_last_refill_at,
    or_(col(User.deleting_at).is_not(None), col(Organization.deleting_at).is_not(None)).label("is_deleting"),
    col(Organization.id).label("organization_id"),
    Organization.name,
    Organization.plan,
    Organization.unlimited,
    Organization.monthly_credits,
    Organization.current_credits,
    Organization.last_credit_refill,
    Organization.save_reports_to_archive,
)
_OPEN = (
    select(*_COLUMNS)
    .select_from(LoginSession)
    .join(User, col(User.id) == col(LoginSession.user_id))
    .outerjoin(Organization, col(Organization.id) == col(User.organization_id))
    .where(requirement.high_enough())
)
#: The row of the session with this ``token_hash``, when its level is enough; and with this ``session_id``.
QUERY = _OPEN.where(col(LoginSession.token_hash) == bindparam("token_hash"))
BY_ID = _OPEN.where(col(LoginSession.id) == bindparam("session_id"))


def lasts(found: Row) -> bool:
    """Return whether this session and its user are good for anything now."""
    is_over = found.last_seen_at + IDLE <= clock.now() or not clock.is_coming(found.expires_at, EXPIRES_WITHIN)
    return not is_over and found.is_active and not found.is_deleting


def view(found: Row) -> CurrentUser:
    """Return the signed-in user."""
    return CurrentUser(
        id=found.user_id,
        email=found.email,
        first_name=found.first_name,
        last_name=found.last_name,
        role=found.role,
        organization=_organization(found) if found.organization_id else None,
        session_id=found.session_id,
        personal_credits=credits.personal_view(
            found.personal_unlimited,
            found.personal_monthly_credits,
            found.personal_current_credits,
            found.personal_last_refill_at,
        ),
        copies_empty=found.copies_empty,
        level=found.level,
        stepped_up_at=found.stepped_up_at,
    )


def _organization(found: Row) -> OrganizationView:
    balance = ledger.Balance(found.unlimited, found.monthly_credits, found.current_credits, found.last_credit_refill)
    return credits.members_view(
        found.organization_id, found.name, found.plan, balance, saves=found.save_reports_to_archive
    )
