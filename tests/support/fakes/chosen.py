"""Sound files as a phone or a computer has them, and broken ones: for the tests of chosen recordings."""

import functools
import io
import struct
import zlib
from typing import Any

import av
import numpy as np

from . import sound

SENTENCES = 8
#: What the fake engine hears in ``memo``.
WORDS = [f"woord{number:03d}" for number in range(1, SENTENCES + 1)]


@functools.cache
def memo(container: str = "mp4") -> bytes:
    """Return 41 seconds of speech, in three pieces: a phone's voice memo."""
    return sound.encoded(sound.dictation(SENTENCES), container)


@functools.cache
def coded(container: str, codec: str, rate: int, layout: str = "mono", seconds: float = 6.0, **options: str) -> bytes:
    """Return speech, or with ``seconds`` 0 none, in any container and codec that FFmpeg writes."""
    samples = sound.dictation(1)[: round(seconds * sound.RATE)]
    buffer = io.BytesIO()
    with av.open(buffer, "w", format=container, options=options) as output:
        stream: Any = output.add_stream(codec, rate=rate, layout=layout)
        resampler = av.AudioResampler(format=stream.format, layout=layout, rate=rate, frame_size=stream.frame_size)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="flt", layout="mono")
        frame.sample_rate = sound.RATE
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            output.mux(stream.encode(piece))
        output.mux(stream.encode(None))
    return buffer.getvalue()


def with_cover(width: int, height: int) -> bytes:
    """Return speech in an mp3 file with a picture of one colour (ID3v2.3, 4.15; PNG)."""
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0),
        b"IDAT": zlib.compress(bytes((width + 1) * height)),
        b"IEND": b"",
    }
    picture = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )
    frame = b"\0image/png\0\x03\0" + picture
    frame = b"APIC" + struct.pack(">IH", len(frame), 0) + frame
    size = bytes(len(frame) >> shift & 127 for shift in (21, 14, 7, 0))
    return b"ID3\x03\0\0" + size + frame + coded("mp3", "libmp3lame", 44_100)


def wav(rate: int, count: int, channels: int = 1) -> bytes:
    """Return a WAV file of so many silent samples, whatever a sound card makes of its rate."""
    data = bytes(2 * count * channels)
    shape = struct.pack("<IHHIIHH", 16, 1, channels, rate, 2 * rate * channels, 2 * channels, 16)
    return (
        b"RIFF"
        + struct.pack("<I", 36 + len(data))
        + b"WAVEfmt "
        + shape
        + b"data"
        + struct.pack("<I", len(data))
        + data
    )


def announcing(seconds: int) -> bytes:
    """Return speech in a FLAC file that says that it has so many seconds of sound (RFC 9639, 8.2)."""
    data = bytearray(memo("flac"))
    (shape,) = struct.unpack_from(">Q", data, 18)  # rate, channels, bits, and the samples in the last 36 bits
    struct.pack_into(">Q", data, 18, shape >> 36 << 36 | seconds * sound.RATE)
    return bytes(data)


def index_first() -> bytes:
    """Return a memo whose index is at its beginning, as some phones write it."""
    data = memo()
    sound_at, index_at = data.index(b"mdat") - 4, data.rindex(b"moov") - 4
    index = bytearray(data[index_at:])
    at = index.index(b"stco") + 8
    (count,) = struct.unpack_from(">I", index, at)
    for place in range(at + 4, at + 4 + 4 * count, 4):
        struct.pack_into(">I", index, place, struct.unpack_from(">I", index, place)[0] + len(index))
    return data[:sound_at] + bytes(index) + data[sound_at:index_at]


def spoken(samples: np.ndarray) -> list[int]:
    """Return the numbers of the sentences in 16-bit samples."""
    return sound.heard(samples.astype(np.float32) / 32_767)
