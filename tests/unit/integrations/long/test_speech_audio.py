"""What comes in as a recording: every kind of bad input of the dictation story, and real sound in every container."""

import asyncio
import contextlib
import gc
import io
import struct
import threading
import time
import tracemalloc
import weakref

import av
import av.error
import numpy as np
import pytest
from faster_whisper.vad import get_vad_model

from bench import speech_sound as sounds
from tests.support.fakes import sound
from tests.support.fakes.sound import RATE
from voice_report.core.shares import Holder, heavy
from voice_report.errors import DomainError, Invalid, TooLarge, TooMany, WrongMedia
from voice_report.integrations import speech
from voice_report.integrations.speech import audio, examining, executor, vad
from voice_report.integrations.speech.executor import BoundedExecutor

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
    together = audio.decode(data)
    monkeypatch.setattr(audio, "_AT_ONCE", 1)
    assert np.array_equal(together, audio.decode(data))


async def test_silence_is_real_sound_without_a_voice():
    heard = await speech.examine(sound.encoded(sound.silence(5), "webm"))
    assert not heard.speaks


async def test_one_second_of_speech_is_heard():
    heard = await speech.examine(sound.encoded(sound.speech("Goedemorgen mevrouw")[: sound.RATE], "webm"))
    assert heard.speaks
    assert heard.seconds == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("gain", [0.1, 0.01, 0.002])
def test_a_soft_voice_is_a_voice(gain):
    assert vad.speaks(SENTENCES * np.float32(gain))


@pytest.mark.parametrize("word", ["ja", "nee", "pijn"])
def test_one_short_word_is_a_voice(word):
    quiet = sound.silence(2)
    assert vad.speaks(np.concatenate([quiet, sound.speech(word), quiet]))


@pytest.mark.parametrize("seconds", [2.7, 2.9, 3.0, 3.5, 3.9, 4.0, 9.8, 14.0])
def test_a_word_is_heard_wherever_it_stands_in_a_long_silence(seconds: float):
    quiet = np.zeros(round(seconds * sound.RATE), dtype=np.float32)
    rest = np.zeros(15 * sound.RATE - len(quiet), dtype=np.float32)
    assert vad.speaks(np.concatenate([quiet, sound.speech("Ja, hij heeft gegeten."), rest]))


@pytest.mark.parametrize("noise", ["none", "offset", "hiss", "hum", "beep"])
def test_noise_is_no_voice(noise):
    moments = np.arange(5 * sound.RATE) / sound.RATE
    samples = {
        "none": np.zeros(len(moments)),
        "offset": np.full(len(moments), 0.2),
        "hiss": np.random.default_rng(1).normal(0, 0.01, len(moments)),
        "hum": 0.2 * np.sin(2 * np.pi * 50 * moments),
        "beep": 0.2 * np.sin(2 * np.pi * 1000 * moments),
    }[noise]
    assert not vad.speaks(samples.astype(np.float32))


def test_s33_looking_for_a_voice_takes_a_piece_of_the_sound_at_a_time():
    noise = np.random.default_rng(1).normal(0, 0.001, 120 * sound.RATE).astype(np.float32)
    vad.speaks(noise[: sound.RATE])  # loads the model
    tracemalloc.start()
    try:
        assert not vad.speaks(noise)
        assert vad.voiced(noise).seconds < 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 1024 * 1024, "two seconds are 0.3 MB, and their windows as much; all of it was 17 MB"


def test_pieces_are_heard_as_the_whole_is():
    whole = np.concatenate([sound.silence(1), SENTENCES, sound.silence(1)])
    whole = np.pad(whole, (0, -len(whole) % 512))
    pieces = np.concatenate(list(vad._probabilities(whole, loudest=0.5)))
    assert np.allclose(pieces, get_vad_model()(whole.copy()).ravel(), atol=1e-5)
    assert 0.1 < (pieces > 0.5).mean() < 0.9


@pytest.mark.parametrize("samples", [0, 1, 100, 511, 512, 513])
def test_a_blink_of_sound_is_no_voice_and_no_error(samples):
    assert not vad.speaks(np.full(samples, 0.3, dtype=np.float32))


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


@pytest.mark.parametrize("container", ["webm", "ogg", "wav"])
async def test_a_recording_that_breaks_off_gives_what_was_recorded(container):
    data = sound.encoded(SENTENCES, container)
    heard = await speech.examine(data[: int(len(data) * 0.6)])
    assert heard.speaks
    assert sound.heard(heard.samples) == [1]


@pytest.mark.parametrize(
    "error", [av.error.InvalidDataError(1, "broken"), av.error.ExternalError(1, "broken"), OSError()]
)
@pytest.mark.parametrize("after", [0, 1, 7, 30])
def test_all_that_was_read_before_a_file_breaks_off_is_kept(after, error, monkeypatch):
    frames = audio._Packets.frames
    samples = 0

    def breaks_off(self, container, *, is_whole):
        nonlocal samples
        for number, frame in enumerate(frames(self, container, is_whole=is_whole)):
            if number == after:
                raise error
            samples += frame.samples
            yield frame

    monkeypatch.setattr(audio._Packets, "frames", breaks_off)
    data = sound.encoded(SENTENCES, "webm")
    if not after:
        with pytest.raises(Invalid, match="beschadigd"):
            audio.decode(data)
        return
    assert len(audio.decode(data)) == pytest.approx(samples * RATE / 48_000, abs=1)


@pytest.mark.parametrize("container", ["webm", "mp4", "ogg", "wav"])
async def test_a_recording_that_breaks_off_in_its_first_bytes_is_refused(container):
    with pytest.raises(Invalid, match="beschadigd") as refused:
        await speech.examine(sound.encoded(SENTENCES, container)[:30])
    assert refused.value.status == 422


RECORDED = {
    "webm": sound.encoded(SENTENCES, "webm", options={"cluster_time_limit": "1000"}),
    "mp4": sound.encoded(SENTENCES, "mp4", options=sound.FRAGMENTED),
}


@pytest.mark.parametrize("container", RECORDED)
def test_a_recording_that_breaks_off_anywhere_gives_what_precedes(container):
    data = RECORDED[container]
    whole = len(audio.decode(data)) / RATE
    seconds = [len(audio.decode(data[: len(data) * percent // 100])) / RATE for percent in range(1, 101)]
    assert (seconds[0] < 0.5, seconds[-1]) == (True, pytest.approx(whole))
    assert seconds == sorted(seconds)
    assert all(had >= whole * percent / 100 - 1.5 for percent, had in enumerate(seconds, 1)), "a piece has a second"


def doubled(data: bytes, *, every: bool) -> bytes:
    """Return an mp4 file with its last 'moof' twice, as WebKit on Linux writes it, or with each twice."""
    boxes = [(kind, data[at : at + size]) for kind, at, size in audio._boxes(data)]
    last = max(number for number, (kind, _) in enumerate(boxes) if kind == b"moof")
    twice = {number for number, (kind, _) in enumerate(boxes) if kind == b"moof" and (every or number == last)}
    return b"".join(box * (2 if number in twice else 1) for number, (_, box) in enumerate(boxes))


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seconds", [0.4, 0.9, 1.6, 10])
def test_a_last_piece_whose_head_is_there_twice_is_heard(seconds, every):
    data = sound.encoded(SENTENCES[: round(seconds * sound.RATE)], "mp4", options=sound.FRAGMENTED)
    twice = doubled(data, every=every)
    assert len(twice) > len(data)
    np.testing.assert_array_equal(audio.decode(twice), audio.decode(data))


def test_a_recording_with_heads_twice_that_breaks_off_anywhere_gives_what_precedes():
    data = doubled(RECORDED["mp4"], every=True)
    whole = len(audio.decode(data)) / RATE
    seconds = [len(audio.decode(data[: len(data) * percent // 100])) / RATE for percent in range(1, 101)]
    assert seconds == sorted(seconds)
    assert all(had >= whole * percent / 100 - 1.5 for percent, had in enumerate(seconds, 1)), "a piece has a second"


@pytest.mark.parametrize("container", RECORDED)
async def test_a_recording_of_its_header_alone_has_no_voice_and_is_not_damaged(container):
    data = RECORDED[container]
    begin = data.index({"webm": b"\x1f\x43\xb6\x75", "mp4": b"moof"}[container])
    for end in range(begin - 40, begin + 30, 3):
        assert not (await speech.examine(data[:end])).speaks


async def test_a_recording_without_readable_sound_is_damaged():
    begin = RECORDED["mp4"].index(b"mdat") + 4
    with pytest.raises(Invalid, match="beschadigd"):
        await speech.examine(RECORDED["mp4"][:begin] + b"\xff" * 5_000)
    with pytest.raises(Invalid, match="beschadigd"):  # what tells of the sound stands behind it
        await speech.examine(sound.encoded(SENTENCES, "mp4")[:2_000])


async def test_a_damaged_middle_costs_no_more_than_itself():
    data = bytearray(sound.encoded(SENTENCES, "ogg"))
    data[len(data) // 2 : len(data) // 2 + 200] = b"\xff" * 200
    assert (await speech.examine(bytes(data))).speaks


async def test_s23_thirty_megabytes_are_refused_before_they_are_read():
    with pytest.raises(TooLarge, match="25 MB") as refused:
        await speech.examine(sound.wav(SENTENCES) + b"\0" * (30 * 1024 * 1024))
    assert refused.value.status == 413


async def test_s23_an_hour_of_sound_is_refused_and_unpacked_no_further_than_the_limit():
    hour = sound.encoded(np.zeros(3600 * sound.RATE, dtype=np.float32), "flac")
    assert len(hour) < audio.MAX_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="langer dan 10 minuten") as refused:
            await speech.examine(hour)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (refused.value.status, refused.value.code) == (413, "too_long")
    assert most < 2 * audio.MAX_SECONDS * audio.RATE * 4


def test_s23_sound_that_changes_its_rate_all_the_time_is_no_longer_than_the_limit(monkeypatch):
    def changing(_self, _container, *, is_whole):
        for number in range(60):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, 4800), dtype=np.int16), format="s16", layout="mono")
            frame.sample_rate = (48_000, 44_100)[number % 2]
            yield frame

    monkeypatch.setattr(audio._Packets, "frames", changing)
    monkeypatch.setattr(audio, "MAX_SECONDS", 5)
    with pytest.raises(TooLarge, match="langer dan"):
        audio.decode(sound.wav(SENTENCES[: sound.RATE]))


def test_s33_ten_minutes_are_in_memory_once():
    ten_minutes = sound.encoded(np.zeros(599 * sound.RATE, dtype=np.float32), "flac")
    audio.decode(ten_minutes)  # what is imported then is no sound
    tracemalloc.start()
    try:
        samples = audio.decode(ten_minutes)
        now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(samples) == pytest.approx(599 * audio.RATE, rel=0.001)
    assert now < 1.01 * samples.nbytes
    assert most < 1.1 * samples.nbytes


async def test_ten_minutes_are_taken():
    heard = await speech.examine(sound.encoded(np.zeros(599 * sound.RATE, dtype=np.float32), "flac"))
    assert heard.seconds == pytest.approx(599, abs=0.1)


async def test_s23_a_picture_track_is_no_sound():
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as file:
        stream = file.add_stream("mpeg4", rate=5)
        stream.width = stream.height = 32
        for _ in range(5):
            file.mux(stream.encode(av.VideoFrame(32, 32, "yuv420p")))
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

    monkeypatch.setattr(audio._Packets, "frames", decoded)
    with pytest.raises(TooLarge, match="langer dan 10 minuten"):
        await speech.examine(hour)


async def test_s33_decoding_that_takes_too_much_processor_time_stops(monkeypatch):
    spent = iter(range(0, 1000, 3))
    monkeypatch.setattr(audio.time, "thread_time", lambda: next(spent))
    with pytest.raises(TooLarge, match="te veel tijd"):
        audio.decode(zeros("mono", 48_000, 2))


async def test_s33_one_accounts_backlog_leaves_the_other_threads_to_others():
    lane, held, order = BoundedExecutor("test", workers=2, waiting=8), threading.Event(), []

    def slow(number: int) -> None:
        held.wait(100)
        order.append(number)

    backlog = [asyncio.create_task(lane.run(slow, number, account="hostile")) for number in range(5)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="other"), 100) == "gehoord"
    assert not order
    held.set()
    await asyncio.gather(*backlog)
    assert order == list(range(5))


async def test_s33_who_hangs_up_keeps_the_turn_until_the_thread_is_done():
    lane, held, began = BoundedExecutor("test", workers=2, waiting=8), threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        held.wait(100)

    first = asyncio.create_task(lane.run(slow, account="hostile"))
    await asyncio.to_thread(began.wait, 100)
    first.cancel()
    second = asyncio.create_task(lane.run(lambda: held.is_set(), account="hostile"))
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="other"), 100) == "gehoord"
    assert not second.done()
    held.set()
    assert await second


async def test_work_begins_while_its_caller_still_holds_the_event_loop():
    lane, began = BoundedExecutor("test", workers=1, waiting=1), threading.Event()
    running = asyncio.create_task(lane.run(began.set, account="somebody"))
    await asyncio.sleep(0)
    assert began.wait(100)
    await running


async def test_a_failure_is_its_callers_own_and_the_next_of_the_account_runs():
    lane = BoundedExecutor("test", workers=1, waiting=4)

    def fails() -> None:
        raise ValueError("no sound")

    first, second = [asyncio.create_task(lane.run(work, account="one")) for work in (fails, lambda: "gehoord")]
    with pytest.raises(ValueError, match="no sound"):
        await first
    assert await second == "gehoord"


@pytest.mark.parametrize("is_broken", [False, True])
async def test_s33_neither_the_next_file_nor_a_failure_keeps_a_sound_in_memory(is_broken: bool):
    """The sound of ten minutes is 38 MB, and an account may have six files under way."""
    lane, began, held = BoundedExecutor("test", workers=1, waiting=8), threading.Event(), threading.Event()
    kept = weakref.WeakSet()

    class Samples:
        pass

    def decode() -> Samples:
        samples = Samples()
        kept.add(samples)
        if is_broken:
            raise ValueError(f"no {samples}")
        return samples

    async def heard() -> None:
        with contextlib.suppress(ValueError):
            await lane.run(decode, account="one")

    def waits() -> None:
        began.set()
        held.wait(100)

    gc.disable()
    try:
        first = asyncio.create_task(heard())
        second = asyncio.create_task(lane.run(waits, account="one"))
        await first
        assert await asyncio.to_thread(began.wait, 100)
        assert not kept
    finally:
        gc.enable()
        held.set()
    await second


async def test_s33_a_full_queue_answers_at_once():
    lane, held = BoundedExecutor("test", workers=1, waiting=1), threading.Event()
    inside = [asyncio.create_task(lane.run(held.wait, 5)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(DomainError) as refused:
        await lane.run(held.wait, 5)
    assert (refused.value.status, refused.value.code, refused.value.retry_after) == (503, "busy", 5)
    held.set()
    assert await asyncio.gather(*inside) == [True, True]
    assert await lane.run(lambda: "vrij") == "vrij"


async def test_s56_a_few_accounts_never_fill_the_queue():
    """Of six accounts with six files each the queue holds one each, once it is half full: there is room for others."""
    lane, held = BoundedExecutor("test", workers=2, waiting=18), threading.Event()
    theirs = [asyncio.create_task(lane.run(held.wait, 100, account=f"hostile {one % 6}")) for one in range(36)]
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(lane.run(lambda: "gehoord", account=f"person {one}")) for one in range(10)]
    await asyncio.sleep(0)
    held.set()
    done = await asyncio.gather(*theirs, return_exceptions=True)
    refused = [one for one in done if isinstance(one, DomainError)]
    assert {one.code for one in refused} == {"own_backlog"}
    assert len(refused) == 26
    assert await asyncio.gather(*waiting) == ["gehoord"] * 10


async def test_s56_who_sends_what_takes_long_waits_for_others_like_that_only(monkeypatch):
    lane, held = BoundedExecutor("test", workers=1, waiting=18), threading.Event()
    monkeypatch.setattr(executor, "_SLOW", -1.0)
    await asyncio.gather(*(lane.run(lambda: None, account=f"hostile {one}") for one in range(3)))
    monkeypatch.setattr(executor, "_SLOW", 60.0)
    theirs = [asyncio.create_task(lane.run(held.wait, 100, account=f"hostile {one}")) for one in range(3)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(lane.run(lambda: "gehoord", account="person"), 100) == "gehoord"
    assert not any(one.done() for one in theirs)
    held.set()
    assert await asyncio.gather(*theirs) == [True] * 3
    monkeypatch.setattr(executor, "_SLOW_FOR", 0.0)
    lane._slow_until.clear()
    assert await lane.run(threading.current_thread, account="hostile 0") in lane._threads._threads


async def test_s56_a_long_file_is_decoded_apart_from_sentences(monkeypatch):
    lane, threads = BoundedExecutor("audio", workers=1, waiting=8), []
    monkeypatch.setattr(examining, "checks", lane)
    finish = audio.Reading.finish

    def noted(self, data, *, most):
        threads.append((threading.current_thread().name.startswith("speech-slow"), most))
        return finish(self, data, most=most)

    monkeypatch.setattr(audio.Reading, "finish", noted)
    long = zeros("mono", 16_000, 61)
    assert (await examining.examine(long, account="one")).seconds == pytest.approx(61, abs=0.5)
    assert threads == [(False, 60), (True, None)]
    assert (await examining.examine(zeros("mono", 16_000, 59), account="other")).seconds == pytest.approx(59, abs=0.5)
    assert threads[2:] == [(False, 60)]


async def test_s56_a_long_file_that_has_no_place_is_not_decoded(monkeypatch):
    """Not even its first minute: somebody who sends one over and over is refused for next to nothing."""
    lane, decoded = BoundedExecutor("audio", workers=1, waiting=8), []
    monkeypatch.setattr(examining, "checks", lane)
    frames = audio._Packets.frames

    def noted(self, container, *, is_whole):
        for frame in frames(self, container, is_whole=is_whole):
            decoded.append((threading.current_thread().name.startswith("speech-slow"), frame.samples))
            yield frame

    monkeypatch.setattr(audio._Packets, "frames", noted)
    tone = np.tile(SENTENCES, 61 * RATE // len(SENTENCES) + 1)
    first = await examining.examine(sound.encoded(tone, "flac"), account="one")
    assert sum(samples for is_slow, samples in decoded if is_slow) == len(tone)
    assert not any(samples for is_slow, samples in decoded if not is_slow)
    decoded.clear()
    with heavy().place(Holder("one")):
        with pytest.raises(TooMany):
            await examining.examine(sound.encoded(tone, "flac"), account="one")
        assert decoded == []
        with pytest.raises(TooMany):  # a WAV file announces any length
            await examining.examine(sound.encoded(tone, "wav"), account="one")
    assert all(is_slow for is_slow, _ in decoded)
    assert first.speaks


async def test_s56_one_long_sound_is_in_memory_at_a_time(monkeypatch):
    """A place is free again when nothing refers to the samples, also after a failure at the engine."""
    monkeypatch.setattr(examining, "checks", BoundedExecutor("audio", workers=1, waiting=8))
    monkeypatch.setattr(examining, "_SHORT", 1)
    data = sound.encoded(SENTENCES, "flac")
    first = await examining.examine(data, account="one", organization="a")
    with heavy().place(Holder("one", "a")), pytest.raises(TooMany) as refused:
        await examining.examine(data, account="one", organization="a")
    assert refused.value.code == "own_backlog"
    waiting = asyncio.create_task(examining.examine(data, account="four", organization="b"))
    assert (await examining.examine(sound.encoded(SENTENCES[: RATE // 2]), account="five", organization="b")).speaks
    assert not waiting.done()

    async def fails(heard: speech.Sound) -> None:
        raise ValueError(len(heard.samples))

    gc.disable()
    try:
        with contextlib.suppress(ValueError):
            await fails(first)
        del first
        assert (await waiting).speaks
        del waiting
        await asyncio.sleep(0)
        assert (await examining.examine(data, account="one", organization="a")).speaks
    finally:
        gc.enable()


async def test_s56_a_long_sound_is_decoded_in_the_turn_of_its_account(monkeypatch):
    """Not beside the workbooks and comparisons of others."""
    monkeypatch.setattr(examining, "checks", BoundedExecutor("audio", workers=1, waiting=8))
    monkeypatch.setattr(examining, "_SHORT", 1)
    async with heavy().turn("other"):
        long = asyncio.create_task(examining.examine(sound.encoded(SENTENCES, "flac"), account="one"))
        while not heavy().places.held["account one"]:  # noqa: ASYNC110  a place has no event
            await asyncio.sleep(0)
        for _ in range(20):
            await asyncio.sleep(0)
            await examining.checks.run(list, account="two", is_slow=True)
        assert not long.done()
    assert (await long).speaks


async def test_s56_silence_is_not_kept():
    heard = await examining.examine(sound.encoded(sound.silence(3), "flac"))
    assert heard.seconds == pytest.approx(3, abs=0.1)
    assert heard.samples.base is None
    assert heard.samples.nbytes == 0


async def test_s56_what_takes_long_gives_way_to_the_event_loop(monkeypatch):
    """Counted by the processor time of the thread: it works a few milliseconds, then it rests for three times as long.

    It rests outside the interpreter, so the loop waits for a turn at most. Who says a sentence never rests.
    """
    lane, turns, began = BoundedExecutor("audio", workers=1, waiting=8), [], threading.local()
    monkeypatch.setattr(examining, "checks", lane)

    def rest(seconds: float) -> None:
        now = time.thread_time()
        turns.append((now - getattr(began, "at", 0.0), seconds))
        began.at = now

    monkeypatch.setattr(executor.time, "sleep", rest)
    noise = np.random.default_rng(1).normal(0, 0.001, 120 * RATE).astype(np.float32)
    assert not (await examining.examine(sound.encoded(noise[: 50 * RATE], "flac"), account="person")).speaks
    assert turns == []
    assert not (await examining.examine(sound.encoded(noise, "flac"), account="other")).speaks
    worked, rested = (sum(times) for times in zip(*turns, strict=True))
    assert rested == pytest.approx(3 * worked, rel=0.3)
    assert max(turn for turn, _ in turns[1:]) < 0.05


@pytest.mark.parametrize("place", sounds.WITHOUT_A_VOICE)
def test_no_place_without_a_voice_speaks_however_long_it_lasts(place):
    for turn in range(3):
        noise = sounds.around(place, 20 * RATE, f"noise {turn}") * np.float32(0.03)
        assert not vad.speaks(noise)
        voiced = vad.voiced(noise)
        assert voiced.seconds < 0.1
        assert voiced.clearly == 0.0


def test_how_long_somebody_speaks_is_about_as_long_as_they_do():
    spoken = sounds.recording("x", list(sound.SENTENCES), ("nl", 140), 10, "kitchen")
    voiced = vad.voiced(spoken.samples)
    assert voiced.seconds == pytest.approx(spoken.spoken.sum() / RATE, rel=0.25)
    assert 0.2 < voiced.clearly < voiced.seconds
    assert vad.voiced(sound.silence(0)) == vad.voiced(sound.silence(2)) == vad.Voiced(0.0, 0.0)
