"""A ticket for tests of engines by themselves: it is of no step, and of every profile."""

from contextvars import ContextVar

import pytest

from tests.support import egress
from voice_report.engines import REGIONS_WITHIN, Profile
from voice_report.integrations import checkpoint
from voice_report.integrations.checkpoint import Ticket


class _AnyProfile(Profile):
    """Equal to every other one."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile)

    __hash__ = Profile.__hash__


async def _counted(_size: int) -> bool:
    egress.count_anywhere()
    return True


def open_ticket() -> Ticket:
    """Return a ticket under which every engine may be asked."""
    return Ticket(_AnyProfile("any", "speech", "openai", "other"), REGIONS_WITHIN["all"], _counted)


def lets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every task send, as if it worked on a step."""
    ticket: ContextVar[Ticket] = ContextVar("ticket", default=open_ticket())  # noqa: B039  of one test
    monkeypatch.setattr(checkpoint, "_present", ticket)
