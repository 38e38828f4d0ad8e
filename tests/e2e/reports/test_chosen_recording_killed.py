"""A chosen recording whose process is killed, sent again from two tabs at once: no word lost, none twice (S88)."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, update

from tests.e2e.two_processes import Installation, app_server, both_running
from tests.support.chosen_files import PATH, Tab
from tests.support.fakes import chosen
from voice_report import clock
from voice_report.db.models import DictationSegment, Recording

__all__ = ["app_server", "both_running"]
pytestmark = pytest.mark.usefixtures("both_running")


async def a_minute_later(db) -> None:
    """Let the leases of a killed process be over."""
    before = clock.now() - timedelta(seconds=1)
    async with db.transaction() as session:
        for model in (Recording, DictationSegment):
            claimed = col(model.claimed_until)
            await session.execute(update(model).where(claimed.is_not(None)).values(claimed_until=before))


@pytest.mark.parametrize("moment", ["half of it has arrived", "before its first words", "after its first words"])
async def test_s88_a_killed_process_costs_a_chosen_recording_no_word(
    app_server: Installation, people, provider, db, moment: str
) -> None:
    tabs = [Tab(app_server.url, people.user, chosen.memo()) for _ in range(2)]
    app_server.proxy.went.pop(PATH, None)
    first = tabs[0]
    if moment == "half of it has arrived":
        has_begun = asyncio.Event()
        sending = asyncio.create_task(first.begins_to_send(has_begun))
        await has_begun.wait()
        while PATH not in app_server.proxy.went:
            await first.client.get("/healthz")
        killed = await app_server.kill_the_one_with(PATH)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    else:
        await provider(endpoint="speech", holds_after=0)
        await first.sends()
        if moment == "after its first words":
            await provider(endpoint="speech", holds_after=None)
            while not (await first.state())["pieces"]:
                pass
        killed = await app_server.kill_the_one_with(PATH)
        await provider(endpoint="speech", holds_after=None)
    await a_minute_later(db)
    await asyncio.gather(*(tab.sends() for tab in tabs))
    assert [await tab.text() for tab in tabs] == [chosen.WORDS] * 2
    await asyncio.to_thread(killed.start)
    await asyncio.gather(*(tab.client.aclose() for tab in tabs))
