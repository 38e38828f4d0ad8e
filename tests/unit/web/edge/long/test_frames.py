"""Which frames of a websocket reach the framework: those of its own script, in bounds, no others (S03, S28, S33)."""

import json

import pytest

from tests.unit.web.edge.socket import CONNECT, PONG, Socket, event
from voice_report.core import logs
from voice_report.web.edge import frames as frames_module

LEAVE = "41/_event,"
DEEP = "[" * 100_000


def greeting(**data) -> str:
    return CONNECT + json.dumps(data)


def message(data: object) -> str:
    return "42/_event," + json.dumps(data)


def at(**router_data: object) -> str:
    """Return an event that says it happened there."""
    return event(router_data=router_data)


BOOT = {
    "name": "state.hydrate_and_load",
    "payload": {"vars": {}, "hashes": ["0123456789abcdef"] * 27},
    "router_data": {
        "pathname": "/new-report",
        "visit": 2**31,
        "asPath": "/new-report?draft=1#top",
        "query": {"draft": "1", "*": None},
    },
}

PASSING = {
    "a page's life": [
        greeting(event=BOOT, state_schema="ab" * 16),
        PONG,
        event({"text": "Mevrouw sliep"}),
        LEAVE,
        PONG,
    ],
    "a page without an event": [CONNECT, event()],
    "an event from nowhere": [CONNECT, message(["event", {"name": "state.handler", "payload": {}, "router_data": {}}])],
    "other keys, which the framework drops": [CONNECT, event(handler=None, event_actions={})],
    "a form": [CONNECT, event({"form_data": {f"veld{number}": "ja" for number in range(100)}})],
    "half an emoji": [CONNECT, event({"text": "\ud83d"})],
    "a page that does not exist": [CONNECT, at(pathname="/a//b", asPath="/a//b", query={"splat": ["a", "", "b"]})],
    "a failure in the browser": [CONNECT, message(["client_error", {"message": "Oeps", "error_type": "state_update"}])],
}

ENDING = {
    # What python-socketio would keep until all attachments have come, and other things that are not text.
    "a binary event": [CONNECT, '45999999999-/_event,["event",{"_placeholder":true,"num":0}]'],
    "a binary event in the root": [CONNECT, '451-["event",{"_placeholder":true,"num":0}]'],
    "a binary acknowledgement": [CONNECT, "461-/_event,1[]"],
    "a binary event before connecting": ["4599-/_event,[]"],
    "a binary event in full-width digits": [CONNECT, "４５9-/_event,[]"],
    "a packet in base64": [CONNECT, "bNDI="],
    # Packets a page of ours never sends.
    "an acknowledgement": [CONNECT, "43/_event,1[]"],
    "an event that asks for one": [CONNECT, '42/_event,7["event",{}]'],
    "an event with a number of attachments": [CONNECT, '421-/_event,["event",{}]'],
    "an event in the root": [CONNECT, '42["event",{"name":"a"}]'],
    "an event in another namespace": [CONNECT, '42/admin,["event",{"name":"a"}]'],
    "an event in a namespace with a query": [CONNECT, '42/_event?a=1,["event",{"name":"a"}]'],
    "another namespace": ["40/admin,{}"],
    "the root namespace": ["40"],
    "a second connection inside the first": [CONNECT, CONNECT],
    "a second connection after leaving": [CONNECT, LEAVE, CONNECT],
    "an event before connecting": [event()],
    "an event after leaving": [CONNECT, LEAVE, event()],
    "a connect error": [CONNECT, '44/_event,{"message":"x"}'],
    "engine.io: close": [CONNECT, "1"],
    "engine.io: ping": [CONNECT, "2"],
    "engine.io: probe": [CONNECT, "2probe"],
    "engine.io: pong with data": [CONNECT, "3" * 1000],
    "engine.io: upgrade": [CONNECT, "5"],
    "engine.io: noop": [CONNECT, "6"],
    "an empty frame": [CONNECT, ""],
    "words": [CONNECT, "hallo"],
    # What only looks like an event.
    "a text for an event": [CONNECT, message(["event", "Kanarie BSN"])],
    "a list for an event": [CONNECT, message(["event", ["Kanarie"]])],
    "no event": [CONNECT, message(["event"])],
    "two events": [CONNECT, message(["event", {"name": "a"}, {"name": "b"}])],
    "another kind": [CONNECT, message(["ping", {}])],
    "an object for a list": [CONNECT, message({"event": {}})],
    "no JSON": [CONNECT, '42/_event,["event",'],
    "a number of 9,000 digits": [CONNECT, f'42/_event,["event",{{"name":"a","payload":{{"n":{"9" * 9000}}}}}]'],
    "a name that is no text": [CONNECT, event(name=["a"])],  # pyright: ignore[reportArgumentType]
    "a payload that is no object": [CONNECT, message(["event", {"name": "a", "payload": "tekst"}])],
    "JSON without end": [CONNECT, "42/_event," + DEEP[:16_000]],
    "levels of lists": [CONNECT, event({"a": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]})],
    "thousands of values": [CONNECT, event({"a": [0] * 2_500})],
    # What is kept in the state of the tab.
    "junk in router_data": [CONNECT, at(pathname="/", junk="j" * 1000)],
    "headers in router_data": [CONNECT, at(pathname="/", headers={"cookie": "session-hash=abc"})],
    "router_data that is a list": [CONNECT, event(router_data=[])],
    "router_data that is nothing": [CONNECT, event(router_data=None)],
    "a visit of which the number is a text": [CONNECT, at(visit="1")],
    "a visit that is true": [CONNECT, at(visit=True)],
    "a visit with a long number": [CONNECT, at(visit=2**31 + 1)],
    "visit 0, which is none": [CONNECT, at(visit=0)],
    "a path that is no text": [CONNECT, at(pathname={"a": 1})],
    "half an emoji in a path": [CONNECT, at(pathname="/\ud83d")],
    "a long path": [CONNECT, at(pathname="/" + "a" * 2_000)],
    "a long address": [CONNECT, at(asPath="/?" + "a" * 4_000)],
    "a long query": [CONNECT, at(query={str(number): "x" * 100 for number in range(50)})],
    "long names in a query": [CONNECT, at(query={"x" * 4_001: ""})],
    "lists in a query": [CONNECT, at(query={"a": ["1"] * 10})],
    "numbers in an unknown path": [CONNECT, at(query={"splat": [1]})],
    "a long unknown path": [CONNECT, at(query={"splat": ["x" * 100] * 40})],
    "an unknown path of many parts": [CONNECT, at(query={"splat": [""] * 4_000})],
    "a query that is a text": [CONNECT, at(query="a=1")],
    # The same in the event that comes with connecting.
    "junk with connecting": [greeting(event=BOOT, junk="j")],
    "a greeting that is a list": [CONNECT + "[1]"],
    "a first event that is a text": [greeting(event="hallo")],
    "junk in the first event's router_data": [greeting(event={**BOOT, "router_data": {"junk": 1}})],
    "a schema that is an object": [greeting(state_schema={"a": 1})],
    "a long schema": [greeting(state_schema="a" * 65)],
}


@pytest.mark.parametrize("frames", PASSING.values(), ids=PASSING)
async def test_what_our_pages_send_reaches_the_framework_as_it_is(built, frames: list[str]) -> None:
    assert await Socket(built).hears(*frames) == frames


@pytest.mark.parametrize("frames", ENDING.values(), ids=ENDING)
async def test_s33_anything_else_ends_the_connection_unread(built, frames: list[str], caplog) -> None:
    socket = Socket(built)
    assert await socket.hears(*frames, event()) == frames[:-1]
    assert [one["code"] for one in socket.sent if one["type"] == "websocket.close"] == [4400]
    assert {one.name for one in caplog.records} <= {logs.ACCESS}, "nothing of it is in a log"


@pytest.mark.parametrize("frames", ENDING.values(), ids=ENDING)
async def test_s33_it_ends_a_signed_in_persons_connection_too(built, db, people, frames: list[str]) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    assert await socket.hears(*frames, event()) == frames[:-1]
    assert socket.was_hung_up_on


async def test_s33_bytes_end_the_connection(built, db, people) -> None:
    for cookie in ("", people.user.cookie):
        socket = Socket(built, cookie=cookie)
        socket.say(CONNECT)
        socket.incoming.put_nowait({"type": "websocket.receive", "bytes": b"42", "text": None})
        assert await socket.hears(event()) == [CONNECT]
        assert socket.was_hung_up_on


async def test_s33_json_of_a_hundred_thousand_levels_ends_the_connection(built, db, people) -> None:
    for text in ("42/_event," + DEEP, "42/_event," + '{"a":' * 100_000, CONNECT + DEEP):
        socket = Socket(built, cookie=people.user.cookie)
        assert await socket.hears(text) == []
        assert socket.was_hung_up_on


@pytest.mark.parametrize("worst", ["[]", "{}", "0", '""'])
async def test_s33_a_message_of_very_many_values_is_not_even_parsed(built, db, people, monkeypatch, worst: str) -> None:
    monkeypatch.setattr(frames_module, "_parsed", lambda text: pytest.fail("parsed"))
    socket = Socket(built, cookie=people.user.cookie)
    assert await socket.hears(CONNECT, '42/_event,["event",{"name":"a","payload":{"a":[' + f"{worst}," * 60_000) == [
        CONNECT
    ]
    assert socket.was_hung_up_on


async def test_the_longest_honest_report_passes(built, db, people) -> None:
    sentence = "Mevrouw sliep goed, at weinig [zie vorige rapportage] en is daarna, zoals altijd, gaan wandelen.\n"
    report = event({"text": sentence * 6_000, "at": 1})
    assert len(report) > 580_000
    assert await Socket(built, cookie=people.user.cookie).hears(CONNECT, report) == [CONNECT, report]


async def test_s28_an_event_that_no_page_has_ends_the_connection(built) -> None:
    socket = Socket(built, takes=lambda name, payload: name == "state.handler" and not payload)
    assert await socket.hears(CONNECT, event(), event(name="state.other")) == [CONNECT, event()]
    socket = Socket(built, takes=lambda name, payload: name == "state.handler" and not payload)
    assert await socket.hears(CONNECT, event(), event({"more": 1})) == [CONNECT, event()]
    assert socket.was_hung_up_on


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/_event", "/_event/", "/_event/?EIO=4&transport=polling", "/_event/socket.io"])
async def test_s33_polling_does_not_reach_the_framework(site, method: str, path: str) -> None:
    answer = await site.request(method, path, content="4" if method == "POST" else None)
    assert answer.status_code == (404 if method == "GET" else 405)
