"""'Alles meenemen': what an organization has here as one file, for who leaves or keeps a copy."""

__all__ = ["everything"]
