"""'Inzicht': counts of whole weeks of an organization and of the installation, with nothing about a person (S101)."""

__all__ = ["counting", "figures", "table"]
