"""Verification of the audit trail: finds changed, inserted, removed or replaced rows, and truncated chains (S27).

A chain proves everything but its own end: without its newest rows it is a shorter chain that is still valid. So the
newest sequence number and hash of every chain are kept in a file outside the database, the anchor, signed with
``SECRET_KEY``. The next verification expects to find them again. An anchor only moves forward over an intact chain, so
a deviation is reported again until it is dealt with.
"""

import hmac
import json
import os
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import func
from sqlmodel import col, select

from ...config import settings
from ...core.progress import Progress, untold
from ...db.models import AuditLog
from ...db.session import reading, run_in_transaction
from ..shared import tokens
from . import trail

Heads = dict[str, tuple[int, str]]  # per chain: the newest sequence number and its hash


class UnreadableAnchor(Exception):
    """The anchor is damaged, or was not signed with this installation's ``SECRET_KEY``."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome: one Dutch sentence per deviation, and how much was verified."""

    deviations: list[str]
    chains: int
    rows: int


@dataclass(frozen=True, slots=True)
class Anchored:
    """Up to which row a chain was intact, and when the trail was last verified."""

    sequence: int
    at: datetime


async def verify(*, renew: bool = False, rotates: bool = False, progress: Progress = untold) -> Verification:
    """Verify every chain against its own hashes and against the anchor, then move the anchor forward.

    ``renew`` accepts the present chains as the new anchor: the first time, and after restoring a backup that is older
    than the anchor. Without it a missing anchor is a deviation: an attacker who truncates a chain would remove it too.
    ``rotates`` accepts an anchor and ends of chains that were signed with a former ``SECRET_KEY``; later they would be
    worth nothing.
    """
    path = Path(settings().audit_anchor)
    deviations: list[str] = []
    kept: Heads = {}
    try:
        kept = {} if renew else _read(path, ages=len(settings().secret_keys()) if rotates else 1)
    except FileNotFoundError:
        deviations.append(f"Er is geen anker {path}; hoort dat zo, maak het dan met verify-audit --renew-anchor")
    except UnreadableAnchor:
        deviations.append(f"Het anker {path} is beschadigd of niet door deze installatie geschreven")
    readable = not deviations
    heads = await _heads()
    seen, rows = 0, sum(sequence for sequence, _ in heads.values())
    for chain in sorted(heads.keys() | kept.keys()):
        of_chain = partial(_tell, progress, seen, rows)
        found = await _deviation(chain, heads.get(chain), kept.get(chain), of_chain, rotates=rotates)
        seen += heads.get(chain, (0, ""))[0]
        if found:
            deviations.append(found)
        else:
            kept[chain] = heads[chain]
    if readable:
        _write(path, kept)
    return Verification(deviations, len(heads), rows)


def _tell(progress: Progress, before: int, rows: int, sequence: int) -> None:
    progress("Auditspoor nakijken", before + sequence, rows)


async def _heads() -> Heads:
    newest = select(AuditLog.chain, func.max(AuditLog.sequence).label("sequence")).group_by(AuditLog.chain).subquery()
    heads = select(AuditLog.chain, AuditLog.sequence, AuditLog.entry_hash).join(
        newest, (col(AuditLog.chain) == newest.c.chain) & (col(AuditLog.sequence) == newest.c.sequence)
    )
    async with reading() as session:
        return {chain: (sequence, digest) for chain, sequence, digest in await session.exec(heads)}


async def _deviation(
    chain: str,
    head: tuple[int, str] | None,
    anchor: tuple[int, str] | None,
    passed: Callable[[int], object],
    *,
    rotates: bool,
) -> str | None:
    """Return a chain's deviation as a sentence, or ``None``. Each chain is read in its own transaction."""
    async with reading() as session:
        if head is not None and (broken := await trail.first_broken(session, chain, rotates=rotates, passed=passed)):
            return f"{chain}: regel {broken} past niet bij de regels ervoor"
        if anchor is None:
            return None
        sequence, digest = anchor
        if head is None:
            return f"{chain}: alle {sequence} regels zijn weg"
        if head[0] < sequence:
            return f"{chain}: de regels {head[0] + 1} tot en met {sequence} zijn weg"
        there = select(AuditLog.entry_hash).where(AuditLog.chain == chain, AuditLog.sequence == sequence)
        if (await session.exec(there)).first() != digest:
            return f"{chain}: regel {sequence} is niet meer de regel die er stond"
    return None


def anchored(organization_id: uuid.UUID) -> Anchored | None:
    """Return up to which row an organization's chain was last found intact; ``None`` when it never was looked at, or
    the anchor cannot be read."""
    path = Path(settings().audit_anchor)
    try:
        sequence, _ = _read(path, ages=1)[str(organization_id)]
        return Anchored(sequence, datetime.fromtimestamp(path.stat().st_mtime, UTC))
    except (OSError, UnreadableAnchor, KeyError):
        return None


def last_verified() -> datetime | None:
    """Return when the trail was last verified; ``None`` without an anchor. Blocks. Raises ``UnreadableAnchor``."""
    path = Path(settings().audit_anchor)
    if not path.exists():
        return None
    _read(path, ages=1)
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


async def append_to_all(action: str) -> None:
    for chain in sorted((await _heads()).keys() | {trail.PLATFORM_CHAIN}):
        of_chain = None if chain == trail.PLATFORM_CHAIN else uuid.UUID(chain)
        await run_in_transaction(trail.record, None, action, "platform", organization_id=of_chain)


def _read(path: Path, ages: int) -> Heads:
    """Return the anchored heads. Raises ``UnreadableAnchor`` or ``FileNotFoundError``."""
    try:
        written = json.loads(path.read_text())
        heads = {chain: (int(sequence), str(digest)) for chain, (sequence, digest) in written["heads"].items()}
        genuine = any(hmac.compare_digest(written["signature"], _signature(heads, age)) for age in range(ages))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnreadableAnchor from error
    if not genuine:
        raise UnreadableAnchor
    return heads


def _write(path: Path, heads: Heads) -> None:
    """Replace the anchor atomically, so that a power cut leaves either the old or the new file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("w") as file:
        file.write(json.dumps({"heads": heads, "signature": _signature(heads)}, indent=0, sort_keys=True))
        file.flush()
        os.fsync(file.fileno())  # else the new name may reach the disk before the content
    new.replace(path)


def _signature(heads: Heads, age: int = 0) -> str:
    return tokens.signed("audit anchor", json.dumps(heads, sort_keys=True), age=age)
