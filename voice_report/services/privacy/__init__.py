"""What an organization keeps and for how long, the nightly erasing, and the receipts of it (security.md S62)."""

__all__ = ["old_records", "receipts", "restored", "retention", "terms"]
