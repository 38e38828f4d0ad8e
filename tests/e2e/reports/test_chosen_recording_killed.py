"""A chosen recording whose process is killed, sent again from two tabs at once: no word lost, none twice (S88)."""

import asyncio
import hashlib
import uuid
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from sqlmodel import col, update

from tests.e2e.two_processes import Installation, app_server, both_running
from tests.support.fakes import chosen
from tests.support.people import Person
from voice_report import clock
from voice_report.db.models import DictationSegment, Recording
from voice_report.services.dictation import recordings
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens

__all__ = ["app_server", "both_running"]
pytestmark = pytest.mark.usefixtures("both_running")

PATH = "/api/recordings"


class Tab:
    """One tab of a person, which sends a file again for as long as the server says that it has to wait."""

    def __init__(self, url: str, person: Person, data: bytes) -> None:
        key = tokens.device_key(person.id)
        name = f"{key}:{hashlib.sha256(data).hexdigest()}"
        self.id, self._data = str(uuid.uuid5(recordings.NAMESPACE, name)), data
        self.fields = {"userKey": key, "recordingId": self.id}
        self.client = httpx.AsyncClient(
            base_url=url, headers={"origin": url}, cookies={sessions.cookie_name(): person.cookie}, timeout=600
        )

    async def sends(self) -> None:
        files = {"audio": ("opname", self._data, "audio/mp4")}
        while (answer := await self.client.post(PATH, data=self.fields, files=files)).status_code != 202:
            assert answer.json()["code"] in ("recording_busy", "busy"), answer.text

    async def begins_to_send(self, has_begun: asyncio.Event) -> None:
        """Send the first half, and nothing after it."""
        request = self.client.build_request("POST", PATH, data=self.fields, files={"audio": ("opname", self._data)})
        body = request.read()

        async def half() -> AsyncIterator[bytes]:
            yield body[: len(body) // 2]
            has_begun.set()
            await asyncio.Event().wait()

        await self.client.post(PATH, content=half(), headers={"content-type": request.headers["content-type"]})

    async def state(self, *, after: int = 0) -> dict:
        return (await self.client.get(f"{PATH}/{self.id}?after={after}")).json()

    async def text(self) -> list[str]:
        """Return the words of the draft once all is written out."""
        while (state := await self.state())["state"] != "done":
            assert state["state"] in ("reading", "transcribing"), state
        draft = (await self.client.get(f"/api/drafts/{state['draftId']}")).json()["draft"]
        return draft["transcript"].split()


async def a_minute_later(db) -> None:
    """Let the leases of a killed process be over."""
    before = clock.now() - timedelta(seconds=1)
    async with db.transaction() as session:
        for model in (Recording, DictationSegment):
            claimed = col(model.claimed_until)
            await session.execute(update(model).where(claimed.is_not(None)).values(claimed_until=before))


@pytest.mark.parametrize("moment", ["half of it has arrived", "before its first words", "after its first words"])
async def test_s88_a_killed_process_costs_a_chosen_recording_no_word(
    app_server: Installation, people, provider, db, moment: str
) -> None:
    tabs = [Tab(app_server.url, people.user, chosen.memo()) for _ in range(2)]
    app_server.proxy.went.pop(PATH, None)
    first = tabs[0]
    if moment == "half of it has arrived":
        has_begun = asyncio.Event()
        sending = asyncio.create_task(first.begins_to_send(has_begun))
        await has_begun.wait()
        while PATH not in app_server.proxy.went:
            await first.client.get("/healthz")
        killed = await app_server.kill_the_one_with(PATH)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    else:
        await provider(endpoint="speech", holds_after=0)
        await first.sends()
        if moment == "after its first words":
            await provider(endpoint="speech", holds_after=None)
            while not (await first.state())["pieces"]:
                pass
        killed = await app_server.kill_the_one_with(PATH)
        await provider(endpoint="speech", holds_after=None)
    await a_minute_later(db)
    await asyncio.gather(*(tab.sends() for tab in tabs))
    assert [await tab.text() for tab in tabs] == [chosen.WORDS] * 2
    await asyncio.to_thread(killed.start)
    await asyncio.gather(*(tab.client.aclose() for tab in tabs))
