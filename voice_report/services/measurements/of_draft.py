"""'Metingen' of a draft: made again from its stored transcript at every look, with what its author answered about them.

An answer changes no ``version``. The functions open their own transactions: reading takes a while.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from ...db.session import WriteSession, run_in_transaction, run_reading
from ...errors import or_not_found
from ...reporting.measurements import Measurements
from ..audit import trail
from ..audit.audited_reads import audited_read
from ..drafts import drafts
from ..shared import locks
from ..shared.identity import CurrentUser
from . import answers, of_transcript, rows
from .answers import Answer
from .rows import Row

NOT_FOUND = "Deze meting staat niet meer in je dictaat."


@dataclass(frozen=True, slots=True)
class Shown:
    """The rows of a draft, the spoken sentences by which they are numbered, and the measured values as one ``line``.

    ``is_whole``: there are no more than the rows that are shown.
    """

    rows: tuple[Row, ...]
    sentences: tuple[str, ...]
    line: str
    is_whole: bool

    @property
    def open(self) -> int:
        """How many ask something."""
        return sum(one.group == "asked" for one in self.rows)


async def look(user: CurrentUser, draft_id: uuid.UUID | str) -> Shown:
    """Return the rows of the author's own draft. Raises ``NotFound``, and what ``of_transcript.read`` raises."""
    async with audited_read() as session:
        row = await drafts.find(session, user, draft_id)
        await trail.record(session, user, "view", "draft", row.id, client_id=row.client_id)
    return _shown(await of_transcript.read(user, row.transcript), answers.from_json(row.measured))


async def for_file(user: CurrentUser, row_id: uuid.UUID) -> Shown:
    """Return the rows of the author's own draft for a file of it; the caller records that."""
    row = await run_reading(drafts.find, user, row_id)
    return _shown(await of_transcript.read(user, row.transcript), answers.from_json(row.measured))


async def open_doubts(user: CurrentUser, draft_id: uuid.UUID | str) -> int:
    """Return how many values of the author's own draft still ask something. Raises what ``look`` does."""
    row = await run_reading(drafts.find, user, draft_id)
    return (await for_file(user, row.id)).open


async def answer(
    user: CurrentUser, draft_id: uuid.UUID | str, key: str, said: str, typed: Mapping[str, str] | None = None
) -> Shown:
    """Keep an answer about a row of the author's own draft, and return the rows with it.

    Raises ``NotFound`` (the draft; a row that its transcript does not have), and what ``answers.answer`` and
    ``of_transcript.read`` raise.
    """
    row = await run_reading(drafts.find, user, draft_id)
    found = await of_transcript.read(user, row.transcript)
    asked = or_not_found(next((one for one in found.rows[: rows.MOST] if one.key == key), None), NOT_FOUND)
    given = answers.answer(user, asked, said, typed or {})
    return _shown(found, await run_in_transaction(_keep, user, row.id, given))


async def note_copied(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> None:
    """Record that measured values of a draft were copied. Raises ``NotFound``."""
    row = await drafts.find(session, user, draft_id)
    await trail.record(session, user, "copy", "draft", row.id, client_id=row.client_id)


async def _keep(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID, given: Answer) -> dict[str, Answer]:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    row.measured = answers.with_answer(row.measured, given)
    await session.flush()
    done = "confirm" if given.answer == "right" else "change"
    await trail.record(session, user, done, "draft measurement", row.id, client_id=row.client_id)
    return answers.from_json(row.measured)


def _shown(found: Measurements, given: Mapping[str, Answer]) -> Shown:
    shown = rows.of(found, given)
    return Shown(tuple(shown), found.sentences, rows.in_one_line(shown), len(found.rows) <= rows.MOST)
