"""Places for chosen files: in order, one to an organization, and lost to who waits by a file that drips in (S88)."""

import asyncio
import dataclasses
import uuid
from collections.abc import AsyncIterator
from typing import Self

import pytest

from tests.support.fakes import chosen
from tests.unit.web.api.reports.recordings.steps import ended, id_of, send, state_of
from voice_report.errors import Unavailable
from voice_report.services.dictation import recordings
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import CurrentUser

KIB = 1024


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> Clock:
    watch = Clock()
    monkeypatch.setattr(recordings, "time", watch)
    return watch


class Sender:
    """A user of an organization who sends files."""

    def __init__(self, user: CurrentUser, organization: int) -> None:
        assert user.organization is not None
        theirs = dataclasses.replace(user.organization, id=uuid.UUID(int=organization))
        self.user = dataclasses.replace(user, id=uuid.uuid4(), organization=theirs)
        self.place = recordings.Place(self.user)
        self.request: asyncio.Task[None]
        self._ends = asyncio.Event()

    async def begins(self) -> bool:
        """Ask for a place, and send nothing; return whether there was one."""
        self.place, is_answered = recordings.Place(self.user), asyncio.Event()

        async def sends() -> None:
            try:
                async with self.place:
                    self.place.take(str(uuid.UUID(int=7)))
                    is_answered.set()
                    await self._ends.wait()
            finally:
                is_answered.set()

        self.request = asyncio.create_task(sends())
        await is_answered.wait()
        if self.place.recording_id is None:
            assert await self.refused() == "busy"
            return False
        return True

    async def breaks_off(self) -> None:
        self._ends.set()
        await self.request

    async def refused(self) -> str:
        """Return the code with which the request ends."""
        with pytest.raises(Unavailable) as refused:
            await self.request
        return refused.value.code


class Senders:
    """One sender of each organization from 1 to 4; they are gone at the end."""

    def __init__(self, user: CurrentUser) -> None:
        self.all = [Sender(user, organization) for organization in (1, 2, 3, 4)]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_raised: object) -> None:
        for one in self.all:
            one.request.cancel()
        await asyncio.gather(*(one.request for one in self.all), return_exceptions=True)


async def test_s88_a_file_that_drips_in_gives_way_to_one_that_waits(people, stopwatch):
    """Two senders at the least pace held both places of a process for half an hour, and the memory of their files."""
    async with Senders(await people.user.current()) as senders:
        first, second, third, fourth = senders.all
        assert [await one.begins() for one in (first, second)] == [True, True]
        first.place.sound.add(bytes(8 * 61 * KIB))
        assert not await third.begins(), "in its first minute"
        stopwatch.now += 63
        assert await third.begins()
        assert await second.refused() == "busy", "of two slow ones the slowest"
        assert set(recordings._places) == {first.user.id, third.user.id}
        with pytest.raises(ValueError, match="closed"):
            second.place.sound.add(b"more")
        assert not await fourth.begins(), "the third has its own first minute, and the first came fast enough"
        stopwatch.now += 1
        assert not await second.begins()
        assert await fourth.begins()
        assert await first.refused() == "busy"


async def test_s88_a_file_that_keeps_coming_or_is_whole_keeps_its_place(people, stopwatch):
    async with Senders(await people.user.current()) as senders:
        whole, fast, third, fourth = senders.all
        assert [await one.begins() for one in (whole, fast)] == [True, True]
        whole.place.keep()
        for _ in range(64):  # 64 MB at 1 Mbit/s
            stopwatch.now += 8
            fast.place.sound.add(bytes(1024 * KIB))
            assert not await third.begins()
        assert not await fourth.begins()
        await fast.breaks_off()
        assert [await one.begins() for one in (fourth, third, fourth)] == [False, True, False], "in their order"


async def test_s88_who_waits_and_is_gone_is_not_waited_for(people, stopwatch):
    async with Senders(await people.user.current()) as senders:
        first, second, third, fourth = senders.all
        assert [await one.begins() for one in senders.all] == [True, True, False, False]
        await first.breaks_off()
        assert not await fourth.begins()
        second.place.keep()
        stopwatch.now += 89
        assert not await fourth.begins()
        stopwatch.now += 2
        assert await fourth.begins()
        assert not await third.begins()


async def test_s88_an_organization_has_one_place_and_holds_up_no_other(people, stopwatch):
    async with Senders(await people.user.current()) as senders:
        first, colleague, other, surplus = senders.all
        colleague.user = dataclasses.replace(first.user, id=uuid.uuid4())
        assert [await one.begins() for one in (first, colleague, other, surplus)] == [True, False, True, False]
        await first.breaks_off()
        assert not await surplus.begins(), "a colleague was before"
        assert [await one.begins() for one in (colleague, surplus)] == [True, False]
        colleague.place.sound.add(bytes(KIB))
        stopwatch.now += 61
        first._ends.clear()
        assert await first.begins(), "a slow one of the own organization gives way too"
        assert await colleague.refused() == "busy"


async def test_s88_a_request_whose_place_is_given_to_another_ends_and_can_be_sent_again(
    api, people, fake_provider, monkeypatch, stopwatch
):
    monkeypatch.setattr(recordings, "MOST_FILES", 1)
    data, has_begun, goes_on = chosen.memo(), asyncio.Event(), asyncio.Event()
    fields = {"userKey": tokens.device_key(people.user.id), "recordingId": id_of(people.user, data)}
    head = "--x\r\nContent-Disposition: form-data; name="
    form = "".join(f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items())

    async def drips() -> AsyncIterator[bytes]:
        yield f'{form}{head}"audio"; filename="a"\r\n\r\n'.encode() + data[:1000]
        has_begun.set()
        await goes_on.wait()
        yield data[1000:] + b"\r\n--x--\r\n"

    client = await api(people.user)
    headers = {"content-type": "multipart/form-data; boundary=x"}
    slow = asyncio.create_task(client.post("/api/recordings", content=drips(), headers=headers))
    await has_begun.wait()
    stopwatch.now += 61
    assert (await send(await api(people.outsider), people.outsider)).status_code == 202
    goes_on.set()
    answer = await slow
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "busy", "30")
    await ended()
    assert (await send(client, people.user)).status_code == 202
    await ended()
    assert (await state_of(client, people.user))["state"] == "done"
