"""Ticks: which fields of a draft its author copied one by one, as JSON in its row: ``{field: [digest, moment]}``.

A field's id and the digest of what was copied come from the page (``ui/islands/copying/fields.js``); the moment is the
server's. A tick is no change of the draft: its version and its last change stay. A tick whose digest is not that of the
present text says that the text was changed since.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from ... import clock
from ...db.session import ReadSession, WriteSession
from ...errors import Invalid
from ..audit import trail
from ..shared import locks
from ..shared.identity import CurrentUser
from . import drafts

#: Fields of one draft; after that many the oldest tick goes. A template has eight headings at most, a report may have
#: more.
MOST = 100

_FIELD = re.compile(r"[0-9a-f]{16}\.[0-9]{1,6}")
_DIGEST = re.compile(r"[0-9a-f]{16}")


async def of_draft(session: ReadSession, user: CurrentUser, draft_id: Any) -> dict[str, str]:
    """Return the digest of what was copied, by field. Raises ``NotFound``.

    Not recorded in the audit trail: nothing of the draft is shown.
    """
    return digests((await drafts.find(session, user, draft_id)).copied)


async def put(session: WriteSession, user: CurrentUser, draft_id: Any, fields: Mapping[str, str]) -> dict[str, str]:
    """Tick these fields (field: digest), and return all that are ticked. Raises ``NotFound``, ``Invalid``."""
    await locks.caller(session, user)
    if not 1 <= len(fields) <= MOST or not all(
        _FIELD.fullmatch(field) and _DIGEST.fullmatch(digest) for field, digest in fields.items()
    ):
        raise Invalid("Deze kop kennen we niet.", code="unknown_field")
    row = await drafts.find(session, user, draft_id, locked=True)
    now = clock.now().isoformat()
    before = {field: tick for field, tick in json.loads(row.copied or "{}").items() if field not in fields}
    ticks = [*before.items(), *((field, [digest, now]) for field, digest in fields.items())]
    row.copied = json.dumps(dict(ticks[-MOST:]))
    await session.flush()
    await trail.record(session, user, "copy", "draft", row.id, client_id=row.client_id)
    return digests(row.copied)


def digests(stored: str | None) -> dict[str, str]:
    """Return the digest of what was copied, by field, of ticks as a row has them."""
    return {field: digest for field, (digest, _) in json.loads(stored or "{}").items()}
