"""Every page of the site."""

import reflex as rx

from .. import routes
from ..session import SessionState, guarded


def register(app: rx.App) -> None:
    """Add every page."""
    app.add_page(lambda: rx.el.main(rx.el.h1("Spraakrapport")), route=routes.HOME, title="Spraakrapport")
    app.add_page(
        lambda: rx.el.main(guarded(rx.el.h1("Dashboard"))), route=routes.DASHBOARD, on_load=SessionState.require_user
    )
