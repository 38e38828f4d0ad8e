"""The page after a payment."""

import asyncio
from uuid import UUID

import reflex as rx

from ....core import texts
from ....errors import DomainError, Unavailable
from ....services.billing import checkout, plans
from ....services.shared.identity import CurrentUser
from ...kit import link_button
from ...kit.display.markup import drawing
from ...kit.scripted import countdown
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, public_shell
from ...shell.session import SessionState, optional_user

SECONDS = 5
WAITING = "Je credits worden zo bijgeschreven. Dat kan tot 1 minuut duren."

#: Seconds before each further check; the page redirects after SECONDS.
_PAUSES = (1, 1, 2, 3, 5, 8, 13)

#: Ids of the users with a running check in this process; a second page of such a user keeps the neutral sentence.
_watching: set[UUID] = set()

_ART = (
    '<g class="art-coral"><path d="M5 25V35M15 19V41M25 11V49M35 17V43"/></g>'
    '<g class="art-petrol"><path d="M60 31L76 47L108 13M124 30H146"/></g>'
)


class PaymentState(rx.State):
    """The outcome of the purchase in the URL."""

    sentence: str = WAITING
    failed: bool = False

    @rx.event(background=True)
    @action
    async def watch(self):
        """Show the new balance as soon as it is known; visitors who are not signed in see the page without it.

        At most one check runs per user at a time.
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


async def _outcome(user: CurrentUser, session_id: str) -> checkout.PurchaseStatus | None:
    """Poll until the outcome of the purchase is known; ``None`` if it stays unknown or the URL is invalid."""
    for pause in (*_PAUSES, None):
        try:
            found = await checkout.status_of(user, session_id)
        except Unavailable:
            found = checkout.PurchaseStatus("waiting")  # Stripe is slow; the event may arrive in the meantime
        except DomainError:
            return None  # the page's sentence remains true
        if found.state != "waiting":
            return found
        if pause is not None:
            await asyncio.sleep(pause)
    return None


def _told(found: checkout.PurchaseStatus) -> str:
    if found.state == "failed":
        return "De bank meldt dat de betaling niet is gelukt. Er zijn geen credits bijgeschreven."
    if found.balance == plans.UNLIMITED:
        return "Je abonnement is actief. Je organisatie heeft onbeperkte rapportages."
    return f"Je credits zijn bijgeschreven. Je organisatie heeft nu {texts.credits_text(found.balance)}."


def payment_success() -> rx.Component:
    """Show that the payment was received, then redirect to the dashboard, or offer a link to the login."""
    return public_shell(
        main(
            rx.el.div(
                drawing(_ART, width=150, height=60, class_name="strokes art", stroke_width=5),
                rx.el.h1(rx.cond(PaymentState.failed, "Betaling Mislukt", "Betaling Geslaagd!"), class_name="title"),
                rx.el.p(PaymentState.sentence, class_name="lead", role="status"),
                rx.cond(
                    SessionState.signed_in,
                    rx.fragment(
                        countdown(
                            seconds=SECONDS, to=routes.DASHBOARD, before="Je gaat over", after="naar je dashboard."
                        ),
                        link_button("Naar het dashboard", href=routes.DASHBOARD, variant="primary"),
                    ),
                    rx.fragment(
                        rx.el.p("Log in om je credits te gebruiken.", class_name="soft"),
                        link_button("Inloggen", href=routes.LOGIN, variant="primary"),
                    ),
                ),
                class_name="page lost",
            )
        )
    )
