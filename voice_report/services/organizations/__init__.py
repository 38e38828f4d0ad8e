"""An organization, its members, and how people come into it."""

__all__ = ["invitations", "joining", "members", "organizations", "seats", "usage"]
