"""Whatever happens in whatever order: the ledger adds up, nothing is oversold, what was promised is kept."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import func, select

from tests import people as cast
from voice_report import clock, database
from voice_report.errors import Conflict, OutOfCredits
from voice_report.models import ConceptJob, CreditEntry, ReportUsage
from voice_report.services import credits

LEASE = timedelta(minutes=3)

STEPS = st.one_of(
    st.tuples(st.just("grant"), st.sampled_from(["personal", "organization"]), st.integers(1, 3)),
    st.tuples(st.just("reserve"), st.integers(0, 5)),
    st.tuples(st.just("settle"), st.integers(0, 30)),
    st.tuples(st.just("release"), st.integers(0, 30)),
    st.tuples(st.just("wait"), st.sampled_from([1, 4, 60 * 24 * 32])),
)


class Story:
    """One person, one organisation, a clock and every claim ever made."""

    def __init__(self, allowance: int) -> None:
        self.allowance = allowance
        self.now = datetime(2026, 1, 15, tzinfo=UTC)
        self.claims: list[credits.Claim] = []
        self.settled = 0
        self.grants = 0

    async def begin(self) -> None:
        clock.use(lambda: self.now)
        self.organization_id = await cast.make_organization(credits=2, monthly_credits=self.allowance)
        self.person = await cast.make_user(self.organization_id, personal_credits=1)
        self.user = await self.person.current()

    async def grant(self, session, whose: str, amount: int) -> None:
        self.grants += 1
        account: dict[str, Any] = (
            {"user_id": self.user.id} if whose == "personal" else {"organization_id": self.organization_id}
        )
        await credits.grant(session, amount, reason="gift", key=f"{self.user.id}:{self.grants}", **account)

    async def reserve(self, session, number: int) -> None:
        try:
            claim = await credits.reserve(session, self.user, f"{self.user.id}:{number}", LEASE)
        except OutOfCredits:
            assert await self.free(session) == 0
            raise
        if claim.status == "reserved":
            self.claims.append(claim)

    async def settle(self, session, choice: int) -> None:
        if not self.claims:
            return
        claim = self.claims[choice % len(self.claims)]
        job = await session.get_one(ConceptJob, claim.job_id)
        promised = job.status == "reserved" and job.attempt == claim.attempt and claim.expires_at > self.now
        try:
            await credits.settle(session, claim, "verslag")
        except (Conflict, OutOfCredits):
            assert not promised, "a reservation within its lease was refused"
            raise
        self.settled += 1

    async def release(self, session, choice: int) -> None:
        if self.claims:
            await credits.release(session, self.claims[choice % len(self.claims)])

    async def wait(self, _session, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    async def free(self, session) -> int:
        """Return what can still be reserved."""
        told = await credits.balances(session, self.user)
        held = select(func.count()).where(
            ConceptJob.user_id == self.user.id, ConceptJob.status == "reserved", ConceptJob.expires_at > self.now
        )
        return (told.personal or 0) + told.organization - (await session.exec(held)).one()

    async def check(self) -> None:
        async with database.reading() as session:
            assert await credits.audit_balances(session) == []
            assert await self.free(session) >= 0, "oversold"
            used = select(func.count()).where(ReportUsage.user_id == self.user.id)
            charged = select(func.count()).where(CreditEntry.actor_id == self.user.id, CreditEntry.reason == "report")
            assert (await session.exec(used)).one() == (await session.exec(charged)).one() == self.settled


async def tell(allowance: int, steps: list[tuple]) -> None:
    story = Story(allowance)
    try:
        await story.begin()
        for name, *arguments in steps:
            try:
                async with database.transaction() as session:
                    await getattr(story, name)(session, *arguments)
            except (OutOfCredits, Conflict):
                pass  # refused, and rolled back
            await story.check()
    finally:
        clock.use(None)
        await database.dispose()  # it belongs to this example's event loop


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(allowance=st.sampled_from([0, 0, 3]), steps=st.lists(STEPS, max_size=25))
def test_s17_the_ledger_adds_up_whatever_happens(db, allowance, steps):
    asyncio.run(tell(allowance, steps))
