"""``crashes.everywhere`` finds what one chance leaves behind and those before it in its transaction do not."""

from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from sqlmodel import col, delete, select

from tests.support import tables
from tests.support.fakes.provider import FakeProvider
from tests.unit.services import crashes
from tests.unit.services.crashes import Mode, Story
from voice_report.db import session as database
from voice_report.db.models import KnownDevice, OutboxMail
from voice_report.errors import Unavailable

pytestmark = pytest.mark.one_database

NOBODYS = delete(KnownDevice).where(col(KnownDevice.token_hash) == "nobody's")


def _mail() -> OutboxMail:
    return OutboxMail(recipient="een@zorg.example", subject="Een", text="Een", html="")


async def _check() -> None:
    assert len(await tables.rows(select(OutboxMail.id))) == 1, "not one mail"


async def _looks_first() -> None:
    async with database.transaction() as session:
        if (await session.exec(select(OutboxMail.id))).first() is None:
            await session.exec(NOBODYS)
            session.add(_mail())


async def _sends_more_when_it_has_looked() -> None:
    looked = False
    try:
        async with database.transaction() as session:
            found = (await session.exec(select(OutboxMail.id))).first()
            looked = True
            await session.exec(NOBODYS)
            if found is None:
                session.add(_mail())
    except Unavailable:
        if looked:
            async with database.transaction() as session:
                session.add_all([_mail(), _mail()])
        raise


async def _sends_without_looking() -> None:
    await tables.add(_mail())
    await tables.run(NOBODYS)


@pytest.fixture
async def story(people, request: pytest.FixtureRequest) -> Story:
    return await crashes.prepared(Story(request.param, _check, keeps_nothing=True))


def _wrong(story: Story, mode: Mode) -> list[str]:
    """Return the chances after which there was not one mail."""
    found = crashes.everywhere(story, mode)
    assert all("not one mail" in one for one in found)
    return [one.splitlines()[0].removeprefix(f"{mode}, ") for one in found]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("story", [_looks_first], indirect=True)
def test_what_is_looked_for_first_happens_once(story, mode):
    assert _wrong(story, mode) == []


@pytest.mark.parametrize("story", [_sends_more_when_it_has_looked], indirect=True)
def test_a_later_statement_of_a_transaction_that_leaves_something_is_found(story):
    assert _wrong(story, Mode.KILLED) == []
    expected = ["3, before DELETE FROM known_devices:", "4, before INSERT INTO outbox:", "5, before a commit:"]
    assert _wrong(story, Mode.BROKEN) == expected


@pytest.mark.parametrize("story", [_sends_without_looking], indirect=True)
def test_a_first_half_that_happens_again_in_the_next_process_is_found(story):
    after_the_first = ["3, after a commit:", "4, before DELETE FROM known_devices:", "5, before a commit:"]
    asked_again_after_the_end = "7, :"
    assert _wrong(story, Mode.KILLED) == [*after_the_first, "6, after a commit:", asked_again_after_the_end]


@pytest.mark.parametrize("story", [_looks_first], indirect=True)
def test_a_connection_that_somebody_keeps_open_is_not_waited_for(story):
    with FakeProvider() as provider:
        kept = HTTPConnection(urlsplit(provider.url).netloc)
        kept.request("GET", "/log")
        kept.getresponse().read()
        assert _wrong(story, Mode.KILLED) == []
        kept.request("GET", "/log")
        assert kept.getresponse().status == 200
        kept.close()
