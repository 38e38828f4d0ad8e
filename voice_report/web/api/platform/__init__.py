"""The routes of platform admins."""
