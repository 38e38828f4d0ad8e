"""Invitations, for the holder of the mailed token."""

from typing import Annotated

from fastapi import APIRouter, Path

from ....db.session import run_reading
from ....services.audit import trail
from ....services.organizations import invitations
from ....services.shared import rate_limits
from ..shapes import LONGEST_TOKEN, Camel, Role

router = APIRouter(prefix="/api/invitations", tags=["invitations"])


class OpenInvitation(Camel):
    email: str
    organization_name: str
    role: Role


class OneOpenInvitation(Camel):
    invitation: OpenInvitation


@router.get("/{token}")
async def get_invitation(token: Annotated[str, Path(max_length=LONGEST_TOKEN)]) -> OneOpenInvitation:
    """Return an open invitation, without using it. 404 for one that is unknown, used, withdrawn or expired."""
    await rate_limits.hit("token", trail.caller.get().ip_address)
    found = await run_reading(invitations.look_up, token)
    return OneOpenInvitation(invitation=OpenInvitation.model_validate(found))
