"""Organizations take turns at a lock, whatever waits of one of them already (S56)."""

import asyncio

from voice_report.core.fair_lock import FairLock, whose


async def _take(lock: FairLock, organization: str, done: list[str]) -> None:
    whose.set(organization)
    await lock.acquire()
    try:
        done.append(organization)
        await asyncio.sleep(0)
    finally:
        lock.release()


async def test_s56_organizations_take_turns() -> None:
    lock, done = FairLock(), []
    await lock.acquire()
    asked = [*["noisy"] * 5, "quiet", *["other"] * 2, ""]
    tasks = [asyncio.create_task(_take(lock, one, done)) for one in asked]
    await asyncio.sleep(0)
    assert done == []
    lock.release()
    await asyncio.gather(*tasks)
    assert done == ["noisy", "quiet", "other", "", "noisy", "other", "noisy", "noisy", "noisy"]
    assert not lock.locked()


async def test_s56_who_leaves_keeps_nobody_waiting() -> None:
    """While waiting, and in the moment in which the lock is given."""
    lock, done = FairLock(), []
    await lock.acquire()
    waiting, given, last = (asyncio.create_task(_take(lock, one, done)) for one in ("a", "b", "c"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    lock.release()
    given.cancel()
    await asyncio.wait_for(last, 100)
    assert done == ["c"]
    assert not lock.locked()
