"""The product's speech path with a real Whisper: what only a model that really listens can show."""

import pytest

from tests import real_whisper
from tests.fakes import sound

pytestmark = pytest.mark.slow


async def test_it_hears_dutch():
    spoken = sound.speech("Ik heb geholpen met wassen en aankleden. De wond aan het linkerbeen ziet er rustig uit.")
    heard = await real_whisper.engine().transcribe(spoken, "")
    assert "geholpen" in heard.casefold()
    assert "rustig uit" in heard.casefold()
