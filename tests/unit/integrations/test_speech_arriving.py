"""Sound that is decoded while it arrives: the same samples as from the whole file, and a limit on what that costs."""

import asyncio
import io
import random
import threading
import tracemalloc

import av
import numpy as np
import pytest

from tests.support.fakes import sound
from voice_report.core.bounded_executor import BoundedExecutor
from voice_report.errors import Invalid, TooLarge, WrongMedia
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import decoding, refusals, uploads

SENTENCES = sound.dictation(2)


def live(samples: np.ndarray) -> bytes:
    """Encode as a browser does while it records: a file that cannot be finished at its beginning."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.written = b""

        def writable(self) -> bool:
            return True

        def write(self, data) -> int:
            self.written += bytes(data)
            return len(data)

    pipe = Pipe()
    with av.open(pipe, "w", format="webm", options={"live": "1", "cluster_time_limit": "1000"}) as file:
        stream = file.add_stream("libopus", rate=48_000, layout="mono")
        frame = av.AudioFrame.from_ndarray(
            np.repeat(samples, 48_000 // sound.RATE)[np.newaxis].astype(np.float32), format="flt", layout="mono"
        )
        frame.sample_rate = 48_000
        file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return pipe.written


@pytest.mark.parametrize("data", [sound.encoded(SENTENCES, "webm"), live(SENTENCES)], ids=["file", "live"])
def test_wherever_a_part_ends_the_samples_are_those_of_the_whole_file(data: bytes) -> None:
    whole, chance = decoding.decode(data), random.Random(7)  # noqa: S311
    assert sound.heard(whole) == [1, 2]
    for _ in range(40):
        reading = decoding.Reading()
        for end in sorted(chance.sample(range(len(data) // 2, len(data)), chance.randint(1, 9))):
            reading.ahead(data[:end])
        assert reading._count, "some of it was read ahead"
        assert np.array_equal(reading.finish(data), whole)


def test_what_was_read_ahead_is_not_decoded_again(monkeypatch) -> None:
    data, decoded = live(SENTENCES), []
    new = decoding._Packets._new

    def counted(self, packets, *, is_whole):
        for packet in new(self, packets, is_whole=is_whole):
            decoded.append(is_whole)
            yield packet

    monkeypatch.setattr(decoding._Packets, "_new", counted)
    reading = decoding.Reading()
    for end in range(5_000, len(data), 5_000):
        reading.ahead(data[:end])
    reading.finish(data)
    together = len(decoded)
    decoding.decode(data)
    assert together == len(decoded) - together, "each packet once"
    assert decoded[:together].count(True) < 0.2 * together


@pytest.mark.parametrize("container", ["mp4", "ogg", "wav"])
def test_other_containers_are_read_at_the_end(container: str) -> None:
    data, reading = sound.encoded(SENTENCES, container), decoding.Reading()
    for end in (40, len(data) // 2, len(data) - 1):
        reading.ahead(data[:end])
    assert not reading._count
    assert np.array_equal(reading.finish(data), decoding.decode(data))


@pytest.mark.parametrize("cut", [5, 40, 200])
def test_a_beginning_that_cannot_be_read_yet_costs_nothing(cut: int) -> None:
    data, reading = sound.encoded(SENTENCES, "webm"), decoding.Reading()
    reading.ahead(data[:cut])
    assert np.array_equal(reading.finish(data), decoding.decode(data))


def test_s23_what_is_no_sound_is_refused_at_the_end_as_ever() -> None:
    reading = decoding.Reading()
    for part in (b"", b"<html>", b"<html>" * 100):
        reading.ahead(part)
    with pytest.raises(WrongMedia):
        reading.finish(b"<html>" * 100)
    with pytest.raises(Invalid, match="leeg"):
        decoding.Reading().finish(b"")
    damaged = decoding.Reading()
    damaged.ahead(sound.encoded(SENTENCES, "webm")[:4] + b"\xff" * 5_000)
    with pytest.raises(Invalid, match="beschadigd"):
        damaged.finish(sound.encoded(SENTENCES, "webm")[:4] + b"\xff" * 5_000)


def test_s23_an_hour_is_refused_however_it_arrives(monkeypatch) -> None:
    monkeypatch.setattr(refusals, "MAX_SECONDS", 2)
    data, reading = live(SENTENCES), decoding.Reading()
    for end in range(5_000, len(data), 5_000):
        reading.ahead(data[:end])
    assert reading._count <= 2 * speech.RATE
    with pytest.raises(TooLarge, match="langer dan"):
        reading.finish(data)


@pytest.mark.parametrize(("name", "most"), [("_MOST_AHEAD", 10_000), ("_MOST_WORK_AHEAD", 1e-6)])
def test_s33_looking_ahead_has_a_limit_and_what_was_read_counts(name: str, most: float, monkeypatch) -> None:
    monkeypatch.setattr(decoding, name, most)
    data, reading = live(SENTENCES), decoding.Reading()
    reading.ahead(data[:8_000])
    before = reading._count
    reading.ahead(data[:20_000])
    reading.ahead(data[:9_000])
    assert reading._count == before > 0
    assert np.array_equal(reading.finish(data), decoding.decode(data))


@pytest.fixture(autouse=True)
def free_threads(monkeypatch) -> None:
    """Other tests may have left work to a loop that has ended: to these threads that would never be done."""
    monkeypatch.setattr(uploads, "checks", BoundedExecutor("audio", workers=2, waiting=32))


@pytest.fixture
def looks(monkeypatch) -> list[int]:
    """The sizes of the parts that are looked at while they arrive, each as soon as it does."""
    seen: list[int] = []
    ahead = decoding.Reading.ahead

    def noted(self, data: bytes) -> None:
        seen.append(len(data))
        ahead(self, data)

    monkeypatch.setattr(decoding.Reading, "ahead", noted)
    monkeypatch.setattr(uploads, "_EVERY", 0.0)
    return seen


async def test_an_upload_is_looked_at_while_it_arrives(looks) -> None:
    data = live(SENTENCES)
    upload = speech.Arriving(account="a")
    for at in range(0, len(data), 5_000):
        upload.add(data[at : at + 5_000])
        if upload._looking:
            await asyncio.wait({upload._looking})
    heard = await upload.examine()
    assert heard.speaks
    assert sound.heard(heard.samples) == [1, 2]
    assert looks == [*range(5_000, len(data), 5_000), len(data)]


async def test_one_look_at_a_time_and_the_end_waits_for_it(looks, monkeypatch) -> None:
    data, released = live(SENTENCES), threading.Event()
    ahead = decoding.Reading.ahead

    def held(self, part: bytes) -> None:
        released.wait(100)
        ahead(self, part)

    monkeypatch.setattr(decoding.Reading, "ahead", held)
    upload = speech.Arriving(account="a")
    for at in range(0, len(data), 5_000):
        upload.add(data[at : at + 5_000])
        await asyncio.sleep(0)
    examining_it = asyncio.create_task(upload.examine())
    await asyncio.sleep(0)
    assert not examining_it.done()
    released.set()
    assert sound.heard((await examining_it).samples) == [1, 2]
    assert looks == [5_000]


async def test_what_arrives_at_once_is_read_once(monkeypatch) -> None:
    monkeypatch.setattr(uploads, "_EVERY", 60.0)
    upload = speech.Arriving()
    upload.add(live(SENTENCES))
    assert upload._looking is None
    assert (await upload.examine()).speaks


async def test_a_recording_is_in_memory_once_when_it_is_whole() -> None:
    size = 20_000_000
    tracemalloc.start()
    try:
        upload = speech.Arriving()
        for _ in range(20):
            upload.add(b"x" * (size // 20))
        tracemalloc.reset_peak()
        with pytest.raises(WrongMedia):
            await upload.examine()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * size


async def test_s33_while_somebody_waits_for_a_thread_it_is_read_at_its_end(looks) -> None:
    released = threading.Event()
    busy = [asyncio.create_task(uploads.checks.run(released.wait, 100, account=f"b{n}")) for n in range(2)]
    await asyncio.sleep(0)
    arriving = [speech.Arriving(account="a") for _ in range(60)]
    for upload in arriving:
        upload.add(live(SENTENCES))
    await asyncio.wait({upload._looking for upload in arriving if upload._looking})
    assert looks == []
    other = asyncio.create_task(speech.examine(live(SENTENCES), account="c"))
    released.set()
    assert (await other).speaks
    await asyncio.gather(*busy)
    assert (await arriving[0].examine()).speaks


@pytest.mark.parametrize(("name", "accounts"), [("_AHEAD_AT_ONCE", "aaaa"), ("_AHEAD_OF_ALL", "abcd")])
async def test_s33_so_many_are_read_ahead_at_once_of_an_account_and_of_all(
    name: str, accounts: str, looks, monkeypatch
) -> None:
    monkeypatch.setattr(uploads, name, 2)
    data = live(SENTENCES)
    arriving = [speech.Arriving(account=account) for account in accounts]
    for upload in arriving:
        upload.add(data)
        assert upload._looking
        await asyncio.wait({upload._looking})
    assert len(looks) == 2
    assert (await arriving[0].examine()).speaks
    arriving[3].add(b"")
    assert arriving[3]._looking
    await asyncio.wait({arriving[3]._looking})
    assert len(looks) == 3


def test_s33_a_small_file_of_long_silence_is_not_kept_while_it_arrives(monkeypatch) -> None:
    monkeypatch.setattr(decoding, "_MOST_SECONDS_AHEAD", 2)
    data, reading = live(SENTENCES), decoding.Reading()
    reading.ahead(data)
    assert (reading._count, reading.goes_ahead) == (0, False)
    assert np.array_equal(reading.finish(data), decoding.decode(data))
    assert (len(reading._samples), reading._decoder) == (0, None)
