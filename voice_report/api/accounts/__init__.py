"""Signing in, registering and one's own account."""
