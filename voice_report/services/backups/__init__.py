"""Encrypted backups of the whole installation, and putting one back (security.md S96)."""

__all__ = ["making", "restoring"]
