"""/inloggen-beheer: how the members sign in: their second factor, and the organization's own identity provider."""

import reflex as rx

from ....services.sso import single_sign_on
from ...kit import error_state
from ...scripts import component
from ...shell import routes
from ...shell.layout import back_to_admin, main, member_shell, page_head
from ...shell.session import SessionState
from .second_factor import SecondFactorState, second_factor_card, without_card

#: The card with the settings, the domains and the test; ``sentences`` says by code why a test failed.
IdentityProvider = component("pages/organizations/identity_provider.jsx", "IdentityProvider", sentences=dict[str, str])


def signing_in() -> rx.Component:
    return member_shell(
        main(
            page_head(
                "Inloggen van collega's",
                rx.el.p("Hoe collega's van ", SessionState.organization_name, " binnenkomen."),
                back=back_to_admin(),
            ),
            rx.el.div(
                rx.el.div(
                    rx.cond(
                        SecondFactorState.loaded,
                        rx.fragment(second_factor_card(), without_card()),
                        error_state(
                            "Kon de instellingen niet laden. Probeer het later opnieuw.", SecondFactorState.load
                        ),
                    ),
                    class_name="stack",
                ),
                rx.el.div(
                    IdentityProvider.create(sentences=single_sign_on.SENTENCES), class_name="stack identity-provider"
                ),
                class_name="columns-2 page",
            ),
        ),
        ready=SecondFactorState.loaded | SecondFactorState.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )
