"""/inloggen-beheer: the organization's own identity provider. It is saved over HTTP, which has the session cookie."""

import reflex as rx

from ....services.organizations import single_sign_on
from ... import routes
from ...layout import back_to_admin, main, member_shell, page, page_head
from ...scripts import script
from ...session import SessionState


class IdentityProvider(rx.Component):
    """The card with the settings, the domains and the test; ``sentences`` says by code why a test failed."""

    library = script("pages/organizations/identity_provider.jsx")
    tag = "IdentityProvider"

    sentences: rx.Var[dict[str, str]]


def signing_in() -> rx.Component:
    """Return the page."""
    return member_shell(
        main(
            page_head(
                "Inloggen",
                rx.el.p("Hoe collega's van ", SessionState.organization_name, " binnenkomen."),
                back=back_to_admin(),
            ),
            rx.el.div(IdentityProvider.create(sentences=single_sign_on.SENTENCES), class_name="page identity-provider"),
        ),
        needs_organization=True,
        section=routes.ADMIN,
    )


def register(app: rx.App) -> None:
    """Add /inloggen-beheer."""
    page(app, routes.SIGNING_IN, signing_in, title="Inloggen", on_load=SessionState.require_admin, indexed=False)
