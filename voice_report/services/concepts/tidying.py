"""'Zoals gezegd': what was tidied in a report, undone one by one or all together, and done again. Free of credit.

Nothing is stored but the report: its text says which changes stand in it (``writing.retelling``).
"""

import asyncio
import uuid
from collections.abc import Iterator, Set
from dataclasses import dataclass

from ...db.models import Report
from ...db.session import WriteSession, reading, run_in_transaction
from ...errors import Conflict, Invalid
from ...integrations.structuring import local
from ...reporting.templates import ReportTemplate
from ...reporting.tidying import Edit, Tidied
from ...reporting.tidying import Rule as Rule
from ...reporting.writing import Style
from ...reporting.writing.retelling import Retelling
from ..drafts import drafts, templates
from ..drafts.content import checked_report
from ..drafts.drafts import DraftView
from ..drafts.generated import Generated
from ..shared import locks
from ..shared.identity import CurrentUser
from . import evidence

#: Styles in which spoken sentences stand tidied: all of them, or those that no model wrote.
STYLES: frozenset[Style] = frozenset({"netjes", "leesbaar"})

NOT_CHANGED = "Kon de tekst niet aanpassen"

_AROUND = 2  # words that are shown on either side of a change


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a spoken sentence (position).

    ``said`` and ``stands`` are a few words around it, as they were said and as they are with the change; ``stands`` is
    '' when the sentence is left out. ``is_off``: a person undid it.
    """

    key: str
    rule: Rule
    sentence: int
    start: int
    end: int
    said: str
    stands: str
    is_off: bool


def changes(retelling: Retelling, tidied: Tidied) -> list[Change]:
    """Return what is tidied in a report, or was until a person undid it, in the order of speaking."""
    there, off = retelling.changeable, retelling.off
    return [one for one in all_changes(tidied, off) if one.key in there]


def all_changes(tidied: Tidied, off: Set[str] = frozenset()) -> Iterator[Change]:
    """Yield all changes of a dictation, in the order of speaking."""
    for at, sentence in enumerate(tidied.sentences):
        if at in tidied.ties:
            continue  # it goes with a change of the sentence before it
        if at in tidied.aside:
            key = tidied.key_aside(at)
            yield Change(key, tidied.aside[at], at, 0, len(sentence), sentence, "", key in off)
            continue
        for edit in tidied.edits.get(at, ()):
            key = tidied.key(at, edit)
            first, last = _around(sentence, edit)
            stands = tidied.piece(at, edit, first, last)
            yield Change(key, edit.rule, at, edit.start, edit.end, sentence[first:last], stands, key in off)


async def put(
    user: CurrentUser, draft_id: uuid.UUID | str, off: Set[str], *, everything: bool = False, version: int
) -> DraftView:
    """Set which changes of a draft's report are undone (their keys), and return the draft; ``everything``: all of them.

    Unknown keys are ignored; what a person wrote or changed stays. Raises ``NotFound``, ``Conflict`` (another version
    is stored by now), ``Invalid`` (the report has none: ``STYLES``), and what ``evidence.compare`` raises.
    """
    async with reading() as session:
        row = await drafts.find(session, user, draft_id)
    generated = Generated.from_json(row.generated)
    if generated is None or generated.style not in STYLES:
        raise Invalid("Dit concept is niet netjes gezet.", code="not_tidied", title=NOT_CHANGED)
    _require_version(row, version)
    template = templates.frozen(row.template)
    found = await evidence.compare_with(user, row.transcript, row.structured_report or "", template)
    report = await asyncio.to_thread(_told, row, found.tidied, template, None if everything else frozenset(off))
    return await run_in_transaction(_save, user, draft_id, report, version)


async def _save(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, report: str, version: int
) -> DraftView:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    _require_version(row, version)
    return await drafts.save_draft(
        session,
        user,
        draft_id=row.id,
        transcript=row.transcript,
        structured_report=checked_report(report),
        client_id=row.client_id,
        version=version,
    )


def _told(row: Report, tidied: Tidied, template: ReportTemplate, off: frozenset[str] | None) -> str:
    placed = local.place(row.transcript, template)
    retelling = Retelling(row.structured_report or "", tidied, template)
    return retelling.told(tidied.keys if off is None else off, lambda at: placed[at][1])


def _require_version(row: Report, version: int) -> None:
    if row.version != version:
        sentence = "Dit concept is intussen gewijzigd. Probeer het opnieuw."
        raise Conflict(sentence, code="stale_version", title=NOT_CHANGED)


def _around(sentence: str, edit: Edit) -> tuple[int, int]:
    """Return where the few words around a change begin and end."""
    before = sentence[: edit.start].rsplit(" ", _AROUND + 1)
    after = sentence[edit.end :].split(" ", _AROUND + 1)
    first = 0 if len(before) <= _AROUND + 1 else len(before[0]) + 1
    last = len(sentence) if len(after) <= _AROUND + 1 else len(sentence) - len(after[-1]) - 1
    return first, last
