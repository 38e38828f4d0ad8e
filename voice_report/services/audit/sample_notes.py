"""The notes of the monthly sample (``samples``) that are about one client: they go with the client's dossier.

A note is free text about a row of the trail. What was answered, by whom, and the digest that was signed stay.
"""

import json
import uuid
from collections.abc import Iterable, Iterator

from sqlmodel import col, select

from ...db.models import AuditLog, Client, LogSample
from ...db.session import ReadSession, WriteSession

#: A note: the sample's id and the sequence number of the row of the trail.
Key = tuple[uuid.UUID, int]


def marked(key: Key, words: str) -> str:
    """Return what the mark of a note is made of: another note about the same row is another one."""
    return f"{key[0]}:{key[1]}:{words}"


async def every(session: ReadSession, organization_id: uuid.UUID) -> list[tuple[Key, str]]:
    """Return an organization's notes, twenty a month at most."""
    query = select(LogSample).where(LogSample.organization_id == organization_id, LogSample.answers != "{}")
    return [found for row in (await session.exec(query)).all() for found in _notes(row)]


async def about(session: ReadSession, client: Client) -> list[tuple[Key, str]]:
    """Return the notes on rows about one client, from when it was entered on."""
    notes = await every(session, client.organization_id)
    numbers = {sequence for (_, sequence), _ in notes}
    theirs = (AuditLog.chain == str(client.organization_id), AuditLog.client_id == client.id)
    theirs = (*theirs, col(AuditLog.created_at) >= client.created_at)
    found = await session.exec(select(AuditLog.sequence).where(*theirs, col(AuditLog.sequence).in_(numbers)))
    wanted = set(found.all())
    return [one for one in notes if one[0][1] in wanted]


async def erase(session: WriteSession, keys: Iterable[Key]) -> None:
    """Empty these notes."""
    sequences: dict[uuid.UUID, list[int]] = {}
    for sample, sequence in keys:
        sequences.setdefault(sample, []).append(sequence)
    query = select(LogSample).where(col(LogSample.id).in_(list(sequences))).order_by(col(LogSample.id))
    for row in (await session.exec(query.with_for_update())).all():
        answers = json.loads(row.answers)
        for sequence in sequences[row.id]:
            answers[str(sequence)]["note"] = ""
        row.answers = json.dumps(answers, ensure_ascii=False, sort_keys=True)
    await session.flush()


def _notes(row: LogSample) -> Iterator[tuple[Key, str]]:
    answers = json.loads(row.answers)
    yield from (((row.id, int(at)), said["note"]) for at, said in answers.items() if said["note"])
