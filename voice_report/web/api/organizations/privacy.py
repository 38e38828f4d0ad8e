"""What the caller's organization lets leave this server, and where engines may be."""

from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_reading, transaction
from ....services.processing import privacy_settings
from ..guards import Caller
from ..responses import refusals
from ..shapes import Camel, Id, Number

router = APIRouter(prefix="/api/organization/privacy", tags=["organization"])

Floor = Literal["local", "eu", "all"]


class EngineOut(Camel):
    key: str
    task: Literal["speech", "structuring"]
    party: str
    country: str
    region: Literal["local", "eu", "other"]
    model: str
    agreement: date | None = Field(description="the day of the processing agreement, as the installation states it")
    is_outside: bool = Field(description="it is not on this server")


class PrivacyOut(Camel):
    outside_text: Literal["never", "pseudonymised", "plain"] = Field(
        description="which text may go to a language model that is not on this server"
    )
    masks_dates: bool = Field(
        description="with 'pseudonymised': not only dates of birth are replaced, but those with the name of a month or "
        "with a year too, and bare figures as 12-11 behind a word as 'op'; a weekday, a month or a year alone stays"
    )
    reason: str = Field(description="why text may go as it is; for administrators, else empty")
    decided_by: str = Field(description="who decided that; for administrators, else empty")
    floor: Floor = Field(description="where engines may be: on this server, in the EU too, or anywhere")
    speech_engine: str = Field(description="the key of the engine to use; empty: the first that may be")
    structure_engine: str = Field(description="likewise")
    engines: list[EngineOut]
    marks_copies: bool = Field(description="copied plain text ends with a line of how the report was made")
    gone: list[str] = Field(description="for administrators: chosen engines that are not used any more, and what is")
    version: int = Field(description="send it along with a change")


class TextIn(Camel):
    outside_text: Literal["never", "pseudonymised", "plain"] = Field(
        description="which text may go to a language model that is not on this server"
    )
    masks_dates: bool | None = Field(
        default=None, description="with 'pseudonymised': replace other dates than those of birth too; absent: unchanged"
    )
    reason: Annotated[str, Field(max_length=2000, description="10 to 300 characters; needed for 'plain'")] = ""
    decided_by: Annotated[str, Field(max_length=2000)] = Field(
        default="", description="who decided that, 300 characters at most; needed for 'plain'"
    )


class EnginesIn(Camel):
    floor: Floor = Field(description="where engines may be: on this server, in the EU too, or anywhere")
    speech_engine: Id = Field(default="", description="its key; empty: the first that may be")
    structure_engine: Id = Field(default="", description="likewise")


class CopiedTextIn(Camel):
    marks_copies: bool = Field(description="copied plain text ends with a line of how the report was made")


class PrivacyIn(Camel):
    text: TextIn | None = Field(default=None, description="absent: unchanged")
    engines: EnginesIn | None = Field(default=None, description="absent: unchanged")
    copies: CopiedTextIn | None = Field(default=None, description="absent: unchanged")
    version: Number | None = Field(default=None, description="refuses the change when it is not the newest (409)")


@router.get("", responses=refusals(403, 404))
async def get_privacy(user: Caller) -> PrivacyOut:
    """Return what the organization lets leave, and the engines there are."""
    return PrivacyOut.model_validate(await run_reading(privacy_settings.view, user))


@router.put("", responses=refusals(404, 409))
async def change_privacy(content: PrivacyIn, user: Caller) -> PrivacyOut:
    """Change what may leave, or which engines are used. For administrators.

    It counts from the next concept or segment of speech on.
    """
    async with transaction() as session:
        found = await privacy_settings.require_version(session, user, content.version)
        if content.text is not None:
            found = await privacy_settings.change_text(session, user, **content.text.model_dump())
        if content.engines is not None:
            found = await privacy_settings.change_engines(session, user, **content.engines.model_dump())
        if content.copies is not None:
            found = await privacy_settings.change_copies(session, user, **content.copies.model_dump())
        return PrivacyOut.model_validate(found)
