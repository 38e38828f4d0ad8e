"""The clients of an organization, on the page of its admin."""
