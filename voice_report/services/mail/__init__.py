"""Mails: their texts and their delivery."""

__all__ = ["by_hand", "outbox", "templates"]
