"""Set a new password with the mailed link."""

import reflex as rx

from ... import routes
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import PASSWORD_RULES, secretive_door


class ResetPassword(rx.Component):
    """Checks the token, then shows the password form. ``rules``: [regular expression, sentence] pairs."""

    library = script("pages/accounts/reset_password.jsx")
    tag = "ResetPassword"

    rules: rx.Var[list[list[str]]]


def reset_password() -> rx.Component:
    """Return the page that a reset link opens."""
    return secretive_door(ResetPassword.create(rules=PASSWORD_RULES))


def register(app: rx.App) -> None:
    """Add /reset-password."""
    page(
        app,
        routes.RESET_PASSWORD,
        reset_password,
        title="Nieuw wachtwoord",
        on_load=SessionState.greet,
        indexed=False,
    )
