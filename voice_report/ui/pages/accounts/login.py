"""The sign-in page."""

import reflex as rx

from ....services.sso import single_sign_on
from ... import routes
from ...components import link_button
from ...layout import page
from ...scripts import script
from ...session import SessionState
from .auth_shell import secretive_door

_START_PAGES = {"platform_admin": routes.PLATFORM_ADMIN, "other": routes.DASHBOARD}


class Login(rx.Component):
    """The heading and the form; children come below.

    ``start_pages`` maps each role to its start page; ``other`` is the key for all other roles. ``sentences`` says by
    code why an identity provider's word was refused.
    """

    library = script("pages/accounts/login.jsx")
    tag = "Login"

    start_pages: rx.Var[dict[str, str]]
    sentences: rx.Var[dict[str, str]]


def login() -> rx.Component:
    """Return the sign-in page: a form, and on wide screens the drawing of speech that becomes text."""
    return secretive_door(
        Login.create(
            link_button("Nieuw hier? Maak eerst een account.", href=routes.REGISTER, variant="plain", full=True),
            start_pages=_START_PAGES,
            sentences=single_sign_on.SENTENCES,
        ),
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
