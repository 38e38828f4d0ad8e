"""Two people dictate to one engine that is three times slower than speech: nothing is lost, refused or out of order."""

import asyncio
import re
import uuid
from collections import Counter

import httpx

from tests.support.fakes import sound
from tests.support.fakes.slow_engine import SlowEngine
from voice_report.config import settings
from voice_report.integrations import speech
from voice_report.services.dictation import dictation

SLOWNESS, SCALE = 3.0, 1 / 100  # a minute of its work takes 0.6 s
PARALLEL = 2  # upload.js


class Recorder:
    """Uploads as upload.js does: two at a time, one until the draft is known, and what waits is brought again."""

    def __init__(self, client: httpx.AsyncClient, numbers: range) -> None:
        self.id = str(uuid.uuid4())
        self.statuses: Counter[int] = Counter()
        self.draft = ""
        self._client = client
        self._left = list(enumerate(sound.encoded(sound.dictation(1, first=number)) for number in numbers))

    async def send_all(self) -> list[str]:
        """Return the numbers in the draft when everything has been transcribed."""
        await self._send_next()
        await asyncio.gather(*[self._send_rest() for _ in range(PARALLEL)])
        draft = await self._client.get(f"/api/drafts/{self.draft}")
        return re.findall(r"woord(\d{3})", draft.json()["draft"]["transcript"])

    async def _send_rest(self) -> None:
        while self._left:
            await self._send_next()

    async def _send_next(self) -> None:
        position, audio = self._left.pop(0)
        fields = {"dictationId": self.id, "segment": str(position)} | ({"draftId": self.draft} if self.draft else {})
        while True:
            answer = await self._client.post("/api/stt", files={"audio": ("opname.webm", audio)}, data=fields)
            self.statuses[answer.status_code] += 1
            if answer.status_code != 202:
                self.draft = self.draft or answer.json()["draftId"]
                return


async def test_two_people_at_an_engine_three_times_slower_than_speech(api, people, monkeypatch):
    loop, busy = asyncio.get_running_loop(), asyncio.Event()

    async def wait(seconds: float) -> None:
        if engine.heard:
            busy.set()
        await asyncio.sleep(seconds * SCALE)

    monkeypatch.setenv("RATE_LIMITS", "off")  # with so little patience it is asked hundreds of times
    settings.cache_clear()
    engine = SlowEngine(SLOWNESS, wait=wait, now=lambda: loop.time() / SCALE)
    monkeypatch.setattr(speech, "engine", lambda *_: engine)
    monkeypatch.setattr(dictation, "PATIENCE", 0.02)
    first = Recorder(await api(people.user), range(1, 17))
    second = Recorder(await api(people.admin), range(101, 105))
    early = asyncio.create_task(first.send_all())
    await busy.wait()
    texts = [await second.send_all(), await early]
    assert texts == [[f"{number}" for number in range(101, 105)], [f"{number:03}" for number in range(1, 17)]]
    assert set(first.statuses) == set(second.statuses) == {200, 202}
    assert sorted(engine.heard) == [*range(1, 17), *range(101, 105)], "each once"
    late = [at for at, number in enumerate(engine.heard) if number > 100]
    assert late[-1] < 15, "the second is done long before the first, who has sixteen"
    assert engine.queue.monitor.speed > 2
