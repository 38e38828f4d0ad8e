"""The product with a watch on its event loop, for ``bench.lines``: ``GET /bench/held`` gives, as JSON, the longest time
that the loop was held since the last call.

``held`` are the milliseconds that the loop was late while the process computed: without those that the machine gave to
other programs. ``own`` is the part that the loop's thread computed itself; for the rest another thread had the
interpreter.
"""

import asyncio
import json
import time

from voice_report.voice_report import app as product

_EVERY = 0.005  # seconds between two looks


class Watch:
    """Looks at the loop every few milliseconds; a late look is one that the loop was held for."""

    def __init__(self) -> None:
        self.held = self.own = 0.0

    async def run(self) -> None:
        while True:
            wall, process, thread = time.perf_counter(), time.process_time(), time.thread_time()
            await asyncio.sleep(_EVERY)
            late = time.perf_counter() - wall - _EVERY
            if (held := min(late, time.process_time() - process)) > self.held:
                self.held, self.own = held, min(held, time.thread_time() - thread)

    def taken(self) -> bytes:
        """Return the longest hold, and begin anew."""
        found = json.dumps({"held": self.held * 1000, "own": self.own * 1000})
        self.held = self.own = 0.0
        return found.encode()


def app():
    """Return the product's ASGI app with the watch around it (a factory, for the server)."""
    served, watch, running = product(), Watch(), []

    async def watched(scope, receive, send) -> None:
        if not running:
            running.append(asyncio.create_task(watch.run()))
        if scope["type"] != "http" or scope["path"] != "/bench/held":
            await served(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": watch.taken()})

    return watched
