"""Which headings a dictation has come to, by the local rules: nothing leaves the machine, and no credit is used.

The rules may be wrong about a sentence, so this is a reminder next to the text and decides nothing.
"""

import asyncio

from ...db.session import reading
from ...integrations.structuring import local
from ..drafts import templates
from ..shared import rate_limits
from ..shared.identity import CurrentUser

CHARACTERS = 8_000  # about ten minutes of speech; what was said before them is not looked at


async def headings(user: CurrentUser, said: str, template: str) -> list[str]:
    """Return the headings of this template that ``said`` comes to, the one spoken about last at the end.

    Raises ``TooMany``, ``NotFound`` (no such template) and ``Conflict`` (archived).
    """
    await rate_limits.hit("headings", str(user.id))
    async with reading() as session:
        found = await templates.find(session, user, template)
    placed = await asyncio.to_thread(local.place, said[-CHARACTERS:], found)
    latest = {section.title: None for _, section in reversed(placed)}
    return list(reversed(latest))
