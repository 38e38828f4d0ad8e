"""The client end of a websocket through the edge, and the frames that the framework's script sends over it."""

import asyncio
import json
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from voice_report.config import settings
from voice_report.services.sessions import sessions
from voice_report.web import edge
from voice_report.web.edge.frames import Takes, anything

CONNECT = "40/_event,"
PONG = "3"


def event(payload: Any = None, name: str = "state.handler", **more: Any) -> str:
    """Return the frame of an event, as a page sends it."""
    address = {"pathname": "/new-report", "asPath": "/new-report?draft=1", "query": {"draft": "1"}}
    return "42/_event," + json.dumps(
        ["event", {"name": name, "payload": payload or {}, "router_data": address, **more}]
    )


class Socket:
    """The client end of a websocket through the edge, and the frames that reached the framework behind it."""

    def __init__(
        self,
        built: Path,
        *,
        cookie: str = "",
        tab: str = "tab-1",
        path: str = "/_event",
        address: str = "192.0.2.1",
        takes: Takes = anything,
        **given: str,
    ):
        self.sent: list[MutableMapping[str, Any]] = []
        self.behind: dict = {}
        self.incoming: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.heard: list[dict] = []
        self.answered = asyncio.Event()
        self._app = edge.around(built, takes)(self._framework)
        headers = {"origin": settings().origin, **{name.replace("_", "-"): value for name, value in given.items()}}
        if cookie:
            headers["cookie"] = f"theme=dark; {sessions.cookie_name()}={cookie}"
        self.scope = {
            "type": "websocket",
            "path": path,
            "query_string": f"EIO=4&transport=websocket&token={tab}".encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
            "client": (address, 5),
        }

    async def _framework(self, scope, receive, send) -> None:
        self.behind = scope
        self.push = send
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)
        self.answered.set()
        if message["type"] == "websocket.close":
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def open(self) -> asyncio.Future:
        return asyncio.ensure_future(self._app(self.scope, self.incoming.get, self._send))

    async def refused(self) -> bool:
        await self.open()
        return [message["type"] for message in self.sent] == ["websocket.close"] and not self.behind

    async def connected(self) -> asyncio.Future:
        running = self.open()
        await self.answered.wait()
        return running

    def say(self, *texts: str) -> None:
        """Send these frames."""
        for text in texts:
            self.incoming.put_nowait({"type": "websocket.receive", "bytes": None, "text": text})

    async def hears(self, *texts: str) -> list[str]:
        """Send these frames, close the connection, and return those that reached the framework."""
        self.say(*texts)
        self.hang_up()
        await self.open()
        return [message["text"] for message in self.heard]

    @property
    def was_hung_up_on(self) -> bool:
        return self.sent[-1]["type"] == "websocket.close"

    @property
    def inner_token(self) -> str:
        return parse_qs(self.behind["query_string"].decode())["token"][0]

    def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})


async def inner(socket: Socket) -> str:
    running = await socket.connected()
    socket.hang_up()
    await running
    return socket.inner_token
