"""Compare a report with its transcript (concepts/evidence.md), off the event loop: in a thread, or in a process.

A comparison of ordinary length takes milliseconds and runs in one of two threads. A longer one would hold the
interpreter, so it runs in one other process, which starts when it is first needed; it is heavy work. Both have a limit
per account and per organization (security.md S56).
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ...core.bounded_executor import BoundedExecutor
from ...core.other_process import OtherProcess, ProcessFailed
from ...core.process import process_singleton
from ...core.shares import heavy
from ...db.session import run_reading
from ...errors import Invalid, NoOrganization, NotFound, TooLarge, Unavailable
from ...reporting.compared import Compared, compared
from ...reporting.evidence import Evidence
from ...reporting.templates import BUILT_IN, ReportTemplate
from ...reporting.tidying import Tidied
from ..drafts import templates
from ..drafts.content import checked_report, checked_transcript, cleaned_texts
from ..shared import rate_limits
from ..shared.identity import CurrentUser
from ..vocabulary import words

T = TypeVar("T")

NOT_COMPARED = "Kon het verslag niet vergelijken"


class Failed(NamedTuple):
    """What a person reads when the process gives no answer."""

    message: str
    title: str


_NOT_COMPARED = Failed(
    "Het vergelijken met je dictaat is niet gelukt. Je verslag is niet veranderd. Probeer het opnieuw.", NOT_COMPARED
)

_IN_A_THREAD = 1000  # words of the transcript, and of the report
_CHARACTERS = 12_000  # the same, for texts with few spaces
#: Characters of the transcript times those of the report: comparing takes about as long, six seconds of a processor.
_MOST = 8_000_000_000
_SECONDS = 20.0  # for one comparison

_process = OtherProcess("evidence")
#: A thousand words take a tenth of a second, of the interpreter that the event loop needs too.
_threads = BoundedExecutor("evidence", workers=2, waiting=62)
_under_way: set["asyncio.Task[Any]"] = set()
_one = process_singleton(asyncio.Lock)  # what is too late, and ends the process, ends no other comparison


async def compare(user: CurrentUser, transcript: str, report: str, template: str | None = None) -> Evidence:
    """Return the evidence for a report; free of credit.

    ``template`` is the key of a template, for the keys of the sections. Raises ``TooMany``, ``Invalid`` (nothing said,
    no such template), ``TooLarge`` and ``Unavailable``.
    """
    return (await _compare(user, transcript, report, template)).evidence


async def compare_with(user: CurrentUser, transcript: str, report: str, template: ReportTemplate) -> Compared:
    """Return the evidence for a report with the headings of ``template``, and how its sentences are tidied.

    The sections of its statements are headings. Free of credit; raises what ``compare`` does.
    """
    return await _compare(user, transcript, report, template)


async def tidied(user: CurrentUser, transcript: str, template: str | None = None) -> Tidied:
    """Return how the sentences of a transcript are tidied; free of credit.

    ``template`` is the key of the report's. Raises what ``compare`` does.
    """
    return (await _compare(user, transcript, "", template)).tidied


async def _compare(user: CurrentUser, transcript: str, report: str, template: str | ReportTemplate | None) -> Compared:
    await rate_limits.hit("evidence", str(user.id))
    return await off_the_loop(
        user, compared, partial(_arguments, user, transcript, report, template), transcript, report
    )


async def off_the_loop(
    user: CurrentUser,
    work: Callable[..., T],
    arguments: Callable[[], Awaitable[tuple]],
    *texts: str,
    failed: Failed = _NOT_COMPARED,
) -> T:
    """Return what ``work`` makes of its arguments: in a thread for short ``texts``, else in the process, where it is
    heavy work of the account. ``work`` is the function of a module that the process can import.

    Raises what ``arguments`` raises, ``TooMany``, and ``Unavailable`` in the words of ``failed``.
    """
    if all(len(text) <= _CHARACTERS and len(text.split()) <= _IN_A_THREAD for text in texts):
        taken = await arguments()
        return await _threads.run(work, *taken, account=user.holder.account, organization=user.holder.organization)
    with ExitStack() as places:
        places.enter_context(heavy().place(user.holder, title=failed.title))
        running = asyncio.create_task(_in_turn(places.pop_all(), user, work, arguments, failed))
    # Who leaves meanwhile keeps the place until it is done: the process still works for it.
    _under_way.add(running)
    running.add_done_callback(_left)
    return await asyncio.shield(running)


async def _arguments(user: CurrentUser, transcript: str, report: str, template: str | ReportTemplate | None) -> tuple:
    """Return what ``compared`` takes. Raises ``Invalid`` and ``TooLarge``."""
    said, written = await cleaned_texts(transcript, report)
    said, written = checked_transcript(said), checked_report(written) or ""
    if len(said) * len(written) > _MOST:
        sentence = "Dictaat en verslag zijn samen te lang om te vergelijken. Verdeel ze over twee rapportages."
        raise TooLarge(sentence, title=NOT_COMPARED)
    chosen = await _template(user, template) if isinstance(template, str) else template
    return said, written, chosen, await words.medicines_of(user), isinstance(template, str)


async def _template(user: CurrentUser, key: str) -> ReportTemplate:
    if key in BUILT_IN:
        return BUILT_IN[key]
    try:
        return (await run_reading(templates.get_template, user, key)).template
    except (NotFound, NoOrganization):
        raise Invalid("Dit sjabloon bestaat niet.", code="unknown_template", title=NOT_COMPARED) from None


async def finish_all() -> None:
    """End the process (shutdown)."""
    _process.end()


async def _in_turn(
    places: ExitStack,
    user: CurrentUser,
    work: Callable[..., T],
    arguments: Callable[[], Awaitable[tuple]],
    failed: Failed,
) -> T:
    with places:
        taken = await arguments()
        async with heavy().turn(user.holder), _one():
            try:
                return await _process.run(_SECONDS, work, *taken)
            except ProcessFailed:
                raise Unavailable(failed.message, title=failed.title, retry_after=5) from None


def _left(running: "asyncio.Task[Any]") -> None:
    _under_way.discard(running)
    if not running.cancelled():
        running.exception()  # retrieved, also when no caller waits for it any more
