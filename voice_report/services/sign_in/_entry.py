"""Which accounts may sign in, and the row of each sign-in that opened no session."""

from ...db.models import User
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction
from ...errors import NotAllowed
from ..audit import trail
from ..sessions import single_sign_on_required

UNVERIFIED = "Je e-mailadres is nog niet bevestigd. Open de link in de e-mail die we je stuurden."
PAUSED = "Je account is gepauzeerd. Neem contact op met de beheerder van je organisatie."


def is_ready(user: User) -> bool:
    """Return whether the account may sign in: its address is verified, and it is not paused."""
    return user.is_active and user.is_email_verified


async def may_enter(session: ReadSession, user: User) -> bool:
    """Return whether the account may sign in here: it is ready, and need not go to the identity provider."""
    return is_ready(user) and not await single_sign_on_required.refuses(session, user)


async def refuse_unready(user: User) -> None:
    """Raise ``NotAllowed`` for an account that may not sign in here, and write that down.

    It is ``SingleSignOnRequired`` for a user who must sign in with the identity provider, except for an administrator
    who may set up a factor.
    """
    sentence, code = (UNVERIFIED, "email_not_verified") if user.is_active else (PAUSED, "paused")
    refusal = NotAllowed(sentence, code=code)
    if is_ready(user):
        async with reading() as session:
            is_held = await single_sign_on_required.refuses(session, user)
            if not is_held or await single_sign_on_required.may_set_up(session, user):
                return
        refusal = single_sign_on_required.SingleSignOnRequired()
    await run_in_transaction(note_refusal, user, refusal.code)
    raise refusal


async def note_refusal(session: WriteSession, user: User | None, reason: str) -> None:
    """Write down a sign-in that opened no session; ``None`` is an account that does not exist."""
    await trail.record(
        session,
        None,
        "login",
        "session",
        user_id=user.id if user else None,
        organization_id=user.organization_id if user else None,
        success=False,
        error_message=reason,
    )
