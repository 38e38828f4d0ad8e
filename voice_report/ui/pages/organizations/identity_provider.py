"""The card of the organization's own identity provider. It is saved over HTTP, which has the session cookie."""

from ...scripts import component

#: The card with the settings, the domains and the test; ``sentences`` says by code why a test failed.
IdentityProvider = component("pages/organizations/identity_provider.jsx", "IdentityProvider", sentences=dict[str, str])
