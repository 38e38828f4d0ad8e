"""Measured values of one's own draft with its answers, and of archived reports (concepts/measurements.md)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import Field

from ...db.session import run_in_transaction
from ...services.audit.audited_reads import run_audited
from ...services.measurements import archived, of_draft, rows, series
from ...services.measurements.of_draft import Shown
from ...services.measurements.of_transcript import Kind
from ...services.measurements.rows import Row
from .guards import Caller
from .reports.measurements import SpanOut
from .responses import attachment, refusals
from .shapes import After, Camel, Day, Done, Limit, Next, PathId

router = APIRouter(prefix="/api", tags=["structure"])


class RowOut(Camel):
    key: str = Field(description="of a draft: the same while the sentence and the value's place in it are")
    kind: Kind
    label: str = Field(description="Dutch name of the kind")
    name: str = Field(description="of a medication: the medicine as it was said, else empty")
    group: Literal["asked", "measured", "left_out"] = Field(description="only `measured` are measured values")
    parts: dict[str, tuple[float, float]] = Field(description="low and high, equal unless a range was said")
    unit: str = Field(description="of all parts; empty when there is none, or it is not known")
    value: str = Field(description="the figures without their unit: '160/98'")
    text: str = Field(description="the figures with their unit: '160/98 mmHg'")
    about: str = Field(description='the word that makes it inexact, as in "zo\'n 300 cc", else empty')
    said: str = Field(description="the value word for word; empty once the transcript is erased")
    time: str = Field(description="as it was said")
    details: str = Field(description="what was said with it: side, position, place on the body, meal")
    words: str = Field(description="the spoken sentence; empty once the transcript is erased")
    spans: list[SpanOut] = Field(description="characters of `words`")
    sentence: int | None = Field(description="position in `sentences`; null for an archived report")
    is_typed: bool = Field(description="a person typed the figures")
    first_said: str = Field(description="what was taken back for it, else empty")
    why: str = Field(description="why it was left out, else empty")
    question: str = Field(description="what is asked, in Dutch, else empty")
    doubt: str = Field(description="why it is asked, else empty")
    suggested: dict[str, str] = Field(description="the figures of the reading that may be taken; empty for none")
    fields: dict[str, str] = Field(description="the parts that can be typed, with their Dutch names")
    typed_unit: str = Field(description="the unit of what is typed")
    answered_by: str = Field(description="who settled it, by name; empty: nobody")
    line: str = Field(description="as it is in the line to copy; empty when it is no measured value")


class RowsOut(Camel):
    rows: list[RowOut] = Field(description="asked ones first, then in the order of the table; 200 at most")
    sentences: list[str] = Field(description="of the transcript, in order")
    line: str = Field(description="the measured values as one line to copy")
    is_whole: bool = Field(description="false when there are more than are returned")


class AnswerIn(Camel):
    answer: Annotated[str, Field(max_length=20, description="`right`, `wrong` or `typed`")]
    parts: Annotated[
        dict[Annotated[str, Field(max_length=20)], Annotated[str, Field(max_length=40)]],
        Field(max_length=5, description="with `typed`: the figures, with a decimal comma or point"),
    ] = Field(default_factory=dict)


class ReportRowsOut(Camel):
    rows: list[RowOut] = Field(description="in the order of the table")
    line: str = Field(description="the values as one line to copy")


class ValueOut(Camel):
    row: RowOut
    at: datetime = Field(description="when it was measured")
    has_time: bool = Field(description="false when only its day is known")
    when: str = Field(description="the same in Dutch")
    author: str = Field(description="who reported it, by name")
    report_id: UUID
    reference: str


class KindOut(Camel):
    kind: Kind
    label: str = Field(description="Dutch name of the kind")
    number: int = Field(description="how many values there are, in all time")


class SeriesOut(Camel):
    kinds: list[KindOut] = Field(description="those that the client has, in the order of the table")
    values: list[ValueOut] = Field(description=f"the latest first, {series.PAGE} unless `limit` says otherwise")
    next: Next


_FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
#: A client's id may have any character.
_CLIENT = "/dossier/clients/{client_id:path}/measurements"


@router.get("/drafts/{draft_id}/measurements", responses=refusals(403))
async def list_draft_measurements(draft_id: PathId, user: Caller) -> RowsOut:
    """Return the measured values of one's own draft, with what was answered about them; costs no credit."""
    return _out(await of_draft.look(user, draft_id))


@router.put("/drafts/{draft_id}/measurements/{key}")
async def answer_measurement(
    draft_id: PathId, key: Annotated[str, Path(max_length=100, description="of the row")], given: AnswerIn, user: Caller
) -> RowsOut:
    """Answer about one value: it is right, it does not belong here, or its figures are others.

    404 when the transcript does not have it any more; 422 with code `unknown_answer`, `not_asked`, `unknown_part` or
    `not_a_number`.
    """
    return _out(await of_draft.answer(user, draft_id, key, given.answer, given.parts))


@router.post("/drafts/{draft_id}/measurements/copied")
async def note_copied_measurements(draft_id: PathId, user: Caller) -> Done:
    """Note that measured values of a draft were copied on a page; it is recorded."""
    await run_in_transaction(of_draft.note_copied, user, draft_id)
    return Done()


@router.get("/dossier/reports/{report_id}/measurements", responses=refusals(403))
async def list_report_measurements(report_id: PathId, user: Caller) -> ReportRowsOut:
    """Return the measured values of an archived report of the organization; it is recorded."""
    found = await run_audited(archived.of_report, user, report_id)
    return ReportRowsOut(rows=_rows(found), line=rows.in_one_line(found))


@router.get(_CLIENT, responses=refusals(403) | _FILE)
async def list_client_measurements(
    client_id: PathId,
    user: Caller,
    kind: Annotated[str, Query(max_length=20, description="one kind; absent: all")] = "",
    since: Day = None,
    until: Day = None,
    after: After = None,
    limit: Limit = series.PAGE,
    wanted: Annotated[Literal["json", "csv"], Query(alias="format")] = "json",
) -> SeriesOut:
    """Return the measured values of a client over time, page by page, or all of them as CSV; it is recorded.

    CSV needs a second factor of the last ten minutes. 422 with code `unknown_kind`, or `too_large` for a file.
    """
    if wanted == "csv":
        name, content = await series.as_csv(user, client_id, kind=kind, since=since, until=until)
        return attachment(name, content)  # pyright: ignore[reportReturnType]
    period = {"since": since, "until": until}
    found = await run_audited(series.of_client, user, client_id, kind=kind, after=after, limit=limit, **period)
    values = [ValueOut.model_validate(one) for one in found.values.items]
    kinds = [KindOut.model_validate(one) for one in found.kinds]
    return SeriesOut(kinds=kinds, values=values, next=found.values.next)


@router.post(_CLIENT + "/copied")
async def note_copied_series(client_id: PathId, user: Caller) -> Done:
    """Note that a table of measured values of a client was copied on a page; it is recorded."""
    await run_in_transaction(series.note_copied, user, client_id)
    return Done()


def _out(shown: Shown) -> RowsOut:
    return RowsOut(rows=_rows(shown.rows), sentences=list(shown.sentences), line=shown.line, is_whole=shown.is_whole)


def _rows(found: Iterable[Row]) -> list[RowOut]:
    return [RowOut.model_validate(one) for one in found]
