"""Signing in at an organization's identity provider, and the domains that it vouches for."""

__all__ = [
    "domain_checks",
    "email_domains",
    "identity_provider",
    "outsiders",
    "provider_logout",
    "single_sign_on",
]
