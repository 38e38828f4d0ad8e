"""What comes in as a recording: every kind of bad input of the dictation story, and real sound in every container."""

import io
import struct
import tracemalloc

import av
import av.error
import numpy as np
import pytest

from tests.support.fakes import sound
from voice_report.errors import DomainError, Invalid, TooLarge, WrongMedia
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import decoding, refusals, work
from voice_report.integrations.speech.sound import samples as sampling

SENTENCES = sound.dictation(2)


@pytest.mark.parametrize("container", ["webm", "mp4", "ogg", "wav"])
async def test_every_container_of_the_recorder_is_heard_whole(container):
    heard = await speech.examine(sound.encoded(SENTENCES, container))
    assert heard.speaks
    assert heard.seconds == pytest.approx(len(SENTENCES) / sound.RATE, abs=0.1)
    assert sound.heard(heard.samples) == [1, 2]


async def test_stereo_at_44100_is_heard():
    left = sound.dictation(1, rate=44_100)
    stereo = np.repeat(left, 2)
    data = bytearray(sound.wav(stereo, 44_100))
    data[22:24] = struct.pack("<H", 2)  # channels
    data[28:32], data[32:34] = struct.pack("<I", 44_100 * 4), struct.pack("<H", 4)
    assert sound.heard((await speech.examine(bytes(data))).samples) == [1]


@pytest.mark.parametrize("container", ["webm", "ogg", "wav"])
def test_frames_that_are_resampled_together_give_the_same_samples(container, monkeypatch):
    data = sound.encoded(SENTENCES, container)
    together = decoding.decode(data)
    monkeypatch.setattr(sampling, "_AT_ONCE", 1)
    assert np.array_equal(together, decoding.decode(data))


async def test_zero_bytes_are_refused():
    with pytest.raises(Invalid, match="leeg") as refused:
        await speech.examine(b"")
    assert (refused.value.status, refused.value.code) == (422, "empty_audio")


HTML = b"<!doctype html><html><script>alert(1)</script></html>"
NOT_SOUND = {
    "html": HTML,
    "text": b"Mevrouw heeft goed geslapen. " * 100,
    "json": b'{"audio": "AAAA"}',
    "png": b"\x89PNG\r\n\x1a\n" + b"\0" * 1000,
    "zip": b"PK\x03\x04" + b"\0" * 1000,
    "gif before sound": b"GIF89a" + sound.wav(SENTENCES),
    "html before sound": HTML + sound.wav(SENTENCES),
    "playlist": b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n",
    "concat script": b"ffconcat version 1.0\nfile /etc/passwd\n",
    "subtitle": b"1\n00:00:00,000 --> 00:00:10,000\nhallo\n",
    "zeros": b"\0" * 5000,
    "one byte": b"\x1a",
    "avi": b"RIFF\x00\x10\x00\x00AVI LIST" + b"\0" * 1000,
}


@pytest.mark.parametrize("name", NOT_SOUND)
async def test_s23_only_real_sound_enters_whatever_its_name_says(name):
    with pytest.raises(WrongMedia, match="geen geluidsopname") as refused:
        await speech.examine(NOT_SOUND[name])
    assert refused.value.status == 415


@pytest.mark.parametrize(
    "signature", [b"\x1aE\xdf\xa3", b"\0\0\0\x20ftypM4A ", b"OggS\0\x02", b"RIFF\0\0\0\0WAVE", b"fLaC", b"ID3"]
)
async def test_s23_a_signature_with_something_else_behind_it_is_refused(signature):
    with pytest.raises(DomainError) as refused:
        await speech.examine(signature + HTML * 40)
    assert refused.value.status in (415, 422)
    assert refused.value.message.endswith(".")


async def test_s23_sound_with_a_page_behind_it_enters_as_sound_only():
    heard = await speech.examine(sound.wav(SENTENCES) + HTML)
    assert sound.heard(heard.samples) == [1, 2]


async def test_s23_thirty_megabytes_are_refused_before_they_are_read():
    with pytest.raises(TooLarge, match="25 MB") as refused:
        await speech.examine(sound.wav(SENTENCES) + b"\0" * (30 * 1024 * 1024))
    assert refused.value.status == 413


async def test_s23_an_hour_of_sound_is_refused_and_unpacked_no_further_than_the_limit():
    hour = sound.encoded(np.zeros(3600 * sound.RATE, dtype=np.float32), "flac")
    assert len(hour) < refusals.MAX_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="langer dan 10 minuten") as refused:
            await speech.examine(hour)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (refused.value.status, refused.value.code) == (413, "too_long")
    assert most < 2 * refusals.MAX_SECONDS * sampling.RATE * 4


def test_s23_sound_that_changes_its_rate_all_the_time_is_no_longer_than_the_limit(monkeypatch):
    def changing(_self, _container, *, is_whole):
        for number in range(60):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, 4800), dtype=np.int16), format="s16", layout="mono")
            frame.sample_rate = (48_000, 44_100)[number % 2]
            yield frame

    monkeypatch.setattr(decoding._Packets, "frames", changing)
    monkeypatch.setattr(refusals, "MAX_SECONDS", 5)
    with pytest.raises(TooLarge, match="langer dan"):
        decoding.decode(sound.wav(SENTENCES[: sound.RATE]))


def test_s33_ten_minutes_are_in_memory_once():
    ten_minutes = sound.encoded(np.zeros(599 * sound.RATE, dtype=np.float32), "flac")
    decoding.decode(ten_minutes)  # what is imported then is no sound
    tracemalloc.start()
    try:
        samples = decoding.decode(ten_minutes)
        now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(samples) == pytest.approx(599 * sampling.RATE, rel=0.001)
    assert now < 1.01 * 2 * len(samples), "two bytes for each"
    assert most < 1.1 * 2 * len(samples)


async def test_ten_minutes_are_taken():
    heard = await speech.examine(sound.encoded(np.zeros(599 * sound.RATE, dtype=np.float32), "flac"))
    assert heard.seconds == pytest.approx(599, abs=0.1)


async def test_s23_a_picture_track_is_no_sound():
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as file:
        stream = file.add_stream("mpeg4", rate=5)
        stream.width = stream.height = 32
        for one in range(5):  # of noise: an empty frame is what its memory held, and a small picture no sound
            noise = np.random.default_rng(one).integers(0, 256, (48, 32), dtype=np.uint8)
            file.mux(stream.encode(av.VideoFrame.from_ndarray(noise, format="yuv420p")))
        file.mux(stream.encode(None))
    with pytest.raises(WrongMedia, match="geen geluid"):
        await speech.examine(buffer.getvalue())


def zeros(layout: str, rate: int, seconds: float) -> bytes:
    """Write silence as FLAC: next to nothing in bytes, and all of it to be decoded."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="flac") as file:
        stream = file.add_stream("flac", rate=rate, layout=layout)
        for _ in range(max(1, round(seconds * rate / 4608))):
            samples = np.zeros((1, 4608 * stream.codec_context.channels), dtype=np.int16)
            frame = av.AudioFrame.from_ndarray(samples, format="s16", layout=layout)
            frame.sample_rate = rate
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("layout", "rate"), [("7.1", 48_000), ("7.1", 8_000), ("2.1", 16_000), ("mono", 176_400), ("stereo", 88_200)]
)
async def test_s33_more_than_a_microphone_gives_is_refused(layout: str, rate: int):
    with pytest.raises(WrongMedia, match="mono of stereo"):
        await speech.examine(zeros(layout, rate, 1))


@pytest.mark.parametrize(("layout", "rate"), [("stereo", 48_000), ("mono", 44_100), ("mono", 88_200), ("mono", 96_000)])
async def test_what_telephones_and_recorders_record_is_taken(layout: str, rate: int):
    assert (await speech.examine(zeros(layout, rate, 1))).seconds == pytest.approx(1, abs=0.1)


async def test_s33_a_file_that_says_it_is_too_long_is_not_decoded(monkeypatch):
    hour = sound.encoded(np.zeros(3600 * sound.RATE, dtype=np.float32), "flac")

    def decoded(_self, _container, *, is_whole):
        raise AssertionError("decoded")

    monkeypatch.setattr(decoding._Packets, "frames", decoded)
    with pytest.raises(TooLarge, match="langer dan 10 minuten"):
        await speech.examine(hour)


async def test_s33_decoding_that_takes_too_much_processor_time_stops(monkeypatch):
    spent = iter(range(0, 1000, 3))
    monkeypatch.setattr(work.time, "thread_time", lambda: next(spent))
    with pytest.raises(TooLarge, match="te veel tijd"):
        decoding.decode(zeros("mono", 48_000, 2))
