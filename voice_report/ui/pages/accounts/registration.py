"""Registration, with or without an invitation."""

import reflex as rx

from ....config import settings
from ....core import texts
from ....services.organizations import joining
from ... import routes
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import PASSWORD_RULES, secretive_door


class Register(rx.Component):
    """The form, then 'check your email'.

    ``rules``: [regular expression, sentence] pairs; ``domains``: well-known ones, in which a typing mistake is asked
    about; ``free`` says what a new organization may make for nothing.
    """

    library = script("pages/accounts/registration.jsx")
    tag = "Register"

    rules: rx.Var[list[list[str]]]
    domains: rx.Var[list[str]]
    free: rx.Var[str]


def registration() -> rx.Component:
    """Return the registration page."""
    free = texts.free_reports(settings().trial_credits)
    return secretive_door(Register.create(rules=PASSWORD_RULES, domains=joining.WELL_KNOWN_DOMAINS, free=free))


def register(app: rx.App) -> None:
    """Add /register."""
    page(
        app,
        routes.REGISTER,
        registration,
        title="Account aanmaken",
        description="Maak een account aan en spreek je eerste rapportage in.",
        on_load=SessionState.greet,
    )
