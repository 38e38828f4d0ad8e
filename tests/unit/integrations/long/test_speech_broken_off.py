"""A recording that breaks off gives all that precedes the break."""

import av
import av.error
import numpy as np
import pytest

from tests.support.fakes import sound
from tests.support.fakes.sound import RATE
from voice_report.errors import Invalid
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import decoding, mp4

SENTENCES = sound.dictation(2)


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
    frames = decoding._Packets.frames
    samples = 0

    def breaks_off(self, container, *, is_whole):
        nonlocal samples
        for number, frame in enumerate(frames(self, container, is_whole=is_whole)):
            if number == after:
                raise error
            samples += frame.samples
            yield frame

    monkeypatch.setattr(decoding._Packets, "frames", breaks_off)
    data = sound.encoded(SENTENCES, "webm")
    if not after:
        with pytest.raises(Invalid, match="beschadigd"):
            decoding.decode(data)
        return
    assert len(decoding.decode(data)) == pytest.approx(samples * RATE / 48_000, abs=1)


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
    whole = len(decoding.decode(data)) / RATE
    seconds = [len(decoding.decode(data[: len(data) * percent // 100])) / RATE for percent in range(1, 101)]
    assert (seconds[0] < 0.5, seconds[-1]) == (True, pytest.approx(whole))
    assert seconds == sorted(seconds)
    assert all(had >= whole * percent / 100 - 1.5 for percent, had in enumerate(seconds, 1)), "a piece has a second"


def doubled(data: bytes, *, every: bool) -> bytes:
    """Return an mp4 file with its last 'moof' twice, as WebKit on Linux writes it, or with each twice."""
    boxes = [(kind, data[at : at + size]) for kind, at, size in mp4.boxes(data)]
    last = max(number for number, (kind, _) in enumerate(boxes) if kind == b"moof")
    twice = {number for number, (kind, _) in enumerate(boxes) if kind == b"moof" and (every or number == last)}
    return b"".join(box * (2 if number in twice else 1) for number, (_, box) in enumerate(boxes))


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seconds", [0.4, 0.9, 1.6, 10])
def test_a_last_piece_whose_head_is_there_twice_is_heard(seconds, every):
    data = sound.encoded(SENTENCES[: round(seconds * sound.RATE)], "mp4", options=sound.FRAGMENTED)
    twice = doubled(data, every=every)
    assert len(twice) > len(data)
    np.testing.assert_array_equal(decoding.decode(twice), decoding.decode(data))


def test_a_last_piece_that_says_it_is_hours_later_is_heard():
    data = bytearray(sound.encoded(SENTENCES, "mp4", options=sound.FRAGMENTED))
    last = data.rindex(b"tfdt") + 4  # version and flags, then when the piece begins, in samples
    assert data[last] == 1, "of eight bytes"
    data[last + 4 : last + 12] = (5 * 3600 * 48_000).to_bytes(8, "big")
    whole = decoding.decode(sound.encoded(SENTENCES, "mp4", options=sound.FRAGMENTED))
    assert abs(len(decoding.decode(bytes(data))) - len(whole)) < RATE / 10


def test_a_recording_with_heads_twice_that_breaks_off_anywhere_gives_what_precedes():
    data = doubled(RECORDED["mp4"], every=True)
    whole = len(decoding.decode(data)) / RATE
    seconds = [len(decoding.decode(data[: len(data) * percent // 100])) / RATE for percent in range(1, 101)]
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
