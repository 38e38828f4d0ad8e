"""A sound file that a user chose, up to an hour: checked, and read piece by piece (security.md S88).

Its bytes are in memory, and of its sound one piece: decoding stops at the end of a piece and continues there. Each step
is done in the thread for what takes long, in its turn among other heavy work, and its processor time counts.
"""

import hashlib
import io
import logging
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ....core.bounded_executor import give_way
from ....core.shares import Holder, heavy
from ....errors import TooLarge
from . import containers, cutting, mp4, refusals
from .decoding import Decoder
from .samples import RATE, integers
from .uploads import checks
from .vad import Sound
from .work import Work

if TYPE_CHECKING:
    import av

log = logging.getLogger(__name__)

Result = TypeVar("Result")

#: Bytes and seconds of one file (concepts/dictation.md).
BYTES, SECONDS = 64 * 1024 * 1024, 60 * 60
#: Seconds of processor time for reading one file, again if it continues after an interruption; an hour takes about ten.
_MAX_WORK = 30.0
#: Seconds by which a file may have more sound than it or its packets say, and less.
_MORE, _LESS = 60, 2.0
#: Seconds up to which a file counts as one of 60 minutes: a codec adds a little at both ends.
_LONGEST = SECONDS + 5
#: Packets between two looks at the time.
_MANY = 500
_NOT_SOUND = (
    "Dit bestand is geen geluidsopname die we kunnen lezen. Kies een m4a-, mp3-, wav-, ogg-, webm- of flac-bestand."
)


class SoundFile:
    """One file, for the event loop: its bytes are added, then it is measured, then its pieces are taken in order."""

    MAX_BYTES, MAX_SECONDS = BYTES, SECONDS

    def __init__(self, *, account: str = "", organization: str = "") -> None:
        """``account`` and ``organization`` are whose file it is: its steps take turns with their other heavy work."""
        self.size = 0  #: bytes that were added
        self._holder = Holder(account, organization)
        self._data = io.BytesIO()
        self._digest = hashlib.sha256()
        self._reading: _Reading | None = None

    @property
    def digest(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal."""
        return self._digest.hexdigest()

    @property
    def ends_early(self) -> bool:
        """Whether the file has less sound than it announces, as far as it was read by now."""
        return self._reading is not None and self._reading.ends_early

    @property
    def took_too_long(self) -> bool:
        """Whether reading it was ended because it took too much of the processor."""
        return self._reading is not None and self._reading.work.took_too_long

    def add(self, part: bytes) -> None:
        """Take the next bytes. Raises ``TooLarge``."""
        self.size += len(part)
        if self.size > self.MAX_BYTES:
            raise self.too_many_bytes()
        self._data.write(part)
        self._digest.update(part)

    @staticmethod
    def too_many_bytes() -> TooLarge:
        """Return the error for a file above ``MAX_BYTES``."""
        return TooLarge("Deze opname is te groot: een bestand mag hoogstens 64 MB zijn.")

    async def measure(self) -> float:
        """Return how many seconds of sound the file has, once all of it has been added.

        Raises ``Invalid`` (empty, or nothing in it can be read), ``WrongMedia`` (not sound) and ``TooLarge`` (too long,
        or it takes too much of the processor).
        """
        data = self._data.getvalue()
        self._data.close()
        self._reading = _Reading(data)
        return await self._in_turn(self._reading.measure)

    async def piece(self, skip: int = 0) -> tuple[Sound, int] | None:
        """Return the next piece, without samples if it has no voice, and where it ends (samples from the beginning).

        ``None`` after the last. ``skip``: at the first call, the samples that the pieces before had. Raises
        ``TooLarge`` when the file has more sound, or takes more of the processor, than it may, and ``Invalid`` when it
        has more than it says.
        """
        if self._reading is None:
            raise RuntimeError("a file is measured first")
        return await self._in_turn(self._reading.piece, skip)

    def close(self) -> None:
        """Let go of the file at once; no piece can be taken any more."""
        self._data.close()
        if self._reading is not None:
            self._reading.close()

    async def _in_turn(self, work: Callable[..., Result], *arguments: int) -> Result:
        async with heavy().turn(self._holder):
            return await checks.run(work, *arguments, account=f"{self._holder.account}:file", is_slow=True)


class _Reading:
    """The file in the thread: one step at a time."""

    def __init__(self, data: bytes) -> None:
        self.ends_early = False
        self.work = Work(_MAX_WORK)
        self._data = data
        self._kind = ""
        self._seconds = 0.0  # of sound, as measured
        self._has_index = False  # which says where each packet of a whole file is, and how long all are
        self._samples: Iterator[np.ndarray] | None = None
        self._next = np.empty((cutting.LONGEST + 1) * RATE, dtype=np.int16)
        self._count = 0  # of the samples in ``_next``
        self._end = 0  # of the last piece

    def measure(self) -> float:
        with self.work:
            self._data, self._kind = containers.recognised(self._data, otherwise=_NOT_SOUND)
            if containers.ends_before_sound(self._data, self._kind):
                raise refusals.damaged()
            self.work.check()
            self._seconds = self._measured()
        if not self._seconds:
            raise refusals.damaged()
        if self._seconds > _LONGEST:
            raise refusals.longer_than(_LONGEST)
        return self._seconds

    def _measured(self) -> float:
        """Return the seconds that the file announces, or that its packets are, if it says so before them only."""
        announced = seconds = reached = 0.0
        try:
            with containers.opened(self._data, self._kind) as container:
                stream = containers.audio_of(container)
                if self._kind in containers.ANNOUNCING:
                    announced = containers.announced_seconds(container)
                if announced > _LONGEST:
                    return announced
                if self._kind == "mp4" and stream.duration and stream.time_base and not mp4.is_fragmented(self._data):
                    self._has_index = True
                    return float(stream.duration * stream.time_base)
                for seconds, reached in self._packets(container, stream):  # noqa: B007  the last one counts
                    if seconds > _LONGEST:
                        break
        except containers.broken() as error:
            log.info("audio: a %s file ends early (%s)", self._kind, type(error).__name__)
            self.ends_early = True
        self.ends_early = self.ends_early or announced - reached > _LESS
        return seconds

    def _packets(self, container, stream: "av.AudioStream") -> Iterator[tuple[float, float]]:
        """Yield the seconds of sound, and of time with what was left out in it, up to the end of each packet."""
        units, first = 0, None  # whole numbers: of fractions an hour would be more than an hour
        for number, packet in enumerate(container.demux(stream)):
            if number % _MANY == 0:
                self.work.check()
                give_way()
            if not packet.size or packet.time_base is None:
                continue
            units += packet.duration or 0
            reached = units
            if packet.pts is not None:
                first = packet.pts if first is None else first
                reached = packet.pts - first + (packet.duration or 0)
            yield float((units or reached) * packet.time_base), float(max(units, reached) * packet.time_base)

    def piece(self, skip: int) -> tuple[Sound, int] | None:
        samples = self._samples  # ``close`` may come meanwhile
        if samples is None:
            samples = self._samples = self._all(skip)
            self._end = skip
        with self.work:
            while self._count < cutting.LONGEST * RATE and (part := next(samples, None)) is not None:
                self._next[self._count : self._count + len(part)] = part
                self._count += len(part)
                self.work.check()
                give_way()
        if not self._count:
            return None
        size = cutting.end_of_piece(self._next[: min(self._count, cutting.LONGEST * RATE)])
        samples = self._next[:size].copy()
        self._next[: self._count - size] = self._next[size : self._count].copy()
        self._count -= size
        self._end += size
        return Sound.of(samples), self._end

    def close(self) -> None:
        """Free the bytes without a garbage collection: the samples that are left refer to this object."""
        self._samples, self._data = None, b""

    def _all(self, skip: int) -> Iterator[np.ndarray]:
        """Yield the samples of the file from this one on, a fraction of a second at a time."""
        decoder = Decoder(self._kind, self.work)
        count, most = 0, min(_LONGEST, math.ceil(self._seconds) + _MORE) * RATE
        for part in decoder.samples(self._data, _LONGEST, is_whole=True):
            before, count = count, count + len(part)
            if count > most:
                raise refusals.longer_than(_LONGEST) if count > _LONGEST * RATE else refusals.damaged()
            for at in range(max(0, skip - before), len(part), RATE):
                yield integers(part[at : at + RATE])
        if decoder.ends_early or (self._has_index and count < (self._seconds - _LESS) * RATE):
            self.ends_early = True
