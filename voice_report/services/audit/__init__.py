"""The audit trail: written by every action and look, read by admins, verified every night (security.md S27)."""

__all__ = ["audited_reads", "erasures", "pruning", "trail", "verification", "viewer"]
