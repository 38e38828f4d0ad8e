"""From an upload to checked sound, in threads; slow uploads are decoded as they arrive (concepts/dictation.md)."""

import asyncio
import io
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack, suppress
from weakref import WeakSet

import numpy as np

from ....core.bounded_executor import BoundedExecutor, Whose
from ....core.process import process_singleton
from ....core.shares import Holder, heavy
from ..fair_queue import BUSY, OWN
from .decoding import Reading
from .refusals import TakesLong
from .vad import Sound

#: Decoding is short; a waiting task holds its upload in memory, so the queue is bounded.
checks = BoundedExecutor("speech-audio", workers=2, waiting=32, busy=BUSY, own=OWN)

#: Seconds of sound that are decoded next to other users'. A longer file, which the recorder never makes, is begun
#: again in the thread for what takes long. One that announces less than it has was decoded up to here for nothing, so
#: what its account sends in the next minute is done in that thread, too.
_SHORT = 60

#: Seconds between two looks at what has arrived: the recorder sends each second of sound as soon as it is recorded.
_EVERY = 0.5
#: Uploads of one account that are decoded while they arrive: their samples are in memory until their last byte.
_AHEAD_AT_ONCE = 6
#: The same of all accounts: 125 MB, of the longest segments.
_AHEAD_OF_ALL = 64

_ahead: "WeakSet[Arriving]" = WeakSet()
#: Of the long files, one at a time is in memory as samples, from its decoding until it is transcribed: at most 19 MB.
_decoded = process_singleton(lambda: asyncio.Semaphore(1))


class Arriving:
    """The bytes of one upload, decoded while they arrive, so that little is left to do after the last of them.

    For the event loop. What arrives at once is decoded at once, at the end.
    """

    def __init__(self, *, account: str = "", organization: str = "") -> None:
        """``account`` and ``organization`` are whose upload it is, as for ``examine``."""
        self._account = account
        self._whose = Whose(account=account, organization=organization)
        self._data = io.BytesIO()  # its bytes are read without a copy of them
        self._reading = Reading()
        self._looking: asyncio.Task[None] | None = None
        self._looked_at = time.monotonic()

    def add(self, part: bytes) -> None:
        """Take the next bytes."""
        self._data.write(part)
        is_looking = self._looking is not None and not self._looking.done()
        if self._reading.goes_ahead and not is_looking and time.monotonic() - self._looked_at >= _EVERY:
            self._looked_at = time.monotonic()
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        """Decode what is there, unless other work waits for a thread: all of it can be decoded at the end as well."""
        others = [one for one in _ahead if one is not self]
        own = sum(one._account == self._account for one in others)
        if own < _AHEAD_AT_ONCE and len(others) < _AHEAD_OF_ALL and checks.is_free(self._account):
            _ahead.add(self)
            await checks.run(self._reading.ahead, self._data.getvalue(), **self._whose)

    async def examine(self) -> Sound:
        """Return the sound, once all of it has been added; its bytes are gone then. Raises what ``examine`` raises."""
        if self._looking is not None:
            await asyncio.wait({self._looking})
        _ahead.discard(self)
        data = self._data.getvalue()
        self._data.close()
        try:
            return await checks.run(_examine, data, self._reading, _SHORT, **self._whose)
        except TakesLong:
            checks.note_slow(self._account)
            return await self._examine_long(data)

    async def _examine_long(self, data: bytes) -> Sound:
        """Return the sound of a long file. Few are in memory at once: its place is freed together with its samples."""
        holder = Holder(**self._whose)
        with ExitStack() as places:
            places.enter_context(heavy().place(holder, own=OWN, busy=BUSY, code="own_backlog"))
            decoded = _decoded()
            await decoded.acquire()
            places.callback(decoded.release)
            async with heavy().turn(holder):
                sound = await checks.run(_examine, data, Reading(), None, **self._whose, is_slow=True)
            if len(sound.samples):
                _when_gone(sound.samples, places.pop_all().close)
            return sound


def _when_gone(samples: np.ndarray, call: Callable[[], None]) -> None:
    """Call this on the event loop once nothing refers to the samples any more; the last may be in any thread."""
    loop = asyncio.get_running_loop()

    def gone() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(call)

    weakref.finalize(samples, gone).atexit = False


async def examine(data: bytes, *, account: str = "", organization: str = "") -> Sound:
    """Decode an uploaded audio file and detect a voice; each ``account`` has one file decoded at a time.

    Raises ``Invalid``, ``WrongMedia`` or ``TooLarge`` with the sentence for the user (security.md S23), ``Unavailable``
    when too many uploads wait already, ``TooMany`` when the account or its organization has its share of them.
    """
    upload = Arriving(account=account, organization=organization)
    upload.add(data)
    return await upload.examine()


def _examine(data: bytes, reading: Reading, most: int | None) -> Sound:
    return Sound.of(reading.finish(data, most=most))
