"""A process of its own that asks for one concept, to be killed while the provider has the request (S67)."""

import asyncio
import sys

from voice_report.db import session as database
from voice_report.services.concepts import structuring
from voice_report.services.sessions import sessions


async def main(cookie: str, transcript: str) -> None:
    user = await database.run_reading(sessions.identify, cookie)
    assert user is not None
    async for _ in structuring.generate(user, transcript):
        pass


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
