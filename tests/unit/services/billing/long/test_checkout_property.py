"""Whatever is bought, refunded, disputed and cancelled, and however it arrives: the books are right (S13-S16)."""

import asyncio
import contextlib
import random
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.support import people as cast
from tests.support.fakes.stripe_server import FakeStripe
from tests.support.fakes.stripe_state import State
from tests.unit.services.billing.buying import deliver, fake_stripe, ledger, organization, payments, stored_events
from voice_report import clock, config
from voice_report.db import session as database
from voice_report.db.models import Organization
from voice_report.errors import DomainError, OutOfCredits
from voice_report.services.billing import checkout, credits, reconciliation, subscriptions, webhooks
from voice_report.services.billing.stripe_account import name
from voice_report.services.shared.identity import CurrentUser

__all__ = ["fake_stripe"]

STAGING = "staging.example"

#: Numbers count back from the latest purchase.
STEPS = st.sampled_from(
    [
        *[("buy", package) for package in ("starter", "zzp", "mkb", "unlimited")],
        *[("buy_late", package) for package in ("starter", "mkb")],
        *[("settle", earlier, paid) for earlier in range(2) for paid in (True, True, False)],
        *[("refund", earlier, part) for earlier in range(3) for part in (0.1, 0.5, 1)],
        *[("dispute", earlier) for earlier in range(2)],
        *[("decide", outcome) for outcome in ("won", "lost")],
        *[("subscription", status) for status in ("past_due", "canceled", "active")],
        ("renew", True),
        ("renew", False),
        *[("spend", amount) for amount in (3, 30)],
        ("fail", 429),
        ("fail", 500),
        *[("deliver", how) for how in ("one", "some", "twice", "parallel")],
        *[("others", what) for what in ("stranger", "by hand", "copied marks", "staging", "unknown organization")],
        ("staging_sells",),
        ("staging_works",),
        ("restore",),
    ]
)


@dataclass(frozen=True)
class Outcome:
    """How a story ended. ``booked`` and ``owed``: credits given and taken back, per purchase, in our books and worked
    out from Stripe's objects. ``access``: whether the organization is unlimited, and on that plan."""

    booked: dict[str, tuple[int, int]]
    owed: dict[str, tuple[int, int]]
    purchased: int
    live: int
    access: tuple[bool, bool]
    unhandled: list[str]
    touched: list[str]
    differences: list[str]


class Story:
    """One organization that buys, Stripe, and the events that did not arrive yet."""

    def __init__(self, fake: FakeStripe, seed: int) -> None:
        self.fake, self.state = fake, fake.state
        self.chance = random.Random(seed)  # noqa: S311
        self.sessions: list[str] = []
        self.used = self.told = 0
        self.waiting: list[dict] = []
        self.foreign: set[str] = set()  # subscriptions, sessions and payment intents that are not of this installation

    async def begin(self) -> None:
        self.there = await cast.make_organization(credits=5, plan="zzp")
        self.person = await cast.make_user(self.there)
        self.user = await self.person.current()

    async def buy(self, package: str, late: bool = False) -> None:
        with contextlib.suppress(DomainError):  # a second subscription, or Stripe that fails
            url = await checkout.start(self.user, package)
            session = self.state.pay(url.rpartition("/")[2], late=late)
            if session["mode"] == "payment" and session["id"] not in self.sessions:
                self.sessions.append(session["id"])

    async def buy_late(self, package: str) -> None:
        await self.buy(package, late=True)

    async def settle(self, earlier: int, paid: bool) -> None:
        if session_id := self._session(earlier):
            self.state.settle(session_id, paid=paid)

    async def refund(self, earlier: int, part: float) -> None:
        if intent := self._paid_intent(earlier):
            self.state.refund(intent["id"], int(intent["amount"] * part))

    async def dispute(self, earlier: int) -> None:
        intent = self._paid_intent(earlier)
        if intent and not self.state.all("dispute", payment_intent=intent["id"]):
            self.state.dispute(intent["id"])

    async def decide(self, outcome: str) -> None:
        for one in self.state.all("dispute", status="needs_response")[:1]:
            self.state.decide(one["id"], outcome)

    async def subscription(self, status: str) -> None:
        for one in self._ours()[:1]:
            if one["status"] != "canceled":
                self.state.change_subscription(one["id"], status=status)

    async def renew(self, paid: bool) -> None:
        for one in [one for one in self._ours() if one["status"] == "active"][:1]:
            self.state.bill(one["id"], paid=paid)

    async def spend(self, amount: int) -> None:
        with contextlib.suppress(OutOfCredits):
            for _ in range(amount):
                self.used += 1
                async with database.transaction() as session:
                    claim = await credits.reserve(session, self.user, f"{self.there}:{self.used}", timedelta(minutes=3))
                    await credits.settle(session, claim, "verslag")

    async def others(self, what: str) -> None:
        """Something that is not ours is sold on the same account, and pays."""
        customer = (await organization(self.there)).stripe_customer_id
        if what != "by hand" or customer is None:
            customer = self.state.make("customer", "cus", metadata={})["id"]
        marks = {"installation": name(), "organization": str(self.there), "package": "unlimited", "price": "9900"}
        marks |= {
            "staging": {"installation": STAGING},
            "unknown organization": {"organization": str(uuid.uuid4())},
        }.get(what, {})
        marked = what in ("copied marks", "staging", "unknown organization")
        made = self.state.subscribe(customer, 100 if what == "copied marks" else 9900, marks if marked else {})
        self.state.happened("customer.subscription.created", made)
        invoice = self.state.bill(made["id"])
        intent = self.state.all("invoice_payment", invoice=invoice["id"])[0]["payment_intent"]
        self.state.happened("charge.updated", self.state.get(self.state.get(intent)["latest_charge"]))
        self.foreign |= {made["id"], invoice["id"], intent}

    async def staging_sells(self) -> None:
        """A copy of the database at another address sells to the organization it knows too."""
        with self._staging(), contextlib.suppress(DomainError):
            url = await checkout.start(self.user, "zzp")
            session = self.state.pay(url.rpartition("/")[2])
            self.foreign |= {session["id"], session["payment_intent"]}

    async def staging_works(self) -> None:
        """The copy hears of everything, does its hourly work, and a user presses 'Stop Abonnement' there."""
        before = (await organization(self.there)).subscription_status, len(await payments())
        with self._staging():
            for event in self.state.events:
                about = event["data"]["object"]
                if not self.foreign & {about["id"], about.get("payment_intent")}:  # the copy has books of its own
                    await deliver({**event, "id": f"{event['id']}c{self.chance.random()}"})
            if customer := (await organization(self.there)).stripe_customer_id:
                with contextlib.suppress(DomainError):
                    await subscriptions.sync(customer)
            with contextlib.suppress(DomainError):
                admin = CurrentUser(**{**asdict(self.user), "role": "platform_admin", "organization": None})
                await checkout.cancel_subscription(admin, self.there)
        assert ((await organization(self.there)).subscription_status, len(await payments())) == before

    async def restore(self) -> None:
        """Put back a backup from before the subscription: neither it nor the customer is known any more."""
        row = await organization(self.there)
        if row.plan_before_subscription is None:
            return
        async with database.transaction() as session:
            row = await session.get_one(Organization, self.there)
            row.plan, row.unlimited, row.plan_before_subscription = row.plan_before_subscription or "", False, None
            row.stripe_customer_id = row.stripe_subscription_id = row.subscription_status = None
            row.subscription_current_period_end = None

    @contextlib.contextmanager
    def _staging(self) -> Iterator[None]:
        address, config.settings().app_url = config.settings().app_url, f"https://{STAGING}"
        try:
            yield
        finally:
            config.settings().app_url = address

    def _ours(self) -> list[dict]:
        return [one for one in self.state.all("subscription") if one["id"] not in self.foreign]

    async def fail(self, status: int) -> None:
        self.fake.fail(status)

    async def deliver(self, how: str) -> None:
        """Let events arrive that happened by now, in no order."""
        self._hear()
        self.chance.shuffle(self.waiting)
        count = 1 if how == "one" else self.chance.randint(0, len(self.waiting))
        arriving, self.waiting = self.waiting[:count], self.waiting[count:]
        if how == "parallel":
            await asyncio.gather(*(deliver(event) for event in arriving * 2))
        else:
            await deliver(*arriving * (2 if how == "twice" else 1))

    async def end(self) -> None:
        """Everything arrives, once more too, and what failed is tried again."""
        self.fake._failures.clear()
        for one in self._ours():  # the next month
            self.state.change_subscription(one["id"], status=one["status"])
        self._hear()
        self.chance.shuffle(self.waiting)
        await deliver(*self.waiting, *self.state.events)
        await webhooks.handle_waiting(all_of_them=True)
        self._hear()
        await deliver(*self.waiting)  # what ending a second subscription made happen

    def _hear(self) -> None:
        self.waiting += self.state.events[self.told :]
        self.told = len(self.state.events)

    def _session(self, earlier: int) -> str:
        return self.sessions[-1 - earlier] if earlier < len(self.sessions) else ""

    def _paid_intent(self, earlier: int) -> dict | None:
        if not (session_id := self._session(earlier)):
            return None
        intent = self.state.get(self.state.get(session_id)["payment_intent"])
        return intent if intent["latest_charge"] else None

    def owed(self, session_id: str) -> tuple[int, int]:
        """Return (given, taken back) for a purchase, worked out from Stripe's objects alone."""
        session = self.state.get(session_id)
        intent = self.state.get(session["payment_intent"])
        if not intent["latest_charge"]:
            return 0, 0
        given, amount = int(session["metadata"]["credits"]), session["amount_total"]
        lost = sum(one["amount"] for one in self.state.all("dispute", payment_intent=intent["id"], status="lost"))
        back = min(amount, self.state.get(intent["latest_charge"])["amount_refunded"] + lost)
        return given, given * back // amount

    async def outcome(self) -> Outcome:
        rows = await ledger(self.there)  # checks that the ledger adds up to the balance
        row = await organization(self.there)
        books = {one.stripe_id: (one.credits, one.credits_reversed) for one in await payments()}
        found = await reconciliation.differences()  # of the stories before as well: their Stripe is gone
        mine = [line for line in found if self.state.mark in line or str(self.there) in line]
        mentioned = ("which is not in this database", "not at the price it was sold for")  # what a person looks after
        return Outcome(
            booked={session_id: books.get(session_id, (0, 0)) for session_id in self.sessions},
            owed={session_id: self.owed(session_id) for session_id in self.sessions},
            purchased=sum(change for reason, change, _ in rows if reason == "purchase"),
            live=len([one for one in self._ours() if one["status"] in ("active", "past_due")]),
            access=(row.unlimited, row.plan == "unlimited"),
            unhandled=[event.event_id for event in await stored_events() if not event.handled_at],
            touched=[one for one in self.foreign if one in books or self._is_changed(self.state.get(one))],
            differences=[line for line in mine if not any(one in line for one in mentioned)],
        )

    def _is_changed(self, foreign: dict) -> bool:
        """Return whether a subscription or a payment that is not ours was ended, or paid back."""
        if foreign["object"] == "subscription":
            return (foreign["status"], foreign["cancel_at_period_end"]) != ("active", False)
        if foreign["object"] == "payment_intent":
            return self.state.get(foreign["latest_charge"])["amount_refunded"] != 0
        return False


async def tell(fake: FakeStripe, steps: list[tuple], seed: int) -> tuple[Outcome, list[int]]:
    """Return the outcome, and the balance after every step and at the end."""
    story, balances = Story(fake, seed), []
    try:
        await story.begin()
        for name, *arguments in steps:
            await getattr(story, name)(*arguments)
            balances.append((await organization(story.there)).current_credits)
        await story.end()
        balances.append((await organization(story.there)).current_credits)
        return await story.outcome(), balances
    finally:
        clock.use(None)
        await database.dispose()  # it belongs to this example's event loop


@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(steps=st.lists(STEPS, min_size=8, max_size=22), seed=st.integers(0, 2**16))
@example(steps=[("others", "staging"), ("staging_works",)], seed=0)
def test_s13_the_books_are_right_whatever_arrives_in_whatever_order(db, fake_stripe, steps, seed):
    fake_stripe.state = State(fake_stripe.url)  # another story, another Stripe
    fake_stripe.idempotent.clear()
    outcome, balances = asyncio.run(tell(fake_stripe, steps, seed))
    assert min(balances) >= 0
    assert outcome.booked == outcome.owed
    assert outcome.purchased == sum(given for given, _ in outcome.owed.values())
    assert outcome.live <= 1
    assert outcome.access == (outcome.live == 1, outcome.live == 1)
    assert (outcome.unhandled, outcome.touched, outcome.differences) == ([], [], [])
