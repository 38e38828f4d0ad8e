"""WebDriver's commands, as they travel to WebKit (HTTP) and to Firefox (Marionette's socket)."""

import asyncio
import json
from typing import Any, Protocol

import httpx

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's name of a reference to an element

CONTROL = "\ue009"  # the key, as the standard writes it

#: Seconds in which a driver answers a command. Opening a page takes the longest, on a busy machine.
ANSWERS = 300

#: WebKit's driver now and then never answers a script, and does answer the next one: it is asked again after this.
SCRIPT_ANSWERS = 20


class Refused(Exception):
    """The browser could not do this now: the page was changing, or something lay over what was pressed."""


class Gone(Exception):
    """The browser or its driver has ended."""


class Engine(Protocol):
    """A browser that can be told to do things. Each story has it as new: no cookies, nothing stored."""

    name: str

    async def start(self) -> None: ...

    async def begin(self) -> None:
        """Forget everything of the story before, and show an empty page."""
        ...

    async def restart(self) -> None:
        """End as a phone without battery does, and start again with what is on the disk. Raises ``Gone``."""
        ...

    async def send(self, command: str, **parameters: Any) -> Any:
        """Do one command of WebDriver, by its name in the standard. Raises ``Refused`` and ``Gone``."""
        ...

    async def stop(self) -> None: ...


_ROUTES = {
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "GetCurrentURL": ("GET", "/url"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "AddCookie": ("POST", "/cookie"),
    "DeleteAllCookies": ("DELETE", "/cookie"),
    "SetWindowRect": ("POST", "/window/rect"),
    "GetWindowHandle": ("GET", "/window"),
    "NewWindow": ("POST", "/window/new"),
    "SwitchToWindow": ("POST", "/window"),
    "TakeScreenshot": ("GET", "/screenshot"),
}


class OverHttp:
    """A driver's session, reached over HTTP."""

    def __init__(self, address: str) -> None:
        self._client = httpx.AsyncClient(
            base_url=address, timeout=ANSWERS, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self._session = ""

    async def begin(self, capabilities: dict) -> None:
        answer = await self._ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/session/{answer['sessionId']}"

    async def end(self) -> None:
        if self._session:
            await self._ask("DELETE", self._session, None)
        self._session = ""

    async def send(self, command: str, **parameters: Any) -> Any:
        method, path = _ROUTES[command]
        if "{id}" in path:
            path = path.format(id=parameters.pop("id"))
        limit = SCRIPT_ANSWERS if command == "ExecuteScript" else ANSWERS
        return await self._ask(method, self._session + path, parameters if method == "POST" else None, limit)

    async def _ask(self, method: str, path: str, body: dict | None, limit: float = ANSWERS) -> Any:
        try:
            answer = await self._client.request(method, path, json=body, timeout=limit)
        except httpx.ReadTimeout as problem:
            raise Refused(f"{method} {path}: no answer within {limit} s") from problem
        except httpx.TransportError as problem:
            raise Gone(f"{method} {path}: {problem!r}") from problem
        value = answer.json()["value"]
        if answer.is_error:
            raise Refused(f"{value['error']}: {value['message']}")
        return value

    async def close(self) -> None:
        await self._client.aclose()


class OverMarionette:
    """Firefox's own socket. A message is its length, a colon and JSON; a command is [0, number, name, parameters]."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._number = 0

    async def send(self, command: str, **parameters: Any) -> Any:
        self._number += 1
        name = command if ":" in command else f"WebDriver:{command}"
        message = json.dumps([0, self._number, name, parameters])
        self._writer.write(f"{len(message)}:{message}".encode())
        await self._writer.drain()
        async with asyncio.timeout(ANSWERS):
            _kind, _number, error, result = await self.receive()
        if error:
            raise Refused(f"{error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    async def receive(self) -> Any:
        try:
            length = await self._reader.readuntil(b":")
            return json.loads(await self._reader.readexactly(int(length[:-1])))
        except (asyncio.IncompleteReadError, ConnectionError) as problem:
            raise Gone(f"Firefox: {problem!r}") from problem

    def close(self) -> None:
        self._writer.close()
