"""Buying a package (spec section 2, Pricing)."""

from ..errors import Unavailable
from . import plans
from .identity import CurrentUser

NOT_SET_UP = "Online betalen staat op deze installatie nog niet aan."


async def start(user: CurrentUser, package_id: str) -> str:
    """Return where this person pays for the package.

    Raises ``Invalid`` for a package that is not for sale, ``Unavailable`` where payment is not set up.
    """
    plans.package(package_id)
    raise Unavailable(NOT_SET_UP, code="payment_not_set_up")
