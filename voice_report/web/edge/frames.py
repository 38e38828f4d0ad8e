"""The allowlist of websocket frames: those that the framework's own script sends, and no others (S03, S28, S33).

engine.io and socket.io accept far more: attachments that are kept in memory until the announced number has arrived,
packets in base64, acknowledgements, other namespaces, a second connection inside the first, digits of any script. What
an event says about the page's address is kept in the tab's state. So only listed frames pass; everything else closes
the connection before the framework reads or logs it.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import from_json

from . import values

#: Returns whether the pages have an event handler of this name that takes these arguments.
Takes = Callable[[str, Mapping[str, Any]], bool]

PONG = "3"  # engine.io: the reply to the server's heartbeat
_CONNECT = "40/_event,"  # socket.io in engine.io: connect to the namespace, with the first event
LEAVE = "41/_event,"  # a page that is left or closed says so; a lost connection cannot
_EVENT = "42/_event,"

#: Limits on the page address in an event, in characters per key; the address with its query is the longest.
_ROUTER_TEXTS = {"pathname": 2_000, "asPath": 4_000}
_VISIT = "visit"  # our pages number their visits (ui/shell/browser/one_page.js)
_HIGHEST_VISIT = 2**31
_LONGEST_QUERY = 4_000  # all its names and values together
_UNKNOWN_PATH = "splat"  # on the 404 page the framework sends the path's parts in the query, as a list by this name
_LONGEST_SCHEMA = 64  # the hash of the states the pages were built for
_DEEPEST = 12  # levels of lists and objects in a message; a form has four
_MOST_VALUES = 2_000  # in all lists and objects of a message together


def anything(_name: str, _payload: Mapping[str, Any]) -> bool:
    """Accept every event, whatever its name."""
    return True


class Frames:
    """The text frames of one connection, in the required order: connect once, then events, then leave."""

    def __init__(self, takes: Takes) -> None:
        self._takes = takes
        self._is_connected = False
        self._has_connected = False

    def passes(self, text: str) -> bool:
        """Return whether the framework may read this frame."""
        if text == PONG:
            return True
        if values.marks(text) > values.MOST_WITH_TEXTS:
            return False
        if text.startswith(_EVENT):
            return self._is_connected and self._is_message(text[len(_EVENT) :])
        if text.startswith(_CONNECT) and not self._has_connected:
            self._is_connected = self._has_connected = self._is_greeting(text[len(_CONNECT) :])
            return self._is_connected
        if text == LEAVE and self._is_connected:
            self._is_connected = False
            return True
        return False

    def _is_greeting(self, text: str) -> bool:
        given = _parsed(text) if text else {}
        if not isinstance(given, dict) or not given.keys() <= {"event", "state_schema"}:
            return False
        schema, event = given.get("state_schema"), given.get("event")
        return (schema is None or _is_text(schema, _LONGEST_SCHEMA)) and (event is None or self._is_event(event))

    def _is_message(self, text: str) -> bool:
        match _parsed(text):
            case ["event", event]:
                return self._is_event(event)
            case ["client_error", dict()]:  # the framework bounds how many of these it logs
                return True
        return False

    def _is_event(self, event: Any) -> bool:
        if not isinstance(event, dict):
            return False
        name, payload, router_data = event.get("name"), event.get("payload", {}), event.get("router_data", {})
        return (
            isinstance(name, str)
            and isinstance(payload, dict)
            and _is_small(payload)
            and _is_address(router_data)
            and self._takes(name, payload)
        )


def _parsed(text: str) -> Any:
    """Parse as the framework will, or return ``None``.

    The fast parser rejects an unpaired surrogate, which a browser can send when a user cuts an emoji in two; the
    framework's own parser accepts it.
    """
    try:
        return from_json(text)
    except ValueError:
        pass
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_address(router_data: Any) -> bool:
    if not isinstance(router_data, dict) or not router_data.keys() <= {*_ROUTER_TEXTS, _VISIT, "query"}:
        return False
    query, visit = router_data.get("query", {}), router_data.get(_VISIT, 1)
    if not isinstance(query, dict) or type(visit) is not int or not 0 < visit <= _HIGHEST_VISIT:
        return False
    path = query.get(_UNKNOWN_PATH)
    parts = path if isinstance(path, list) else []
    texts = [value for name, value in query.items() if value is not None and not (name == _UNKNOWN_PATH and parts)]
    left = _LONGEST_QUERY - len(parts)
    for text in (*query, *texts, *parts):
        if not _is_text(text, left):
            return False
        left -= len(text)
    return all(_is_text(router_data[key], longest) for key, longest in _ROUTER_TEXTS.items() if key in router_data)


def _is_text(value: Any, longest: int) -> bool:
    """Return whether the value is a string of at most this many characters that can be sent back."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_small(payload: dict[str, Any]) -> bool:
    """Return whether the payload has few levels and few values; a string is one value, however long."""
    level: list[Any] = [payload]
    values = 0
    for _ in range(_DEEPEST):
        level = [
            one for container in level for one in (container.values() if isinstance(container, dict) else container)
        ]
        values += len(level)
        if values > _MOST_VALUES:
            return False
        level = [one for one in level if isinstance(one, dict | list)]
        if not level:
            return True
    return False
