"""Sound files as telephones, recorders and computers really write them: for the tests of chosen recordings."""

import io
import struct
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import av
import numpy as np

from . import sound


class Track(NamedTuple):
    """A track of sound: its sentences, from ``first`` on, after so many seconds of silence."""

    codec: str
    rate: int
    layout: str = "mono"
    first: int = 1
    count: int = 1
    silence: float = 0.0
    options: Mapping[str, str] = {}


def written(
    container: str,
    *tracks: Track,
    metadata: Mapping[str, str] = {},
    chapters: Sequence[str] = (),
    with_video: bool = False,
    **options: str,
) -> bytes:
    """Return a file with these tracks."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format=container, options=options) as output:
        output.metadata.update(metadata)
        video: Any = output.add_stream("mpeg4", rate=5, width=64, height=48) if with_video else None
        streams: list[Any] = [
            output.add_stream(track.codec, rate=track.rate, layout=track.layout, options=dict(track.options))
            for track in tracks
        ]
        if chapters:
            times = ({"id": n, "start": n, "end": n + 1, "time_base": Fraction(1)} for n in range(len(chapters)))
            each: Any = [{**time, "metadata": {"title": title}} for time, title in zip(times, chapters, strict=True)]
            output.set_chapters(each)
        if video:
            for picture in np.random.default_rng(1).integers(0, 255, (5, 48, 64, 3), np.uint8):
                output.mux(video.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            output.mux(video.encode(None))
        for track, stream in zip(tracks, streams, strict=True):
            _fill(output, stream, track)
    return buffer.getvalue()


def _fill(output: Any, stream: Any, track: Track) -> None:
    spoken = np.concatenate([sound.silence(track.silence), sound.dictation(track.count, first=track.first)])
    resampler = av.AudioResampler(
        format=stream.format, layout=track.layout, rate=track.rate, frame_size=stream.frame_size
    )
    frame = av.AudioFrame.from_ndarray(spoken.reshape(1, -1).astype(np.float32), format="flt", layout="mono")
    frame.sample_rate = sound.RATE
    for piece in [*resampler.resample(frame), *resampler.resample(None), None]:
        for packet in stream.encode(piece):
            output.mux(packet)


def trimmed() -> bytes:
    """Return an m4a of two sentences, of which the first was trimmed: its edit list leaves it out."""
    data = bytearray(written("ipod", Track("aac", 48_000, count=2)))
    at = data.index(b"elst") + 12  # the length in milliseconds, and where it begins, in samples
    (length,) = struct.unpack_from(">I", data, at)
    first = len(sound.dictation(1)) / sound.RATE
    struct.pack_into(">2I", data, at, length - round(1000 * first), round(48_000 * first))
    return bytes(data)
