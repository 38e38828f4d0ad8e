"""The sign-in page (spec section 2, Login)."""

import reflex as rx

from ... import routes
from ...components import field, link, password_field
from ...components.api_form import api_form
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import door

_START_PAGES = {"platform_admin": routes.PLATFORM_ADMIN, "other": routes.DASHBOARD}


class ResendOffer(rx.Component):
    """Offers to resend the verification mail when sign-in fails on an unverified email address; part of the form."""

    library = script("pages/accounts/resend_offer.jsx")
    tag = "ResendOffer"


def login() -> rx.Component:
    """Return the sign-in page: a form, and on wide screens the drawing of speech that becomes text."""
    return door(
        rx.el.h1("Inloggen", class_name="title"),
        _form(),
        rx.el.p("Nog geen account? ", link("Registreren", href=routes.REGISTER), class_name="soft"),
    )


def _form() -> rx.Component:
    return api_form(
        field(
            "E-mailadres",
            "email",
            type="email",
            auto_complete="username",
            required=True,
            auto_capitalize="none",
            max_length=254,
        ),
        password_field(label="Wachtwoord", name="password", auto_complete="current-password", required=True),
        rx.el.p(link("Wachtwoord vergeten?", href=routes.FORGOT_PASSWORD, class_name="link tap"), class_name="forgot"),
        ResendOffer.create(),
        action="/api/auth/login",
        submit="Inloggen",
        fallback="Inloggen mislukt. Controleer je gegevens.",
        start_pages=_START_PAGES,
    )


def register(app: rx.App) -> None:
    """Add /login, which redirects signed-in users."""
    page(
        app,
        routes.LOGIN,
        login,
        title="Inloggen",
        description="Log in en spreek je rapportage in.",
        on_load=SessionState.leave_when_signed_in,
    )
