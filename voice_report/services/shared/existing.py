"""The filter for users and organizations whose deletion has not begun (``platform.deletion``)."""

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col, select

from ...db.models import Organization, User


def existing(model: type[User] | type[Organization]) -> ColumnElement[bool]:
    """Return the condition that a row is not being deleted; a user is deleted together with their organization."""
    if model is Organization:
        return col(Organization.deleting_at).is_(None)
    going = select(Organization.id).where(col(Organization.deleting_at).is_not(None))
    home = col(User.organization_id)
    return and_(col(User.deleting_at).is_(None), or_(home.is_(None), home.not_in(going)))
