"""The measurement of events takes an event's own answer, and notices when another one's stands in its place."""

import json

import pytest

from bench.events import COUNTER, DRAFT, MixedUp, Tab, count


class Connection:
    """A websocket that has these frames to receive."""

    def __init__(self, *frames: str) -> None:
        self._frames = list(frames)
        self.sent: list[str] = []

    async def recv(self) -> str:
        return self._frames.pop(0)

    async def send(self, frame: str) -> None:
        self.sent.append(frame)


def update(state: str, **changed) -> str:
    delta = {state: {f"{name}_rx_state_": value for name, value in changed.items()}}
    return "42/_event," + json.dumps(["event", {"delta": delta, "events": []}])


async def ask(connection: Connection, number: int) -> None:
    await count(Tab(connection, "/counter"), number)  # pyright: ignore[reportArgumentType]


async def test_an_event_waits_for_its_own_answer() -> None:
    before = ["2", update(DRAFT, transcript="Het"), update(COUNTER, other=7), '42/_event,["reload"]']
    connection = Connection(*before, update(COUNTER, value=7), update(COUNTER, value=8))
    await ask(connection, 7)
    await ask(connection, 8)
    sent = [json.loads(frame.removeprefix("42/_event,")) for frame in connection.sent if frame != "3"]
    assert [(event["name"], event["payload"]) for _, event in sent] == [
        (f"{COUNTER}.count", {"value": 7}),
        (f"{COUNTER}.count", {"value": 8}),
    ]


@pytest.mark.parametrize("late", [6, 8])
async def test_another_events_answer_is_noticed(late: int) -> None:
    with pytest.raises(MixedUp, match=f"{late}.* instead of .*7"):
        await ask(Connection(update(COUNTER, value=late), update(COUNTER, value=7)), 7)
