"""S67: a request without the open ticket of its own step does not leave, nor one to another host."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

import httpx2
import pytest

from voice_report.engines import Profile
from voice_report.integrations import checkpoint
from voice_report.integrations.checkpoint import NotSent, Ticket, permits
from voice_report.integrations.structuring import openai_compatible


@pytest.fixture(autouse=True)
def ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    """No ticket, unlike in the other tests of engines."""
    none: ContextVar[Ticket | None] = ContextVar("ticket", default=None)
    monkeypatch.setattr(checkpoint, "_present", none)


@dataclass
class Listener:
    """Counts the connections and the bytes that reach a port, and answers with one response."""

    port: int = 0
    connections: int = 0
    received: int = 0
    answer: bytes = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        head = await reader.readuntil(b"\r\n\r\n")
        self.received += len(head)
        writer.write(self.answer)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def listening(answer: bytes = Listener.answer) -> AsyncIterator[Listener]:
    listener = Listener(answer=answer)
    server = await asyncio.start_server(listener.serve, "127.0.0.1", 0)
    listener.port = server.sockets[0].getsockname()[1]
    async with server:
        yield listener


def profile_at(port: int, **other) -> Profile:
    told: dict[str, Any] = {"model": "m", "party": "Proef", "country": "Nederland"}
    told["base_url"] = f"http://127.0.0.1:{port}/v1"
    return replace(Profile("proef", "structuring", "openai", "other", **told), **other)


class Row:
    """The row of a step, as a ticket counts in it."""

    def __init__(self, *, is_there: bool = True) -> None:
        self.is_there = is_there
        self.sizes: list[int] = []

    async def count(self, size: int) -> bool:
        self.sizes.append(size)
        return self.is_there


def ticket_for(profile: Profile, row: Row | None = None, regions: tuple[str, ...] = ("local", "eu", "other")) -> Ticket:
    return Ticket(profile, regions, (row or Row()).count)


@pytest.mark.parametrize("streams", [False, True])
async def test_s67_with_its_ticket_a_request_leaves_and_is_counted_before(streams: bool):
    row = Row()
    async with listening() as there:
        profile = profile_at(there.port)
        async with checkpoint.client(profile, streams=streams) as client:
            with permits(ticket_for(profile, row)) as ticket:
                for _ in range(2):
                    await client.post(f"{profile.base_url}/x", content=b"12345")
        assert (there.connections, ticket.attempts, row.sizes) == (2, 2, [5, 5])


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("attack", ["none", "used", "other profile", "other host", "other port", "floor", "no row"])
async def test_s67_without_it_no_byte_leaves(attack: str, streams: bool):
    async with listening() as there, listening() as elsewhere:
        profile = profile_at(there.port)
        url = f"{profile.base_url}/x"
        ticket = ticket_for(profile)
        if attack == "used":
            with permits(ticket):
                pass
        elif attack == "other profile":
            ticket = ticket_for(replace(profile, key="andere"))
        elif attack == "floor":
            ticket = ticket_for(profile, regions=("local", "eu"))
        elif attack == "no row":
            ticket = ticket_for(profile, Row(is_there=False))
        elif attack == "other host":
            url = f"http://localhost:{elsewhere.port}/v1/x"
        elif attack == "other port":
            url = f"http://127.0.0.1:{elsewhere.port}/v1/x"
        if attack != "none":
            checkpoint._present.set(ticket)
        async with checkpoint.client(profile, streams=streams) as client:
            with pytest.raises(NotSent):
                await client.post(url, content=b"secret")
        assert (there.connections, elsewhere.connections, there.received) == (0, 0, 0)
        assert ticket.attempts == 0


@pytest.mark.parametrize("streams", [False, True])
async def test_s67_a_redirect_takes_nothing_along(streams: bool):
    async with listening() as elsewhere:
        to = f"HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:{elsewhere.port}/v1\r\ncontent-length: 0\r\n\r\n"
        async with listening(to.encode()) as there:
            profile = profile_at(there.port)
            async with checkpoint.client(profile, streams=streams) as client:
                with permits(ticket_for(profile)):
                    answer = await client.post(f"{profile.base_url}/x", content=b"12345")
            assert (answer.status_code, there.connections, elsewhere.connections) == (307, 1, 0)


async def test_s67_a_task_that_outlives_its_step_sends_nothing():
    async with listening() as there:
        profile = profile_at(there.port)
        async with checkpoint.client(profile) as client:

            async def later(gone: asyncio.Event) -> httpx2.Response:
                await gone.wait()
                return await client.post(f"{profile.base_url}/x", content=b"secret")

            gone = asyncio.Event()
            with permits(ticket_for(profile)):
                left = asyncio.create_task(later(gone))
            gone.set()
            with pytest.raises(NotSent):
                await left
        assert there.connections == 0


@pytest.mark.played_connection
@pytest.mark.parametrize(
    "address",
    [
        "https://taal.example:443/v1",
        "http://taal.example:80/v1",
        "https://TAAL.example/v1",
        "https://xn--bcher-kva.example/v1",
        "https://bücher.example/v1",
        None,
    ],
)
async def test_s67_an_address_may_be_written_in_any_way(address: str | None, monkeypatch: pytest.MonkeyPatch):
    """The library of the engine has the last word on its address, and the look before sending compares with that."""
    monkeypatch.setenv("OPENAI_BASE_URL", "https://elders.example/v1")
    profile = profile_at(1, base_url=address, api_key="k")
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return httpx2.Response(200, json={"text": "Goed."})

    async with checkpoint.client(profile) as client:
        client._transport, client._mounts = httpx2.MockTransport(answer), {}
        monkeypatch.setattr(checkpoint, "client", lambda *_args, **_more: client)
        engine = openai_compatible.OpenAICompatibleEngine(profile, openai_compatible.Patience.within(5))
        with permits(ticket_for(profile)) as ticket:
            await engine._connected().post("/x", cast_to=object, body={})
    assert (len(asked), ticket.attempts) == (1, 1)
    assert asked[0].url.host != "elders.example"


def test_s67_the_libraries_log_nothing_of_what_is_sent():
    for name in ("openai", "httpx2", "httpcore2", "aiohttp"):
        assert logging.getLogger(name).level == logging.WARNING
