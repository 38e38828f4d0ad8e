"""Use cases against each other: whoever waits for a lock gets it, and nobody waits for each other in a circle.

``PAIRS=1000`` runs as many; the suite runs a few of the same kind.
"""

import os
import random

import psycopg
import pytest

from tests.support import postgres
from tests.unit.services import parallel
from voice_report.config import settings
from voice_report.services.audit import trail
from voice_report.services.billing import credits
from voice_report.services.shared import rate_limits

PAIRS = int(os.environ.get("PAIRS", "40"))


def deadlocks(home) -> int:
    """How many deadlocks PostgreSQL itself counted in this test's database, retried or not."""
    name = settings().database_url.split("/")[-1].split("?")[0]
    with psycopg.connect(host=str(home), user="postgres", dbname="postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_stat_clear_snapshot()")
        row = connection.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = %s", [name]).fetchone()
    assert row is not None
    return row[0]


@pytest.mark.parametrize("seed", [1])
async def test_s17_use_cases_at_once_never_end_in_a_deadlock(db, db_kind, people, monkeypatch, seed):
    async def no_limit(*_args) -> None:
        """How often one may invite is not the subject."""

    monkeypatch.setattr(rate_limits, "hit", no_limit)
    chance = random.Random(seed)  # noqa: S311  the same pairs every time
    world = await parallel.make_world(await people.platform_admin.current(), chance)
    before = deadlocks(postgres.cluster()) if db_kind == "postgresql" else 0
    outcomes, unexpected = await parallel.run_pairs(world, PAIRS if db_kind == "postgresql" else 5)
    retried = deadlocks(postgres.cluster()) - before if db_kind == "postgresql" else 0
    print(f"{db_kind}: {sum(outcomes.values())} actions, {dict(outcomes)}, {retried} deadlocks seen by the server")
    assert unexpected == []
    assert outcomes["done"] > outcomes["refused"]
    assert retried == 0
    async with db.reading() as session:
        assert await credits.audit_balances(session) == []
        for chain in (*map(str, world.organizations), trail.PLATFORM_CHAIN):
            assert await trail.first_broken(session, chain) is None
