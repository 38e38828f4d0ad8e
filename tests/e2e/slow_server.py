"""A server whose messages to the page wait until the test sends them."""

import asyncio
import re
from collections.abc import Callable
from functools import partial

from playwright.async_api import WebSocketRoute


class SlowServer:
    """The server's side of the page's websocket: its messages wait while they are ``held``.

    ``loaded``: the last message of a page's load is among them.
    """

    def __init__(self) -> None:
        self.held = False
        self.loaded = asyncio.Event()
        self._waiting: list[Callable[[], None]] = []

    def begin(self, socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            pass_on = partial(socket.send, message)
            if self.held:
                self._waiting.append(pass_on)
                if re.search(r'is_hydrated_rx_state_": ?true', str(message)):
                    self.loaded.set()
            else:
                pass_on()

        socket.connect_to_server().on_message(answer)

    def release(self) -> None:
        self.held = False
        self.take_waiting()()

    def take_waiting(self) -> Callable[[], None]:
        """Return how to send what has waited until now; what comes later still waits while the server is held."""
        waiting, self._waiting = self._waiting, []

        def send() -> None:
            for pass_on in waiting:
                pass_on()

        return send
