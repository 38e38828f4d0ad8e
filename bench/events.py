"""The round trip of the wizard's events compared with a bare counter's, both over real websockets in the same run.

A saved draft waits for the disk, as long as this disk takes for a page in the same run; the goal is for the rest.

The client sends the socket.io frames a browser sends, without the time a browser itself takes. The wizard checks the
session every time and may query the database; the counter stores a number.
"""

import asyncio
import json
import os
import statistics
import sys
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from reflex_base.constants.state import FIELD_MARKER
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from . import plain
from .stage import Stage, say, stage
from .table import Figure, p95, show

ROUNDS = 400
WARM_UP = 50
PAUSE = 0.02  # seconds between rounds: the server throttles a connection that sends more than a person could
TYPING, SAVING = 1.7, 3.2  # goals: times the counter's
GIVE_UP = 10  # seconds without an answer

UPDATE = '42/_event,["event"'
ROOT = "reflex___state____state"
DRAFT = f"{ROOT}.voice_report___ui___pages___reports___new_report___draft_sync____draft_state"
COUNTER = f"{ROOT}.plain___plain____counter"


class MixedUp(Exception):
    """An update arrived where that of another event was expected: the times measured mean nothing."""


class Tab:
    """One browser tab's connection: sends an event and times its answer.

    A state update does not say which event it answers, and an event may cause none or several. So every event sent here
    must set a var to a value that no other event of the tab gives it; the update with that value is the answer.
    """

    def __init__(self, client: ClientConnection, path: str) -> None:
        self._client = client
        self._path = path

    @classmethod
    async def open(cls, url: str, path: str, cookie: str = "", **headers: str) -> "Tab":
        """Connect, and let the server create the tab's state and run the page's load events.

        ``headers`` are sent with the handshake.
        """
        address = f"{url.replace('http', 'ws', 1)}/_event/?EIO=4&transport=websocket&token={uuid.uuid4()}"
        client = await connect(
            address,
            origin=Origin(url),
            additional_headers={**({"Cookie": cookie} if cookie else {}), **headers},
            compression=None,
        )
        tab = cls(client, path)
        async with asyncio.timeout(GIVE_UP):
            await tab._frame("0")
            await client.send("40/_event,{}")
            await tab._frame("40/_event")
            await tab._send(f"{ROOT}.hydrate_and_load", {})
            while await tab._changed(ROOT, ["is_hydrated"]) != {"is_hydrated": True}:
                pass  # it is False until the load events are done
        return tab

    async def ask(self, state: str, event: str, payload: dict[str, Any], **answer: Any) -> float:
        """Send an event of ``state``; return the milliseconds until the update that gives its vars these values.

        Raises ``MixedUp`` when one of those vars gets another value: then that update answers another event.
        """
        sent = time.perf_counter()
        async with asyncio.timeout(GIVE_UP):
            await self._send(f"{state}.{event}", payload)
            found = await self._changed(state, answer)
        took = (time.perf_counter() - sent) * 1000
        if found != answer:
            raise MixedUp(f"{event} was answered with {found} instead of {answer}")
        return took

    async def press(self, state: str, event: str, payload: dict[str, Any] | None = None) -> None:
        """Send an event of ``state``, and wait for nothing."""
        await self._send(f"{state}.{event}", payload or {})

    async def seen(self, state: str, name: str, holds: Callable[[Any], bool]) -> float:
        """Wait until a var of ``state`` gets a value that holds; return that moment, in seconds since 1970."""
        while name not in (found := await self._changed(state, [name])) or not holds(found[name]):
            pass
        return time.time()

    async def close(self) -> None:
        await self._client.close()

    async def _send(self, event: str, payload: dict[str, Any]) -> None:
        message = {"name": event, "payload": payload, "router_data": {"pathname": self._path, "asPath": self._path}}
        await self._client.send("42/_event," + json.dumps(["event", message]))

    async def _changed(self, state: str, names: Iterable[str]) -> dict[str, Any]:
        """Return the new values from the next update that changes any of these vars of ``state``."""
        while True:
            _, update = json.loads((await self._frame(UPDATE)).removeprefix("42/_event,"))
            delta = update["delta"].get(state, {})
            if found := {name: delta[name + FIELD_MARKER] for name in names if name + FIELD_MARKER in delta}:
                return found

    async def _frame(self, start: str) -> str:
        while not (frame := str(await self._client.recv())).startswith(start):
            if frame == "2":  # the server's heartbeat
                await self._client.send("3")
        return frame


async def count(tab: Tab, number: int) -> float:
    """Return the milliseconds of an event of the bare counter. Here and below, a tab's numbers grow, from 1."""
    return await tab.ask(COUNTER, "count", {"value": number}, value=number)


async def type_text(tab: Tab, number: int) -> float:
    """Return the milliseconds of a change of the text; ``number`` is its time on the browser's clock as well."""
    text = f"Mevrouw sliep goed. {number}"
    return await tab.ask(DRAFT, "change_transcript", {"text": text, "at": number}, transcript=text)


async def save(tab: Tab, number: int) -> float:
    """Return the milliseconds of saving the text typed with this number."""
    return await tab.ask(DRAFT, "autosave", {}, saved_at=number)


async def main() -> bool:
    async with stage() as running:
        say("building the bare counter")
        yardstick = plain.server(running.directory / "plain-app")
        try:
            yardstick.start()
            counter, wizard = await _open(running, yardstick.url)
            return await _measure(counter, wizard, running.directory / "page")
        finally:
            yardstick.stop()


async def _open(running: Stage, plain_url: str) -> tuple[Tab, Tab]:
    counter = await Tab.open(plain_url, "/counter")
    [cookie] = running.cookies
    wizard = await Tab.open(running.product.url, "/new-report", f"{cookie['name']}={cookie['value']}")
    return counter, wizard


def sync(page: Path) -> float:
    """Return the milliseconds in which a page reaches the disk."""
    began = time.perf_counter()
    with page.open("ab", buffering=0) as file:
        file.write(bytes(4096))
        os.fsync(file.fileno())
    return (time.perf_counter() - began) * 1000


async def _measure(counter: Tab, wizard: Tab, page: Path) -> bool:
    trips: dict[str, list[float]] = {"counter": [], "typing": [], "saving": [], "disk": []}
    await type_text(wizard, 1)  # the first words create the draft
    for number in range(2, 2 + WARM_UP + ROUNDS):  # they alternate, so that both meet the same machine load
        trips["counter"].append(await count(counter, number))
        trips["typing"].append(await type_text(wizard, number))
        trips["saving"].append(await save(wizard, number))
        trips["disk"].append(await asyncio.to_thread(sync, page))
        await asyncio.sleep(2 * PAUSE)
    await counter.close()
    await wizard.close()
    measured = {name: times[WARM_UP:] for name, times in trips.items()}
    return show(f"Round trip of an event over the websocket ({ROUNDS} rounds, in turn)", _figures(**measured))


def _figures(counter: list[float], typing: list[float], saving: list[float], disk: list[float]) -> list[Figure]:
    base, typed, saved, waiting = (statistics.median(trips) for trips in (counter, typing, saving, disk))

    def ratio(name: str, own: float, goal: float) -> Figure:
        return Figure(name, own / base, "x", goal, f"{own:.2f} / {base:.2f} ms")

    return [
        ratio("wizard, text typed: p50 beside the counter's", typed, TYPING),
        ratio("wizard, draft saved, but for the disk: p50 beside the counter's", saved - waiting, SAVING),
        Figure("a page to the disk, p50", waiting, " ms"),
        Figure("wizard, draft saved, p50", saved, " ms"),
        Figure("bare counter, p95", p95(counter), " ms"),
        Figure("wizard, text typed, p95", p95(typing), " ms"),
        Figure("wizard, draft saved, p95", p95(saving), " ms"),
    ]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
