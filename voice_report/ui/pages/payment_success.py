"""After paying (spec section 2, Payment success)."""

import asyncio

import reflex as rx

from ... import texts
from ...errors import DomainError, Unavailable
from ...services import checkout, plans
from .. import routes
from ..actions import action
from ..components import link_button
from ..components.countdown import countdown
from ..components.markup import drawing
from ..layout import main, page, public_shell
from ..session import SessionState, optional_user

SECONDS = 5
WAITING = "Je credits worden zo bijgeschreven. Dat kan tot 1 minuut duren."
_LOOKS = 10  # one a second; the page itself is left after SECONDS

_ART = (
    '<g class="art-coral"><path d="M5 25V35M15 19V41M25 11V49M35 17V43"/></g>'
    '<g class="art-petrol"><path d="M60 31L76 47L108 13M124 30H146"/></g>'
)


class PaymentState(rx.State):
    """What became of the purchase in the address."""

    sentence: str = WAITING
    failed: bool = False

    @rx.event(background=True)
    @action
    async def watch(self):
        """Show the new balance as soon as it is there; somebody who is not signed in sees the page without it."""
        async with self:
            user = await optional_user(self)
            session_id = self.router.url.query_parameters.get("session_id", "")
            self.sentence, self.failed = WAITING, False
        if user is None or user.organization is None or not session_id:
            return
        for _ in range(_LOOKS):
            try:
                found = await checkout.arrival(user, session_id)
            except Unavailable:
                found = checkout.Arrival("waiting")  # Stripe is slow; the event may come meanwhile
            except DomainError:
                return  # the address was made up: what the page says remains true
            if found.state != "waiting":
                async with self:
                    self.sentence, self.failed = _told(found), found.state == "failed"
                    await (await self.get_state(SessionState))._load()
                return
            await asyncio.sleep(1)


def _told(found: checkout.Arrival) -> str:
    if found.state == "failed":
        return "De bank meldt dat de betaling niet is gelukt. Er zijn geen credits bijgeschreven."
    if found.balance == plans.UNLIMITED:
        return "Je abonnement is actief. Je organisatie heeft onbeperkte rapportages."
    return f"Je credits zijn bijgeschreven. Je organisatie heeft nu {texts.credits_text(found.balance)}."


def payment_success() -> rx.Component:
    """Say that the payment came in, and lead on: to the dashboard by itself, or to the login."""
    return public_shell(
        main(
            rx.el.div(
                drawing(_ART, width=150, height=60, class_name="strokes art", stroke_width=5),
                rx.el.h1(rx.cond(PaymentState.failed, "Betaling Mislukt", "Betaling Geslaagd!"), class_name="title"),
                rx.el.p(PaymentState.sentence, class_name="lead", role="status"),
                rx.cond(SessionState.signed_in, _onwards(), _to_login()),
                class_name="page lost",
            )
        )
    )


def _onwards() -> rx.Component:
    return rx.fragment(
        countdown(seconds=SECONDS, to=routes.DASHBOARD, before="Je gaat over", after="naar je dashboard."),
        link_button("Naar het dashboard", href=routes.DASHBOARD, variant="primary"),
    )


def _to_login() -> rx.Component:
    return rx.fragment(
        rx.el.p("Log in om je credits te gebruiken.", class_name="soft"),
        link_button("Inloggen", href=routes.LOGIN, variant="primary"),
    )


def register(app: rx.App) -> None:
    """Add /payment-success."""
    page(
        app,
        routes.PAYMENT_SUCCESS,
        payment_success,
        title="Betaling Geslaagd!",
        description="Je betaling is gelukt. Je credits worden zo bijgeschreven.",
        on_load=[SessionState.greet, PaymentState.watch],
        indexed=False,
    )
