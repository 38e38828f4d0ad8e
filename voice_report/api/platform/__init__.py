"""What platform admins do."""
