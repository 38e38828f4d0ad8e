"""'Inzicht', of an organization and of all together."""
