"""Which engine works on speech and text, what leaves for it, and the rows that people can read about it."""

__all__ = ["card", "egress", "engine_choice", "privacy_settings", "provenance", "steps"]
