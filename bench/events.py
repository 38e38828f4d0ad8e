"""The round trip of the wizard's events compared with a bare counter's, both over real websockets in the same run.

The client sends the socket.io frames a browser sends, without the time a browser itself takes. The wizard checks the
session every time and may query the database; the counter adds one.
"""

import asyncio
import json
import statistics
import sys
import time
import uuid
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from . import plain
from .stage import Stage, say, stage
from .table import Figure, show

ROUNDS = 400
WARM_UP = 50
PAUSE = 0.02  # seconds between rounds: the server throttles a connection that sends more than a person could
GOAL = 3.0

DRAFT = "reflex___state____state.voice_report___ui___pages___reports___new_report___draft_sync____draft_state"
COUNTER = "reflex___state____state.plain___plain____counter"


class Tab:
    """One browser tab's connection: sends an event and times the answer."""

    def __init__(self, client: ClientConnection, path: str) -> None:
        self._client = client
        self._path = path

    @classmethod
    async def open(cls, url: str, path: str, cookie: str = "", **headers: str) -> "Tab":
        """Connect and let the server create the tab's state. ``headers`` are sent with the handshake."""
        address = f"{url.replace('http', 'ws', 1)}/_event/?EIO=4&transport=websocket&token={uuid.uuid4()}"
        client = await connect(
            address,
            origin=Origin(url),
            additional_headers={**({"Cookie": cookie} if cookie else {}), **headers},
            compression=None,
        )
        tab = cls(client, path)
        await tab._until("0")
        await client.send("40/_event,{}")
        await tab._until("40/_event")
        await tab.ask("reflex___state____state.hydrate_and_load", {})
        return tab

    async def ask(self, event: str, payload: dict[str, Any]) -> float:
        """Send an event; return the milliseconds until the changed state came back."""
        message = {"name": event, "payload": payload, "router_data": {"pathname": self._path, "asPath": self._path}}
        frame = "42/_event," + json.dumps(["event", message])
        sent = time.perf_counter()
        await self._client.send(frame)
        await self._until('42/_event,["event"')
        return (time.perf_counter() - sent) * 1000

    async def close(self) -> None:
        await self._client.close()

    async def _until(self, start: str) -> None:
        async with asyncio.timeout(10):
            while not (frame := str(await self._client.recv())).startswith(start):
                if frame == "2":  # the server's heartbeat
                    await self._client.send("3")


async def main() -> bool:
    async with stage() as running:
        say("building the bare counter")
        yardstick = plain.server(running.directory / "plain-app")
        try:
            yardstick.start()
            counter, wizard = await _open(running, yardstick.url)
            return await _measure(counter, wizard)
        finally:
            yardstick.stop()


async def _open(running: Stage, plain_url: str) -> tuple[Tab, Tab]:
    counter = await Tab.open(plain_url, "/counter")
    [cookie] = running.cookies
    wizard = await Tab.open(running.product.url, "/new-report", f"{cookie['name']}={cookie['value']}")
    return counter, wizard


async def _measure(counter: Tab, wizard: Tab) -> bool:
    trips: dict[str, list[float]] = {"counter": [], "typing": [], "saving": []}
    await wizard.ask(f"{DRAFT}.change_transcript", {"text": "Het", "at": 1})  # the first words create the draft
    for number in range(WARM_UP + ROUNDS):  # they alternate, so that both meet the same machine load
        now = {"text": f"Mevrouw sliep goed. {number}", "at": int(time.time() * 1000)}
        trips["counter"].append(await counter.ask(f"{COUNTER}.add", {}))
        trips["typing"].append(await wizard.ask(f"{DRAFT}.change_transcript", now))
        trips["saving"].append(await wizard.ask(f"{DRAFT}.autosave", {}))
        await asyncio.sleep(2 * PAUSE)
    await counter.close()
    await wizard.close()
    measured = {name: times[WARM_UP:] for name, times in trips.items()}
    return show(f"Round trip of an event over the websocket ({ROUNDS} rounds, in turn)", _figures(**measured))


def _figures(counter: list[float], typing: list[float], saving: list[float]) -> list[Figure]:
    base = statistics.median(counter)

    def ratio(name: str, trips: list[float], goal: float | None) -> Figure:
        own = statistics.median(trips)
        return Figure(name, own / base, "x", goal, f"{own:.2f} / {base:.2f} ms")

    return [
        ratio("wizard, text typed: p50 beside the counter's", typing, GOAL),
        ratio("wizard, draft saved to the database: p50 beside the counter's", saving, None),
        Figure("bare counter, p95", _p95(counter), " ms"),
        Figure("wizard, text typed, p95", _p95(typing), " ms"),
        Figure("wizard, draft saved, p95", _p95(saving), " ms"),
    ]


def _p95(trips: list[float]) -> float:
    return statistics.quantiles(trips, n=20)[-1]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
