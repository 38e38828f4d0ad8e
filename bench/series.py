"""A client's measured values over ten years, 6,000 rows of eighteen kinds: ``python -m bench series``.

The service with its row in the audit trail, on SQLite and on PostgreSQL, among 60,000 values of other clients of the
organization: the kinds that there are, a page of one kind, and all of one kind page after page, as the dossier asks
them. The goal is 50 ms for a page.
"""

import asyncio
import json
import sys
import uuid
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any, get_args

from tests.support import people as cast
from voice_report import clock
from voice_report.db.models import MeasuredValue, Report
from voice_report.reporting.measurements import KINDS, VERSION, Kind
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.measurements import archived, series

from .both import Database, fill, on_both
from .stage import say
from .table import Figure, fastest, show

ROWS, OTHERS, YEARS = 6_000, 60_000, 10
GOAL = 50.0  # milliseconds
_A_REPORT = 3  # values
_KIND: Kind = "blood_pressure"
_PAGE = 1_000  # as the dossier asks


async def main() -> bool:
    return show(f"A client's {ROWS:,} measured values over {YEARS} years", await on_both(_of))


async def _of(there: Database) -> list[Figure]:
    people = await cast.make_people()
    await _fill(people)
    say(f"{there.kind}: filled")
    user = await people.user.current()

    async def page(**asked: Any) -> series.Series:
        async with audited_read() as session:
            return await series.of_client(session, user, people.client_id, **asked)

    async def every() -> int:
        number, after = 0, None
        while True:
            found = (await page(kind=_KIND, after=after, limit=_PAGE)).values
            number, after = number + len(found.items), found.next
            if after is None:
                return number

    number = await every()
    a_year = clock.local_now().date() - timedelta(days=365)
    return [
        await fastest(f"{there.kind}: the kinds that there are", lambda: page(limit=1), GOAL, f"{len(KINDS)} kinds"),
        await fastest(f"{there.kind}: {series.PAGE} values of one kind", lambda: page(kind=_KIND), GOAL),
        await fastest(f"{there.kind}: a year of one kind", lambda: page(kind=_KIND, since=a_year, limit=_PAGE), GOAL),
        await fastest(f"{there.kind}: all of one kind, page after page", every, None, f"{number} values"),
    ]


async def _fill(people: cast.People) -> None:
    """Archive the values: every third of blood pressure, the rest of all kinds in turn."""
    for number in range(OTHERS // ROWS):
        await cast.make_client(people.organization_id, f"S-{number}", "Andere", "Verzonnen")
    now, number = clock.now(), (ROWS + OTHERS) // _A_REPORT
    reports: list[dict[str, Any]] = []
    for at in range(number):
        turn, moment = at % (1 + OTHERS // ROWS), now - timedelta(days=365 * YEARS * at / number)
        reports.append({
            "id": uuid.uuid4(), "organization_id": people.organization_id, "user_id": people.user.id,
            "client_id": f"S-{turn - 1}" if turn else people.client_id, "transcript": "Bloeddruk 142 over 85.",
            "structured_report": "Rustig.", "is_draft": False, "title": "", "version": 1, "measured_rules": VERSION,
            "created_at": moment, "updated_at": moment,
        })  # fmt: skip
    await fill(Report, reports)
    await fill(MeasuredValue, _values(reports))


def _values(reports: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    kinds, kept = get_args(Kind), json.dumps(asdict(archived.Kept(end=11)))
    for at, report in enumerate(reports):
        for position in range(_A_REPORT):
            kind = _KIND if position == 0 else kinds[(at * 2 + position) % len(kinds)]
            parts = {"systolic": [142, 142], "diastolic": [85, 85]} if kind == _KIND else {"value": [16, 16]}
            yield {
                "id": uuid.uuid4(), "organization_id": report["organization_id"], "client_id": report["client_id"],
                "report_id": report["id"], "created_at": report["created_at"], "measured_at": report["created_at"],
                "kind": kind, "position": position, "parts": json.dumps(parts), "unit": KINDS[kind].unit,
                "context": kept, "precision": "day", "words": "142 over 85 was de bloeddruk.", "entered": "spoken",
                "rules_version": VERSION,
            }  # fmt: skip


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
