"""What runs beside the pages in every worker, from start to stop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic.config import Config

from alembic import command

from . import database
from .config import settings
from .database import transaction
from .services import auth, credits, demo, dictation, outbox, registration, stripe_events, structuring, subscriptions

logger = logging.getLogger(__name__)

_ALEMBIC = Path(__file__).parent.parent / "alembic.ini"
_BETWEEN_ROUNDS = 60 * 60  # seconds

#: What is done every hour, by whichever worker comes first: each does nothing when it was done already.
_ROUND = (
    structuring.purge,
    dictation.purge,
    auth.purge,
    registration.purge,
    outbox.purge,
    stripe_events.purge,
)


def migrate() -> None:
    """Bring the database to the newest schema. Blocks; call it outside the event loop."""
    command.upgrade(Config(str(_ALEMBIC)), "head")


def print_demo(made: list[demo.Credentials]) -> None:
    """Show the demo accounts in the terminal: the only time and place their passwords are readable."""
    if made:
        print("\nDemo-accounts (alleen nu te zien):")
        for one in made:
            print(f"  {one.organization:<28} {one.role:<6} {one.email:<32} {one.password}")
        print(flush=True)


@asynccontextmanager
async def run() -> AsyncIterator[None]:
    """Prepare before the first request is answered, and clean up after the last."""
    if not settings().is_production:
        await asyncio.to_thread(migrate)
        print_demo(await demo.fill_when_empty())
    if not settings().redis_url:
        await forget_the_dead()
    dictation.start_loading()
    beside = [asyncio.create_task(work) for work in (_rounds(), outbox.run(), stripe_events.run())]
    try:
        yield
    finally:  # also when something else that starts after this fails
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await dictation.finish_all()
        await structuring.finish_all()
        await database.dispose()


async def forget_the_dead() -> None:
    """Free at once what a killed process was working on; nobody need wait for its lease.

    Without Redis there is one process (README), so whatever is under way when it starts belongs to one that died.
    """
    try:
        async with transaction() as session:
            freed = await structuring.forget_the_dead(session) + await dictation.forget_the_dead(session)
    except Exception:
        logger.exception("what a killed process held could not be freed; it expires by itself")
    else:
        if freed:
            logger.info("freed %d concepts and segments of a process that was killed", freed)


async def _rounds() -> None:
    """Do the hourly work for as long as the process lives; one that fails leaves the others their turn."""
    while True:
        try:
            while await _refilled():
                pass
        except Exception:
            logger.exception("monthly credits could not be topped up; it happens at their next use")
        for work in _ROUND:
            try:
                async with transaction() as session:
                    await work(session)
            except Exception:
                logger.exception("hourly work failed: %s.%s", work.__module__, work.__qualname__)
        try:
            await subscriptions.sync_overdue()  # asks Stripe, so it opens its own transactions
        except Exception:
            logger.exception("subscriptions that should have ended could not be read")
        await asyncio.sleep(_BETWEEN_ROUNDS)


async def _refilled() -> int:
    """Top up a portion of the accounts whose monthly allowance is due; a transaction each, so that none lasts long."""
    async with transaction() as session:
        return await credits.refill_due(session)
