"""Invitations, for the administrator who sends them."""

import uuid
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, status
from pydantic import Field

from ....db.session import run_in_transaction
from ....services.audit.audited_reads import run_audited
from ....services.organizations import invitations
from ....services.shared.identity import ADMIN, USER
from ..guards import Admin
from ..responses import refusals
from ..shapes import PAGE, After, Camel, Done, Email, Limit, Next, PathId, Role

router = APIRouter(prefix="/api/admin/invitations", tags=["admin"])

InvitedRole = Annotated[str, Field(max_length=100, json_schema_extra={"enum": [USER, ADMIN]})]


class InvitationIn(Camel):
    email: Email
    role: InvitedRole = USER


class InvitationOut(Camel):
    id: uuid.UUID
    email: str
    role: Role
    expires_at: datetime
    is_expired: bool = Field(description="an expired invitation can be sent again")
    is_used: bool = Field(description="an account was made with it")
    is_undelivered: bool = Field(description="its mail was refused for good, or given up: the address may be wrong")


class OneInvitation(Camel):
    invitation: InvitationOut


class InvitationList(Camel):
    invitations: list[InvitationOut]
    next: Next


@router.get("")
async def list_invitations(
    user: Admin,
    after: After = None,
    limit: Limit = PAGE,
) -> InvitationList:
    """Return the organization's unused invitations, newest first, page by page."""
    page = await run_audited(invitations.list_open, user, after=after, limit=limit)
    return InvitationList(invitations=[InvitationOut.model_validate(one) for one in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(404, 409))
async def invite(content: InvitationIn, user: Admin) -> OneInvitation:
    """Invite an address; inviting it again voids the former link. 409 for a colleague, and when no place is left."""
    made = await run_in_transaction(invitations.invite, user, content.email, content.role)
    return OneInvitation(invitation=InvitationOut.model_validate(made))


@router.post("/{invitation_id}/resend", responses=refusals(409))
async def resend_invitation(invitation_id: PathId, user: Admin) -> OneInvitation:
    """Send an invitation again, expired or not: a new link, valid for a new week; the former link no longer works."""
    sent = await run_in_transaction(invitations.resend, user, invitation_id)
    return OneInvitation(invitation=InvitationOut.model_validate(sent))


@router.delete("/{invitation_id}")
async def withdraw_invitation(invitation_id: PathId, user: Admin) -> Done:
    """Withdraw an invitation: its link no longer works and its place is free."""
    await run_in_transaction(invitations.withdraw, user, invitation_id)
    return Done()
