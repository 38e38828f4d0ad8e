"""Text on its way to an engine: under the step's ticket, and how the step ended (security.md S67).

A whole concept and one section again go out here, and nowhere else.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any
from uuid import UUID

from ...db.session import WriteSession, reading
from ...engines import RULES
from ...integrations.checkpoint import Masking
from ...integrations.structuring.protocol import StructuringEngine
from ...reporting.deidentification import Choices, Known, Searched
from ...reporting.templates import ReportTemplate, Section
from ...reporting.tidying import Tidied
from ...reporting.writing import BY_THE_RULES, Style
from ..audit import trail
from ..processing import steps
from ..processing.steps import Step
from ..shared.identity import CurrentUser
from ..vocabulary import known_people, masking_words
from . import _writing
from ._masked_engine import MaskedEngine
from ._writing import ReportSnapshot, WrittenReport

#: The author of a text, and its draft if it has one.
Whose = tuple[CurrentUser, UUID | None]


async def write(
    step: Step,
    engine: StructuringEngine,
    transcript: str,
    template: ReportTemplate,
    style: Style,
    medicines: frozenset[str],
    whose: Whose,
) -> AsyncGenerator[str | ReportSnapshot | WrittenReport]:
    """Yield what ``_writing.write`` yields. For a task of its own: it sends until this ends."""
    with steps.under_way(step):
        engine = _masked(step, engine, whose)
        async with aclosing(_writing.write(engine, transcript, template, style, medicines)) as making:
            async for piece in making:
                yield piece


async def write_section(
    step: Step,
    engine: StructuringEngine,
    spoken: Tidied,
    section: Section,
    template: ReportTemplate,
    style: Style,
    medicines: frozenset[str],
    whose: Whose,
) -> WrittenReport:
    """Return what ``_writing.write_section`` returns."""
    with steps.under_way(step):
        engine = _masked(step, engine, whose)
        return await _writing.write_section(engine, spoken, section, template, style, medicines)


def _masked(step: Step, engine: StructuringEngine, whose: Whose) -> StructuringEngine:
    """Return the engine, which gets no names where the organization lets none leave."""
    if step.ticket.masking is None:
        return engine
    user, draft_id = whose

    return MaskedEngine(engine, step.ticket.masking, partial(to_mask, user, draft_id))


async def to_mask(user: CurrentUser, draft_id: UUID | None, searched: Searched) -> tuple[Known, Choices]:
    """Return whose names the words of a text may be, and the words that people chose for this draft."""
    async with reading() as session:
        known = await known_people.known(session, user, searched, draft_id)
        return known, await masking_words.choices(session, user, draft_id, searched)


async def finish(
    session: WriteSession,
    user: CurrentUser,
    step: Step,
    written: WrittenReport,
    transcript: str,
    *,
    part: str = "report",
    **about: Any,
) -> None:
    """Write how a step ended; where a language model was called and the local rules wrote, also a row of theirs.

    The user's row is locked. ``part`` is what was written, 'report' or 'section'; ``about`` are columns of that row.
    """
    size = len(written.report)
    if not step.profile.host or written.label not in BY_THE_RULES:
        await steps.finish(session, step, "done", output_amount=size, style=written.style)
        return
    masking = step.ticket.masking or Masking()
    outcome = "failed" if step.ticket.attempts else "refused"
    await steps.finish(session, step, outcome, reason=masking.refusal or "no_answer")
    if masking.found:
        told = {"success": False, "error_message": " ".join(sorted(masking.found))}
        await trail.record(session, user, "refuse to send", "concept", about.get("report_id") or step.id, **told)
    amounts = {"input_amount": len(transcript), "output_amount": size, "style": written.style}
    await steps.written_here(session, user, RULES, part, **amounts, **about)
