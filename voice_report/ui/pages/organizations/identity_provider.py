"""The card of the organization's own identity provider. It is saved over HTTP, which has the session cookie."""

import reflex as rx

from ...scripts import script


class IdentityProvider(rx.Component):
    """The card with the settings, the domains and the test; ``sentences`` says by code why a test failed."""

    library = script("pages/organizations/identity_provider.jsx")
    tag = "IdentityProvider"

    sentences: rx.Var[dict[str, str]]
