"""Buying a package (spec section 2, Pricing), and stopping a subscription."""

import uuid

from sqlmodel.ext.asyncio.session import AsyncSession

from ..errors import Conflict, NotFound, Unavailable
from ..models import Organization
from . import plans
from .identity import CurrentUser, parse_id, require_platform_admin

NOT_SET_UP = "Online betalen staat op deze installatie nog niet aan."


async def start(user: CurrentUser, package_id: str) -> str:
    """Return where this person pays for the package.

    Raises ``Invalid`` for a package that is not for sale, ``Unavailable`` where payment is not set up.
    """
    plans.package(package_id)
    raise Unavailable(NOT_SET_UP, code="payment_not_set_up")


async def cancel_subscription(session: AsyncSession, user: CurrentUser, organization_id: uuid.UUID | str) -> None:
    """Stop an organisation's active subscription; it lasts until the end of the period that was paid for.

    For platform admins. Raises ``NotFound``, ``Conflict`` when there is none to stop, ``Unavailable`` where payment is
    not set up.
    """
    require_platform_admin(user)
    sentence = "Organisatie niet gevonden"
    organization = await session.get(Organization, parse_id(organization_id, sentence))
    if organization is None:
        raise NotFound(sentence)
    if not organization.stripe_subscription_id or organization.subscription_status != "active":
        raise Conflict("Deze organisatie heeft geen actief abonnement.", code="no_subscription")
    raise Unavailable(NOT_SET_UP, code="payment_not_set_up")
