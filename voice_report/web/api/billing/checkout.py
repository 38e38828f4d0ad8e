"""Buying, and the events Stripe sends (security.md S12-S16)."""

from fastapi import APIRouter, Header, Request
from pydantic import Field

from ....services.billing import checkout, webhooks
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Done, Word

router = APIRouter(prefix="/api", tags=["checkout"])


class CheckoutRequest(Camel):
    package_id: Word = Field(description="of the catalogue; the price is never taken from the request")


class Checkout(Camel):
    """The URL of the page to pay on."""

    url: str = Field(description="of the page to pay on")


@router.post("/create-checkout-session", responses=refusals(404, 409))
async def create_checkout_session(wanted: CheckoutRequest, user: Caller) -> Checkout:
    """Open a page at Stripe to pay for a package."""
    return Checkout(url=await checkout.start(user, wanted.package_id))


@router.post("/stripe/webhook", responses=refusals(404, 409, 422))
async def receive_stripe_event(
    request: Request, stripe_signature: str = Header("", max_length=2000, description="as Stripe makes it")
) -> Done:
    """Accept an event from Stripe. Its signature proves it genuine, so neither session nor origin is required."""
    await webhooks.receive(await request.body(), stripe_signature)
    return Done()
