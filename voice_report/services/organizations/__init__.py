"""Organizations, their members, and how users join them."""

__all__ = [
    "invitations",
    "joining",
    "members",
    "month_mail",
    "organizations",
    "public_mail_domains",
    "seats",
    "second_factor_policy",
    "unproven",
    "usage",
]
