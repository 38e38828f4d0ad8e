"""The organization's privacy file: its versions, what the organization fills in, and input for a DPIA."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.audit.audited_reads import run_audited
from ....services.privacy import dpia_form, privacy_file
from ....services.privacy.privacy_file import File
from ..guards import Admin
from ..responses import attachment, refusals
from ..shapes import LAST_SEEN, Camel, Number

router = APIRouter(prefix="/api/organization/privacy-file", tags=["organization"])

#: Of a version; the database has no greater numbers.
FileNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="of a version, from 1")]


class PrivacyFileLine(Camel):
    key: str = Field(description="the same in every version")
    name: str
    value: str = Field(description="empty: not filled in")
    source: str = Field(description="'instelling', 'gemeten' or 'ingevuld door jullie'")
    passes: bool = Field(description="changes by itself every day, and makes no version")
    field: str = Field(description="the name under which the organization fills it in; empty where it cannot")
    group: str = Field(description="a heading above it; empty for none")


class ChapterOut(Camel):
    number: int
    title: str
    lines: list[PrivacyFileLine]


class PrivacyFileChange(Camel):
    key: str
    name: str
    was: str = Field(description="empty: not filled in")
    becomes: str = Field(description="empty: not filled in")


class FileOut(Camel):
    number: int = Field(description="of this version")
    made_at: datetime
    digest: str = Field(description="SHA-256 of what makes a version: chapters 1 to 6, but for what passes")
    newest: int = Field(description="the number of the newest version")
    chapters: list[ChapterOut]
    since: int | None = Field(description="the version that `changes` compares with")
    changes: list[PrivacyFileChange]
    seen_by: str | None = Field(description="the administrator who saw it, by name; null: nobody yet")
    seen_at: datetime | None = Field(description="in UTC; null: nobody saw it yet")
    fields_version: int = Field(description="send it along with a change of fields")


class FieldsIn(Camel):
    fields: Annotated[
        dict[Annotated[str, Field(max_length=250)], Annotated[str, Field(max_length=2000)]], Field(max_length=60)
    ] = Field(description="those that change, 500 characters each; empty for no answer")
    version: Number = Field(description=LAST_SEEN)


@router.get("", responses=refusals(404))
async def get_privacy_file(user: Admin) -> FileOut:
    """Return the file as it is now."""
    return _file(await privacy_file.current(user))


@router.put("", responses=refusals(404, 409))
async def fill_in_privacy_file(content: FieldsIn, user: Admin) -> FileOut:
    """Fill in lines of the organization's own."""
    await run_in_transaction(privacy_file.change, user, content.fields, version=content.version)
    return _file(await privacy_file.current(user))


@router.get("/dpia", responses=refusals(404))
async def download_dpia(user: Admin) -> Response:
    """Return input for a DPIA, as the DPIA form of the Dutch government opens it."""
    file = await privacy_file.current(user, action="export")
    return attachment(dpia_form.file_name(file), dpia_form.content(file), "application/json")


@router.get("/{number}")
async def get_privacy_file_version(number: FileNumber, user: Admin) -> FileOut:
    """Return a version as it was made."""
    return _file(await run_audited(privacy_file.version, user, number))


@router.post("/{number}/seen", status_code=204)
async def see_privacy_file_version(number: FileNumber, user: Admin) -> None:
    """Note that an administrator has seen a version."""
    await run_in_transaction(privacy_file.see, user, number)


def _file(found: File) -> FileOut:
    return FileOut.model_validate(found)
