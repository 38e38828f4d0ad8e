"""What an organization keeps and for how long, the nightly erasing and its receipts (security.md S62), and its privacy
file (S63)."""

__all__ = ["client_erasure", "dpia_form", "old_records", "privacy_file", "receipts", "restored", "retention", "terms"]
