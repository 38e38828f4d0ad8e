"""What runs beside the pages in every worker, from start to stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic.config import Config

from alembic import command

from . import database
from .config import settings
from .services import demo

_ALEMBIC = Path(__file__).parent.parent / "alembic.ini"


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
    yield
    await database.dispose()
