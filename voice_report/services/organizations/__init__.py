"""Organizations, their members, and how users join them."""

__all__ = ["invitations", "joining", "members", "organizations", "seats", "usage"]
