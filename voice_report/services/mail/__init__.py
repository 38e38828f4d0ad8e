"""Mails: their texts and their delivery."""

__all__ = ["outbox", "templates"]
