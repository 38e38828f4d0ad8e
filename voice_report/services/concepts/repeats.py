"""A caller's own key for a request that costs a credit (``Idempotency-Key``): sent again, it gives what it gave.

The job that makes the report has the key, so that every process knows a repeat, and so that it is erased with the job:
24 hours after the report was made, or with what the report is about. A key belongs to one account in one organization.
What the first request left to be chosen is kept with it: a choice made since does not make a repeat another request.
"""

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import update
from sqlmodel import col, select

from ... import clock
from ...db.models import ConceptJob
from ...db.session import WriteSession
from ...errors import Conflict, Invalid
from ...reporting.templates import ReportTemplate
from ...reporting.templates.stored import from_json, to_json
from ...reporting.writing import Style
from ..shared.identity import CurrentUser

MAX_KEY = 255
#: Seconds after which a repeat of what is being made is worth another try.
_WAIT = 5  # seconds: obeyed, a minute has fewer requests than its limit

_OTHER = "Deze sleutel is al gebruikt voor een andere aanvraag."
_UNDER_WAY = "Deze aanvraag wordt al uitgevoerd. Probeer het zo opnieuw."


@dataclass(frozen=True, slots=True)
class Asked:
    """A request under a key: the digest of the key with whose it is, and the digest of the request."""

    key: str
    content: str


@dataclass(frozen=True, slots=True)
class First:
    """The first request under a key: its job, whether its report was made, and what was chosen for it.

    ``reason``: see ``Choice.refusal``.
    """

    job_id: uuid.UUID
    is_made: bool
    template: ReportTemplate
    style: Style
    reason: str


def asked(user: CurrentUser, key: str, *content: str | None) -> Asked:
    """Return what identifies a request under the caller's key."""
    whose = "\n".join((str(user.id), str(user.organization_id), key))
    return Asked(_digest(whose), _digest(json.dumps(content)))


async def first(session: WriteSession, request: Asked, lease: timedelta) -> First | None:
    """Return the first request under this key, of which a report was made or failed. The caller's row is locked.

    Raises ``Invalid`` (``key_reused``) when the key was for something else, and ``Conflict`` (``under_way``).
    """
    found = (await session.exec(select(ConceptJob).where(ConceptJob.asked_key == request.key))).first()
    if found is None:
        return None
    if found.asked_content != request.content:
        raise Invalid(_OTHER, code="key_reused")
    if found.status == "reserved" and clock.is_coming(found.expires_at, lease):
        raise Conflict(_UNDER_WAY, code="under_way", retry_after=_WAIT)
    template, style, reason = json.loads(found.asked_choices or "")
    return First(found.id, found.status == "settled", from_json(template), style, reason)


async def note(session: WriteSession, request: Asked, chosen: First) -> None:
    """Write down with a job that it is the request under this key, and with no other one."""
    await session.flush()
    other = update(ConceptJob).where(col(ConceptJob.asked_key) == request.key, col(ConceptJob.id) != chosen.job_id)
    await session.exec(other.values(asked_key=None, asked_content=None, asked_choices=None))
    choices = json.dumps([to_json(chosen.template), chosen.style, chosen.reason])
    values = {"asked_key": request.key, "asked_content": request.content, "asked_choices": choices}
    await session.exec(update(ConceptJob).where(col(ConceptJob.id) == chosen.job_id).values(**values))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
