"""Invitations, for the holder of the mailed token."""

from typing import Annotated

from fastapi import APIRouter, Path

from ....db.session import reading
from ....services.audit import trail
from ....services.organizations import invitations
from ....services.shared import rate_limits
from ..responses import refusals
from ..shapes import LONGEST_TOKEN, Camel

router = APIRouter(prefix="/api/invitations", tags=["invitations"], responses=refusals(404))


class InvitationOut(Camel):
    email: str
    organization_name: str
    role: str


class OneInvitation(Camel):
    invitation: InvitationOut


@router.get("/{token}")
async def get_invitation(token: Annotated[str, Path(max_length=LONGEST_TOKEN)]) -> OneInvitation:
    """Return an open invitation, without using it. 404 for one that is unknown, used, withdrawn or expired."""
    await rate_limits.hit("token", trail.caller.get().ip_address)
    async with reading() as session:
        found = await invitations.look_up(session, token)
    return OneInvitation(invitation=InvitationOut.model_validate(found))
