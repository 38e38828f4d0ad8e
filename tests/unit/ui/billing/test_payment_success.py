"""After paying: the page looks until it knows, whatever Stripe does meanwhile."""

import asyncio

import pytest

from tests.support.handlers import tab_of
from voice_report.errors import NotFound, Unavailable
from voice_report.services.billing import checkout
from voice_report.ui.pages.billing import payment_success
from voice_report.ui.pages.billing.payment_success import WAITING, PaymentState


class InBackground:
    """A state as a background handler gets it: behind a lock."""

    def __init__(self, state: PaymentState) -> None:
        self.__dict__["state"] = state

    def __getattr__(self, name: str):
        return getattr(self.state, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.state, name, value)

    async def __aenter__(self) -> "InBackground":
        return self

    async def __aexit__(self, *_exception: object) -> None:
        pass


async def no_pause(_seconds: float) -> None:
    pass


async def page_of(person) -> PaymentState:
    """Return the state of this person's page after paying."""
    return await tab_of(person, asPath="/payment-success?session_id=cs_1").get_state(PaymentState)


@pytest.mark.parametrize(
    ("answers", "sentence", "failed"),
    [
        (
            [Unavailable("traag"), checkout.PurchaseStatus("waiting"), checkout.PurchaseStatus("arrived", 35)],
            "nu 35 credits.",
            False,
        ),
        ([checkout.PurchaseStatus("arrived", -1)], "onbeperkte rapportages", False),
        ([checkout.PurchaseStatus("failed")], "Er zijn geen credits bijgeschreven.", True),
        ([Unavailable("plat")] * 20, WAITING, False),
        ([NotFound("Betaling niet gevonden"), checkout.PurchaseStatus("arrived", 35)], WAITING, False),
    ],
)
async def test_the_page_tells_what_became_of_the_purchase(db, people, monkeypatch, answers, sentence, failed):
    coming = iter(answers)

    async def status_of(_user, _session_id):
        answer = next(coming)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(payment_success.checkout, "status_of", status_of)
    monkeypatch.setattr(payment_success.asyncio, "sleep", no_pause)
    state = await page_of(people.user)
    await PaymentState.watch.fn(InBackground(state))  # pyright: ignore[reportFunctionMemberAccess]
    assert sentence in state.sentence
    assert state.failed is failed


async def test_s33_a_person_looks_at_one_purchase_at_a_time(db, people, monkeypatch):
    """Ten pages opened at once look as often as one, and no page looks for ever."""
    looks, began, may_end = 0, asyncio.Event(), asyncio.Event()

    async def status_of(_user, _session_id):
        nonlocal looks
        looks += 1
        began.set()
        await may_end.wait()
        return checkout.PurchaseStatus("waiting")

    monkeypatch.setattr(payment_success.checkout, "status_of", status_of)
    monkeypatch.setattr(payment_success.asyncio, "sleep", no_pause)
    states = [await page_of(people.user) for _ in range(10)]
    watch = PaymentState.watch.fn  # pyright: ignore[reportFunctionMemberAccess]
    first = asyncio.create_task(watch(InBackground(states[0])))
    await began.wait()
    async with asyncio.timeout(100):
        await asyncio.gather(*(watch(InBackground(state)) for state in states[1:]))
    assert looks == 1
    may_end.set()
    await first
    assert looks == 8
    await watch(InBackground(states[1]))  # and later the next one looks again
    assert looks == 16
    assert {state.sentence for state in states[:2]} == {WAITING}
