"""The styles that concepts are written in: the organization's choice, each person's own on top (concepts/reports.md).

Members choose for themselves, administrators for the organization; ``None`` is no choice. A choice that the engine
cannot write in is kept, and skipped until it can.
"""

from dataclasses import dataclass
from typing import cast, get_args

from sqlmodel import col, select

from ...config import settings
from ...db.models import Organization, User
from ...db.session import ReadSession, WriteSession
from ...errors import Invalid
from ...integrations.structuring import engine
from ...reporting.writing import Style
from ..audit import trail
from ..processing import engine_choice
from ..shared import locks
from ..shared.identity import ADMIN, CurrentUser, require

UNKNOWN = "Kies Letterlijk, Netjes, Leesbaar of Vrij."


@dataclass(frozen=True, slots=True)
class StyleView:
    """The style of a person's next concept, those that can be chosen, and what was chosen."""

    style: Style
    available: tuple[Style, ...]
    own: Style | None
    organization: Style | None


async def view(session: ReadSession, user: CurrentUser) -> StyleView:
    """Return the styles as the person sees them."""
    own, shared = await _chosen(session, user)
    able = engine((await engine_choice.for_text(session, user)).profile).styles
    return StyleView(_first(able, own, shared), tuple(sorted(able, key=get_args(Style).index)), own, shared)


async def find(session: ReadSession, user: CurrentUser, wanted: Style | None, available: tuple[Style, ...]) -> Style:
    """Return the style to write in, the first that the engine can (``available``) of: the wanted one, the person's, the
    organization's, the configured one."""
    return _first(available, wanted, *await _chosen(session, user))


async def choose(session: WriteSession, user: CurrentUser, style: str | None) -> None:
    """Set the person's own choice. Raises ``Invalid``."""
    await _set(session, user, await locks.caller_row(session, user), style, "change style", "user")


async def set_default(session: WriteSession, user: CurrentUser, style: str | None) -> None:
    """Set the organization's choice, for members without one of their own. Raises ``NotAllowed``, ``Invalid``."""
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)
    if organization is not None:
        await _set(session, user, organization, style, "change default style", "organization")


async def _set(
    session: WriteSession, user: CurrentUser, row: User | Organization, style: str | None, action: str, resource: str
) -> None:
    if style is not None and style not in get_args(Style):
        raise Invalid(UNKNOWN, code="style")
    if row.style == style:
        return
    row.style = style
    await session.flush()
    await trail.record(session, user, action, resource, row.id)


async def _chosen(session: ReadSession, user: CurrentUser) -> tuple[Style | None, Style | None]:
    """Return the person's and the organization's choice."""
    query = select(User.style, Organization.style).join(Organization, col(Organization.id) == col(User.organization_id))
    query = query.where(User.id == user.id, Organization.id == user.organization_id)
    own, shared = (await session.exec(query)).first() or (None, None)
    return cast(Style | None, own), cast(Style | None, shared)


def _first(available: tuple[Style, ...], *chosen: Style | None) -> Style:
    """Return the first of the choices, and then of the configured style, that is available; else the engine's first."""
    for style in (*chosen, settings().structure_style):
        if style is not None and style in available:
            return style
    return available[0]
