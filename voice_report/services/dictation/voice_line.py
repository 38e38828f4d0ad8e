"""Where a person's voice goes: one line at the recorder, until the person closes it."""

from sqlmodel import select

from ...db.models import User
from ...db.session import ReadSession, WriteSession
from ...errors import Unavailable
from ..processing import engine_choice
from ..shared import locks
from ..shared.identity import CurrentUser

LOCAL = "Je stem blijft op deze server."
OUTSIDE = "Je stem gaat onbewerkt naar {party} in {country}. Alleen in tekst kunnen namen worden vervangen."

_LONGEST = 300  # characters that are kept of a line that was closed


async def find(session: ReadSession, user: CurrentUser) -> str:
    """Return the line; '' when the person has closed it, or no engine may hear them. Another engine has a line of its
    own."""
    line = await _line(session, user)
    closed = (await session.exec(select(User.voice_told).where(User.id == user.id))).first()
    return "" if line[:_LONGEST] == closed else line


async def close(session: WriteSession, user: CurrentUser) -> None:
    """Do not show the present line to the person again."""
    own = await locks.caller_row(session, user)
    own.voice_told = (await _line(session, user))[:_LONGEST]


async def _line(session: ReadSession, user: CurrentUser) -> str:
    try:
        profile = (await engine_choice.for_speech(session, user)).profile
    except Unavailable:
        return ""
    return OUTSIDE.format(party=profile.party, country=profile.country) if profile.is_outside else LOCAL
