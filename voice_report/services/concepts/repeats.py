"""A caller's own key for a request that costs a credit (``Idempotency-Key``): sent again, it gives what it gave.

The job that makes the report has the key, so that every process knows a repeat, and so that it is erased with the job:
24 hours after the report was made, or with what the report is about. A key belongs to one account in one organization.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import update
from sqlmodel import col, select

from ... import clock
from ...db.models import ConceptJob
from ...db.session import WriteSession
from ...errors import Conflict, Invalid
from ..shared.identity import CurrentUser

MAX_KEY = 255
#: Seconds after which a repeat of what is being made is worth another try.
_WAIT = 5  # seconds: obeyed, a minute has fewer requests than its limit

_OTHER = "Deze sleutel is al gebruikt voor een andere aanvraag."
_UNDER_WAY = "Deze aanvraag wordt al uitgevoerd. Probeer het zo opnieuw."
_CHANGED = "Sinds deze aanvraag is een instelling gewijzigd. Vraag het concept opnieuw aan."


@dataclass(frozen=True, slots=True)
class Asked:
    """A request under a key: the digest of the key with whose it is, and the digest of what was asked."""

    key: str
    content: str


def asked(user: CurrentUser, key: str, *content: str | None) -> Asked:
    """Return what identifies a request under the caller's key."""
    whose = "\n".join((str(user.id), str(user.organization_id), key))
    return Asked(_digest(whose), _digest(json.dumps(content)))


async def check(session: WriteSession, request: Asked, job_key: str, lease: timedelta) -> None:
    """Refuse a repeat that cannot give what the first request gave. The caller's row is locked.

    Raises ``Invalid`` (``key_reused``) when the key was for something else, and ``Conflict`` when that is being made
    (``under_way``), or was made with settings that have changed since (``settings_changed``).
    """
    found = (await session.exec(select(ConceptJob).where(ConceptJob.asked_key == request.key))).first()
    if found is None:
        return
    if found.asked_content != request.content:
        raise Invalid(_OTHER, code="key_reused")
    if found.status == "reserved" and clock.is_coming(found.expires_at, lease):
        raise Conflict(_UNDER_WAY, code="under_way", retry_after=_WAIT)
    if found.key == job_key:
        return
    if found.status == "settled":
        raise Conflict(_CHANGED, code="settings_changed")
    await session.exec(
        update(ConceptJob).where(col(ConceptJob.id) == found.id).values(asked_key=None, asked_content=None)
    )


async def note(session: WriteSession, request: Asked, job_key: str) -> None:
    """Write down with a job that it is what was asked for under this key."""
    await session.flush()
    values = {"asked_key": request.key, "asked_content": request.content}
    await session.exec(update(ConceptJob).where(col(ConceptJob.key) == job_key).values(**values))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
