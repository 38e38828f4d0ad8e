"""What is stored of a chosen file: the lease on it, and how far it was written out (``recordings``)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, or_, select, update
from sqlmodel import col

from ... import clock
from ...db.models import Dictation, DictationSegment, Recording
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, NotFound
from ...integrations import speech
from ..shared import leases, locks
from ..shared.identity import CurrentUser
from . import dictation, segments

#: How long after its process was killed a file can be sent again.
LEASE = leases.longest(Recording)
#: Pieces in one answer: of an hour there are 240 at most.
MOST_PIECES = 200
#: Files that are shown as not done.
_MOST_UNFINISHED = 20

WORKING, DONE, FAILED = "working", "done", "failed"
READING, TRANSCRIBING, SEND_AGAIN = "reading", "transcribing", "send_again"

#: What the owner reads about a file that failed, or of which a part is missing, by its code.
_SENTENCES = {
    "no_speech": "Geen spraak herkend",
    "cut_off": "Het laatste deel van dit bestand kon niet worden gelezen. Wat gelezen kon worden, staat in de tekst.",
    "too_long": f"Deze opname is langer dan {speech.SoundFile.MAX_SECONDS // 60} minuten. Het begin staat in de tekst.",
    "unreadable_audio": "Een deel van dit bestand kon niet worden gelezen. Wat ervoor is gezegd, staat in de tekst.",
    "damaged_audio": "Een deel van dit bestand kon niet worden gelezen. Wat ervoor is gezegd, staat in de tekst.",
    "takes_too_long": "Deze opname kost te veel tijd om te lezen. Het begin staat in de tekst.",
}
_STOPPED = "stopped"  # the code of a file that its owner ended before its end
UNKNOWN = "Opname niet gevonden"


@dataclass(frozen=True, slots=True)
class RecordingView:
    """How far a chosen file is: ``state`` is 'reading', 'transcribing', 'done', 'failed' or 'send_again'.

    ``draft_id`` is ``None`` as long as nothing was said; ``message`` is the Dutch sentence, if there is something to
    say.
    """

    id: uuid.UUID
    draft_id: uuid.UUID | None
    state: str
    seconds_done: int
    seconds_total: int
    code: str | None
    message: str | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A file leased by this process, and where it continues."""

    recording_id: uuid.UUID
    lease: leases.Lease
    draft_id: uuid.UUID | None
    samples_done: int
    pieces_done: int


async def claim(
    session: WriteSession, user: CurrentUser, recording_id: uuid.UUID, draft_id: uuid.UUID | str | None, seconds: int
) -> Claimed | RecordingView:
    """Lease the file, or return how far it is when it is done, or another process has it.

    Raises ``Conflict`` code ``recording_busy`` while another file of this user is under way, and ``NotFound`` (another
    user's; a missing draft, code ``draft_not_found``).
    """
    await locks.caller(session, user)
    under_way = select(col(Recording.id)).join(Dictation, col(Dictation.id) == col(Recording.id)).where(*_own(user))
    others = under_way.where(col(Recording.id) != recording_id, ~leases.is_free(Recording)).limit(1)
    if (await session.execute(others)).first() is not None:
        raise busy()
    found = await segments.opened(session, user, recording_id, draft_id)
    row = await session.get(Recording, recording_id, populate_existing=True)
    if row is None:
        row = Recording(id=recording_id, seconds=seconds)
        session.add(row)
        await session.flush()
    taken = await leases.take(session, Recording, LEASE, col(Recording.id) == row.id) if may_continue(row) else None
    if taken is None:
        return _view(row, found.draft_id)
    row, lease = taken
    row.state, row.code = WORKING, None
    session.add(row)
    await session.flush()
    return Claimed(row.id, lease, found.draft_id, row.samples_done, row.pieces_done)


def may_continue(file: Recording | RecordingView) -> bool:
    """Return whether there may be more to write out of a file than there is."""
    return file.state != DONE or file.code == _STOPPED


def is_settled(file: RecordingView) -> bool:
    """Return whether nothing of a file has to be sent: it is under way, or all of it is written out."""
    return file.state in (READING, TRANSCRIBING) or not may_continue(file)


async def end(session: WriteSession, user: CurrentUser, claimed: Claimed, code: str | None) -> None:
    """Free a file of which everything was read that can be, and hand its draft over.

    ``code``: what is missing. Without a word in it, it has failed (``no_speech``).
    """
    closed = await dictation.close(session, user, claimed.recording_id)
    said = (col(DictationSegment.dictation_id) == claimed.recording_id, col(DictationSegment.text) != "")
    has_text = (await session.execute(select(col(DictationSegment.id)).where(*said).limit(1))).first() is not None
    # The texts of the pieces before are emptied a day after a stop; the draft has them.
    if not has_text and not (claimed.pieces_done and closed.draft_id):
        code = "no_speech"
    state = DONE if code in (None, "cut_off") else FAILED
    await leases.end(session, claimed.lease, state=state, code=code)


async def stop(session: WriteSession, user: CurrentUser, recording_id: uuid.UUID) -> None:
    """End a file where it is: what was written out stays, and it continues when it is sent again.

    The piece under way is not written any more. Raises ``NotFound``.
    """
    await dictation.close(session, user, recording_id)
    under_way = (col(DictationSegment.dictation_id) == recording_id, col(DictationSegment.text).is_(None))
    await session.execute(delete(DictationSegment).where(*under_way))
    ended = update(Recording).where(col(Recording.id) == recording_id, col(Recording.state) != DONE)
    await session.execute(ended.values(state=DONE, code=_STOPPED, claimed_until=None))


async def look(session: ReadSession, user: CurrentUser, recording_id: uuid.UUID) -> RecordingView | None:
    """Return how far the user's file is; ``None`` when it is not known, or another user's."""
    query = _rows(user).where(col(Recording.id) == recording_id)
    return next((_view(*row) for row in (await session.execute(query)).all()), None)


async def unfinished(session: ReadSession, user: CurrentUser) -> list[RecordingView]:
    """Return the user's latest files that are not done, newest first; those that failed without a word are left out."""
    shown = or_(col(Recording.state) == WORKING, col(Dictation.draft_id).is_not(None))
    query = _rows(user).where(col(Recording.state) != DONE, shown).order_by(col(Recording.created_at).desc())
    return [_view(*row) for row in (await session.execute(query.limit(_MOST_UNFINISHED))).all()]


async def pieces(session: ReadSession, recording_id: uuid.UUID, after: int) -> list[tuple[int, str]]:
    """Return the pieces that were written out, from this position on, in order, without a gap; '' for silent ones."""
    where = (col(DictationSegment.dictation_id) == recording_id, col(DictationSegment.position) >= after)
    query = select(col(DictationSegment.position), col(DictationSegment.text)).where(*where)
    found: list[tuple[int, str]] = []
    for position, text in await session.execute(query.order_by(col(DictationSegment.position)).limit(MOST_PIECES)):
        if position != after + len(found) or text is None:
            break
        found.append((position, text))
    return found


async def release_all(session: WriteSession) -> int:
    """Release every leased file (start of a single-process installation); returns how many."""
    leased = update(Recording).where(col(Recording.claimed_until).is_not(None))
    return (await session.execute(leased.values(claimed_until=None))).rowcount  # type: ignore[attr-defined]


def busy() -> Conflict:
    """Return the error for a second file of one user."""
    return Conflict(
        "Er wordt al een opname van je uitgeschreven. Daarna kun je de volgende kiezen.",
        code="recording_busy",
        retry_after=30,
    )


def unknown() -> NotFound:
    """Return the error for a file that does not exist or belongs to another user."""
    return NotFound(UNKNOWN)


def _own(user: CurrentUser) -> Sequence[Any]:
    return col(Dictation.user_id) == user.id, col(Dictation.organization_id) == user.organization_id


def _rows(user: CurrentUser) -> Select:
    query = select(Recording, col(Dictation.draft_id)).join(Dictation, col(Dictation.id) == col(Recording.id))
    return query.where(*_own(user))


def _view(row: Recording, draft_id: uuid.UUID | None) -> RecordingView:
    done = row.seconds if not may_continue(row) else min(row.seconds, row.samples_done // speech.RATE)
    state, message = row.state, _SENTENCES.get(row.code or _STOPPED)
    if state == WORKING and clock.is_coming(row.claimed_until, LEASE):
        state = TRANSCRIBING if row.pieces_done else READING
    elif state == WORKING:
        state = SEND_AGAIN
        minutes = max(1, round(row.seconds / 60))
        unit = "minuut" if minutes == 1 else "minuten"
        message = f"Opname voor {min(minutes, done // 60)} van {minutes} {unit} verwerkt."
        message += " Kies het bestand opnieuw om verder te gaan."
    return RecordingView(row.id, draft_id, state, done, row.seconds, row.code, message)
