"""Whether this process is ready to serve (decisions/0009).

It is ready when the database accepts a write and has the schema of this code, and Redis, where used, answers. The
engines for speech and structuring are reported separately: without them drafts, the archive and payments still work.
The checks run in parallel, and their outcome is cached for a moment, so that frequent requests cost no more than one.
"""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from ...config import settings
from ...core.process import process_singleton
from ...db import session as database
from ...db.probe import Database, look
from ...db.schema import Schema
from ..concepts import structuring
from ..dictation import dictation
from ..shared import page_store

Found = TypeVar("Found")

_KEPT = 1.5  # seconds
_WITHIN = 1.0  # seconds per check


@dataclass(frozen=True, slots=True)
class Readiness:
    """The outcome. ``schema`` is that of the database: ``current``, ``behind`` (it lacks a migration: requests are
    refused), ``ahead`` (migrated by a newer version) or ``unknown``. ``damaged``: no work can be done until a backup is
    restored. ``redis`` is None where it is not used.

    ``pseudonyms`` is ``ready``, or ``failing``: then no text leaves; None where none can. ``speech`` and ``structure``
    are ``ready``, ``loading``, ``failing`` (the engine's last answers) or ``missing``.
    """

    database: bool
    schema: str
    damaged: bool
    redis: bool | None
    speech: str
    speech_sentence: str
    structure: str
    pseudonyms: str | None = None

    @property
    def status(self) -> str:
        """Return ``ok``, ``degraded`` (an engine is not ready) or ``unavailable`` (no work can be done)."""
        if not self.database or self.schema == Schema.BEHIND.value or self.redis is False:
            return "unavailable"
        return "ok" if {self.speech, self.structure, self.pseudonyms or "ready"} == {"ready"} else "degraded"


@dataclass(slots=True)
class _Answers:
    """The latest answer with its time (monotonic seconds), and the task that finds the next one."""

    latest: Readiness | None = None
    at: float = 0.0
    looking: asyncio.Task[Readiness] | None = None


_answers = process_singleton(_Answers)


async def check() -> Readiness:
    """Return the readiness, at most ``_KEPT`` old. Never takes longer than about a second, and never raises."""
    answers = _answers()
    if answers.latest is not None and time.monotonic() - answers.at < _KEPT:
        return answers.latest
    if answers.looking is None or answers.looking.done():
        answers.looking = asyncio.create_task(_look(answers))
    return await asyncio.shield(answers.looking)


async def _look(answers: _Answers) -> Readiness:
    found, redis = await asyncio.gather(_within(look()), _redis())
    if found is Schema.BEHIND:
        database.look_again()
    speech, sentence = dictation.speech_state()
    answers.latest = Readiness(
        database=isinstance(found, Schema),
        schema=found.value if isinstance(found, Schema) else "unknown",
        damaged=found is Database.DAMAGED,
        redis=redis,
        speech=speech,
        speech_sentence=sentence,
        structure=structuring.engine_state(),
        pseudonyms=structuring.pseudonyms_state(),
    )
    answers.at = time.monotonic()
    return answers.latest


async def _redis() -> bool | None:
    return bool(await _within(page_store.answers())) if settings().redis_url else None


async def _within(question: Awaitable[Found]) -> Found | None:
    """Return the answer, or ``None`` when it does not come in time."""
    try:
        async with asyncio.timeout(_WITHIN):
            return await question
    except TimeoutError:
        return None
