"""After paying (spec section 2, Payment success)."""

import asyncio
from uuid import UUID

import reflex as rx

from .... import texts
from ....errors import DomainError, Unavailable
from ....services.billing import checkout, plans
from ....services.shared.identity import CurrentUser
from ... import routes
from ...actions import action
from ...components import link_button
from ...components.countdown import countdown
from ...components.markup import drawing
from ...layout import main, page, public_shell
from ...session import SessionState, optional_user

SECONDS = 5
WAITING = "Je credits worden zo bijgeschreven. Dat kan tot 1 minuut duren."

#: Seconds before each further look; the page itself is left after SECONDS.
_PAUSES = (1, 1, 2, 3, 5, 8, 13)

#: Who is looking in this process: whoever opens the page again meanwhile reads the sentence that is true anyway.
_watching: set[UUID] = set()

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
        """Show the new balance as soon as it is there; somebody who is not signed in sees the page without it.

        One person looks at one purchase at a time.
        """
        async with self:
            user = await optional_user(self)
            session_id = self.router.url.query_parameters.get("session_id", "")
            self.sentence, self.failed = WAITING, False
        if user is None or user.organization is None or not session_id or user.id in _watching:
            return
        _watching.add(user.id)
        try:
            found = await _outcome(user, session_id)
        finally:
            _watching.discard(user.id)
        if found is not None:
            async with self:
                self.sentence, self.failed = _told(found), found.state == "failed"
                await (await self.get_state(SessionState))._load()


async def _outcome(user: CurrentUser, session_id: str) -> checkout.Arrival | None:
    """Look until it is known what became of the purchase; ``None`` when it is not, or the address was made up."""
    for pause in (*_PAUSES, None):
        try:
            found = await checkout.arrival(user, session_id)
        except Unavailable:
            found = checkout.Arrival("waiting")  # Stripe is slow; the event may come meanwhile
        except DomainError:
            return None  # what the page says remains true
        if found.state != "waiting":
            return found
        if pause is not None:
            await asyncio.sleep(pause)
    return None


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
