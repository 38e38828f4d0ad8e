"""Work that is ended whatever happens."""

import asyncio

import pytest

from voice_report.core import background


@pytest.mark.parametrize("failure", [None, ValueError("it was full")])
async def test_work_that_must_not_be_torn_ends_before_who_asked_for_it_is_cancelled(failure: Exception | None) -> None:
    """Also when it fails: a job that takes the failure for one of its own would go on, and the process never stop."""
    done: list[str] = []
    going, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        going.set()
        await go_on.wait()
        done.append("work")
        if failure:
            raise failure

    async def job() -> None:
        await background.to_the_end(work())

    asking = asyncio.create_task(job())
    await going.wait()
    for _ in range(2):
        asking.cancel()
        await asyncio.sleep(0)
        assert not asking.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert done == ["work"]


async def test_what_must_not_be_torn_answers_and_fails_like_any_other_work() -> None:
    async def work(failure: Exception | None) -> str:
        if failure:
            raise failure
        return "done"

    assert await background.to_the_end(work(None)) == "done"
    with pytest.raises(ValueError, match="full"):
        await background.to_the_end(work(ValueError("it was full")))
