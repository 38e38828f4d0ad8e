"""Reading the values of archived reports again after the rules were changed: hourly work, in every worker.

A report has the version of the rules that its values were read with (``Report.measured_rules``). Those of an older
version are read again from their transcripts, in another process. Their order is random, so that two workers hardly do
the same; what the other one did is left as it is. A report that was archived before values were kept gets none.
"""

import asyncio
import logging
import random
import time
import uuid
from collections.abc import Collection
from typing import Any

from sqlmodel import col, select

from ...core.other_process import OtherProcess, ProcessFailed
from ...db.models import Report
from ...db.session import WriteSession, reading, run_in_transaction
from ...reporting.measurements import VERSION, Measurements, measurements
from ..audit import trail
from ..vocabulary import words
from . import archived

logger = logging.getLogger(__name__)

#: Reports that are looked up at once, and those that one worker reads in an hour.
PORTION, MOST = 100, 20_000

_REST = 4  # times as long as one report took
_SECONDS = 60.0  # for one transcript
_MOST_FAILURES = 3

_process = OtherProcess("measurements")


async def run() -> int:
    """Read the reports again whose values are of older rules, ``MOST`` of them; return how many were read."""
    done, failed = 0, set[uuid.UUID]()
    try:
        while done < MOST and len(failed) < _MOST_FAILURES:
            due, before = await _due(failed), done
            for report_id in due:
                began = time.monotonic()
                try:
                    done += await _again(report_id)
                except ProcessFailed:
                    failed.add(report_id)
                    logger.error("the measured values of report %s could not be read again", report_id)
                await asyncio.sleep(_REST * (time.monotonic() - began))
            if done == before:
                break
    finally:
        _process.end()
    return done


async def _due(failed: Collection[uuid.UUID]) -> list[uuid.UUID]:
    query = select(Report.id).where(*_of_older_rules(), col(Report.id).not_in(failed)).limit(PORTION)
    async with reading() as session:
        found = list((await session.exec(query)).all())
    random.shuffle(found)
    return found


async def _again(report_id: uuid.UUID) -> int:
    """Read one report again; 0 when there is nothing to do any more."""
    query = select(Report.transcript, Report.organization_id, Report.user_id)
    async with reading() as session:
        row = (await session.exec(query.where(Report.id == report_id, *_of_older_rules()))).first()
    if row is None:
        return 0
    transcript, organization_id, author_id = row
    own = await words.medicines_for(organization_id, author_id)
    found = await _process.run(_SECONDS, measurements, transcript, own)
    return await run_in_transaction(_keep, report_id, transcript, found)


async def _keep(session: WriteSession, report_id: uuid.UUID, transcript: str, found: Measurements) -> int:
    query = select(Report).where(Report.id == report_id, *_of_older_rules(), Report.transcript == transcript)
    locked = query.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    report = (await session.exec(locked)).first()
    if report is None:
        return 0
    if await archived.recount(session, report, found):
        about = (report.id, report.client_id, report.organization_id)
        await trail.record_many(session, [trail.Entry("change", "measurements", *about)])
    return 1


def _of_older_rules() -> tuple[Any, ...]:
    return (
        col(Report.is_draft).is_(False),
        col(Report.transcript_removed_at).is_(None),
        col(Report.measured_rules).between(1, VERSION - 1),
    )
