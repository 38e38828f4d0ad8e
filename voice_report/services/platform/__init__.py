"""What platform admins do with the whole installation, and what takes all of the below away."""

__all__ = ["deletion", "demo", "members", "overview", "readiness", "users"]
