"""The clients of an organization, on its admin's page."""
