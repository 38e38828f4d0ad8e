"""A process of its own that makes one concept, stops at a chosen point, reports it, and waits to be killed (S18)."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator

from tests.support.fakes.structure_engine import ScriptedEngine
from voice_report.db import session as database
from voice_report.integrations.structuring import headings
from voice_report.reporting.templates import ReportTemplate
from voice_report.services.audit import trail
from voice_report.services.concepts import _storing, structuring
from voice_report.services.sessions import sessions

POINTS = ("reserved", "streaming", "checking", "settling", "settled")


def here(*_) -> None:
    """Report to the parent that the point is reached; nothing in this process goes on after it."""
    print("HERE", flush=True)
    time.sleep(600)


async def here_async(*_, **__) -> None:
    here()


class StoppingEngine(ScriptedEngine):
    """Stops before the first word, or after two pieces."""

    def __init__(self, point: str) -> None:
        super().__init__()
        self._stops_after = {"reserved": 0, "streaming": 2}.get(point)

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        count = 0
        if self._stops_after == 0:
            here()
        async for piece in super().stream(transcript, template):
            yield piece
            count += 1
            if count == self._stops_after:
                here()


def arrange(point: str) -> None:
    engine = StoppingEngine(point)
    structuring.engine = lambda *_: engine
    if point == "checking":
        headings.check = here  # type: ignore[assignment]
    if point == "settling":
        trail.record = here_async  # the last write of the settling transaction: all others are flushed, none committed
    if point == "settled":
        run = structuring.run_in_transaction

        async def commit_and_stop(work, *arguments) -> None:
            await run(work, *arguments)
            if work is _storing.settle:
                here()

        structuring.run_in_transaction = commit_and_stop


async def main(point: str, cookie: str, draft_id: str, transcript: str) -> None:
    user = await database.run_reading(sessions.identify, cookie)
    assert user is not None
    arrange(point)
    async for _ in structuring.generate(user, transcript, draft_id):
        pass


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
