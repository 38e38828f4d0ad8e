"""The organization admin's page: the team, its clients and its usage."""
