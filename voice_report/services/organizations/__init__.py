"""Organizations, their members, and how users join them."""

__all__ = ["invitations", "joining", "members", "month_mail", "organizations", "seats", "second_factor_policy", "usage"]
