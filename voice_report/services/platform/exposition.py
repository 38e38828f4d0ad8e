"""The metrics that Prometheus scrapes: those of this process, and those of the installation, queried at each scrape."""

import asyncio

from ...core import metrics
from ...db.session import reading
from ...errors import Unavailable
from ..mail import outbox
from ..shared import leases

_WITHIN = 1.0  # seconds for what the database says


async def exposition() -> bytes:
    """Return the text; what the database does not say in time is not in it."""
    try:
        async with asyncio.timeout(_WITHIN), reading() as session:
            waiting, failed = await outbox.unsent(session)
            held = await leases.held(session)
    except (TimeoutError, Unavailable):
        metrics.MAILS.clear()
        metrics.LEASES.clear()
    else:
        metrics.MAILS.labels("waiting").set(waiting)
        metrics.MAILS.labels("failed").set(failed)
        for table, number in held.items():
            metrics.LEASES.labels(table).set(number)
    return await asyncio.to_thread(metrics.text)
