"""The audit trail: written by every action and look, read by admins, verified every night (security.md S27)."""

__all__ = [
    "audited_reads",
    "client_access",
    "erasures",
    "pruning",
    "sample_notes",
    "samples",
    "trail",
    "verification",
    "viewer",
]
