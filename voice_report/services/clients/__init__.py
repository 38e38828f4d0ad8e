"""The people in care (cliënten) of an organization."""

__all__ = ["clients", "csv_import", "csv_reader"]
