"""What is asked of an engine here, is asked under a ticket that lets everything through."""

import pytest

from tests.support.tickets import lets_through


@pytest.fixture(autouse=True)
def ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    lets_through(monkeypatch)
