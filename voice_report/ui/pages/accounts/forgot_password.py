"""Request a link to set a new password."""

import reflex as rx

from ... import routes
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import door


class ForgotPassword(rx.Component):
    """A form with one field, then a neutral confirmation."""

    library = script("pages/accounts/forgot_password.jsx")
    tag = "ForgotPassword"


def forgot_password() -> rx.Component:
    """Return the forgot-password page."""
    return door(ForgotPassword.create())


def register(app: rx.App) -> None:
    """Add /forgot-password."""
    page(
        app,
        routes.FORGOT_PASSWORD,
        forgot_password,
        title="Wachtwoord Vergeten",
        description="Vraag een link aan om een nieuw wachtwoord te kiezen.",
        on_load=SessionState.greet,
    )
