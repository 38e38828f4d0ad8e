"""The clients (cliënten, people in care) of an organization."""

__all__ = ["client_file", "clients", "file_import", "name_keys"]
