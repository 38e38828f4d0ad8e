"""What a privacy file is made of: the settings in force, what the organization filled in, and counts."""

import asyncio
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from sqlmodel import col, func, select

from ... import clock
from ...db.models import (
    Client,
    DeletionReceipt,
    IdentityProvider,
    Organization,
    PrivacyInput,
    ProcessingStep,
    ReportUsage,
    User,
)
from ...db.session import ReadSession
from ...engines import Profile
from ..audit import samples, verification
from ..audit.verification import Anchored
from ..processing import engine_choice
from ..processing.engine_choice import Choice
from ..sessions import owned_factors
from ..shared.locks import not_being_deleted
from . import receipts

DAYS = 90


@dataclass(frozen=True, slots=True)
class Sent:
    """How many requests went to a party in a form."""

    party: str
    country: str
    form: str
    requests: int


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted over the last ``DAYS``; ``clients`` and ``archived`` are of now. ``stayed`` is by reason:
    how often text stayed on this server."""

    reports: int
    clients: int
    archived: int
    sent: tuple[Sent, ...]
    stayed: Mapping[str, int]
    receipts: int


@dataclass(frozen=True, slots=True)
class Facts:
    """All a file is made of.

    ``speech`` and ``text`` are what works now, ``speech`` is ``None`` where no engine may. ``members`` are the active
    ones, ``factors`` those of them with a second factor. ``recounted`` is the last receipt's second count: when, and
    how many were left; ``old_records`` that of the whole installation's payments and rows of the trail. ``samples`` are
    the months of the last year that have a sample of the trail, and whether each is signed. ``changes`` and ``version``
    are those of the settings and of what was filled in.
    """

    organization: Organization
    own: Mapping[str, str]
    speech: Choice | None
    text: Choice
    provider_host: str
    provider_usage: str
    members: int
    factors: int
    anchored: Anchored | None
    recounted: tuple[datetime, int] | None
    old_records: tuple[datetime, int] | None
    samples: tuple[tuple[date, bool], ...]
    counts: Counts
    changes: int
    version: int

    def outside(self) -> list[tuple[str, Profile]]:
        """Return the outside engines that get something of the organization, with the key of what they do."""
        works = {"speech": self.speech, "text": self.text}
        return [(key, one.profile) for key, one in works.items() if one is not None and one.profile.is_outside]


async def gather(session: ReadSession, organization: Organization) -> Facts:
    """Read everything about one organization."""
    here = organization.id
    filled_in = (await session.exec(select(PrivacyInput).where(PrivacyInput.organization_id == here))).first()
    provider = (await session.exec(select(IdentityProvider).where(IdentityProvider.organization_id == here))).first()
    members, factors = await _members(session, here)
    return Facts(
        organization=organization,
        own=json.loads(filled_in.fields) if filled_in else {},
        speech=engine_choice.speech_choice(organization),
        text=engine_choice.text_choice(organization),
        provider_host=(urlsplit(provider.issuer).hostname or "") if provider else "",
        provider_usage=provider.usage if provider else "off",
        members=members,
        factors=factors,
        anchored=await asyncio.to_thread(verification.anchored, here),
        recounted=await _recounted(session, DeletionReceipt.organization_id == here),
        old_records=await _recounted(session, DeletionReceipt.scope == receipts.RECORDS),
        samples=tuple(reversed(await samples.months_of(session, here))),
        counts=await _counts(session, here),
        changes=_changes(organization, provider, filled_in),
        version=filled_in.version if filled_in else 1,
    )


def _changes(organization: Organization, provider: IdentityProvider | None, filled_in: PrivacyInput | None) -> int:
    """Return the sum of the versions of all that an organization can set; ``privacy_file`` has it as a query."""
    own = (organization.version, organization.privacy_version, organization.retention_version)
    others = (provider.version if provider else 0, filled_in.version if filled_in else 1)
    return sum((*own, organization.sign_in_version, *others))


async def changes_now(session: ReadSession, organization: Organization) -> int:
    """Return the sum that ``Facts.changes`` has, as it is now."""
    whose = organization.id
    filled_in = (await session.exec(select(PrivacyInput).where(PrivacyInput.organization_id == whose))).first()
    provider = (await session.exec(select(IdentityProvider).where(IdentityProvider.organization_id == whose))).first()
    return _changes(organization, provider, filled_in)


async def _members(session: ReadSession, here: uuid.UUID) -> tuple[int, int]:
    whose = (User.organization_id == here, col(User.is_active), not_being_deleted(User))
    members = (await session.exec(select(func.count()).select_from(User).where(*whose))).one()
    secured = select(func.count()).select_from(User).where(*whose, owned_factors.has_any(User.id))
    return members, (await session.exec(secured)).one()


async def _recounted(session: ReadSession, which: Any) -> tuple[datetime, int] | None:
    there = (which, col(DeletionReceipt.done_at).is_not(None))
    query = select(DeletionReceipt.done_at, DeletionReceipt.body).where(*there)
    row = (await session.exec(query.order_by(col(DeletionReceipt.done_at).desc()).limit(1))).first()
    if row is None:
        return None
    body = json.loads(row[1])
    return datetime.fromisoformat(body["checked_at"]), sum(body["left_over"].values())


async def _counts(session: ReadSession, here: uuid.UUID) -> Counts:
    since = clock.now() - timedelta(days=DAYS)
    used = select(func.count()).where(ReportUsage.organization_id == here, col(ReportUsage.created_at) >= since)
    clients = select(func.count(), func.sum(Client.report_count)).where(Client.organization_id == here)
    kept, archived = (await session.exec(clients)).one()
    receipts = select(func.count()).where(DeletionReceipt.organization_id == here, DeletionReceipt.done_at >= since)  # pyright: ignore[reportOptionalOperand]
    sent, stayed = await _steps(session, here, since)
    return Counts(
        reports=(await session.exec(used)).one(),
        clients=kept,
        archived=archived or 0,
        sent=sent,
        stayed=stayed,
        receipts=(await session.exec(receipts)).one(),
    )


async def _steps(session: ReadSession, here: uuid.UUID, since: datetime) -> tuple[tuple[Sent, ...], dict[str, int]]:
    """Count the requests that left by party, country and form, and by reason the texts that stayed."""
    step = ProcessingStep
    mine = (step.organization_id == here, col(step.created_at) >= since)
    columns: Any = (step.party, step.country, step.form, step.region, step.outcome, step.reason)
    counted: Any = (func.count(), func.sum(step.attempts))
    query = select(*columns, *counted).where(*mine).group_by(*columns)
    sent: dict[tuple[str, str, str], int] = {}
    stayed: dict[str, int] = {}
    for party, country, form, region, outcome, reason, rows, attempts in (await session.exec(query)).all():
        if region != "local" and attempts:
            key = (party, country, form)
            sent[key] = sent.get(key, 0) + int(attempts)
        elif outcome == "refused" and reason in engine_choice.REFUSALS:
            stayed[reason] = stayed.get(reason, 0) + rows
    return tuple(Sent(*key, requests) for key, requests in sorted(sent.items())), stayed
