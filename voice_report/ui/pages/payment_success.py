"""After paying (spec section 2, Payment success)."""

import reflex as rx

from .. import routes
from ..components import link_button
from ..components.countdown import countdown
from ..components.markup import drawing
from ..layout import main, page, public_shell
from ..session import SessionState

SECONDS = 5

_ART = (
    '<g class="art-coral"><path d="M5 25V35M15 19V41M25 11V49M35 17V43"/></g>'
    '<g class="art-petrol"><path d="M60 31L76 47L108 13M124 30H146"/></g>'
)


def payment_success() -> rx.Component:
    """Say that the payment came in, and lead on: to the dashboard by itself, or to the login."""
    return public_shell(
        main(
            rx.el.div(
                drawing(_ART, width=150, height=60, class_name="strokes art", stroke_width=5),
                rx.el.h1("Betaling Geslaagd!", class_name="title"),
                rx.el.p(
                    "Je credits worden zo bijgeschreven. Dat kan tot 1 minuut duren.", class_name="lead", role="status"
                ),
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
        on_load=SessionState.greet,
        indexed=False,
    )
