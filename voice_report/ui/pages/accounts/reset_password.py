"""Setting a new password by the link that was mailed (spec section 2, Reset password)."""

import reflex as rx

from ... import routes
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import PASSWORD_RULES, secretive_door


class ResetPassword(rx.Component):
    """Checks the token, then asks for the password. ``rules``: [regular expression, sentence] pairs."""

    library = script("pages/accounts/reset_password.jsx")
    tag = "ResetPassword"

    rules: rx.Var[list[list[str]]]


def reset_password() -> rx.Component:
    """The page a reset link leads to."""
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
