"""What every kind of answer says in its headers, as it goes over the line."""

import asyncio
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.support import repeats
from voice_report.services.sessions import sessions

FOREIGN = "https://kwaad.example"
_PATHS = (
    "/", "/login", "/dashboard", "/nope", "/sw.js", "/manifest.webmanifest", "/.well-known/security.txt", "/_event/",
    "/_upload", "/api/docs", "/api/openapi.json", "/api/auth/me", "/api/drafts", "/api/nope", "/api/stt",
    "/healthz", "/readyz", "/metrics", "/dev/mail",
)  # fmt: skip


async def _headers(url: str, method: str, path: str, asked: dict[str, str]) -> list[tuple[str, str]]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        sent = {"Host": address.netloc, "Connection": "close", "Content-Length": "0", **asked}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        _status, *got = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    finally:
        writer.close()
    parted = (line.partition(": ") for line in got)
    return [(name, value) for name, _, value in parted]


@pytest.mark.parametrize("origin", ["", "own", FOREIGN])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
async def test_s26_no_answer_says_a_thing_twice_or_lets_another_origin_in(
    app_server, people, method: str, origin: str
) -> None:
    own = {"Cookie": f"{sessions.cookie_name()}={people.user.cookie}", "Accept-Encoding": "br, gzip"}
    if origin:
        own |= {"Origin": app_server.url if origin == "own" else origin, "Access-Control-Request-Method": "POST"}
    for path in _PATHS:
        got = await _headers(app_server.url, method, path, own)
        names = {name.lower() for name, _ in got}
        assert not repeats.of(got), path
        assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= names, path
        assert not any(name.startswith("access-control-") for name in names), path
        assert "origin" not in dict(got).get("vary", "").lower(), path


async def test_s26_a_websocket_says_nothing_twice(app_server, people) -> None:
    address = f"{app_server.url.replace('http', 'ws', 1)}/_event/?EIO=4&transport=websocket&token=one"
    async with connect(address, origin=Origin(app_server.url)) as taken:
        assert taken.response is not None
        assert not repeats.of(taken.response.headers.raw_items())
    with pytest.raises(InvalidStatus) as refusal:
        await connect(address, origin=Origin(FOREIGN))
    assert not repeats.of(refusal.value.response.headers.raw_items())
