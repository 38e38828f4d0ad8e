"""The audit trail: written by every act, read by admins, verified every night (security.md S27)."""

__all__ = ["trail", "verification", "viewer"]
