"""A session ends twelve hours after the last thing a person did, whatever an open page does by itself (S05)."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from tests.support import tables
from tests.support.fakes import sound
from tests.unit.web.edge.socket import Socket
from voice_report.db.models import LoginSession
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.web.edge import sockets

#: What the framework's page sends, as recorded from Chromium.
HEARTBEAT = "3"
RECONNECT = '40/_event,{"event":{"name":"reflex___state____state.hydrate_and_load","payload":{},"router_data":{}}}'
OPENED = '40/_event,{"event":{"name":"reflex___state____state.hydrate_and_load","payload":{"hashes":["a"]}}}'
TYPED = '42/_event,["event",{"name":"wizard_state.change_transcript","payload":{"text":"Mevrouw at goed","at":1}}]'

BY_ITSELF = [HEARTBEAT, '42/_event,["client_error",{"message":"x"}]']


@pytest.fixture(autouse=True)
def _looks_each_time(monkeypatch) -> None:
    """Look at every message, as happens when messages are hours apart: here only the set clock moves."""
    monkeypatch.setattr(sockets, "_LOOK_EVERY", 0)


async def last_seen(db, person):
    query = select(LoginSession.last_seen_at).where(LoginSession.token_hash == tokens.hashed(person.cookie))
    return await tables.row(query)


async def say(built: Path, person, *texts: str) -> Socket:
    """Open a websocket, say this, and leave."""
    socket = Socket(built, cookie=person.cookie)
    running = await socket.connected()
    for text in texts:
        socket.incoming.put_nowait({"type": "websocket.receive", "text": text})
    socket.hang_up()
    await running
    return socket


async def test_s05_an_untouched_page_is_signed_out_after_twelve_hours(built, db, wall_clock, people) -> None:
    began = await last_seen(db, people.user)
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    socket.incoming.put_nowait({"type": "websocket.receive", "text": RECONNECT})
    for minutes in range(0, 12 * 60 - 30, 30):
        wall_clock.advance(minutes=30)
        for text in BY_ITSELF:
            socket.incoming.put_nowait({"type": "websocket.receive", "text": text})
        await socket.push({"type": "websocket.send", "text": f"42 {minutes}"})
        await sockets.close_ended()
        if minutes % 120 == 0:
            await say(built, people.user, RECONNECT, HEARTBEAT)
    assert await last_seen(db, people.user) == began
    assert socket.sent[-1]["type"] == "websocket.send"
    wall_clock.advance(minutes=30)
    await sockets.close_ended()
    await running
    assert socket.sent[-1]["type"] == "websocket.close"
    again = await say(built, people.user, RECONNECT)
    assert b"cookie" not in dict(again.behind["headers"]), "a reconnect comes back as a visitor"


@pytest.mark.parametrize("said", [[RECONNECT, TYPED], [OPENED]], ids=["typed", "opened"])
async def test_s05_who_types_or_opens_a_page_stays_in(built, db, wall_clock, people, said: list[str]) -> None:
    for _ in range(4):
        wall_clock.advance(hours=11)
        socket = await say(built, people.user, HEARTBEAT, *said)
        assert [message["text"] for message in socket.heard] == [HEARTBEAT, *said]
        assert await last_seen(db, people.user) == wall_clock.now


async def test_s05_who_only_dictates_stays_in(api, db, wall_clock, people, fake_provider) -> None:
    client = await api(people.user)
    speech = {"audio": ("opname.webm", sound.encoded(sound.dictation(1), "webm"), "audio/webm")}
    for _ in range(2):
        wall_clock.advance(hours=11)
        assert (await client.post("/api/stt", files=speech)).status_code == 200
        assert await last_seen(db, people.user) == wall_clock.now


@pytest.mark.parametrize(("fields", "status"), [({}, 415), ({"userKey": "of-another-person"}, 401)])
async def test_s05_an_upload_that_is_repeated_by_itself_is_no_act(
    api, db, wall_clock, people, fields: dict[str, str], status: int
) -> None:
    """The recorder tries again until it succeeds, also in the tab of a user who left."""
    began = await last_seen(db, people.user)
    client = await api(people.user)
    wall_clock.advance(hours=11)
    answer = await client.post("/api/stt", files={"audio": ("x.webm", b"<html>", "audio/webm")}, data=fields)
    assert answer.status_code == status
    assert await last_seen(db, people.user) == began


async def test_s05_any_other_call_is_an_act(api, db, wall_clock, people) -> None:
    client = await api(people.user)
    for _ in range(3):
        wall_clock.advance(hours=11)
        assert (await client.get("/api/drafts")).status_code == 200
        assert await last_seen(db, people.user) == wall_clock.now


async def test_s05_looking_from_a_page_is_no_act(db, wall_clock, people) -> None:
    """What event handlers and background tasks read of the session is read for pages that load themselves again too."""
    began = await last_seen(db, people.user)
    wall_clock.advance(hours=11, minutes=59)
    assert await sessions.resolve(tokens.hashed(people.user.cookie)) is not None
    assert await last_seen(db, people.user) == began


async def test_s05_a_busy_session_is_written_down_once_in_five_minutes(built, db, wall_clock, people) -> None:
    written = set()
    for _ in range(20):
        wall_clock.advance(timedelta(minutes=1))
        await say(built, people.user, TYPED)
        written.add(await last_seen(db, people.user))
    assert len(written) == 5
    assert await asyncio.gather(sessions.is_live(tokens.hashed(people.user.cookie))) == [True]
