"""Settings of one test."""

import pytest

from voice_report.config import settings


def use(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Let these environment variables hold until the test ends, also where the settings were read before."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
