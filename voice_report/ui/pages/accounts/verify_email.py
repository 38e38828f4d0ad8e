"""Verify an email address with the mailed link."""

import reflex as rx

from ... import routes
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import secretive_door


class VerifyEmail(rx.Component):
    """Sends the URL's token once and shows the result; in a different browser it requires the password."""

    library = script("pages/accounts/verify_email.jsx")
    tag = "VerifyEmail"


def verify_email() -> rx.Component:
    """Return the page that a verification link opens."""
    return secretive_door(VerifyEmail.create())


def register(app: rx.App) -> None:
    """Add /verify-email."""
    page(
        app,
        routes.VERIFY_EMAIL,
        verify_email,
        title="E-mailadres bevestigen",
        on_load=SessionState.greet,
        indexed=False,
    )
