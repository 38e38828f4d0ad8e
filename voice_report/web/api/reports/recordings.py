"""Chosen sound files: ``POST /api/recordings`` takes one whole, and it is written out piece by piece."""

import uuid
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.dictation import dictation, recordings
from ..guards import Caller, RepeatingCaller, note_activity
from ..responses import refusals
from ..shapes import Camel, PathId
from . import uploads

router = APIRouter(tags=["speech"])

_BODY = uploads.body(
    "m4a, mp3, wav, ogg, webm or flac; 64 MB and 60 minutes",
    "recordingId",
    recordingId=uploads.text(
        f"before `audio`: UUIDv5 in {recordings.NAMESPACE} of the user key, a colon, and the SHA-256 of the file in "
        "hexadecimal",
        format="uuid",
    ),
    draftId=uploads.text("the draft that gets the text at its end; without it there is a new one", format="uuid"),
)


class TakenRecording(Camel):
    """``seconds`` of sound in the file; ``draft_id`` is null as long as nothing was said."""

    recording_id: str
    draft_id: str | None
    seconds: int = Field(description="of sound in the file; 0: not known yet")


class RecordingPiece(Camel):
    """A piece of the file that was written out; '' when nothing was said in it."""

    position: int = Field(description="from 0")
    text: str


RecordingState = Literal["reading", "transcribing", "done", "failed", "send_again"]


class RecordingOut(Camel):
    """How far a file is. With the state `send_again` the server no longer has it: sent again, it continues."""

    state: RecordingState
    seconds_done: int = Field(description="of the sound, written out")
    seconds_total: int = Field(description="of the sound in the file")
    draft_id: str | None
    code: str | None = Field(description="why it failed, or `cut_off`: what could be read is written out")
    message: str | None = Field(description="a Dutch sentence to show; null: there is nothing to say")
    pieces: list[RecordingPiece] | None = Field(
        default=None, description="those from `after` on, in order, without a gap"
    )


@router.post("/api/recordings", status_code=202, openapi_extra=_BODY, responses=refusals(404, 409, 415))
async def begin_recording(request: Request, user: RepeatingCaller) -> TakenRecording:
    """Take a sound file, and begin to write it out into a draft.

    The same file again is not read again: it continues where text is missing. One file of a user and of an
    organization, and two of a process, are written out at once, in the order of their requests. A file that
    comes at less than 1 Mbit/s gives way to one that waits (503 `busy`), and is sent again from its beginning.
    """
    async with recordings.Place(user) as place:

        def begins(fields: uploads.Fields) -> None:
            uploads.check_owner(user, fields)
            place.take(fields.get("recordingId", ""))

        try:
            user, fields = await uploads.read(
                request,
                user,
                place.sound,
                most=recordings.MAX_BYTES,
                too_large=recordings.too_many_bytes,
                begins=begins,
            )
        except recordings.UnderWay as same:
            return _taken(await recordings.under_way(user, same.recording_id))
        if place.recording_id is None:  # a file without a byte
            begins(fields)
        view = await recordings.begin(user, place, fields.get("draftId") or None)
    await note_activity(request)
    return _taken(view)


def _taken(view: recordings.RecordingView) -> TakenRecording:
    draft_id = str(view.draft_id) if view.draft_id else None
    return TakenRecording(recording_id=str(view.id), draft_id=draft_id, seconds=view.seconds_total)


@router.get("/api/recordings/{recording_id}", response_model_exclude_none=False, responses=refusals(403))
async def get_recording(
    recording_id: PathId,
    user: RepeatingCaller,
    after: Annotated[
        int | None,
        Query(ge=0, le=dictation.MAX_POSITION, description="also return the pieces from this position on, 200 at most"),
    ] = None,
) -> RecordingOut:
    """Return how far a file is written out; only to the user who sent it."""
    found = recordings.known_id(recording_id)
    view = await recordings.look(user, found)
    pieces = None if after is None else await recordings.pieces(user, found, after)
    return RecordingOut(
        state=cast("RecordingState", view.state),
        seconds_done=view.seconds_done,
        seconds_total=view.seconds_total,
        draft_id=str(view.draft_id) if view.draft_id else None,
        code=view.code,
        message=view.message,
        pieces=None if pieces is None else [RecordingPiece(position=at, text=text) for at, text in pieces],
    )


@router.delete("/api/recordings/{recording_id}", status_code=204, responses=refusals(422))
async def end_recording(recording_id: PathId, user: Caller) -> Response:
    """End a file where it is; what was written out stays."""
    found: uuid.UUID = recordings.known_id(recording_id)
    await run_in_transaction(recordings.stop, user, found)
    return Response(status_code=204)
