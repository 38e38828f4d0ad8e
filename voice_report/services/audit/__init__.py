"""The audit trail: written by every action, read by admins, verified every night (security.md S27)."""

__all__ = ["trail", "verification", "viewer"]
