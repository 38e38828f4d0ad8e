"""Forms with sound: it is kept as it arrives and never touches the disk (security.md S23)."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, Protocol

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from ....errors import Invalid, NotSignedIn, WrongMedia
from ....services.shared import tokens
from ....services.shared.identity import CurrentUser
from ..guards import signed_in_here

#: Bytes of one field.
_FIELD = 1024
#: Seconds. An upload takes as long as the user speaks, or minutes on a slow line: the session may have ended meanwhile
#: (S06).
_LOOKED_WITHIN = 1.0
#: Bytes of a form apart from the audio: its boundaries, headers and short fields.
_FORM = 64 * 1024

Fields = Mapping[str, str]


def body(audio: str, *required: str, **fields: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a form with ``audio``, which says what sound it takes, and these other fields."""
    sound = {"type": "string", "format": "binary", "description": audio}
    owner = text("refused when another user is signed in by now")
    schema = {
        "type": "object",
        "required": [*required, "audio"],
        "properties": {**fields, "userKey": owner, "audio": sound},
    }
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


def text(description: str = "", **schema: Any) -> dict[str, Any]:
    """Return the description of a field with a text, such as an id (``format="uuid"``)."""
    return {"type": "string", "maxLength": _FIELD, **({"description": description} if description else {}), **schema}


class Sound(Protocol):
    """What takes the bytes of a form's file."""

    def add(self, part: bytes) -> None:
        """Take the next bytes."""
        ...


class _Form(MultiPartParser):
    """Gives the audio to ``sound`` as it arrives, which ``_bounded`` keeps within limits."""

    def __init__(self, request: Request, sound: Sound, most: int, too_large: Callable[[], Exception]) -> None:
        body = _bounded(request, most, too_large)
        super().__init__(request.headers, body, max_files=1, max_fields=8, max_part_size=_FIELD)
        self._sound = sound
        self.begins: Callable[[Fields], None] | None = None

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self._current_part.file is None:
            super().on_part_data(data, start, end)
            return
        if self.begins is not None:
            self.begins({name: value for name, value in self.items if isinstance(value, str)})
            self.begins = None
        self._sound.add(data[start:end])


async def read(
    request: Request,
    user: CurrentUser,
    sound: Sound,
    *,
    most: int,
    too_large: Callable[[], Exception],
    begins: Callable[[Fields], None] | None = None,
) -> tuple[CurrentUser, dict[str, str]]:
    """Read a form, its file ``audio`` into ``sound``; return the user who is signed in by then, and the other fields.

    ``begins`` is called before the first byte of the file, with the fields before it. Raises ``too_large()`` at the
    first byte past ``most`` of the form's sound, ``WrongMedia`` and ``Invalid`` for anything but such a form, what
    ``begins`` and ``sound`` raise, and ``NotSignedIn`` when the session ended or another user's device key is given.
    """
    began = time.monotonic()
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise WrongMedia("Stuur de opname als formulier met het veld 'audio'.")
    reader = _Form(request, sound, most, too_large)
    reader.begins = begins
    try:
        form = await reader.parse()
    except MultiPartException:
        raise Invalid("De opname is niet goed aangekomen.", code="invalid_form") from None
    try:
        if not isinstance(form.get("audio"), UploadFile):
            raise Invalid("Geen audio ontvangen", code="no_audio")
        fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
    finally:
        await form.close()
    if time.monotonic() - began > _LOOKED_WITHIN:
        user = await signed_in_here(request)
    check_owner(user, fields)
    return user, fields


def check_owner(user: CurrentUser, fields: Fields) -> None:
    """Raise ``NotSignedIn`` for sound of another user, who was signed in on the device when it was recorded or chosen.

    It waits for its owner there.
    """
    if fields.get("userKey", own := tokens.device_key(user.id)) != own:
        raise NotSignedIn(
            "Deze opname hoort bij een ander account. Log daarmee in om haar te verwerken.", code="other_account"
        )


async def _bounded(request: Request, most: int, too_large: Callable[[], Exception]) -> AsyncGenerator[bytes, None]:
    """Yield the body in pieces; it has a limit, whatever Content-Length says."""
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most + _FORM:
            raise too_large()
        yield chunk
