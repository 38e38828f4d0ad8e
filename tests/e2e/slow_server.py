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
        self.send_waiting()

    def send_waiting(self) -> None:
        """Send what has waited; what comes now still waits while it is held."""
        for pass_on in self._waiting:
            pass_on()
        self._waiting.clear()
