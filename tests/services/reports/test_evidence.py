"""Long comparisons run in a process of their own: a few at a time, and its end is a clear sentence."""

import asyncio
import os
import signal
import uuid
from types import SimpleNamespace
from typing import Any

import pytest

from voice_report.errors import Unavailable
from voice_report.services.reports import evidence

USER: Any = SimpleNamespace(id=uuid.uuid4(), organization=None)
LONG = "De bloeddruk was 142 over 80. " * 200

pytestmark = pytest.mark.one_database


@pytest.fixture(autouse=True)
async def _ended():
    yield
    await evidence.finish_all()


async def test_a_long_report_is_compared_in_the_process():
    found = await evidence.compare(USER, LONG, LONG)
    assert len(found.sentences) == 200
    assert not [one for one in found.sentences if one.flags]


async def test_too_many_at_once_are_refused_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr(evidence, "_WAITING", 1)
    results = await asyncio.gather(*(evidence.compare(USER, LONG, LONG) for _ in range(3)), return_exceptions=True)
    refused = [one for one in results if isinstance(one, Unavailable)]
    assert [one.code for one in refused] == ["busy", "busy"]
    assert len(results) == 3


async def test_a_process_that_is_late_is_replaced(monkeypatch):
    with monkeypatch.context() as impatient:
        impatient.setattr(evidence, "_SECONDS", 0.001)
        with pytest.raises(Unavailable, match="niet veranderd"):
            await evidence.compare(USER, LONG, LONG)
    assert (await evidence.compare(USER, LONG, LONG)).sentences


async def test_a_process_that_is_killed_is_replaced():
    await evidence.compare(USER, LONG, LONG)
    os.kill(await evidence._process.run(20, os.getpid), signal.SIGKILL)
    with pytest.raises(Unavailable, match="niet veranderd"):
        await evidence.compare(USER, LONG, LONG)
    assert (await evidence.compare(USER, LONG, LONG)).sentences
