"""Signing in, registering and the user's own account."""
