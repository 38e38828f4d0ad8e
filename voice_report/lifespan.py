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

logger = logging.getLogger(__name__)

_ALEMBIC = Path(__file__).parent.parent / "alembic.ini"


def migrate() -> None:
    """Bring the database to the newest schema. Blocks; call it outside the event loop."""
    command.upgrade(Config(str(_ALEMBIC)), "head")


@asynccontextmanager
async def run() -> AsyncIterator[None]:
    """Prepare before the first request is answered, and clean up after the last."""
    if not settings().is_production:
        await asyncio.to_thread(migrate)
    yield
    await database.dispose()
