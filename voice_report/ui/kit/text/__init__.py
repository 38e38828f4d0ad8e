"""Text that is written, marked, kept and copied."""
