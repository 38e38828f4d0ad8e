"""One's own account (spec section 2, Account). Saving goes over HTTP, where the session's cookie is."""

import reflex as rx

from ... import routes
from ...layout import main, member_shell, page, page_head
from ...scripts import script
from ...session import SessionState
from .auth_shell import PASSWORD_RULES


class Account(rx.Component):
    """Profile, password and devices. ``on_saved``: the person changed, so the header should read it again."""

    library = script("pages/accounts/profile.jsx")
    tag = "Account"
    lib_dependencies: list[str] = ["@radix-ui/react-tabs@1.1.13"]

    rules: rx.Var[list[list[str]]]
    on_saved: rx.EventHandler[rx.event.no_args_event_spec]


def account() -> rx.Component:
    """The page with one's own account."""
    return member_shell(
        main(
            page_head("Mijn account"),
            rx.el.div(Account.create(rules=PASSWORD_RULES, on_saved=SessionState.refresh), class_name="page"),
        )
    )


def register(app: rx.App) -> None:
    """Add /account."""
    page(app, routes.ACCOUNT, account, title="Mijn account", on_load=SessionState.require_user, indexed=False)
