"""Organizations, their members, and how users join them."""

__all__ = [
    "domain_checks",
    "email_domains",
    "identity_provider",
    "invitations",
    "joining",
    "members",
    "month_mail",
    "organizations",
    "outsiders",
    "provider_logout",
    "seats",
    "second_factor_policy",
    "single_sign_on",
    "usage",
]
