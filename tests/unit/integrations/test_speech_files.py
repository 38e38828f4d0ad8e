"""A chosen file, read piece by piece: every container a phone makes, broken ones, and those that mean harm (S88)."""

import gc
import struct
import weakref
from collections.abc import Callable
from typing import Any

import av
import numpy as np
import pytest

from tests.support.fakes import chosen, sound
from voice_report.errors import DomainError
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import cutting, decoding, files, mp4, vad
from voice_report.integrations.speech.sound.samples import integers
from voice_report.integrations.speech.sound.uploads import checks


def arrived(data: bytes) -> speech.SoundFile:
    file = speech.SoundFile(account="somebody")
    file.add(data)
    return file


async def heard(file: speech.SoundFile, skip: int = 0) -> tuple[list[int], list[int]]:
    """Return the numbers of the sentences in all pieces, and where the pieces end."""
    numbers, ends = [], []
    await file.measure()
    piece = await file.piece(skip)
    while piece is not None:
        numbers += chosen.spoken(piece[0].samples)
        ends.append(piece[1])
        piece = await file.piece()
    return numbers, ends


ALL = list(range(1, chosen.SENTENCES + 1))


@pytest.mark.parametrize("container", ["mp4", "webm", "ogg", "wav", "flac"])
async def test_s88_a_file_is_heard_whole_and_cut_between_its_sentences(container):
    file = arrived(chosen.memo(container))
    numbers, ends = await heard(file)
    assert numbers == ALL
    lengths = np.diff([0, *ends]) / speech.RATE
    assert len(ends) == 3
    assert all(lengths[:-1] > cutting.SHORTEST)
    assert not file.ends_early


@pytest.mark.parametrize("container", ["mp4", "ogg"])
async def test_s88_a_file_that_is_read_again_from_a_cut_is_cut_at_the_same_places(container):
    _, ends = await heard(arrived(chosen.memo(container)))
    numbers, later = await heard(arrived(chosen.memo(container)), skip=ends[0])
    assert later == ends[1:]
    assert numbers == ALL[-len(numbers) :]


SHAPES = {
    "a phone's memo without losses": ("ipod", "alac", 44_100, "stereo"),
    "stereo m4a": ("mp4", "aac", 44_100, "stereo"),
    "mp3": ("mp3", "libmp3lame", 44_100, "stereo"),
    "mp3 of a telephone": ("mp3", "libmp3lame", 8_000, "mono"),
    "3gp with aac": ("3gp", "aac", 16_000, "mono"),
    "studio": ("flac", "flac", 96_000, "mono"),
    "24 bits": ("wav", "pcm_s24le", 44_100, "mono"),
    "fractions": ("wav", "pcm_f32le", 48_000, "mono"),
    "a telephone exchange": ("wav", "pcm_alaw", 8_000, "mono"),
    "QuickTime": ("mov", "pcm_s16be", 44_100, "mono"),
}


@pytest.mark.parametrize("name", SHAPES)
async def test_files_of_phones_and_computers_are_heard(name):
    assert (await heard(arrived(chosen.coded(*SHAPES[name]))))[0] == [1]


async def test_s88_the_picture_in_a_file_is_not_decoded(monkeypatch):
    """FFmpeg did so before any of our bounds: 24 KB took 850 MB."""
    pictures, open_file = [], av.open

    def opened(*arguments: Any, **options: Any) -> Any:
        container = open_file(*arguments, **options)
        pictures.extend((one.codec_context.width, one.codec_context.height) for one in container.streams.video)
        return container

    monkeypatch.setattr(av, "open", opened)
    file = chosen.with_cover(40, 30)
    assert (await heard(arrived(file)))[0] == [1]
    await speech.examine(file)
    assert pictures == [(0, 0)] * 3


async def test_a_file_of_samples_as_they_are_may_count_each_of_them(monkeypatch):
    monkeypatch.setattr(mp4, "_MOST_PACKETS", 1000)
    assert (await heard(arrived(chosen.coded("mov", "pcm_s16be", 44_100))))[0] == [1]


async def test_an_index_at_the_beginning_is_as_good_as_one_at_the_end():
    assert (await heard(arrived(chosen.index_first())))[0] == ALL


CUT_OFF = {
    "m4a with its index first": (chosen.index_first, True),
    "webm": (lambda: chosen.memo("webm"), True),
    "flac": (lambda: chosen.memo("flac"), True),
    "ogg, which does not say how long it is": (lambda: chosen.memo("ogg"), False),
    "wav": (lambda: chosen.memo("wav"), False),
}


@pytest.mark.parametrize("name", CUT_OFF)
async def test_of_a_file_that_is_cut_off_what_can_be_read_is_heard(name):
    make, is_known = CUT_OFF[name]
    file = arrived(make()[: len(make()) * 6 // 10])
    assert (await heard(file))[0] == ALL[:5]
    assert file.ends_early == is_known


def encrypted() -> bytes:
    keys = {"encryption_key": "76a6c65c5ea762046bd749a2e632ccbb", "encryption_kid": "a7e61c373e219033c21091fa607bf3b8"}
    return sound.encoded(sound.dictation(1), "mp4", options={"encryption_scheme": "cenc-aes-ctr", **keys})


def encrypted_with_many_packets() -> bytes:
    data = bytearray(encrypted())
    struct.pack_into(">2I", data, data.index(b"stsz") + 8, 1, 20_000_000)
    return bytes(data)


def counting(table: bytes, at: int, *numbers: int) -> bytes:
    """Return a memo with these numbers so far behind the name of a table of its index."""
    data = bytearray(sound.encoded(sound.dictation(1), "mp4", options=sound.FRAGMENTED if table == b"trun" else {}))
    struct.pack_into(f">{len(numbers)}I", data, data.index(table) + 4 + at, *numbers)
    return bytes(data)


def unheard() -> bytes:
    """Return a memo of samples as they are, which are a packet each, because its track says that it is a text."""
    data = bytearray(chosen.coded("mov", "pcm_s16be", 44_100).replace(b"soun", b"text"))
    struct.pack_into(">2I", data, data.index(b"stsz") + 8, 1, 60_000_000)
    struct.pack_into(">I", data, data.index(b"stsc") + 16, 60_000_000)
    return bytes(data)


REFUSED: dict[str, tuple[Callable[[], bytes], int, str]] = {
    "empty": (lambda: b"", 422, "empty_audio"),
    "text": (lambda: b"Geachte mevrouw, " * 100, 415, "wrong_media"),
    "a page behind the first bytes of an m4a": (lambda: b"\0\0\0\x18ftypM4A " + b"<html>" * 900, 422, "damaged_audio"),
    "m4a without its index": (lambda: chosen.memo()[: len(chosen.memo()) // 2], 422, "damaged_audio"),
    "first bytes of a webm": (lambda: chosen.memo("webm")[:60], 422, "damaged_audio"),
    "encrypted": (encrypted, 415, "unreadable_audio"),
    "encrypted, with an index of 20 million packets": (encrypted_with_many_packets, 415, "unreadable_audio"),
    "AMR in 3gp": (lambda: chosen.coded("3gp", "libopencore_amrnb", 8_000), 415, "unreadable_audio"),
    "wma": (lambda: b"\x30\x26\xb2\x75\x8e\x66\xcf\x11" + bytes(9000), 415, "unreadable_audio"),
    "six channels": (lambda: chosen.coded("mp4", "aac", 48_000, "5.1"), 415, "unreadable_audio"),
    "96 kHz of two channels": (lambda: chosen.coded("flac", "flac", 96_000, "stereo"), 415, "unreadable_audio"),
    "192 kHz of eight channels": (lambda: chosen.wav(192_000, 4_000, 8), 415, "unreadable_audio"),
    "1 Hz, of which one packet is an hour": (lambda: chosen.wav(1, 4_000), 415, "unreadable_audio"),
    "61 minutes of silence in 1 MB": (lambda: chosen.wav(4_000, 61 * 60 * 4_000), 413, "too_long"),
    "an index of 20 million packets": (lambda: counting(b"stsz", 4, 1, 20_000_000), 422, "damaged_audio"),
    "a fragment of 10 million packets": (lambda: counting(b"trun", 4, 10_000_000), 422, "damaged_audio"),
    "chunks of 4 billion samples": (lambda: counting(b"stsc", 12, 2**32 - 1), 422, "damaged_audio"),
    "60 million packets of what is no sound": (unheard, 422, "damaged_audio"),
    "a compressed index": (lambda: chosen.memo().replace(b"udta", b"cmov"), 422, "damaged_audio"),
    "an index of ten hours": (lambda: chosen.announcing(36_000), 413, "too_long"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_s88_a_bad_file_is_refused_before_anything_is_decoded(name, monkeypatch):
    monkeypatch.setattr(decoding.Decoder, "samples", None)
    make, status, code = REFUSED[name]
    with pytest.raises(DomainError) as refused:
        await arrived(make()).measure()
    assert (refused.value.status, refused.value.code) == (status, code)
    assert refused.value.message.endswith(".")


async def test_s88_a_file_of_more_bytes_than_allowed_is_refused_while_it_arrives(monkeypatch):
    monkeypatch.setattr(speech.SoundFile, "MAX_BYTES", 1000)
    file = arrived(bytes(1000))
    with pytest.raises(DomainError, match="64 MB") as refused:
        file.add(b"x")
    assert (refused.value.status, refused.value.code) == (413, "too_large")


async def test_s88_a_file_with_more_sound_than_it_says_is_not_decoded_to_its_end(monkeypatch):
    file = arrived(chosen.memo())
    await file.measure()
    assert file._reading is not None
    file._reading._seconds = 1.0  # as if its index lied
    monkeypatch.setattr(files, "_MORE", 20)
    with pytest.raises(DomainError) as refused:
        await file.piece()
    assert (refused.value.status, refused.value.code) == (422, "damaged_audio")
    assert file._reading._count < 22 * speech.RATE


async def test_s88_reading_has_a_limit_of_processor_time():
    file = arrived(chosen.memo())
    await file.measure()
    assert file._reading is not None
    file._reading.work.most = 0.0
    with pytest.raises(DomainError, match="te veel tijd") as refused:
        await file.piece()
    assert (refused.value.status, refused.value.code) == (413, "takes_too_long")
    assert file.took_too_long


async def test_s88_of_an_hour_only_one_piece_is_in_memory(monkeypatch):
    """What a piece leaves behind, and what waits, is never more than the next 46 seconds."""
    file = arrived(chosen.wav(8_000, 10 * 60 * 8_000))
    assert await file.measure() == 600
    assert file._reading is not None
    room = file._reading._next
    while (piece := await file.piece()) is not None:
        assert not piece[0].speaks
        assert len(piece[0].samples) == 0
        assert file._reading._count <= len(room) == 46 * speech.RATE
        assert file._reading._next is room


async def test_s88_what_is_ended_early_is_gone_from_the_memory_at_once():
    """Without this a garbage collection freed it, of which full ones are rare."""
    file = arrived(chosen.memo())
    await file.measure()
    await file.piece()
    assert file._reading is not None
    gone = weakref.ref(file._reading)
    gc.disable()
    try:
        file.close()
        del file
        await checks.run(int, is_slow=True)  # the thread has let go of what it did before
        assert gone() is None
    finally:
        gc.enable()


def tone(seconds: float, loudness: float) -> np.ndarray:
    moments = np.arange(round(seconds * speech.RATE)) / speech.RATE
    return integers((loudness * np.sin(2 * np.pi * 220 * moments)).astype(np.float32))


def test_a_piece_ends_in_the_middle_of_the_first_pause_after_fifteen_seconds():
    noise = tone(1.0, 0.002)
    samples = np.concatenate([tone(10, 0.3), noise, tone(9, 0.3), noise, tone(9, 0.3), noise, tone(14, 0.3)])
    end = cutting.end_of_piece(samples) / speech.RATE
    assert 20.1 < end < 20.5


def test_without_a_pause_a_piece_ends_at_its_softest_moment():
    samples = np.concatenate([tone(30, 0.3), tone(0.2, 0.1), tone(14.8, 0.3)])
    assert 29.6 < cutting.end_of_piece(samples) / speech.RATE < 30.4
    rest = tone(30, 0.3)
    assert cutting.end_of_piece(rest) == len(rest), "what is left is not cut inside a word"


@pytest.mark.parametrize("seconds", [0.01, 3, 15, 44.9, 45])
def test_every_piece_has_an_end(seconds):
    for loudness in (0.0, 0.3):
        samples = tone(seconds, loudness)
        assert 0 < cutting.end_of_piece(samples) <= len(samples)


async def test_s23_sound_of_1_hz_is_no_way_to_fill_the_memory():
    """One packet of it became 4 GB of samples."""
    with pytest.raises(DomainError, match="te laag") as refused:
        await speech.examine(chosen.wav(1, 200_000))
    assert (refused.value.status, refused.value.code) == (415, "unreadable_audio")


def test_a_start_asks_the_voice_detection_something(monkeypatch):
    """In silence no model is asked, and the first sentence waited until it was loaded."""
    asked = []
    monkeypatch.setattr(vad, "_probabilities", lambda samples, loudest: asked.append(len(samples)) or iter(()))

    class Engine:
        def start_loading(self) -> None:
            asked.append(0)

    speech._warm_up([Engine()])  # pyright: ignore[reportArgumentType]
    assert asked == [0, speech.RATE]
