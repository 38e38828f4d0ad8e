"""'Zoals gezegd': undo and redo the changes of tidying in a report, one by one or all together. Costs no credit.

Which changes apply is read from the report's text (``writing.retelling``). Undone changes are kept with the draft too,
for the next report that is made from it.
"""

import asyncio
import json
import uuid
from collections.abc import Iterator, Set
from dataclasses import dataclass

from ...db.models import Report
from ...db.session import WriteSession, run_in_transaction, run_reading
from ...dutch.characters import cleaned
from ...dutch.sentences import split
from ...errors import Conflict, Invalid
from ...integrations.structuring import local
from ...reporting.templates import ReportTemplate
from ...reporting.tidying import Edit, Tidied, tidy
from ...reporting.tidying import Rule as Rule
from ...reporting.writing import Style
from ...reporting.writing.retelling import Retelling
from ..drafts import drafts, templates
from ..drafts.content import MAX_REPORT
from ..drafts.drafts import DraftView
from ..drafts.generated import Generated
from ..shared import locks
from ..shared.identity import CurrentUser
from ..vocabulary import words
from . import evidence

#: Styles in which spoken sentences stand tidied: all of them, or those that no model wrote.
STYLES: frozenset[Style] = frozenset({"netjes", "leesbaar"})

NOT_CHANGED = "Kon de tekst niet aanpassen"

_AROUND = 2  # words that are shown on either side of a change
_MOST_OFF = 2_000  # undone changes that a draft keeps


@dataclass(frozen=True, slots=True)
class Undone:
    """What a person undid: the changes with the keys ``off``, or ``everything``. A key is of a sentence, wherever it is
    said."""

    off: frozenset[str] = frozenset()
    everything: bool = False

    def keys(self, tidied: Tidied) -> frozenset[str]:
        """Return the keys of what is not changed of a dictation."""
        return tidied.keys if self.everything else self.off

    def as_in(self, retelling: Retelling) -> "Undone":
        """Return it as the text of a report has it, which may have been changed since by the undo of a text field."""
        there, off = retelling.changeable, retelling.off
        return Undone((self.off - there) | off, self.everything and off >= there)

    def to_json(self) -> str | None:
        """Return it as a draft keeps it; ``None`` for nothing."""
        if not self.off and not self.everything:
            return None
        return json.dumps({"off": sorted(self.off)[:_MOST_OFF], "all": self.everything})

    @classmethod
    def from_json(cls, stored: str | None) -> "Undone":
        """Return what ``to_json`` stored."""
        fields = json.loads(stored) if stored else {"off": (), "all": False}
        return cls(frozenset(fields["off"]), fields["all"])


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
    row = await run_reading(drafts.find, user, draft_id)
    generated = Generated.from_json(row.generated)
    if generated is None or generated.style not in STYLES:
        raise Invalid("Dit concept is niet netjes gezet.", code="not_tidied", title=NOT_CHANGED)
    _require_version(row, version)
    template = templates.frozen(row.template)
    tidied = (await evidence.compare_with(user, row.transcript, row.structured_report or "", template)).tidied
    report, undone = await asyncio.to_thread(_changed, row, tidied, template, off, everything=everything)
    return await run_in_transaction(_save, user, draft_id, report, undone, version)


def _changed(
    row: Report, tidied: Tidied, template: ReportTemplate, off: Set[str], *, everything: bool
) -> tuple[str, str | None]:
    elsewhere = Undone.from_json(row.tidying).off - tidied.keys  # under other templates
    undone = Undone(elsewhere | (tidied.keys & off), everything)
    retelling = Retelling(row.structured_report or "", tidied, template)
    report = _told(retelling, row.transcript, template, undone.keys(tidied))
    return cleaned(report), undone.to_json()


async def retold(
    user: CurrentUser,
    draft_id: uuid.UUID | str,
    transcript: str,
    report: str,
    template: ReportTemplate,
    style: Style | None,
) -> tuple[str, str | None]:
    """Return a report that is made of a transcript, for a draft, with what was undone in the draft's present one or
    before; and what that is, as the draft keeps it. Raises ``NotFound``."""
    row = await run_reading(drafts.find, user, draft_id)
    if row.tidying is None:
        return report, None
    return await asyncio.to_thread(_retold, row, transcript, report, template, style, await words.medicines_of(user))


def undone_in(row: Report, report: str, tidied: Tidied, template: ReportTemplate) -> frozenset[str]:
    """Return the keys of what is undone in a draft, as this newer text of its report has it."""
    return Undone.from_json(row.tidying).as_in(Retelling(report, tidied, template)).keys(tidied)


def _retold(
    row: Report, transcript: str, report: str, template: ReportTemplate, style: Style | None, own: frozenset[str]
) -> tuple[str, str | None]:
    def told_of(said: str, written: str, under: ReportTemplate) -> tuple[Tidied, Retelling]:
        tidied = tidy(split(cleaned(said)), under, own)
        return tidied, Retelling(written, tidied, under)

    undone = Undone.from_json(row.tidying)
    if row.style in STYLES:
        _, before = told_of(row.transcript, row.structured_report or "", templates.frozen(row.template))
        undone = undone.as_in(before)
    if style in STYLES:
        tidied, retelling = told_of(transcript, report, template)
        told = _told(retelling, transcript, template, undone.keys(tidied))
        report = told if len(told) <= MAX_REPORT else report
    return report, undone.to_json()


async def _save(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, report: str, undone: str | None, version: int
) -> DraftView:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    _require_version(row, version)
    saved = await drafts.save_draft(
        session,
        user,
        draft_id=row.id,
        transcript=row.transcript,
        structured_report=report,
        client_id=row.client_id,
        version=version,
    )
    row.tidying = undone
    return saved


def _told(retelling: Retelling, transcript: str, template: ReportTemplate, off: Set[str]) -> str:
    placed = local.place(transcript, template)
    return retelling.told(off, lambda at: placed[at][1])


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
