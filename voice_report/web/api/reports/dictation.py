"""Speech to text: ``POST /api/stt`` takes a recording, or one segment of a dictation (concepts/dictation.md)."""

from datetime import timedelta

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from ....errors import DomainError
from ....services.dictation import dictation
from ....services.shared import rate_limits
from ..guards import RepeatingCaller, note_activity
from ..responses import refusals
from ..shapes import Camel
from . import uploads

router = APIRouter(tags=["speech"])

_DIGITS = 13  # three centuries, in milliseconds

_BODY = uploads.body(
    "webm, mp4, ogg or wav; 25 MB",
    dictationId=uploads.text(format="uuid"),
    segment={"type": "integer", "minimum": 0, "maximum": dictation.MAX_POSITION},
    ms={
        "type": "integer",
        "minimum": 0,
        "description": "how long was recorded; only compared with what was read, for the log",
    },
    again=uploads.text("not empty: nothing was understood in it before; no dictationId"),
    draftId=uploads.text(format="uuid"),
    startedAgo={
        "type": "integer",
        "minimum": 0,
        "description": "milliseconds since the dictation began, on the device: the date of a new draft",
    },
)


class HeardOtherwise(Camel):
    """A word in the transcript that was heard otherwise, and replaced as the word lists say."""

    at: int = Field(description="where it begins in `transcript`, in code points")
    word: str
    heard: str


class HeardWord(Camel):
    """A word as it was heard, from when to when in the recording (ms), and whether the engine is unsure of it."""

    word: str
    start: int = Field(description="milliseconds from the start of the sound")
    end: int = Field(description="the same")
    unsure: bool = Field(description="the engine doubts it")


class Transcribed(Camel):
    """``words`` is empty when the engine is sure of all of them, or does not say."""

    transcript: str
    draft_id: str | None
    replaced: list[HeardOtherwise] = Field(description="in order; empty: nothing was")
    words: list[HeardWord]


class WaitingSegment(Camel):
    """A segment that is not written out yet; nothing is wrong."""

    transcript: None = None
    draft_id: None = None
    retry_after: int = Field(description="in how many seconds to send it again")


_WAITS = "The segment waits for its turn: send it again after this number of seconds (also in the Retry-After header)"


@router.post(
    "/api/stt",
    response_model=Transcribed,
    openapi_extra=_BODY,
    responses=refusals(404, 409, 415) | {202: {"model": WaitingSegment, "description": _WAITS}},
)
async def transcribe(request: Request, user: RepeatingCaller) -> Transcribed | JSONResponse:
    """Transcribe a recording.

    With ``dictationId`` and ``segment`` the result is stored: the same segment sent again gives the same text, and
    ``draftId`` names the draft the words were saved in. A segment without a voice has an empty text; a recording
    without one is refused. The recorder retries failures by itself, so only a successful transcription counts as a
    user's action.
    """
    await rate_limits.hit("stt", str(user.id))
    audio = dictation.arriving(user)
    user, fields = await uploads.read(
        request, user, audio, most=dictation.MAX_AUDIO_BYTES, too_large=dictation.audio_too_large
    )
    if not fields.get("dictationId"):
        if fields.get("again"):
            transcript, words = await dictation.transcribe_again(user, audio)
        else:
            transcript, words = await dictation.transcribe(user, audio), ()
        await note_activity(request)
        return Transcribed(transcript=transcript, draft_id=None, replaced=[], words=_words(words))
    try:
        result = await dictation.transcribe_segment(
            user,
            fields["dictationId"],
            fields.get("segment", ""),
            audio,
            fields.get("draftId") or None,
            _ago(fields.get("startedAgo", "")),
            recorded_ms=_milliseconds(fields.get("ms", "")),
        )
    except DomainError as refused:
        if refused.code not in dictation.WAITING:
            raise
        return _waiting(refused.retry_after or 1)
    await note_activity(request)
    return Transcribed(
        transcript=result.text,
        draft_id=str(result.draft_id) if result.draft_id else None,
        replaced=[HeardOtherwise.model_validate(one) for one in result.changes],
        words=_words(dictation.words_of(user, fields["dictationId"], fields.get("segment", ""))),
    )


def _ago(milliseconds: str) -> timedelta:
    """Return how long ago a dictation began; what is no number of this length counts as just now."""
    is_number = milliseconds.isascii() and milliseconds.isdigit() and len(milliseconds) <= _DIGITS
    return timedelta(milliseconds=int(milliseconds) if is_number else 0)


def _milliseconds(text: str) -> int | None:
    """Return a number of at most seven digits, which is more than two hours, or ``None``: it is no reason to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else None


def _words(moments: dictation.Moments) -> list[HeardWord]:
    return [HeardWord.model_validate(moment) for moment in moments]


def _waiting(seconds: int) -> JSONResponse:
    content = WaitingSegment(retry_after=seconds).model_dump(by_alias=True)
    return JSONResponse(content, status_code=202, headers={"Retry-After": str(seconds)})
