"""What platform admins do across the whole installation, including the deletion of all that other packages store."""

__all__ = [
    "clocks",
    "deletion",
    "demo",
    "exposition",
    "members",
    "overview",
    "readiness",
    "search_keys",
    "secret_rotation",
    "self_check",
    "users",
]
