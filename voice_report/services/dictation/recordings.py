"""A sound file that a user chose, such as a phone's voice memo: written out piece by piece (concepts/dictation.md).

The file is in the memory of one process, which holds a lease on it (``_recording_rows``). Each piece is a segment of
the dictation with the same id, so what holds for segments holds here: a piece that has its text is not transcribed
again, and the draft grows with each. When the process is killed, the lease ends; the file, chosen again, continues
where it was. A session that ended, and a draft that was deleted, end it at the next piece.
"""

import asyncio
import contextlib
import itertools
import logging
import math
import time
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from ... import clock
from ...db.session import WriteSession, run_in_transaction, run_reading
from ...errors import Conflict, DomainError, Invalid, NotFound, NotSignedIn, TooLarge, TooMany, Unavailable, WrongMedia
from ...integrations import speech
from ...integrations.speech import SoundFile
from ..sessions import sessions
from ..shared import leases, rate_limits, tokens
from ..shared.identity import CurrentUser, parse_id
from . import _recording_rows as rows
from . import dictation
from ._recording_rows import Claimed, RecordingView, busy, release_all, unfinished
from .dictation import Piece

__all__ = [
    "MAX_BYTES",
    "NAMESPACE",
    "Place",
    "RecordingView",
    "UnderWay",
    "begin",
    "busy",
    "checked_id",
    "finish_all",
    "known_id",
    "look",
    "pieces",
    "release_all",
    "stop",
    "too_many_bytes",
    "under_way",
    "unfinished",
]

MAX_BYTES = SoundFile.MAX_BYTES
#: Files of one process that are in memory at once (security.md S88).
MOST_FILES = 2
#: Namespace of a file's id: UUIDv5 of this, of ``USER_KEY:SHA256``. The page makes the same.
NAMESPACE = uuid.UUID("6f0c1c1e-6a5b-5d0e-9a57-0c7b8f1d2a40")

_RENEW_EVERY = 20.0
#: Seconds for which a piece waits for an engine that refuses it; then the file leaves the memory, to be sent again.
_NOT_COUNTED = 5  # seconds beyond whole minutes: a memo of an hour is a little longer
_PATIENCE = 300.0
_LONGEST_PAUSE = 30.0
_RETRY_AFTER = 30

log = logging.getLogger(__name__)

Result = TypeVar("Result")

#: Replaced in tests, so that they do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

#: A file that is not whole keeps its place while others wait, if it comes at this many bytes per second (1 Mbit/s) but
#: for its first seconds: a memo of five minutes fits in them at a quarter of that.
_KEEPS_ITS_PLACE, _FIRST_SECONDS = 128 * 1024, 60.0
#: Seconds for which who was refused is waited for: the page asks again after ``_RETRY_AFTER``, and sends the file whole
#: before it reads that it is refused (``edge.bodies``).
_WAITS = 90.0

_places: dict[uuid.UUID, "Place"] = {}  # of each user whose file arrives here, or is written out
_waiting: dict[uuid.UUID, tuple[str, float]] = {}  # users by their last request: the organization and the moment
_running: set["asyncio.Task[None]"] = set()


class UnderWay(Exception):
    """This process has the file with this id already: nothing of it is read again."""

    def __init__(self, recording_id: uuid.UUID) -> None:
        super().__init__()
        self.recording_id = recording_id


class Place:
    """The place in memory of one file, from its first byte until it is written out; an asynchronous context manager.

    Places are given in order of request, one to an organization. A file that arrives slowly gives
    its place to one that waits: sending little is no way to hold up others.
    """

    def __init__(self, user: CurrentUser) -> None:
        self.sound = SoundFile(
            account=user.holder.account, organization=user.holder.organization
        )  #: takes the bytes of the file
        self.recording_id: uuid.UUID | None = None  #: of the file that has, or had, the place
        self._user_id = user.id
        self._organization = user.holder.organization or user.holder.account
        self._since = math.inf  # when its first byte came, until all are there
        self._is_handed_over = False
        self._arriving = asyncio.timeout(None)

    def take(self, recording_id: str) -> None:
        """Take the place for this file, before its first byte.

        Raises ``UnderWay``, ``Invalid`` (no id), ``Conflict`` code ``recording_busy`` (the user has another file here)
        and ``Unavailable`` code ``busy`` (``MOST_FILES``, and one of the organization).
        """
        wanted = checked_id(recording_id)
        present = _places.get(self._user_id)
        if present is not None:
            raise UnderWay(wanted) if present.recording_id == wanted else busy()
        now = time.monotonic()
        ahead = self._ahead(now)
        while in_the_way := self._in_the_way(ahead):
            slowest = max(in_the_way, key=lambda place: place._lateness(now))
            if slowest._lateness(now) <= 0:
                raise _no_place()
            slowest._give_way()
        if self._organization in ahead or len(_places) + len(ahead) >= MOST_FILES:
            raise _no_place()
        del _waiting[self._user_id]
        _places[self._user_id] = self
        self.recording_id, self._since = wanted, now

    def keep(self) -> None:
        """Keep the place from now on: all bytes of the file are there. Raises ``Unavailable`` when it was lost."""
        if _places.get(self._user_id) is not self:
            raise _no_place()
        self._since = math.inf

    def hand_over(self, work: "asyncio.Task[None]") -> None:
        """Keep the place until this work has ended."""
        self._is_handed_over = True
        work.add_done_callback(lambda _done: self._leave())

    async def __aenter__(self) -> "Place":
        """Count the upload. Raises ``TooMany``."""
        await rate_limits.hit("recording", str(self._user_id))
        await self._arriving.__aenter__()
        return self

    async def __aexit__(self, *raised: Any) -> None:
        """Free the place, unless it was handed over. Raises ``Unavailable`` when it was given to another."""
        if not self._is_handed_over:
            self._leave()
            self.sound.close()
        try:
            await self._arriving.__aexit__(*raised)
        except TimeoutError:
            raise _no_place() from None
        finally:
            if self.recording_id is None:  # refused before its first byte
                await rate_limits.give_back(("recording", str(self._user_id)))

    def _ahead(self, now: float) -> set[str]:
        """Note that this user waits; return the organizations that waited before, and have no place."""
        for user_id, (_, asked) in [*_waiting.items()]:
            if asked < now - _WAITS:
                del _waiting[user_id]
        _waiting[self._user_id] = self._organization, now  # which keeps the order of one that waited already
        ahead = itertools.takewhile(lambda user_id: user_id != self._user_id, _waiting)
        return {_waiting[user_id][0] for user_id in ahead} - {place._organization for place in _places.values()}

    def _in_the_way(self, ahead: set[str]) -> list["Place"]:
        """Return the places of which one has to be free before this one is taken."""
        own = [place for place in _places.values() if place._organization == self._organization]
        return own or ([*_places.values()] if len(_places) + len(ahead) >= MOST_FILES else [])

    def _lateness(self, now: float) -> float:
        """Return for how many seconds a file that is not whole came slower than it may while others wait."""
        return now - self._since - _FIRST_SECONDS - self.sound.size / _KEEPS_ITS_PLACE

    def _give_way(self) -> None:
        """Free the place at once, and end the request that sends the file."""
        self._leave()
        self._arriving.reschedule(0)

    def _leave(self) -> None:
        if _places.get(self._user_id) is self:
            del _places[self._user_id]


def _no_place() -> Unavailable:
    return Unavailable(
        "Er worden nu al andere opnames uitgeschreven. Die van jou volgt zodra er plaats is.",
        code="busy",
        retry_after=_RETRY_AFTER,
    )


def checked_id(value: str) -> uuid.UUID:
    """Return the id of a file. Raises ``Invalid``."""
    try:
        return uuid.UUID(value)
    except ValueError:
        raise Invalid("Ongeldig kenmerk van de opname.", code="invalid_recording") from None


def known_id(value: str) -> uuid.UUID:
    """Return the id in an address. Raises ``NotFound``."""
    return parse_id(value, rows.UNKNOWN)


def too_many_bytes() -> Exception:
    """Return the error for a file above ``MAX_BYTES``."""
    return speech.SoundFile.too_many_bytes()


async def begin(user: CurrentUser, place: Place, draft_id: str | None) -> RecordingView:
    """Begin to write out a file that has arrived whole, or continue with it, and return how far it is.

    ``draft_id``: the draft that gets its text at the end. Raises what ``SoundFile.measure`` raises, ``Invalid`` (other
    bytes than the id says), ``NotFound`` (the draft, code ``draft_not_found``), ``Conflict`` (another file of this user
    is under way), ``Unavailable`` (the place was given to another) and ``TooMany`` (minutes of sound in an hour).
    """
    place.keep()
    sound = place.sound
    recording_id = uuid.uuid5(NAMESPACE, f"{tokens.device_key(user.id)}:{sound.digest}")
    if place.recording_id != recording_id:
        raise Invalid("Dit is niet het bestand dat was gekozen. Kies het opnieuw.", code="invalid_recording")
    seconds = math.ceil(await _measured(user, sound))
    known = await run_reading(rows.look, user, recording_id)
    if known and rows.is_settled(known):
        return known
    left = seconds - (known.seconds_done if known else 0)
    minutes, cost = ("recording_minutes", str(user.id)), max(1, math.ceil((left - _NOT_COUNTED) / 60))
    await rate_limits.hit(*minutes, cost=cost)
    try:
        claimed = await run_in_transaction(rows.claim, user, recording_id, draft_id, seconds)
    except BaseException:
        await rate_limits.give_back(minutes, cost=cost)
        raise
    if isinstance(claimed, RecordingView):
        await rate_limits.give_back(minutes, cost=cost)
        return claimed
    work = asyncio.create_task(_write_out(user, sound, claimed))
    place.hand_over(work)
    _running.add(work)
    work.add_done_callback(_running.discard)
    return await look(user, recording_id)


async def _measured(user: CurrentUser, sound: SoundFile) -> float:
    """Return the seconds of sound in a file. Raises ``TooMany`` after too many that took too much of the processor."""
    slow = ("recording_slow", str(user.id))
    await rate_limits.take(slow)
    try:
        return await sound.measure()
    finally:
        if not sound.took_too_long:
            await rate_limits.give_back(slow)


async def under_way(user: CurrentUser, recording_id: uuid.UUID) -> RecordingView:
    """Return how far a file is that this process has already. Raises ``Conflict`` while it still arrives."""
    found = await run_reading(rows.look, user, recording_id)
    if found is None or not rows.is_settled(found):
        raise busy()
    return found


async def look(user: CurrentUser, recording_id: uuid.UUID) -> RecordingView:
    """Return how far the user's file is. Raises ``NotFound``."""
    found = await run_reading(rows.look, user, recording_id)
    if found is None:
        raise rows.unknown()
    return found


async def pieces(user: CurrentUser, recording_id: uuid.UUID, after: int) -> list[tuple[int, str]]:
    """Return (position, text) of the pieces from this position on. Raises ``NotFound``."""
    await look(user, recording_id)
    return await run_reading(rows.pieces, recording_id, after)


async def stop(session: WriteSession, user: CurrentUser, recording_id: uuid.UUID) -> None:
    """End the user's file where it is; its text stays. Raises ``NotFound``."""
    if await rows.look(session, user, recording_id) is None:
        raise rows.unknown()
    await rows.stop(session, user, recording_id)


async def finish_all() -> None:
    """End the files that are written out here (server stop): they can be sent again at once."""
    for work in _running:
        work.cancel()
    if _running:
        await asyncio.wait(_running, timeout=10)


class _Held:
    """The lease on a file, renewed by the work itself and meanwhile."""

    def __init__(self, lease: leases.Lease) -> None:
        self.lease = lease
        self._one = asyncio.Lock()

    async def renew(self, **columns: Any) -> bool:
        """Renew it, and store these columns; returns False when it was lost."""
        async with self._one:
            return await run_in_transaction(leases.renew, self.lease, rows.LEASE, **columns)

    async def keep(self) -> None:
        """Renew it until cancelled, or lost."""
        while True:
            await pause(_RENEW_EVERY)
            try:
                if not await self.renew():
                    return
            except DomainError as error:
                log.warning("recording: a lease could not be renewed (%s)", error.code)


async def _write_out(user: CurrentUser, sound: SoundFile, claimed: Claimed) -> None:
    """Write out the file, and store how it ended; an end that nothing is said of leaves it to be sent again."""
    held = _Held(claimed.lease)
    keeping = asyncio.create_task(held.keep())
    code, is_over = None, False
    try:
        is_over = await _all_pieces(user, sound, claimed, held)
        code = "cut_off" if sound.ends_early else None
    except (Invalid, TooLarge, WrongMedia) as error:
        code, is_over = error.code, True
        if sound.took_too_long:
            with contextlib.suppress(TooMany):
                await rate_limits.take(("recording_slow", str(user.id)))
    except (NotFound, NotSignedIn):
        pass  # the draft, or the account, is gone
    except DomainError as error:
        log.warning("recording: given back (%s)", error.code)
    except Exception:  # a bug must not leave the file in memory, nor its owner waiting
        log.exception("recording: an unexpected failure")
    finally:
        keeping.cancel()
        sound.close()
        try:
            if is_over:
                await _patiently(run_in_transaction, rows.end, user, claimed, code)
            else:
                await run_in_transaction(leases.end, held.lease)
        except Exception as error:  # noqa: BLE001  its lease ends by itself
            log.warning("recording: its end could not be stored (%s)", type(error).__name__)


async def _all_pieces(user: CurrentUser, sound: SoundFile, claimed: Claimed, held: _Held) -> bool:
    """Transcribe what is left, piece by piece; returns False when it has ended elsewhere, or its session has.

    The next piece is decoded while one is transcribed.
    """
    began, draft_id, position = clock.now(), claimed.draft_id, claimed.pieces_done
    upcoming = asyncio.create_task(_patiently(sound.piece, claimed.samples_done))
    try:
        while (found := await upcoming) is not None:
            piece, end = found
            upcoming = asyncio.create_task(_patiently(sound.piece))
            upcoming.add_done_callback(_retrieve)
            if not await _patiently(_goes_on, user, claimed.recording_id):
                return False
            result = await _patiently(
                dictation.transcribe_piece, user, claimed.recording_id, position, Piece(piece), draft_id, began
            )
            draft_id, position = result.draft_id, position + 1
            if not await _patiently(partial(held.renew, samples_done=end, pieces_done=position)):
                return False
        return True
    finally:
        upcoming.cancel()


async def _goes_on(user: CurrentUser, recording_id: uuid.UUID) -> bool:
    """Return whether the user's session lasts, and the file was not stopped. Raises ``NotFound`` when it is gone."""
    return await sessions.lasts(user) and (await look(user, recording_id)).state != rows.DONE


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Retrieve the failure of a piece that no work waits for any more."""
    if not task.cancelled():
        task.exception()


async def _patiently(work: Callable[..., Awaitable[Result]], *arguments: Any) -> Result:
    """Return what the work returns, tried again for ``_PATIENCE`` when there is no room for it, no engine or no
    database."""
    waited = 0.0
    while True:
        try:
            return await work(*arguments)
        except (Unavailable, TooMany, Conflict) as refused:
            if waited >= _PATIENCE:
                raise
            seconds = min(max(1.0, refused.retry_after or 5.0), _LONGEST_PAUSE)
            await pause(seconds)
            waited += seconds
