"""From audio to text: transcribe each segment once, and add it to the dictation's draft (concepts/dictation.md).

A segment is identified by (user, dictation, position). Uploading it again, in parallel, after a lost response or after
a crash, returns the same text; it is transcribed once. Its stored state is in ``segments``.
"""

import asyncio
import dataclasses
import logging
import time
import uuid
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlmodel import col

from ... import clock
from ...core import metrics
from ...db.models import Dictation, DictationSegment
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ...dutch.characters import cleaned
from ...errors import Conflict, DomainError, Invalid, NotFound, TooMany
from ...integrations import speech
from ...integrations.speech import Arriving
from ..drafts import drafts, unsure
from ..processing import engine_choice, steps
from ..processing.steps import Step
from ..shared import locks
from ..shared.identity import CurrentUser
from . import _moments, replacements
from . import segments as _segments
from ._moments import Moments
from .segments import SegmentResult

MAX_AUDIO_BYTES = speech.MAX_BYTES


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a chosen file, whose sound was checked already."""

    sound: speech.Sound

    async def examine(self) -> speech.Sound:
        """Return the sound."""
        return self.sound


#: A recording: its bytes, what has been added to ``arriving`` by now, which must be all of it, or a piece of a file.
Audio = bytes | Arriving | Piece
#: The last position of a segment: at 15 s each, after three shorter ones, more than 40 hours.
MAX_POSITION = 9_999
#: Segments of one user that are processed at once, so that one user's backlog does not block others (security.md S33).
MAX_AT_ONCE = 6
#: Seconds for which an upload waits for its text: a line that is silent for longer is closed by what is in between.
PATIENCE = 20.0
#: Codes of the failures at which nothing is wrong: the segment waits for its turn, here or on the device.
WAITING = frozenset(("in_progress", "busy", "own_backlog"))

#: Texts of segments are kept only for repeated uploads: a day after the dictation was finished, at most a week.
_KEPT_AFTER_FINISH = timedelta(hours=24)
_KEPT_AT_MOST = timedelta(days=7)
#: Sound waits on the device for its owner and a connection; what says longer, or less than nothing, has
#: a clock that was set, and tells nothing.
_LONGEST_AGO = timedelta(days=31)

#: Milliseconds by which a segment's sound may differ from what the recorder says it recorded.
_TOLERATED_MS = 300

log = logging.getLogger(__name__)

_running: dict[tuple[uuid.UUID, uuid.UUID, int], "asyncio.Task[SegmentResult]"] = {}
_busy: Counter[uuid.UUID] = Counter()

metrics.SEGMENTS.set_function(lambda: len(_running))


@dataclass(frozen=True, slots=True)
class UnfinishedDictation:
    """A dictation that was never finished: a browser that closed, or one that is still recording."""

    id: uuid.UUID
    draft_id: uuid.UUID | None
    segments: int


def start_loading() -> None:
    """Load the speech engine in the background (server startup)."""
    speech.start_loading()


def speech_state() -> tuple[str, str]:
    """Return ``ready``, ``loading``, ``failing`` or ``missing``, and a Dutch sentence about it (``/readyz``)."""
    return speech.state(), speech.ready()[1]


def speech_note() -> str:
    """Return what the person who dictates should know about an engine that works, in Dutch; '' when there is none."""
    is_ready, sentence = speech.ready()
    return sentence if is_ready else ""


def audio_too_large() -> Exception:
    """Return the error for an upload above ``MAX_AUDIO_BYTES``, for the code that reads the upload."""
    return speech.too_many_bytes()


def arriving(user: CurrentUser) -> Arriving:
    """Return what takes the bytes of this user's upload as they arrive."""
    return Arriving(account=user.holder.account, organization=user.holder.organization)


async def transcribe(user: CurrentUser, audio: Audio) -> str:
    """Return the words in one audio file as they were heard: nothing is stored, so none could be put back.

    Raises ``Invalid``, ``WrongMedia``, ``TooLarge`` (the audio), ``Invalid`` code ``no_speech``, ``TooMany`` and
    ``Unavailable`` (the engine).
    """
    return (await _transcribed(user, audio)).text


async def transcribe_again(user: CurrentUser, audio: Audio) -> tuple[str, Moments]:
    """Return the words of a segment in which nothing was understood before, as heard, and their moments.

    Nothing is stored, so no replaced word could be shown or put back. Raises what ``transcribe`` raises.
    """
    answer = await _transcribed(user, audio)
    return answer.text, _moments.of(answer)


async def _transcribed(user: CurrentUser, audio: Audio) -> speech.Answer:
    _take_place(user)
    try:
        sound = await _examine(user, audio)
        step = await run_in_transaction(_begin_alone, user)
        try:
            answer = await _heard(sound, speech.QueueKey(str(user.id)), step)
        except BaseException:
            await asyncio.shield(steps.fail_now(step))
            raise
        await run_in_transaction(steps.finish_speech, step, None, sound.seconds, len(answer.text))
    finally:
        _leave_place(user)
    if not answer.text:
        raise Invalid("Geen spraak herkend", code="no_speech")
    return answer


async def _begin_alone(session: WriteSession, user: CurrentUser) -> Step:
    """Begin a step for sound of no dictation."""
    return await steps.begin_speech(session, user, await engine_choice.for_speech(session, user))


def words_of(user: CurrentUser, dictation_id: uuid.UUID | str, position: int | str) -> Moments:
    """Return the moments of a transcribed segment's words, if any of them is unsure and they are still known."""
    return _moments.recall((user.id, checked_id(dictation_id), _position(position)))


async def transcribe_segment(
    user: CurrentUser,
    dictation_id: uuid.UUID | str,
    position: int | str,
    audio: Audio,
    draft_id: uuid.UUID | str | None = None,
    started_ago: timedelta = timedelta(),
    *,
    recorded_ms: int | None = None,
) -> SegmentResult:
    """Return the words of one segment of a dictation, '' when it has no voice; it is transcribed once, even if it is
    uploaded more often.

    ``draft_id`` is the draft this dictation continues, read with its first segment; ``started_ago`` is how long ago the
    dictation began, which dates a new draft. ``recorded_ms`` is how long the recorder says the segment is: where the
    sound says otherwise, the log does, because a browser then loses sound. Raises what ``transcribe`` raises,
    ``NotFound`` (another user's dictation; a missing draft, code ``draft_not_found``), ``Invalid`` (malformed id or
    position), and ``Conflict`` code ``in_progress`` when it takes longer than ``PATIENCE``, or another worker is at it:
    the work continues, and uploading it again asks how far it is.
    """
    key = (user.id, checked_id(dictation_id), _position(position))
    began = clock.now() - (started_ago if timedelta() <= started_ago <= _LONGEST_AGO else timedelta())
    task = _under_way(user, key, audio, draft_id, began, recorded_ms)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        raise Conflict("Deze opname wordt nog verwerkt.", code="in_progress", retry_after=1)
    return task.result()


async def transcribe_piece(
    user: CurrentUser,
    dictation_id: uuid.UUID,
    position: int,
    piece: Piece,
    draft_id: uuid.UUID | None,
    began: datetime,
) -> SegmentResult:
    """Do the same as ``transcribe_segment`` for a piece of a chosen file, however long it takes.

    It waits for all that users say. A cancelled caller leaves it to finish.
    """
    return await asyncio.shield(_under_way(user, (user.id, dictation_id, position), piece, draft_id, began, None))


def _under_way(
    user: CurrentUser,
    key: tuple[uuid.UUID, uuid.UUID, int],
    audio: Audio,
    draft_id: uuid.UUID | str | None,
    began: datetime,
    recorded_ms: int | None,
) -> "asyncio.Task[SegmentResult]":
    """Return the task that transcribes the segment, begun now unless it runs already."""
    task = _running.get(key)
    if task is None:
        _take_place(user)
        # A separate task: if the browser disconnects, the work continues, and its next retry finds the text.
        task = asyncio.create_task(_transcribe_once(user, key[1], key[2], audio, draft_id, began, recorded_ms))
        _running[key] = task
        task.add_done_callback(lambda done: _ended(user, key, done))
    return task


async def finish(session: WriteSession, user: CurrentUser, dictation_id: uuid.UUID | str) -> drafts.DraftView | None:
    """Finish the dictation, so that the user can edit the draft: later segments are appended to it.

    Returns the draft, or ``None`` when nothing was said or the draft was deleted. Raises ``NotFound``.
    """
    dictation = await close(session, user, checked_id(dictation_id))
    if dictation.draft_id is None:
        return None
    try:
        return await drafts.get_draft(session, user, dictation.draft_id)
    except NotFound:
        return None


async def close(session: WriteSession, user: CurrentUser, dictation_id: uuid.UUID) -> Dictation:
    """Finish the dictation without a look at its draft. Raises ``NotFound``."""
    await locks.caller(session, user)
    dictation = await _segments.own(session, user, dictation_id)
    if dictation is None:
        raise _segments.unknown()
    if dictation.finished_at is None:
        dictation.finished_at = clock.now()
        await session.flush()
    return dictation


async def unfinished(session: ReadSession, user: CurrentUser) -> list[UnfinishedDictation]:
    """Return the user's unfinished dictations, newest first."""
    heard = func.count(col(DictationSegment.text))
    rows = await session.execute(
        select(col(Dictation.id), col(Dictation.draft_id), heard)
        .outerjoin(DictationSegment, col(DictationSegment.dictation_id) == col(Dictation.id))
        .where(
            col(Dictation.user_id) == user.id,
            col(Dictation.organization_id) == user.organization_id,
            col(Dictation.finished_at).is_(None),
        )
        .group_by(col(Dictation.id), col(Dictation.draft_id), col(Dictation.created_at))
        .order_by(col(Dictation.created_at).desc())
    )
    return [UnfinishedDictation(*row) for row in rows.all()]


async def purge(session: WriteSession) -> int:
    """Delete the segment texts that have expired; return how many dictations were changed. Run it hourly.

    A finished dictation keeps its emptied segments for a week: a late repeated upload must not add the same words to
    the draft again.
    """
    _moments.forget_old()
    now = clock.now()
    old = await locks.free(session, Dictation, col(Dictation.created_at) < now - _KEPT_AT_MOST)
    await session.execute(delete(Dictation).where(col(Dictation.id).in_(old)))
    texts_left = (
        col(DictationSegment.dictation_id) == col(Dictation.id),
        col(DictationSegment.text) != "",
    )
    full = or_(col(Dictation.base_text) != "", select(col(DictationSegment.id)).where(*texts_left).exists())
    ended = await locks.free(session, Dictation, col(Dictation.finished_at) < now - _KEPT_AFTER_FINISH, full)
    await session.execute(
        update(DictationSegment)
        .where(col(DictationSegment.dictation_id).in_(ended), col(DictationSegment.text).is_not(None))
        .values(text="", heard=None)
    )
    await session.execute(update(Dictation).where(col(Dictation.id).in_(ended)).values(base_text=""))
    return len(old) + len(ended)


async def finish_all() -> None:
    """Wait for the segments being transcribed (server stop); unfinished segments are uploaded again."""
    if _running:
        await asyncio.wait(_running.values(), timeout=10)


async def _examine(user: CurrentUser, audio: Audio) -> speech.Sound:
    if isinstance(audio, bytes):
        holder = user.holder
        return await speech.examine(audio, account=holder.account, organization=holder.organization)
    return await audio.examine()


async def _heard(sound: speech.Sound, place: speech.QueueKey, step: Step) -> speech.Answer:
    if not sound.speaks:
        return speech.Answer("")
    began = time.perf_counter()
    async with speech.turn(place, sound, step.profile):
        metrics.SPEECH_WAIT.observe(time.perf_counter() - began)
        with steps.under_way(step):
            answer = await speech.transcribe(sound.samples, step.profile)
    return dataclasses.replace(answer, text=cleaned(answer.text).strip())


async def _transcribe_once(
    user: CurrentUser,
    dictation_id: uuid.UUID,
    position: int,
    audio: Audio,
    draft_id: uuid.UUID | str | None,
    began: datetime,
    recorded_ms: int | None,
) -> SegmentResult:
    # Decoded while the segment is leased: the person who waits for the last one waits for the longer of the two.
    examining = asyncio.create_task(_examine(user, audio))
    examining.add_done_callback(_retrieve)
    try:
        await asyncio.sleep(0)  # decoding begins first: on SQLite the claim holds the event loop until it is done
        if speech.is_slow(user.holder.account):
            await examining  # most of what such an account sends is refused: not a write for each
        claimed = await run_in_transaction(_segments.claim, user, dictation_id, position, draft_id)
    except BaseException:
        examining.cancel()
        raise
    if isinstance(claimed, SegmentResult):
        examining.cancel()
        return claimed
    renewing = asyncio.create_task(_segments.keep(claimed.lease))
    try:
        place = speech.QueueKey(str(user.id), str(dictation_id), position, is_file=isinstance(audio, Piece))
        lists = await replacements.lists(user)  # before the answer, which the user is waiting for
        sound = await examining
        decoded_ms = round(sound.seconds * 1000)
        if recorded_ms is not None and abs(recorded_ms - decoded_ms) > _TOLERATED_MS:
            log.warning("segment %d: recorded %d ms, decoded %d ms", position, recorded_ms, decoded_ms)
        answer = await _heard(sound, place, claimed.step)
        _moments.remember((user.id, dictation_id, position), answer)
        spelled = await replacements.spelled(user, answer.text, lists)
        spots = unsure.heard(answer.text, ((cleaned(one.text), one.is_unsure) for one in answer.words))
        spots = unsure.respelled(spots, [(one.at, one.word, one.heard) for one in spelled.changes])
        stored = (user, dictation_id, claimed, spelled, spots, began)
        return await run_in_transaction(_segments.store, *stored, seconds=sound.seconds)
    except Exception as error:
        await _segments.release(claimed.lease)
        await steps.fail_now(claimed.step, error.code if isinstance(error, DomainError) else "")
        raise
    finally:
        renewing.cancel()


def _take_place(user: CurrentUser) -> None:
    if _busy[user.id] >= MAX_AT_ONCE:
        raise TooMany(
            "Er worden al meerdere opnames van je verwerkt. Deze volgt zo vanzelf.", code="own_backlog", retry_after=2
        )
    _busy[user.id] += 1


def _leave_place(user: CurrentUser) -> None:
    _busy[user.id] -= 1
    if not _busy[user.id]:
        del _busy[user.id]


def _ended(user: CurrentUser, key: tuple[uuid.UUID, uuid.UUID, int], task: "asyncio.Task[SegmentResult]") -> None:
    _running.pop(key, None)
    _leave_place(user)
    _retrieve(task)


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Retrieve a failure that no caller waits for any more: an unretrieved one is logged as a bug."""
    if not task.cancelled():
        task.exception()


def checked_id(value: uuid.UUID | str) -> uuid.UUID:
    try:
        return value if isinstance(value, uuid.UUID) else uuid.UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise Invalid("Ongeldig kenmerk van het dictee.", code="invalid_dictation") from None


def _position(value: int | str) -> int:
    text = str(value)
    position = int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else -1
    if not 0 <= position <= MAX_POSITION:
        raise Invalid(f"Ongeldig volgnummer van de opname: het loopt van 0 tot {MAX_POSITION}.", code="invalid_segment")
    return position
