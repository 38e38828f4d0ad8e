"""Common to the tests of the pages about reports."""

import pytest

from voice_report.integrations.speech.local import LocalWhisper


@pytest.fixture(autouse=True)
def _loading_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the local speech model stay loading: every test has new settings, so each read one of 150 MB meanwhile."""
    monkeypatch.setattr(LocalWhisper, "_load", lambda self: None)
