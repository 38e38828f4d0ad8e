"""The user's own account. Changes are saved over HTTP, which has the session cookie."""

import reflex as rx

from ....config import settings
from ... import routes
from ...layout import back_to_start, main, member_shell, page
from ...scripts import script
from ...session import SessionState
from .auth_shell import PASSWORD_RULES


class Account(rx.Component):
    """Profile, password and security, with the page's heading and, above it, its children: the way back.

    ``organization`` is its name, ``mail`` where to ask for the account to be closed. ``on_saved``: the user's data
    changed, so the header must reload it.
    """

    library = script("pages/accounts/profile.jsx")
    tag = "Account"
    lib_dependencies: list[str] = ["@radix-ui/react-tabs@1.1.21"]

    rules: rx.Var[list[list[str]]]
    organization: rx.Var[str]
    mail: rx.Var[str]
    on_saved: rx.EventHandler[rx.event.no_args_event_spec]


def account() -> rx.Component:
    """Return the page of the user's own account."""
    content = Account.create(
        back_to_start(),
        rules=PASSWORD_RULES,
        organization=SessionState.organization_name,
        mail=settings().contact_email,
        on_saved=SessionState.refresh,
    )
    return member_shell(main(content))


def register(app: rx.App) -> None:
    """Add /account."""
    page(app, routes.ACCOUNT, account, title="Mijn account", on_load=SessionState.require_user, indexed=False)
