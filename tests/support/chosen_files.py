"""A person who chooses a sound file: the requests of a tab that has one written out."""

import asyncio
import hashlib
import uuid
from collections.abc import AsyncIterator

import httpx

from voice_report.services.dictation import recordings
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens

from .people import Person

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
