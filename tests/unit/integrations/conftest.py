"""What is asked of an engine here, is asked under a ticket that lets everything through."""

import pytest

from tests.support.tickets import lets_through
from voice_report.integrations import resilience


@pytest.fixture(autouse=True)
def ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    lets_through(monkeypatch)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let nothing wait between attempts; return the seconds of each wait."""
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(resilience, "pause", pause)
    return waited
