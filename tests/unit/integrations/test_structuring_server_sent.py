"""Reading a streamed answer: what networks and servers make of it."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from voice_report.integrations.resilience import Failure
from voice_report.integrations.structuring.chat import server_sent

CHUNKS = [{"choices": [{"delta": {"content": f"Één\u2028{number}"}}]} for number in range(3)]


class Response:
    def __init__(self, *pieces: bytes, hangs: bool = False) -> None:
        self._pieces, self._hangs = pieces, hangs

    async def aiter_bytes(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece
        if self._hangs:
            await asyncio.Event().wait()


def sent(end: str = "\n") -> bytes:
    lines = [f"data: {json.dumps(chunk, ensure_ascii=False)}{end}{end}" for chunk in CHUNKS]
    return f": a comment{end}{end}event: chunk{end}{''.join(lines)}data: [DONE]{end}{end}".encode()


async def read(*pieces: bytes, hangs: bool = False) -> list:
    found = [chunk async for batch in server_sent.batches(Response(*pieces, hangs=hangs)) for chunk in batch]
    assert server_sent._under_way == 0
    return [chunk for chunk in found if chunk is not server_sent.DONE]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
async def test_an_answer_is_the_same_in_pieces_of_any_size(end: str, size: int):
    data = sent(end)
    assert await read(*(data[at : at + size] for at in range(0, len(data), size))) == CHUNKS


async def test_a_server_that_keeps_the_connection_open_after_the_end_is_not_waited_for():
    async with asyncio.timeout(100):
        assert await read(sent(), hangs=True) == CHUNKS


async def test_a_comment_and_the_beginning_of_a_chunk_show_that_the_server_is_alive():
    batches = server_sent.batches(Response(b": ping\n\n", b'data: {"id"', b": 1}\n\n"))
    assert [batch async for batch in batches][:3] == [[], [], [{"id": 1}]]


async def test_what_came_before_a_failure_counts():
    batches = server_sent.batches(Response(b'data: {"id": 1}\n\ndata: [1]\n\n'))
    assert await anext(batches) == [{"id": 1}]
    with pytest.raises(Failure):
        await anext(batches)


async def test_nothing_after_the_end_counts():
    assert await read(sent() + b"data: {}\n\n") == CHUNKS


async def test_a_last_event_without_an_empty_line_counts():
    assert await read(b'data: {"id": 1}') == [{"id": 1}]
    assert await read(b'data: {"id": 1}\n') == [{"id": 1}]
    assert await read(b'data: {"id": 1}\n\ndata: {"id": ') == [{"id": 1}]


@pytest.mark.parametrize("data", [b"[1]", b'{"error": {"message": "full"}}', b'"words"', b"x" * (2 << 20)])
async def test_what_is_no_chunk_is_a_failure(data: bytes):
    with pytest.raises((Failure, ValueError)):
        await read(b"data: " + data + (b"" if len(data) > 100 else b"\n\n"))


async def test_the_first_line_is_read_as_it_comes_and_the_others_together(monkeypatch):
    """A look at each word takes time from everybody, and nobody reads so fast."""
    words = ["- Mevrouw", " sliep.\n", "- Zij", " at.\n"]
    pieces = [f"data: {json.dumps({'text': word})}\n\n".encode() for word in words]
    rested, yielded = [], []

    async def rest(seconds: float) -> None:
        rested.append((len(yielded), seconds))

    monkeypatch.setattr(server_sent.asyncio, "sleep", rest)
    monkeypatch.setattr(server_sent, "_under_way", 49)
    async for batch in server_sent.batches(Response(*pieces, b"data: [DONE]\n\n")):
        yielded += [chunk["text"] for chunk in batch if chunk is not server_sent.DONE]
    assert yielded == words
    assert [at for at, _ in rested] == [2, 3, 4]
    assert {seconds for _, seconds in rested} == {0.3}


async def test_an_answer_that_is_there_already_is_read_without_a_rest(monkeypatch):
    monkeypatch.setattr(server_sent.asyncio, "sleep", None)  # raises
    event = f"data: {json.dumps({'text': 'x' * 4_000 + chr(10)})}\n\n".encode()
    assert len(await read(*[event * 5] * 50)) == 250
