"""News: who follows a person hears of each change of their drafts after its commit, and of nobody else's."""

import asyncio
import sys
import uuid
from contextlib import suppress

import pytest
from redis.asyncio import Redis

from tests.support import environment, redis_server
from tests.support import people as cast
from voice_report.core import background
from voice_report.services.archive import archive, refiling
from voice_report.services.drafts import deleted, drafts, news, ticks

LONG = 600.0  # seconds; what is waited for comes before
FIELD = {"0123456789abcdef.0": "fedcba9876543210"}
#: Tells the followers in all processes but its own, as a process does after a commit.
ANOTHER_PROCESS = """
import asyncio, sys, uuid
from voice_report.services.drafts import news
asyncio.run(news._tell_others(uuid.UUID(sys.argv[1])))
"""


async def heard(follower: news.Follower) -> bool:
    """Return whether there was news since the last look."""
    return await was_told(follower, 0)


async def was_told(follower: news.Follower, seconds: float) -> bool:
    came = asyncio.ensure_future(follower._news.wait())
    await asyncio.wait({came}, timeout=seconds)
    came.cancel()
    if follower._news.is_set():
        await follower.wait(LONG)
        return True
    return False


async def test_each_change_is_told_after_its_commit_and_never_before(db, people):
    user = await people.user.current()
    with news.following(user.id) as mine, news.following(people.admin.id) as others:
        async with db.transaction() as session:
            made = await drafts.save_draft(session, user, transcript="Mevrouw sliep goed.")
            assert not await heard(mine)
        assert await heard(mine)
        for change in (
            lambda session: drafts.put_report(session, user, made.id, "## Situatie\n\nMevrouw sliep goed."),
            lambda session: ticks.put(session, user, made.id, FIELD),
            lambda session: drafts.set_client(session, user, made.id, people.client_id),
            lambda session: drafts.note_copied(session, user, made.id, 3),
            lambda session: deleted.delete_draft(session, user, made.id),
            lambda session: deleted.restore(session, user, made.id),
        ):
            assert not await heard(mine)
            await db.run_in_transaction(change)
            assert await heard(mine)
        assert not await heard(others)


async def test_archiving_and_taking_back_are_told(db, people):
    user = await people.user.current()
    await cast.keep_archive(people.organization_id)
    async with db.transaction() as session:
        made = await drafts.save_draft(session, user, transcript="Mevrouw sliep goed.", structured_report="Goed.")
    with news.following(user.id) as mine:
        await archive.save(
            user, client_id=people.client_id, transcript=made.transcript, structured_report="Goed.", draft_id=made.id
        )
        assert await heard(mine)
        await db.run_in_transaction(refiling.take_back, user, made.id)
        assert await heard(mine)


async def test_what_was_rolled_back_is_no_news(db, people):
    user = await people.user.current()
    with news.following(user.id) as mine:
        with suppress(ZeroDivisionError):
            async with db.transaction() as session:
                await drafts.save_draft(session, user, transcript="Mevrouw sliep goed.")
                raise ZeroDivisionError
        assert not await heard(mine)


async def test_all_pages_of_a_person_hear_it_and_nothing_is_kept_of_those_that_went(db, people):
    user = await people.user.current()
    with news.following(user.id) as one, news.following(user.id) as two:
        await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed.")
        assert (await heard(one), await heard(two)) == (True, True)
    assert not news._followers()


async def test_news_that_came_while_nobody_waited_is_not_lost():
    follower = news.Follower()
    follower.tell()
    await follower.wait(LONG)
    assert not await heard(follower)
    await follower.wait(0)  # the look by itself


@pytest.mark.one_database
async def test_another_process_tells_by_redis(tmp_path, monkeypatch):
    whose = uuid.uuid4()
    with redis_server.running(tmp_path) as url:
        environment.use(monkeypatch, REDIS_URL=url)
        with news.following(whose) as mine, news.following(uuid.uuid4()) as others:
            async with background.running(news.run()), Redis.from_url(url) as redis:
                while (await redis.pubsub_numsub(news._CHANNEL))[0][1] == 0:  # noqa: ASYNC110  it connects by itself
                    await asyncio.sleep(0)
                await redis.publish(news._CHANNEL, b"no id")
                process = await asyncio.create_subprocess_exec(sys.executable, "-c", ANOTHER_PROCESS, str(whose))
                assert await process.wait() == 0
                assert await was_told(mine, LONG)
            assert not await heard(others)


@pytest.mark.one_database
async def test_a_redis_that_is_away_stops_no_save(db, people, tmp_path, monkeypatch):
    with redis_server.running(tmp_path) as url:
        environment.use(monkeypatch, REDIS_URL=url)
    user = await people.user.current()
    with news.following(user.id) as mine:
        await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw sliep goed.")
        assert await heard(mine)
        await asyncio.gather(*news._telling())
