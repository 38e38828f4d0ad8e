"""Mails: what they say, and how they are delivered."""

__all__ = ["outbox", "templates"]
