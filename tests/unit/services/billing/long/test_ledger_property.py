"""Whatever happens in whatever order: the ledger adds up, nothing is oversold, what was promised is kept."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlmodel import func, select

from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import ConceptJob, CreditEntry, Organization, ReportUsage, User
from voice_report.errors import Conflict, OutOfCredits
from voice_report.services.billing import credits

LEASE = timedelta(minutes=3)

#: Uniformly drawn, so that a story is mostly about reports. Numbers of claims count back from the latest.
STEPS = st.sampled_from(
    [
        *[("reserve", None)] * 6,
        *[("reserve", earlier) for earlier in range(2)],
        *[("settle", earlier) for earlier in range(5)],
        *[("release", earlier) for earlier in range(2)],
        ("grant", "personal", 1),
        ("grant", "organization", 2),
        *[("wait", minutes) for minutes in (1, 4, 60 * 24 * 32)],
    ]
)


@dataclass(frozen=True)
class Books:
    """What the books say after a step; ``free`` is what can still be reserved, ``settled`` counts the settlements."""

    differences: list
    free: int
    used: int
    charged: int
    settled: int


class Story:
    """One person, one organization, a clock and every claim ever made."""

    def __init__(self, allowance: int) -> None:
        self.allowance = allowance
        self.now = datetime(2026, 1, 15, tzinfo=UTC)
        self.claims: list[credits.ReservedCredit] = []
        self.settled = 0
        self.grants = 0
        self.asked = 0

    async def begin(self) -> None:
        clock.use(lambda: self.now)
        self.organization_id = await cast.make_organization(credits=1, monthly_credits=self.allowance)
        self.person = await cast.make_user(self.organization_id, personal_credits=1)
        self.user = await self.person.current()

    async def grant(self, session, whose: str, amount: int) -> None:
        self.grants += 1
        account: dict[str, Any] = (
            {"user_id": self.user.id} if whose == "personal" else {"organization_id": self.organization_id}
        )
        await credits.grant(session, amount, reason="gift", key=f"{self.user.id}:{self.grants}", **account)

    async def reserve(self, session, earlier: int | None) -> None:
        """Ask for a new report, or once more for an earlier one."""
        self.asked += earlier is None
        key = f"{self.user.id}:{self.asked - (earlier or 0)}"
        try:
            claim = await credits.reserve(session, self.user, key, LEASE)
        except OutOfCredits:
            assert await self.free(session) == 0
            raise
        if claim.status == "reserved":
            self.claims.append(claim)

    async def settle(self, session, earlier: int) -> None:
        if not self.claims:
            return
        claim = self.claims[-1 - earlier % len(self.claims)]
        job = await session.get_one(ConceptJob, claim.job_id)
        promised = job.status == "reserved" and job.attempt == claim.attempt and claim.expires_at > self.now
        try:
            await credits.settle(session, claim, "verslag")
        except (Conflict, OutOfCredits):
            assert not promised, "a reservation within its lease was refused"
            raise
        self.settled += 1

    async def release(self, session, earlier: int) -> None:
        if self.claims:
            await credits.release(session, self.claims[-1 - earlier % len(self.claims)])

    async def wait(self, _session, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    async def free(self, session) -> int:
        """Return what can still be reserved."""
        user = await session.get_one(User, self.user.id)
        organization = await session.get_one(Organization, self.user.organization_id)
        held = select(func.count()).where(
            ConceptJob.user_id == self.user.id, ConceptJob.status == "reserved", ConceptJob.expires_at > self.now
        )
        own = credits.personal_balance(user) or 0
        return own + credits.organization_balance(organization) - (await session.exec(held)).one()

    async def books(self) -> Books:
        async with database.reading() as session:
            used = select(func.count()).where(ReportUsage.user_id == self.user.id)
            charged = select(func.sum(CreditEntry.change)).where(
                CreditEntry.actor_id == self.user.id, CreditEntry.reason == "report"
            )
            return Books(
                differences=await credits.audit_balances(session),
                free=await self.free(session),
                used=(await session.exec(used)).one(),
                charged=-((await session.exec(charged)).one() or 0),
                settled=self.settled,
            )


async def tell(allowance: int, steps: list[tuple]) -> list[Books]:
    """Return the books after every step."""
    story, after = Story(allowance), []
    try:
        await story.begin()
        for name, *arguments in steps:
            try:
                async with database.transaction() as session:
                    await getattr(story, name)(session, *arguments)
            except (OutOfCredits, Conflict):
                pass  # refused, and rolled back
            after.append(await story.books())
        return after
    finally:
        clock.use(None)
        await database.dispose()  # it belongs to this example's event loop


@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a story is read as easily as a shrunk one, minutes sooner
)
@given(allowance=st.sampled_from([0, 0, 3]), steps=st.lists(STEPS, min_size=10, max_size=25))
def test_s17_the_ledger_adds_up_whatever_happens(db, allowance, steps):
    for books in asyncio.run(tell(allowance, steps)):
        assert books.differences == []
        assert books.free >= 0, "oversold"
        assert books.used == books.charged == books.settled
