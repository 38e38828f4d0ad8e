"""How long the overview of who saw a client's dossier takes, of 10,000 rows of the audit trail among 100,000 others.

In the process, on SQLite and on PostgreSQL, with the writing of its own row. The goal is 200 ms.
"""

import asyncio
import sys
import uuid
from datetime import timedelta
from functools import partial

from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.services.audit import client_access, trail

from .both import Database, on_both
from .stage import say
from .table import Figure, fastest, show

ROWS, OTHERS = 10_000, 100_000
GOAL = 200.0  # milliseconds
_CHUNK = 5_000


async def main() -> bool:
    return show(f"An overview of {ROWS:,} rows", await on_both(_one))


async def _one(there: Database) -> list[Figure]:
    people = await cast.make_people()
    await _fill(people)
    say(f"{there.kind}: filled")
    admin = await people.admin.current()
    lines = len((await client_access.read(admin, people.client_id)).lines)
    work = partial(client_access.read, admin, people.client_id)
    return [await fastest(f"{there.kind}: an overview", work, GOAL, f"{lines} lines")]


async def _fill(people: cast.People) -> None:
    """Append the rows: of sixty people over a year, one in eleven about the client."""
    clock_now, members = clock.now(), [await cast.make_user(people.organization_id) for _ in range(60)]
    number, total = 0, ROWS + OTHERS
    while number < total:
        entries = []
        for at in range(number, min(total, number + _CHUNK)):
            whose = people.client_id if at % ((ROWS + OTHERS) // ROWS) == 0 else f"C-{at % 900 + 100}"
            person = members[at % 59]
            entries.append(trail.Entry("view", "report", uuid.uuid4(), whose, people.organization_id, person.id))
        clock.use(lambda moment=clock_now - timedelta(days=365) * (1 - number / total): moment)
        await database.run_in_transaction(trail.record_many, entries)
        number += len(entries)
    clock.use(None)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
