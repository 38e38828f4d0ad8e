"""Which container a file has, and what of it may be decoded."""

import io
from typing import TYPE_CHECKING

from ....errors import WrongMedia
from . import mp4, refusals

if TYPE_CHECKING:
    import av
    from av.container import InputContainer

#: The formats that browsers and telephones record: Opus at 48 kHz, AAC at 44.1 or 48 kHz, one channel or two; and
#: high-quality mono recordings. Speech needs no more, and eight channels at 96 kHz cost eight times as much.
_MAX_CHANNELS = 2
_MAX_RATE = 48_000  # samples per second of each of two channels; of a single one twice as many
#: Below half of a telephone's rate there is no speech; and one packet of a file of 1 Hz becomes an hour at ``RATE``.
_MIN_RATE = 4_000
#: Containers that announce their duration reliably. A streamed WAV file announces any length, and an MP3 file's is an
#: estimate; these two take little work to decode.
ANNOUNCING = frozenset({"matroska", "mp4", "ogg", "flac"})
_CODECS = frozenset({"opus", "vorbis", "aac", "mp3", "mp3float", "flac", "alac"})
#: Samples as they are, as sound cards and telephone exchanges write them.
_SIZES = ("s16", "s24", "s32", "f32", "f64")
_PCM = frozenset(
    f"pcm_{kind}" for kind in ("u8", "s8", "alaw", "mulaw", *(size + end for size in _SIZES for end in ("le", "be")))
)
#: First bytes of sound that is not taken: AMR, AAC without a container, Windows Media, Core Audio.
_OTHER_SOUND = (b"#!AMR", b"\xff\xf1", b"\xff\xf9", b"\x30\x26\xb2\x75", b"caff")
_OTHER = "Dit soort geluidsbestand kunnen we niet lezen. Kies een m4a-, mp3-, wav-, ogg-, webm- of flac-bestand."
#: In a webm file: what is in it follows, and sound follows.
_SEGMENT, _CLUSTER = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"


def container_of(data: bytes) -> str | None:
    """Return FFmpeg's demuxer for the container, from its signature; ``None`` for a format we do not accept."""
    if data[:4] == b"\x1aE\xdf\xa3":
        return "matroska"
    if data[4:8] == b"ftyp":
        return "mp4"
    if data[:4] == b"OggS":
        return "ogg"
    if data[:4] in (b"RIFF", b"RF64") and data[8:12] == b"WAVE":
        return "wav"
    if data[:4] == b"fLaC":
        return "flac"
    if data[:3] == b"ID3" or (data[0] == 0xFF and len(data) > 1 and data[1] in (0xFB, 0xF3, 0xF2, 0xFA)):
        return "mp3"
    return None


def recognised(data: bytes, *, otherwise: str) -> tuple[bytes, str]:
    """Return what is read of a whole file, and its container.

    Raises ``Invalid`` (empty, or reading it would fill the memory), and ``WrongMedia``: with the sentence ``otherwise``
    for what is no sound.
    """
    if not data:
        raise refusals.empty()
    kind = container_of(data)
    if kind is None:
        raise refusals.unreadable(_OTHER) if data.startswith(_OTHER_SOUND) else WrongMedia(otherwise)
    return (mp4.readable(data) if kind == "mp4" else data), kind


def broken() -> tuple[type[Exception], ...]:
    """Return the exceptions that FFmpeg raises for a file that cannot be read further."""
    from av.error import FFmpegError

    return FFmpegError, ValueError, EOFError, OSError


def ends_before_sound(data: bytes, kind: str) -> bool:
    """Return whether a file has begun to tell what is in it, and ends before its first sound."""
    if kind == "mp4":
        boxes = list(mp4.boxes(data))
        sound = sum(min(size, len(data) - at) - mp4.BOX for box, at, size in boxes if box == b"mdat")
        found = {box for box, _, _ in boxes}
        return b"moov" in found and found <= {*mp4.BEFORE_SOUND, b"mdat"} and sound < mp4.A_PACKET
    return kind == "matroska" and _SEGMENT in data[:64] and _CLUSTER not in data


def opened(data: bytes, kind: str) -> "InputContainer":
    """Open a file as this container (``container_of``), for no other decoders than those of sound that is taken.

    FFmpeg decodes pictures while it opens a file, such as the cover of an mp3.
    """
    import av

    options = {"codec_whitelist": ",".join(sorted(_CODECS | _PCM))}
    return av.open(io.BytesIO(data), "r", format=kind, metadata_errors="ignore", options=options)


def announces(kind: str, data: bytes) -> bool:
    """Return whether the file announces its duration reliably.

    A fragmented mp4 file is written while it is recorded: WebKit on Linux may end it with a sample of hours.
    """
    return kind in ANNOUNCING and not (kind == "mp4" and mp4.is_fragmented(data))


def announced_seconds(container) -> float:
    import av

    return (container.duration or 0) / av.time_base


def audio_of(container) -> "av.AudioStream":
    if not container.streams.audio:
        raise refusals.unreadable("In dit bestand zit geen geluid.")
    stream = container.streams.audio[0]
    context = stream.codec_context
    if context.name not in _CODECS | _PCM:
        raise refusals.unreadable(_OTHER)
    check_size(context.channels, context.sample_rate)
    return stream


def check_size(channels: int, rate: int) -> None:
    if 0 < rate < _MIN_RATE:  # 0: not known before the first sound
        raise refusals.unreadable("De kwaliteit van dit geluidsbestand is te laag om er spraak in te verstaan.")
    if channels > _MAX_CHANNELS or channels * rate > _MAX_CHANNELS * _MAX_RATE:
        raise refusals.unreadable(
            "Dit geluidsbestand heeft te veel kanalen of een te hoge kwaliteit. Neem op in mono of stereo, met "
            f"hoogstens {_MAX_RATE // 1000} kHz."
        )
