"""From uploaded bytes to samples: only real, bounded audio gets through, whatever its name says (security.md S23).

The container is recognised by its first bytes and opened as exactly that format, so FFmpeg never guesses: a playlist
or a subtitle file that makes it open other addresses is refused here. Decoding stops at the limits, so a small file
that unpacks into hours of audio costs no more than the longest audio we accept. Everything stays in memory. Functions
import FFmpeg: a start should not wait for it.
"""

import io
import itertools
import logging
import re
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...core.bounded_executor import give_way
from ...errors import DomainError, Invalid, TooLarge, WrongMedia
from .samples import RATE, Resampler, integers

if TYPE_CHECKING:
    import av
    from av.container import InputContainer

log = logging.getLogger(__name__)

#: Bytes of one upload (concepts/dictation.md).
MAX_BYTES = 25 * 1024 * 1024
#: Seconds of one upload. The recorder's segments last 45 s at most; this leaves room for a whole short recording from
#: another client, and as 16-bit WAV it stays below the 25 MB that engines take.
MAX_SECONDS = 600
#: Seconds of processor time for decoding one upload; ten minutes of Opus take about one.
_MAX_WORK = 5.0
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
#: Containers of which a part can be read: what Chromium, Firefox and Safari (18.4) record.
_IN_PARTS = frozenset({"matroska"})
#: Bytes, and seconds of processor time, up to which a file is decoded while it arrives: all packets are counted each
#: time. The recorder's longest segment has 300 KB, and takes 0.15 s.
_MOST_AHEAD = 1024 * 1024
_MOST_WORK_AHEAD = 1.0
#: Seconds of sound up to which it is: its samples are in memory for as long as the upload takes.
_MOST_SECONDS_AHEAD = 60
#: Bytes of the head of a box in an mp4 file; the boxes that come before its sound; and how many are looked at.
_BOX, _MOST_BOXES = 8, 100_000
_FORMAT = 16  # bytes from the name of the box of formats to the first one's
_ENCRYPTED = frozenset((b"enca", b"drms"))
_BEFORE_SOUND = frozenset((b"ftyp", b"styp", b"moov", b"sidx", b"moof", b"free", b"skip"))
_A_PACKET = 512  # bytes: of AAC, about two
#: Tables of an mp4 file. FFmpeg takes memory by a count in them: for each packet, of which an hour has 400,000 at most,
#: and for each thousand samples as they are, of which each has a byte. A compressed index is as large as it says.
_TABLES = re.compile(rb"stsz|stz2|trun|stts|stsc|stco|co64|cmov|trak|hdlr")
#: Kinds of handler that an index of one track of sound has: of the sound itself, its notes and its places.
_SOUND, _OTHER_HANDLERS = b"soun", frozenset((b"mdir", b"mdta", b"url ", b"alis"))
#: Bytes in which tables are looked for at once: the search lets no other thread go on.
_SEARCHED_AT_ONCE = 64 * 1024
_MOST_PACKETS, _MOST_SAMPLES = 1_000_000, 64 * 1024 * 1024
#: In a webm file: what is in it follows, and sound follows.
_SEGMENT, _CLUSTER = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"
#: Samples for which room is made at once: ten seconds.
_ROOM = 10 * RATE


@dataclass(frozen=True, slots=True)
class Sound:
    """Checked audio: mono 16-bit samples at ``RATE``, none when there is no voice; whether they contain one, and the
    duration of all of it in seconds."""

    samples: np.ndarray
    speaks: bool
    seconds: float


def too_many_bytes() -> TooLarge:
    """Return the error for an upload above ``MAX_BYTES``."""
    return TooLarge("Deze opname is te groot: een bestand mag hoogstens 25 MB zijn.")


def empty() -> Invalid:
    """Return the error for an upload without a byte."""
    return Invalid("De opname is leeg: er is geen geluid ontvangen.", code="empty_audio")


def damaged() -> Invalid:
    """Return the error for a file of which nothing can be read."""
    return Invalid("De opname is beschadigd en kan niet worden gelezen.", code="damaged_audio")


def takes_too_long() -> TooLarge:
    """Return the error for a file whose decoding takes too much of the processor."""
    return TooLarge(
        "Deze opname kost te veel tijd om te lezen. Neem opnieuw op in kortere stukken.", code="takes_too_long"
    )


def decode(data: bytes) -> np.ndarray:
    """Return the audio as mono 16-bit samples at ``RATE``. Raises what ``Reading.finish`` raises."""
    return Reading().finish(data)


class TakesLong(Exception):
    """There is more sound than is decoded while a user waits for a sentence."""


class Reading:
    """One upload on its way to samples; it can be decoded while it arrives. For one thread at a time."""

    def __init__(self) -> None:
        self.goes_ahead = True  #: whether ``ahead`` still does anything
        self._worked = 0.0  # seconds of processor time, before the file was begun again
        self._begin()

    def _begin(self) -> None:
        self._decoder: Decoder | None = None
        self._samples = np.empty(0, dtype=np.int16)  # as floats, ten minutes are 38 MB
        self._count = 0  # of the samples that are there

    def ahead(self, data: bytes) -> None:
        """Decode what is new in the part of a file that has arrived by now; ``finish`` decodes the rest.

        Does nothing with a container that cannot be read in parts, and raises nothing: what is wrong with a file is
        for ``finish`` to say, which reads it from its beginning then.
        """
        if not self.goes_ahead:
            return
        try:
            worked = self._decoder.worked if self._decoder else 0.0
            most = min(_MOST_SECONDS_AHEAD, MAX_SECONDS)
            kind = container_of(data)
            if kind in _IN_PARTS and len(data) <= _MOST_AHEAD and worked < _MOST_WORK_AHEAD:
                self._decode(data, kind, most, is_whole=False)
            else:
                self.goes_ahead = False
        except Exception as error:  # noqa: BLE001  whatever it is, the whole file is read again
            log.info("audio: not read while it arrives (%s)", type(error).__name__)
            self._worked = self._decoder.worked if self._decoder else 0.0
            self._begin()
            self.goes_ahead = False

    def finish(self, data: bytes, *, most: int | None = None) -> np.ndarray:
        """Return the whole file as mono 16-bit samples at ``RATE``: the same ones, however much was read ahead.

        Raises ``TakesLong`` beyond ``most`` seconds of sound, if given.

        A truncated file gives the part that could be read, which is none for one that ends before its first sound: a
        browser that was killed leaves such files. Raises ``Invalid`` (empty or unreadable), ``WrongMedia`` (not audio)
        and ``TooLarge`` (bytes or seconds).
        """
        if not data:
            raise empty()
        if len(data) > MAX_BYTES:
            raise too_many_bytes()
        from av.error import FFmpegError

        kind = container_of(data)
        if kind is None:
            raise WrongMedia(
                "Dit bestand is geen geluidsopname. Neem op in de app of kies een webm-, mp4-, ogg- of wav-bestand."
            )
        data = readable(data) if kind == "mp4" else data
        if ends_before_sound(data, kind):
            self._begin()
            return np.empty(0, dtype=np.int16)
        try:
            self._decode(data, kind, min(most or MAX_SECONDS, MAX_SECONDS), is_whole=True)
        except TakesLong:
            self._begin()
            raise
        except DomainError:
            raise
        except (FFmpegError, ValueError, EOFError, OSError) as error:
            # Without the message: FFmpeg's may quote from the file.
            log.info("audio: %s ends early (%s) after %d samples", kind, type(error).__name__, self._count)
        samples = self._samples
        samples.resize(self._count, refcheck=False)
        has_sound = self._decoder is None or self._decoder.has_sound
        self._begin()  # what it took is not needed while a user waits for the engine
        if not len(samples) and has_sound:
            raise damaged()
        return samples

    def _decode(self, data: bytes, kind: str, most: int, *, is_whole: bool) -> None:
        self._decoder = self._decoder or Decoder(kind, self._worked)
        for piece in self._decoder.samples(data, most, is_whole=is_whole):
            end = self._count + len(piece)
            if end > most * RATE:
                raise longer_than(most)
            if end > len(self._samples):
                # One large block grows in place, and is given back when it is freed: many small ones, joined at the
                # end, take twice as much for a moment, and keep the heap from shrinking.
                self._samples.resize(end + _ROOM, refcheck=False)
            self._samples[self._count : end] = integers(piece)
            self._count = end
            give_way()


def prepare() -> None:
    """Import what the first upload would otherwise wait for."""
    Resampler()


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


def readable(data: bytes) -> bytes:
    """Return an mp4 file without what keeps FFmpeg from its sound. Raises ``Invalid`` when it would fill the memory.

    That is a last 'moof' that is cut off, and one that is there twice in a row: FFmpeg takes the first one's place to
    find the sound, and reads next to it. WebKit on Linux writes the last one of each recording like that (GStreamer).
    """
    if _is_bomb(data):
        raise damaged()
    kept, begin, end, former = [], 0, len(data), None
    for kind, at, size in _boxes(data):
        if at + size > len(data):
            end = at if kind == b"moof" else len(data)
            break
        moof = data[at : at + size] if kind == b"moof" else None
        if moof and moof == former:
            kept.append(data[begin : at - size])
            begin = at
        former = moof
        end = at + size
    else:
        end = end if len(data) - end < _BOX else len(data)
    return b"".join([*kept, data[begin:end]])


def _is_bomb(data: bytes) -> bool:
    """Return whether an mp4 file counts more packets or samples than a recording has, in all its tables together."""
    packets = chunks = tracks = 0
    handlers: set[bytes] = set()
    runs: list[tuple[int, int]] = []  # where the tables of samples in a chunk are, and their lengths
    has_packets = False  # otherwise its samples are as they are, and a thousand of a chunk are one packet
    tables = itertools.chain.from_iterable(_TABLES.finditer(data, *part) for part in _outside_sound(data))
    for number, table in enumerate(tables):
        name, at = table.group(), table.end()
        if name == b"cmov" or number > _MOST_BOXES:
            return True
        if name == b"trak":
            tracks += 1
            continue
        if name == b"hdlr":
            handlers.add(data[at + 8 : at + 12])
            continue
        count = _number(data, at + (8 if name in (b"stsz", b"stz2") else 4))
        if name in (b"stsz", b"stz2", b"trun"):
            packets += count
            has_packets = has_packets or name == b"trun"
        elif name == b"stts":
            has_packets = has_packets or (count, _number(data, at + 12)) != (1, 1)
        elif name == b"stsc":
            runs.append((at + 8, count))
        else:
            chunks = max(chunks, count)
    is_sound = tracks == 1 and _SOUND in handlers and handlers <= {_SOUND, *_OTHER_HANDLERS}
    has_packets = has_packets or not is_sound
    if packets > (_MOST_PACKETS if has_packets else _MOST_SAMPLES) or sum(count for _, count in runs) > _MOST_PACKETS:
        return True
    return sum(_samples(data, at, count, chunks) for at, count in runs) > _MOST_SAMPLES


def _samples(data: bytes, at: int, count: int, chunks: int) -> float:
    """Return how many samples a table says are in so many chunks; a line has the first chunk, and samples in each."""
    table = np.frombuffer(data[at : at + 12 * count], np.uint8)
    lines = table[: len(table) // 12 * 12].view(">u4").reshape(-1, 3).astype(float)
    return float(np.maximum(np.diff(lines[:, 0], append=chunks + 1.0), 0) @ lines[:, 1])


def _outside_sound(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the parts of an mp4 file begin and end that are not its sound; of a long one each name of four bytes
    is whole in one part."""
    begin = 0
    for kind, at, size in itertools.chain(_boxes(data), [(b"mdat", len(data), 0)]):
        if kind == b"mdat":
            for part in range(begin, at, _SEARCHED_AT_ONCE):
                yield part, min(part + _SEARCHED_AT_ONCE + 3, at)
                give_way()
            begin = min(at + size, len(data))


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def ends_before_sound(data: bytes, kind: str) -> bool:
    """Return whether a file has begun to tell what is in it, and ends before its first sound."""
    if kind == "mp4":
        boxes = list(_boxes(data))
        sound = sum(min(size, len(data) - at) - _BOX for box, at, size in boxes if box == b"mdat")
        found = {box for box, _, _ in boxes}
        return b"moov" in found and found <= {*_BEFORE_SOUND, b"mdat"} and sound < _A_PACKET
    return kind == "matroska" and _SEGMENT in data[:64] and _CLUSTER not in data


def is_fragmented(data: bytes) -> bool:
    """Return whether an mp4 file has its index in parts, as it was written while it was recorded."""
    return any(kind == b"moof" for kind, _, _ in _boxes(data))


def is_encrypted(data: bytes) -> bool:
    """Return whether the index of an mp4 file says that its sound is encrypted, as of what was bought."""
    for kind, at, size in _boxes(data):
        if kind == b"moov":
            index, found = data[at : at + size], -1
            while (found := index.find(b"stsd", found + 1)) >= 0:
                if index[found + _FORMAT : found + _FORMAT + 4] in _ENCRYPTED:
                    return True
    return False


def _boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the kind, the place and the size of the boxes of an mp4 file; what is behind many of them is not read."""
    at = 0
    for _ in range(_MOST_BOXES):
        if at + _BOX > len(data):
            return
        size, kind = struct.unpack_from(">I4s", data, at)
        if size == 1 and at + 16 <= len(data):
            (size,) = struct.unpack_from(">Q", data, at + 8)
        yield kind, at, size if size >= _BOX else len(data) - at
        if size < _BOX:  # up to the end of the file
            return
        at += size
    yield b"", at, 0


class Decoder:
    """Decodes and resamples the packets of one file, of which each call gets a longer part."""

    def __init__(self, kind: str, worked: float = 0.0, *, most_work: float = _MAX_WORK) -> None:
        self._kind = kind
        self._most_work = most_work
        self._packets = _Packets()
        self._resampler = Resampler()
        self._shape: tuple[str, str, int] | None = None
        self.worked = worked  #: seconds of processor time

    @property
    def has_sound(self) -> bool:
        """Whether the file has a packet of sound, readable or not, or could not be opened."""
        return self._packets.has_any is not False

    def samples(self, data: bytes, most: int, *, is_whole: bool) -> Iterator[np.ndarray]:
        """Yield what is new, a fifth of a second at a time; the caller stops after ``most`` seconds.

        Nothing of a file that announces more is decoded.
        """
        started = time.thread_time() - self.worked
        with opened(data, self._kind) as container:
            if self._kind in ANNOUNCING and announced_seconds(container) > most:
                raise longer_than(most)
            try:
                for frame in self._packets.frames(container, is_whole=is_whole):
                    self.worked = time.thread_time() - started
                    if self.worked > self._most_work:
                        raise takes_too_long()
                    yield from self._resampled(frame)
            except DomainError:
                raise
            except Exception:
                if is_whole:
                    yield from self._resampler.end()  # what was read before the file breaks off
                raise
            if is_whole:
                yield from self._resampler.end()
        self.worked = time.thread_time() - started

    def _resampled(self, frame: "av.AudioFrame") -> Iterator[np.ndarray]:
        if self._shape not in (None, _shape(frame)):  # a chained file may change its format halfway
            yield from self._resampler.end()
            self._resampler = Resampler()
        if self._shape != _shape(frame):
            _check_size(frame.layout.nb_channels, frame.sample_rate)
        self._shape = _shape(frame)
        yield from self._resampler.add(frame)


def opened(data: bytes, kind: str) -> "InputContainer":
    """Open a file as this container (``container_of``), for no other decoders than those of sound that is taken.

    FFmpeg decodes pictures while it opens a file, such as the cover of an mp3.
    """
    import av

    options = {"codec_whitelist": ",".join(sorted(_CODECS | _PCM))}
    return av.open(io.BytesIO(data), "r", format=kind, metadata_errors="ignore", options=options)


def announced_seconds(container) -> float:
    import av

    return (container.duration or 0) / av.time_base


class _Packets:
    """Decodes the packets of a file's first audio stream, of which each call gets a longer part."""

    def __init__(self) -> None:
        self.has_any: bool | None = None  #: ``None``: the file has not been opened
        self._context: av.AudioCodecContext | None = None  # of the first call: a decoder hears each packet once
        self._decoded = 0

    def frames(self, container, *, is_whole: bool) -> Iterator["av.AudioFrame"]:
        """Yield the frames of the packets that are new, skipping packets that cannot be read.

        The last packet of a part waits for the next one: it may be cut off.
        """
        from av.error import InvalidDataError

        stream = audio_of(container)
        self._context = self._context or stream.codec_context
        self.has_any = bool(self.has_any)
        for packet in self._new(container.demux(stream), is_whole=is_whole):
            self.has_any = self.has_any or packet.size > 0
            try:
                yield from self._context.decode(packet)
            except InvalidDataError:
                continue

    def _new(self, packets: Iterator["av.Packet"], *, is_whole: bool) -> Iterator["av.Packet"]:
        held = None
        for packet in itertools.islice(packets, self._decoded, None):
            if is_whole:
                self._decoded += 1
                yield packet
                continue
            if held is not None:
                self._decoded += 1
                yield held
            if not packet.size:  # it empties the decoder
                return
            held = packet


def audio_of(container) -> "av.AudioStream":
    if not container.streams.audio:
        raise WrongMedia("In dit bestand zit geen geluid.")
    stream = container.streams.audio[0]
    context = stream.codec_context
    if context.name not in _CODECS | _PCM:
        raise WrongMedia("Dit soort geluidsbestand kunnen we niet lezen. Gebruik webm, mp4, ogg of wav.")
    _check_size(context.channels, context.sample_rate)
    return stream


def _check_size(channels: int, rate: int) -> None:
    if 0 < rate < _MIN_RATE:  # 0: not known before the first sound
        raise WrongMedia("De kwaliteit van dit geluidsbestand is te laag om er spraak in te verstaan.")
    if channels > _MAX_CHANNELS or channels * rate > _MAX_CHANNELS * _MAX_RATE:
        raise WrongMedia(
            "Dit geluidsbestand heeft te veel kanalen of een te hoge kwaliteit. Neem op in mono of stereo, met "
            f"hoogstens {_MAX_RATE // 1000} kHz."
        )


def longer_than(most: int) -> Exception:
    """Return what says that a file has more than ``most`` seconds of sound."""
    if most < MAX_SECONDS:
        return TakesLong()
    return TooLarge(f"Deze opname is langer dan {most // 60} minuten. Verdeel hem in kortere stukken.", code="too_long")


def _shape(frame: "av.AudioFrame") -> tuple[str, str, int]:
    return frame.format.name, frame.layout.name, frame.sample_rate
