"""From the bytes of a file to samples: of one upload, decoded while it arrives, or of any file, piece by piece."""

import itertools
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ....core.bounded_executor import give_way
from . import refusals
from .containers import (
    announced_seconds,
    announces,
    audio_of,
    broken,
    check_size,
    container_of,
    ends_before_sound,
    opened,
    recognised,
)
from .samples import RATE, Resampler, integers
from .work import Work

if TYPE_CHECKING:
    import av

log = logging.getLogger(__name__)

#: Seconds of processor time for decoding one upload; ten minutes of Opus take about one.
_MAX_WORK = 5.0
_NOT_SOUND = "Dit bestand is geen geluidsopname. Neem op in de app of kies een webm-, mp4-, ogg- of wav-bestand."
#: Containers that can be read before their end arrives: Chromium, Firefox and Safari (18.4) record them.
_IN_PARTS = frozenset({"matroska"})
#: Bytes, and seconds of processor time, up to which a file is decoded while it arrives: all packets are counted each
#: time. The recorder's longest segment has 300 KB, and takes 0.15 s.
_MOST_AHEAD = 1024 * 1024
_MOST_WORK_AHEAD = 1.0
#: Seconds of sound up to which it is: its samples are in memory for as long as the upload takes.
_MOST_SECONDS_AHEAD = 60
#: Samples for which room is made at once: ten seconds.
_ROOM = 10 * RATE


def decode(data: bytes) -> np.ndarray:
    """Return the audio as mono 16-bit samples at ``RATE``. Raises what ``Reading.finish`` raises."""
    return Reading().finish(data)


class Reading:
    """One upload on its way to samples; it can be decoded while it arrives. For one thread at a time."""

    def __init__(self) -> None:
        self.goes_ahead = True  #: whether ``ahead`` still does anything
        self._work = Work(_MAX_WORK)
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
            kind = container_of(data)
            if kind in _IN_PARTS and len(data) <= _MOST_AHEAD and self._work.spent < _MOST_WORK_AHEAD:
                self._decode(data, kind, min(_MOST_SECONDS_AHEAD, refusals.MAX_SECONDS), is_whole=False)
            else:
                self.goes_ahead = False
        except Exception as error:  # noqa: BLE001  whatever it is, the whole file is read again
            log.info("audio: not read while it arrives (%s)", type(error).__name__)
            self._begin()
            self.goes_ahead = False

    def finish(self, data: bytes, *, most: int | None = None) -> np.ndarray:
        """Return the whole file as mono 16-bit samples at ``RATE``: the same ones, however much was read ahead.

        Raises ``refusals.TakesLong`` beyond ``most`` seconds of sound, if given.

        A truncated file gives the part that could be read, which is none for one that ends before its first sound: a
        browser that was killed leaves such files. Raises ``Invalid`` (empty or unreadable), ``WrongMedia`` (not audio)
        and ``TooLarge`` (bytes or seconds).
        """
        if len(data) > refusals.MAX_BYTES:
            raise refusals.too_many_bytes()
        data, kind = recognised(data, otherwise=_NOT_SOUND)
        try:
            if ends_before_sound(data, kind):
                return np.empty(0, dtype=np.int16)
            decoder = self._decode(data, kind, min(most or refusals.MAX_SECONDS, refusals.MAX_SECONDS), is_whole=True)
            samples = self._samples
            samples.resize(self._count, refcheck=False)
        finally:
            self._begin()  # what it took is not needed while a user waits for the engine
        if not len(samples) and decoder.has_sound:
            raise refusals.damaged()
        return samples

    def _decode(self, data: bytes, kind: str, most: int, *, is_whole: bool) -> "Decoder":
        decoder = self._decoder = self._decoder or Decoder(kind, self._work)
        with self._work:
            for piece in decoder.samples(data, most, is_whole=is_whole):
                end = self._count + len(piece)
                if end > most * RATE:
                    raise refusals.longer_than(most)
                if end > len(self._samples):
                    # One large block grows in place, and is given back when it is freed: many small ones, joined at the
                    # end, take twice as much for a moment, and keep the heap from shrinking.
                    self._samples.resize(end + _ROOM, refcheck=False)
                self._samples[self._count : end] = integers(piece)
                self._count = end
                give_way()
        return decoder


def prepare() -> None:
    """Import what the first upload would otherwise wait for."""
    Resampler()


class Decoder:
    """Decodes and resamples the packets of one file that is still arriving: each call gets a longer part of it."""

    def __init__(self, kind: str, work: Work) -> None:
        self.ends_early = False  #: whether the file breaks off
        self._kind = kind
        self._work = work
        self._packets = _Packets()
        self._resampler = Resampler()
        self._shape: tuple[str, str, int] | None = None

    @property
    def has_sound(self) -> bool:
        """Whether the file has a packet of sound, readable or not, or could not be opened."""
        return self._packets.has_any is not False

    def samples(self, data: bytes, most: int, *, is_whole: bool) -> Iterator[np.ndarray]:
        """Yield what is new, a fifth of a second at a time; the caller stops after ``most`` seconds.

        Nothing of a file that announces more is decoded. Of a whole file that breaks off, what precedes is there.
        """
        try:
            with opened(data, self._kind) as container:
                if announces(self._kind, data) and announced_seconds(container) > most:
                    raise refusals.longer_than(most)
                for frame in self._packets.frames(container, is_whole=is_whole):
                    self._work.check()
                    yield from self._resampled(frame)
        except broken() as error:
            if not is_whole:
                raise
            # Without the message: FFmpeg's may quote from the file.
            log.info("audio: a %s file ends early (%s)", self._kind, type(error).__name__)
            self.ends_early = True
        if is_whole:
            try:
                yield from self._resampler.end()
            except broken():
                self.ends_early = True

    def _resampled(self, frame: "av.AudioFrame") -> Iterator[np.ndarray]:
        if self._shape not in (None, _shape(frame)):  # a chained file may change its format halfway
            yield from self._resampler.end()
            self._resampler = Resampler()
        if self._shape != _shape(frame):
            check_size(frame.layout.nb_channels, frame.sample_rate)
        self._shape = _shape(frame)
        yield from self._resampler.add(frame)


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


def _shape(frame: "av.AudioFrame") -> tuple[str, str, int]:
    return frame.format.name, frame.layout.name, frame.sample_rate
