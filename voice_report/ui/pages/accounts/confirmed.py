"""/bevestigd: where the window ends up in which somebody signed in again at the organization's identity provider."""

import reflex as rx

from ....services.sso import single_sign_on
from ... import routes
from ...layout import page
from ...scripts import script
from .auth_shell import door


class SteppedUp(rx.Component):
    """Tells the page that waits, and closes the window; ``sentences`` says by code why not."""

    library = script("components/provider_step_up.jsx")
    tag = "SteppedUp"

    sentences: rx.Var[dict[str, str]]


def confirmed() -> rx.Component:
    """Return the page."""
    return door(SteppedUp.create(sentences=single_sign_on.SENTENCES))


def register(app: rx.App) -> None:
    """Add /bevestigd."""
    page(app, routes.CONFIRMED, confirmed, title="Bevestigd", indexed=False)
