"""A real Whisper for tests marked ``slow``: fetched once per checkout, and then found in ``var/models``."""

from functools import cache

import pytest

from tests.conftest import ROOT
from voice_report.integrations.speech import spare
from voice_report.integrations.speech.local import LocalWhisper


@cache
def directory() -> str:
    """Return the model's directory; skips the test where it cannot be had."""
    try:
        return spare.fetched(models=ROOT / "var" / "models")
    except (OSError, ValueError) as failure:
        pytest.skip(f"no real model: {failure}")


@cache
def engine() -> LocalWhisper:
    """Return the product's own engine with the real model loaded."""
    loaded = LocalWhisper(directory())
    loaded.start_loading()
    assert loaded.wait_until_settled(60)
    assert loaded.state() == "ready"
    return loaded
