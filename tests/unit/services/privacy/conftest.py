"""An installation whose speech and text go outside, and people who signed in before the clock is moved."""

import pytest

from voice_report.config import settings
from voice_report.services.shared.identity import CurrentUser


@pytest.fixture
async def admin(people, wall_clock) -> CurrentUser:
    """De Linde's administrator, who signed in before the clock is moved."""
    return await people.admin.current()


@pytest.fixture
async def user(people, wall_clock) -> CurrentUser:
    """De Linde's care worker, likewise."""
    return await people.user.current()


OUTSIDE = {
    "SPEECH_ENGINE": "openai",
    "SPEECH_BASE_URL": "https://spraak.example/v1",
    "STRUCTURE_ENGINE": "openai",
    "STRUCTURE_BASE_URL": "https://tekst.example/v1",
    "PROCESSING_REGION": "other",
    "PROCESSING_LOCATION": "Noorwegen",
    "MAIL_URL": "smtps://gebruiker:geheim@post.example:465",
}


@pytest.fixture
def outside(monkeypatch, db) -> None:
    """Speech and text go to outside engines, with names replaced."""
    for name, value in OUTSIDE.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
