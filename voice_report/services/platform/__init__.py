"""What platform admins do across the whole installation, including the deletion of all that other packages store."""

__all__ = ["clocks", "deletion", "demo", "members", "overview", "readiness", "search_keys", "secret_rotation", "users"]
