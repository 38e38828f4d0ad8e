"""Compare a report with its transcript (reports.md, "Evidence"), beside the event loop: in a thread, or in a process.

A comparison of ordinary length takes milliseconds and runs in a thread. A longer one would hold the interpreter, so it
runs in one other process, which starts when it is first needed; only a few may wait for it.
"""

import asyncio

from ...database import reading
from ...errors import Invalid, NoOrganization, NotFound, Unavailable
from ...evidence import Evidence, evidence
from ...report_templates import BUILT_IN, ReportTemplate
from ..shared import rate_limits
from ..shared.identity import CurrentUser
from ..shared.other_process import OtherProcess, ProcessFailed
from . import templates, words
from ._content import checked_report, checked_transcript

NOT_COMPARED = "Kon het verslag niet vergelijken"

_IN_A_THREAD = 1000  # words of the transcript, and of the report
_CHARACTERS = 12_000  # the same, for texts with few spaces
_WAITING = 6  # comparisons that may be under way in the process, or wait for it
_SECONDS = 20.0  # for one of them; far above what the longest texts take

_process = OtherProcess("evidence")
_under_way = 0


async def compare(user: CurrentUser, transcript: str, report: str, template: str | None = None) -> Evidence:
    """Return the evidence for a report; free of credit.

    ``template`` is the key of a template, for the keys of the sections. Raises ``TooMany``, ``Invalid`` (nothing said,
    no such template), ``TooLarge`` and ``Unavailable``.
    """
    await rate_limits.hit("evidence", str(user.id))
    said, written = checked_transcript(transcript), checked_report(report) or ""
    chosen = await _template(user, template) if template is not None else None
    own = await words.medicines_of(user)
    if all(len(text) <= _CHARACTERS and len(text.split()) <= _IN_A_THREAD for text in (said, written)):
        return await asyncio.to_thread(evidence, said, written, chosen, own)
    return await _in_process(said, written, chosen, own)


async def _template(user: CurrentUser, key: str) -> ReportTemplate:
    if key in BUILT_IN:
        return BUILT_IN[key]
    try:
        async with reading() as session:
            return (await templates.get_template(session, user, key)).template
    except (NotFound, NoOrganization):
        raise Invalid("Dit sjabloon bestaat niet.", code="unknown_template", title=NOT_COMPARED) from None


async def finish_all() -> None:
    """End the process (shutdown)."""
    _process.end()


async def _in_process(*arguments) -> Evidence:
    global _under_way
    if _under_way >= _WAITING:
        sentence = "Het is nu erg druk met vergelijken. Probeer het zo opnieuw."
        raise Unavailable(sentence, code="busy", title=NOT_COMPARED, retry_after=5)
    _under_way += 1
    try:
        return await _process.run(_SECONDS, evidence, *arguments)
    except ProcessFailed:
        sentence = "Het vergelijken met je dictaat is niet gelukt. Je verslag is niet veranderd. Probeer het opnieuw."
        raise Unavailable(sentence, title=NOT_COMPARED, retry_after=5) from None
    finally:
        _under_way -= 1
