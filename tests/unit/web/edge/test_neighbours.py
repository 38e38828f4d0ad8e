"""A noisy organization of ten accounts takes all that it can of a process; fifty quiet get what they need (S56)."""

import asyncio
import contextlib
import threading
from collections.abc import Callable

import pytest

from voice_report.core.bounded_executor import BoundedExecutor
from voice_report.core.shares import HEAVY, Heavy, Holder
from voice_report.errors import TooMany
from voice_report.web.edge import held, sockets, token_buckets, turns

MIB = 1024 * 1024
NOISY = [Holder(f"noisy {number}", "noisy") for number in range(10)]
QUIET = [Holder(f"quiet {number}", f"organization {number}") for number in range(50)]
SEGMENT = 600 * 1024  # bytes of what is said in half a minute


@pytest.fixture
def _at_one_moment(monkeypatch) -> None:
    """Let no time pass: what is there at once is all there is."""
    monkeypatch.setattr(token_buckets.time, "monotonic", lambda: 1_000.0)


@pytest.fixture
def bodies(monkeypatch) -> held.Pool:
    """Nothing is held by others."""
    pool = held.Pool()
    monkeypatch.setattr(held, "pool", pool)
    return pool


def as_often_as_possible(take: Callable[[Holder], object]) -> int:
    """Have the noisy accounts take in turn until each is refused; return how often they could."""
    taken = 0
    for holder in NOISY:
        with contextlib.suppress(TooMany):
            while taken < 100_000:
                take(holder)
                taken += 1
    return taken


def test_s56_unfinished_bodies_of_a_noisy_organization_leave_room_for_fifty_segments(bodies) -> None:
    as_often_as_possible(lambda holder: held.Share(holder, "192.0.2.1").take(5 * MIB))
    as_often_as_possible(lambda holder: held.Share(holder, "192.0.2.1").take(MIB))
    assert bodies.held["organization noisy"] == held.BODIES.organization
    for holder in QUIET:
        held.Share(holder, "192.0.2.2").take(SEGMENT)


def test_s56_heavy_work_of_a_noisy_organization_leaves_places_to_others() -> None:
    heavy = Heavy()
    with contextlib.ExitStack() as places:
        assert as_often_as_possible(lambda holder: places.enter_context(heavy.place(holder))) == HEAVY.organization
        for holder in QUIET[: HEAVY.everybody - HEAVY.organization]:
            places.enter_context(heavy.place(holder))


@pytest.fixture(params=[sockets._OF_AN_ORGANIZATION, turns._OF_AN_ORGANIZATION], ids=["messages", "calls"])
def paces(request, _at_one_moment) -> token_buckets.OfOrganizations:
    return token_buckets.OfOrganizations(*request.param)


async def test_s56_a_flood_of_a_noisy_organization_is_bounded_and_keeps_no_other_waiting(paces) -> None:
    (_, alone), (_, each) = paces._alone, paces._each
    for holder in NOISY:
        paces.of(holder)  # all of its accounts have come
    at_once = 0
    while await paces.of(NOISY[at_once % 10]).acquire(1, max_wait=0):
        at_once += 1
    assert at_once == alone + 10 * each
    for holder in QUIET:
        for _ in range(10):
            assert await paces.of(holder).acquire(1, max_wait=0)


async def test_s56_the_pace_of_an_organization_grows_with_its_accounts_and_what_was_taken_stays_taken(paces) -> None:
    (per_second, burst), (more, more_at_once) = paces._alone, paces._each
    bucket = paces.of(NOISY[0])
    assert await bucket.acquire(burst + more_at_once, max_wait=0)
    assert not await bucket.acquire(1, max_wait=0)
    assert paces.of(NOISY[1]) is bucket
    assert await bucket.acquire(more_at_once, max_wait=0)
    assert not await bucket.acquire(1, max_wait=0)
    assert bucket.seconds_each == pytest.approx(1 / (per_second + 2 * more))


async def test_s56_fifty_quiet_organizations_are_served_while_a_noisy_one_fills_its_share_of_the_threads() -> None:
    lane, goes_on = BoundedExecutor("test", workers=2, waiting=62), threading.Event()
    noisy = [
        asyncio.create_task(lane.run(goes_on.wait, 100, account=one.account, organization=one.organization))
        for one in NOISY * 10
    ]
    await asyncio.sleep(0)
    for some in (QUIET[:25], QUIET[25:]):
        done = asyncio.gather(
            *(lane.run(str, one.account, account=one.account, organization=one.organization) for one in some)
        )
        assert await asyncio.wait_for(done, 100) == [one.account for one in some]
    goes_on.set()
    done = await asyncio.gather(*noisy, return_exceptions=True)
    assert sum(isinstance(one, TooMany) for one in done) == 100 - 32
    assert sum(one is True for one in done) == 32
