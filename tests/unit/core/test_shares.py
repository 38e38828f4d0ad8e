"""Heavy work: few pieces of an account, whatever their kinds, one at a time, and who used least goes first."""

import asyncio
import contextlib

import pytest

from voice_report.core import shares
from voice_report.core.shares import HEAVY, Heavy, Holder
from voice_report.errors import TooMany, Unavailable


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def piece(heavy: Heavy, who: str | Holder, done: list[str], goes_on: asyncio.Event | None = None) -> None:
    holder = who if isinstance(who, Holder) else Holder(who)
    async with heavy.turn(holder):
        done.append(holder.account)
        if goes_on:
            await goes_on.wait()


@pytest.fixture
def passed(monkeypatch) -> list[float]:
    """Let the turns take as long as the test says: the sum of this list."""
    spent: list[float] = []
    monkeypatch.setattr(shares.time, "monotonic", lambda: sum(spent))
    return spent


async def test_s56_one_piece_at_a_time_and_who_used_least_is_first(passed) -> None:
    heavy, first, second, done = Heavy(), asyncio.Event(), asyncio.Event(), []
    running = [asyncio.create_task(piece(heavy, "hostile", done, first))]
    await settled()
    running += [asyncio.create_task(piece(heavy, "hostile", done, second)) for _ in range(3)]
    await settled()
    running.append(asyncio.create_task(piece(heavy, "person", done)))
    await settled()
    assert done == ["hostile"]
    passed.append(2.0)
    first.set()
    await settled()
    assert done == ["hostile", "person", "hostile"]
    second.set()
    await asyncio.gather(*running)
    assert done[2:] == ["hostile"] * 3


async def test_s56_who_used_little_does_not_wait_for_who_used_much(passed) -> None:
    """However long that one takes. No third runs beside them, and nobody who used about as much."""
    heavy, goes_on, second, done = Heavy(), asyncio.Event(), asyncio.Event(), []
    for account, seconds in (("hostile", 9.0), ("accomplice", 8.0)):
        async with heavy.turn(Holder(account)):
            passed.append(seconds)
    running = [asyncio.create_task(piece(heavy, "hostile", done, goes_on))]
    await settled()
    for account in ("hostile", "accomplice", "person", "other person"):
        running.append(asyncio.create_task(piece(heavy, account, done, second if account == "person" else None)))
        await settled()
    assert done == ["hostile", "person"]
    second.set()
    await settled()
    assert done == ["hostile", "person", "other person"]
    goes_on.set()
    await asyncio.gather(*running)
    assert sorted(done[3:]) == ["accomplice", "hostile"]


async def test_s56_the_accounts_of_an_organization_take_its_turns(passed) -> None:
    """A fresh account of an organization that used much goes behind another organization that used some."""
    heavy, goes_on, done = Heavy(), asyncio.Event(), []
    noisy = [Holder(f"noisy {number}", "noisy") for number in range(10)]
    for holder, seconds in ((noisy[0], 5.0), (Holder("quiet 0", "quiet"), 3.0)):
        async with heavy.turn(holder):
            passed.append(seconds)
    running = [asyncio.create_task(piece(heavy, noisy[0], done, goes_on))]
    await settled()
    running += [asyncio.create_task(piece(heavy, one, done)) for one in (*noisy, Holder("quiet 1", "quiet"))]
    await settled()
    assert done == ["noisy 0"]
    goes_on.set()
    await asyncio.gather(*running)
    assert done[1] == "quiet 1"
    assert done[-1] == "noisy 0", "and of one organization, the account that used least goes first"


async def test_s56_what_was_used_long_ago_does_not_count(passed) -> None:
    heavy, goes_on, done = Heavy(), asyncio.Event(), []
    for account, seconds in (("one", 8.0), ("other", 4.0)):
        async with heavy.turn(Holder(account)):
            passed.append(seconds)
        passed.append(100.0)
    running = [asyncio.create_task(piece(heavy, "third", done, goes_on))]
    await settled()
    running += [asyncio.create_task(piece(heavy, account, done)) for account in ("other", "one")]
    await settled()
    goes_on.set()
    await asyncio.gather(*running)
    assert done == ["third", "one", "other"]


async def test_s56_who_leaves_while_waiting_keeps_nobody_from_a_turn(passed) -> None:
    heavy, goes_on, done = Heavy(), asyncio.Event(), []
    first = asyncio.create_task(piece(heavy, "first", done, goes_on))
    await settled()
    leaving, at_once, last = (asyncio.create_task(piece(heavy, who, done)) for who in ("a", "b", "last"))
    await settled()
    leaving.cancel()
    await settled()
    goes_on.set()
    await first
    at_once.cancel()  # in the moment in which the turn was given to it
    await asyncio.wait_for(last, 100)
    assert "last" in done
    assert "a" not in done
    await piece(heavy, "again", done)
    assert done[-1] == "again"


def test_s56_an_account_and_an_organization_have_a_share_of_all_kinds_together() -> None:
    heavy = Heavy()
    with contextlib.ExitStack() as places:
        for number in range(HEAVY.organization):
            places.enter_context(heavy.place(Holder(f"member {number // 2}", "organization")))
        for account in ("member 0", "another member"):
            with (
                pytest.raises(TooMany, match="voor jou of je organisatie"),
                heavy.place(Holder(account, "organization")),
            ):
                pass
        for number in range(HEAVY.everybody - HEAVY.organization):
            places.enter_context(heavy.place(Holder(f"other {number}")))
        with pytest.raises(Unavailable), heavy.place(Holder("last")):
            pass
    assert not heavy.places.held
