"""Sending a chosen file, and what became of it."""

import asyncio
import hashlib
import uuid
from typing import Any

import httpx
from sqlalchemy import func, select

from tests.support.fakes import chosen
from tests.support.people import Person
from voice_report.db import session as database
from voice_report.db.models import Report
from voice_report.services.dictation import recordings
from voice_report.services.shared import tokens

WORDS = chosen.WORDS


def id_of(person: Person, data: bytes) -> str:
    name = f"{tokens.device_key(person.id)}:{hashlib.sha256(data).hexdigest()}"
    return str(uuid.uuid5(recordings.NAMESPACE, name))


async def send(client: httpx.AsyncClient, person: Person, data: bytes | None = None, **fields: str) -> httpx.Response:
    data = chosen.memo() if data is None else data
    given = {"userKey": tokens.device_key(person.id), "recordingId": id_of(person, data), **fields}
    return await client.post("/api/recordings", data=given, files={"audio": ("mevrouw Smit.m4a", data, "audio/mp4")})


async def ended() -> None:
    """Wait until no file is written out any more."""
    while recordings._running:
        await asyncio.wait(recordings._running)


async def state_of(client: httpx.AsyncClient, person: Person, data: bytes | None = None) -> dict[str, Any]:
    data = chosen.memo() if data is None else data
    return (await client.get(f"/api/recordings/{id_of(person, data)}")).json()


async def text_of(client: httpx.AsyncClient, draft_id: str) -> list[str]:
    return (await client.get(f"/api/drafts/{draft_id}")).json()["draft"]["transcript"].split()


async def drafts_stored(db) -> int:
    async with db.reading() as session:
        return (await session.execute(select(func.count()).select_from(Report))).scalar_one()


async def unfinished(person: Person) -> list[recordings.RecordingView]:
    user = await person.current()
    return await database.run_reading(recordings.unfinished, user)
