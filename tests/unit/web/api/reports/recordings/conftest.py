"""Files of a test: each has places of its own, and its pieces can be held."""

import asyncio
from typing import Any

import pytest

from voice_report.integrations import speech
from voice_report.services.dictation import dictation, recordings


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has places of its own, and a lease is renewed by nothing but the work."""
    monkeypatch.setattr(recordings, "_places", {})
    monkeypatch.setattr(recordings, "_waiting", {})

    async def never(_seconds: float) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(recordings, "pause", never)


class Gate:
    """Holds each piece before the engine hears it, until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits, self.opens = asyncio.Event(), asyncio.Event()
        heard = dictation._heard

        async def held(*asked: Any) -> speech.Answer:
            self.waits.set()
            await self.opens.wait()
            return await heard(*asked)

        monkeypatch.setattr(dictation, "_heard", held)


@pytest.fixture
async def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)
