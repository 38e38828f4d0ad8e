"""The clients (cliënten, people in care) of an organization."""

__all__ = ["clients", "csv_import", "csv_reader"]
