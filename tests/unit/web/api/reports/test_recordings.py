"""``/api/recordings``: a chosen file becomes the text of a draft, once, for its owner alone (S88)."""

import asyncio
import hashlib
import uuid

import httpx

from tests.support.fakes import sound
from tests.support.people import Person
from voice_report.services.dictation import recordings
from voice_report.services.shared import tokens

SPOKEN = sound.encoded(sound.dictation(8), "mp4")
WORDS = [f"woord{number:03d}" for number in range(1, 9)]


def id_of(person: Person, data: bytes) -> str:
    name = f"{tokens.device_key(person.id)}:{hashlib.sha256(data).hexdigest()}"
    return str(uuid.uuid5(recordings.NAMESPACE, name))


async def send(client: httpx.AsyncClient, person: Person, data: bytes, **fields: str) -> httpx.Response:
    given = {"userKey": tokens.device_key(person.id), "recordingId": id_of(person, data), **fields}
    return await client.post("/api/recordings", data=given, files={"audio": ("opname", data, "audio/mp4")})


async def ended() -> None:
    """Wait until no file is written out any more."""
    while recordings._running:
        await asyncio.wait(recordings._running)


async def test_s88_a_chosen_file_becomes_the_text_of_a_draft(api, people, fake_provider):
    client = await api(people.user)
    taken = await send(client, people.user, SPOKEN)
    recording_id = id_of(people.user, SPOKEN)
    assert (taken.status_code, taken.json()) == (202, {"recordingId": recording_id, "draftId": None, "seconds": 41})
    await ended()
    state = (await client.get(f"/api/recordings/{recording_id}?after=0")).json()
    assert (state["state"], state["secondsDone"], state["code"], state["message"]) == ("done", 41, None, None)
    assert " ".join(piece["text"] for piece in state["pieces"]).split() == WORDS
    draft = (await client.get(f"/api/drafts/{state['draftId']}")).json()["draft"]
    assert draft["transcript"].split() == WORDS
