"""The webhook and the checkout route: S12 genuine and fresh, S13 once, S18 after a crash; and bad input."""

import asyncio
import json
import os
import signal
import sys
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from tests.unit.services.billing.buying import buy, fake_stripe, ledger, payments, signed, stored_events
from voice_report import clock
from voice_report.config import settings
from voice_report.services.billing import webhooks

__all__ = ["fake_stripe"]

PATH = "/api/stripe/webhook"


@pytest.fixture
async def paid_session(people, fake_stripe) -> dict:
    return fake_stripe.state.pay(await buy(fake_stripe, people.user))


@pytest.fixture
async def stripe_itself(api):
    """Stripe's servers: no session, and no origin of ours."""
    client = await api()
    del client.headers["Origin"]
    return client


async def post(client, payload: bytes, signature: str):
    return await client.post(PATH, content=payload, headers={"Stripe-Signature": signature})


@pytest.mark.parametrize(
    "how", ["secret", "body", "old", "future", "none", "empty", "garbage", "no time", "two times", "not text"]
)
async def test_s12_a_forged_old_or_future_event_is_refused_and_leaves_no_row(
    stripe_itself, fake_stripe, paid_session, people, how, wall_clock
):
    event = fake_stripe.state.events[-1]
    payload, signature = signed(event)
    if how == "secret":
        payload, signature = signed(event, secret="whsec_other")
    elif how == "body":
        payload = payload.replace(b"completed", b"Completed")
    elif how == "old":
        payload, signature = signed(event, age=301)
    elif how == "future":
        payload, signature = signed(event, age=-301)
    elif how == "none":
        signature = signature.partition(",")[0]
    elif how == "no time":
        signature = signature.partition(",")[2]
    elif how == "two times":
        signature = f"t={int(clock.now().timestamp())}," + signed(event, age=400)[1]
    elif how == "not text":
        payload = b"\xff\xfe"
    else:
        signature = "" if how == "empty" else "t=x,v1=y,,=,t="
    answer = await post(stripe_itself, payload, signature)
    assert (answer.status_code, answer.json()["code"]) == (400, "not_genuine")
    assert await stored_events() == await payments() == await ledger(people.organization_id) == []


@pytest.mark.parametrize("age", [299, -299, 0])
async def test_s12_a_genuine_event_within_five_minutes_is_taken(
    stripe_itself, fake_stripe, paid_session, people, age, wall_clock
):
    assert (await post(stripe_itself, *signed(fake_stripe.state.events[-1], age=age))).status_code == 200
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]


@pytest.mark.parametrize("secret", ["", None])
async def test_s12_without_a_secret_the_door_is_closed(stripe_itself, fake_stripe, paid_session, monkeypatch, secret):
    monkeypatch.setattr(settings(), "stripe_webhook_secret", secret)
    answer = await post(stripe_itself, *signed(fake_stripe.state.events[-1], secret=secret or "x"))
    assert (answer.status_code, answer.json()["code"]) == (503, "payment_not_set_up")
    assert await stored_events() == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{}",
        b'{"id":"evt_1"}',
        b'{"id":1,"type":"invoice.paid","data":{"object":{"id":"in_1"}}}',
        b'{"id":"evt_1","type":"invoice.paid","data":{"object":[]}}',
        b'{"id":"","type":"invoice.paid","data":{"object":{"id":"in_1"}}}',
        json.dumps({"id": "x" * 300, "type": "invoice.paid", "data": {"object": {"id": "in_1"}}}).encode(),
        b"[" * 4_000,
    ],
)
async def test_a_malformed_event_is_refused(stripe_itself, fake_stripe, db, body):
    from tests.support.fakes.stripe_server import signature

    answer = await post(stripe_itself, body, signature(body, clock.now().timestamp()))
    assert answer.status_code == 400
    assert await stored_events() == []


_HOSTILE = ["in_\x00", "x" * 2_000_000, "\ud800", "a/../b", 7, 1.5, True, False, 0, [], {}, {"id": {}}, ["in_1"]]


@pytest.mark.parametrize("value", _HOSTILE, ids=lambda value: repr(value)[:12])
@pytest.mark.parametrize("place", ["id", "type", "object", "payment_intent", "customer", "metadata", "parent"])
async def test_a_signed_event_with_strange_values_never_breaks_the_door(stripe_itself, fake_stripe, db, place, value):
    about = {"id": "cs_1", "object": "checkout.session", "metadata": {"organization": "x"}}
    event = {"id": "evt_1", "type": "charge.refunded", "data": {"object": about}}
    if place in ("id", "type"):
        event[place] = value
    elif place == "parent":
        event["data"]["object"] = {"id": "in_1", "object": "invoice", "parent": {"subscription_details": value}}
    elif place == "metadata":
        about["metadata"] = {"organization": value, "installation": value}
    else:
        about["id" if place == "object" else place] = value
    answer = await post(stripe_itself, *signed(event))
    assert answer.status_code in (200, 400, 413)


async def test_a_signed_event_with_a_strange_time_is_refused(stripe_itself, fake_stripe, paid_session):
    """A genuine header behind another time, as a user who overheard one could send it."""
    payload, signature = signed(fake_stripe.state.events[-1])
    answer = await post(stripe_itself, payload, f"t=999999999999,{signature}")
    assert (answer.status_code, await stored_events()) == (400, [])


async def test_an_event_about_something_without_an_id_is_taken_when_we_do_not_act_on_it(stripe_itself, fake_stripe, db):
    event = {"id": "evt_1", "type": "balance.available", "data": {"object": {"object": "balance"}}}
    assert (await post(stripe_itself, *signed(event))).status_code == 200
    refused = await post(stripe_itself, *signed({**event, "type": "invoice.paid"}))
    assert (refused.status_code, await stored_events()) == (400, [])


async def test_an_event_we_do_not_act_on_is_taken_and_forgotten(stripe_itself, fake_stripe, db):
    event = fake_stripe.state.happened("customer.created", {"id": "cus_1", "object": "customer"})
    assert (await post(stripe_itself, *signed(event))).status_code == 200
    assert await stored_events() == []


@pytest.mark.both_databases
async def test_s13_a_replayed_event_in_parallel_does_its_work_once(stripe_itself, fake_stripe, paid_session, people):
    message = signed(fake_stripe.state.events[-1])
    answers = await asyncio.gather(*(post(stripe_itself, *message) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]
    (event,) = await stored_events()
    assert event.handled_at is not None


async def test_what_is_stored_of_an_event_names_no_person(stripe_itself, fake_stripe, paid_session):
    event = fake_stripe.state.events[-1]
    event["data"]["object"]["customer_details"] = {"email": "kanarie@zorg.example", "name": "Kanarie"}
    await post(stripe_itself, *signed(event))
    (stored,) = await stored_events()
    assert "anarie" not in stored.model_dump_json()


async def test_a_database_that_is_locked_or_down_is_a_5xx_so_that_stripe_tries_again(
    stripe_itself, fake_stripe, paid_session, people, monkeypatch
):
    message, transaction = signed(fake_stripe.state.events[-1]), webhooks.transaction

    def locked():
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    monkeypatch.setattr(webhooks, "transaction", locked)
    assert (await post(stripe_itself, *message)).status_code >= 500
    monkeypatch.setattr(webhooks, "transaction", transaction)
    assert (await post(stripe_itself, *message)).status_code == 200
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]


async def test_an_event_that_cannot_be_handled_yet_is_ours_to_try_again(
    wall_clock, stripe_itself, fake_stripe, paid_session, people
):
    fake_stripe.fail(500, 6)
    assert (await post(stripe_itself, *signed(fake_stripe.state.events[-1]))).status_code == 200
    (event,) = await stored_events()
    assert (event.handled_at, event.attempts, event.last_error) == (None, 1, "payment_unavailable")
    assert await webhooks.handle_waiting() == 0  # its time has not come
    wall_clock.advance(seconds=31)
    assert await webhooks.handle_waiting() == 0
    wall_clock.advance(seconds=31)
    assert await webhooks.handle_waiting() == 0  # it waits longer every time
    wall_clock.advance(seconds=31)
    assert await webhooks.handle_waiting() == 1
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]
    wall_clock.advance(timedelta(days=91))
    async with webhooks.transaction() as session:
        assert await webhooks.purge(session) == 1


async def test_a_waiting_event_is_handled_by_one_of_several_processes(
    wall_clock, stripe_itself, fake_stripe, paid_session, people, monkeypatch
):
    fake_stripe.fail(500, 3)
    assert (await post(stripe_itself, *signed(fake_stripe.state.events[-1]))).status_code == 200
    acted, act = [], webhooks._act

    async def counted(event) -> None:
        acted.append(event.event_id)
        await asyncio.sleep(0)
        await act(event)

    monkeypatch.setattr(webhooks, "_act", counted)
    monkeypatch.setattr(webhooks.settings(), "redis_url", "redis://shared.example/0")
    wall_clock.advance(seconds=93)
    found = await asyncio.gather(webhooks.handle_waiting(), webhooks.handle_waiting(all_of_them=True))
    assert (sorted(found), len(acted)) == ([0, 1], 1)
    assert await webhooks.handle_waiting(all_of_them=True) == 0
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]


_KILLED = """
import asyncio, os, signal, sys
from voice_report.services.billing import webhooks

async def killed(_event):
    os.kill(os.getpid(), signal.SIGKILL)

webhooks.handle = killed
asyncio.run(webhooks.receive(sys.stdin.buffer.read(), sys.argv[1]))
"""


async def test_s18_killed_between_storing_and_handling_the_credits_come_right_after_the_restart(
    fake_stripe, paid_session, people
):
    payload, signature = signed(fake_stripe.state.events[-1])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _KILLED, signature), stdin=asyncio.subprocess.PIPE, env=dict(os.environ)
    )
    await process.communicate(payload)
    assert process.returncode == -signal.SIGKILL
    assert [event.handled_at for event in await stored_events()] == [None]
    assert await ledger(people.organization_id) == []
    assert await webhooks.handle_waiting(all_of_them=True) == 1  # what a process does first when it starts
    assert await ledger(people.organization_id) == [("purchase", 25, 0)]


async def test_buying_over_the_api(api, people, fake_stripe):
    path = "/api/create-checkout-session"
    assert (await (await api()).post(path, json={"packageId": "zzp"})).status_code == 401
    client = await api(people.user)
    made = await client.post(path, json={"packageId": "zzp", "price": 1, "credits": 9999})
    assert made.status_code == 200
    session = fake_stripe.state.get(made.json()["url"].rpartition("/")[2])
    assert (session["amount_total"], session["metadata"]["credits"]) == (1000, "25")
    for body, status in (
        ({"packageId": "gratis"}, 422),
        ({"packageId": "trial"}, 422),
        ({"packageId": None}, 422),
        ({"packageId": "x" * 1000}, 422),
        ({}, 422),
    ):
        refused = await client.post(path, json=body)
        assert (refused.status_code, bool(refused.json()["error"])) == (status, True)
    fake_stripe.fail(503, 3)
    down = await client.post(path, json={"packageId": "mkb"})
    assert (down.status_code, down.json()["error"]) == (503, "Kon geen checkout sessie starten. Probeer het opnieuw.")
    foreign = await client.post(path, json={"packageId": "zzp"}, headers={"Origin": "https://elders.example"})
    assert foreign.status_code == 403


async def test_cancelling_over_the_api(api, people, fake_stripe):
    fake_stripe.state.pay(await buy(fake_stripe, people.user, "unlimited"))
    for event in fake_stripe.state.events:
        await webhooks.receive(*signed(event))
    admin = await api(people.platform_admin)
    answer = await admin.post(f"/api/admin/organizations/{people.organization_id}/cancel-subscription")
    assert (answer.status_code, answer.json()["message"]) == (200, "Abonnement geannuleerd")
    found = (await admin.get("/api/admin/organizations", params={"query": "Linde"})).json()["organizations"][0]
    assert (found["subscriptionStatus"], found["currentCredits"]) == ("canceling", -1)
