"""The organization admin's page: the team, its clients and its usage."""

from .page import register

__all__ = ["register"]
