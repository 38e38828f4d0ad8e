"""Dependencies for the routes that identify the caller and check the caller's rights."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request

from ...errors import NotSignedIn
from ...services.sessions import sessions
from ...services.shared import tokens
from ...services.shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser, require


async def signed_in(request: Request) -> CurrentUser:
    """Return the user of the session cookie, read from the database now. Raises ``NotSignedIn``.

    The call counts as an action of that user, which keeps the session alive (S05).
    """
    return await _resolve(request, counts_as_activity=True)


async def signed_in_here(request: Request) -> CurrentUser:
    """The same for a call that an idle page repeats by itself until it succeeds: ``note_activity`` counts it."""
    return await _resolve(request, counts_as_activity=False)


async def note_activity(request: Request) -> None:
    """Count a call of ``signed_in_here`` as a user's action after all."""
    if raw_token := request.cookies.get(sessions.cookie_name()):
        await sessions.is_live(tokens.hashed(raw_token), counts_as_activity=True)


async def _resolve(request: Request, *, counts_as_activity: bool) -> CurrentUser:
    raw_token = request.cookies.get(sessions.cookie_name())
    user = (
        await sessions.resolve(tokens.hashed(raw_token), counts_as_activity=counts_as_activity) if raw_token else None
    )
    if user is None:
        raise NotSignedIn
    return user


Caller = Annotated[CurrentUser, Depends(signed_in)]
RepeatingCaller = Annotated[CurrentUser, Depends(signed_in_here)]


#: The dependencies that ``with_role`` made.
for_roles: set[Callable[..., Awaitable[CurrentUser]]] = set()


def with_role(*roles: str) -> Callable[..., Awaitable[CurrentUser]]:
    """Return a dependency that lets only these roles through. Raises ``NotSignedIn`` or ``NotAllowed``."""

    async def allowed(user: Caller) -> CurrentUser:
        require(user, *roles)
        return user

    for_roles.add(allowed)
    return allowed


Admin = Annotated[CurrentUser, Depends(with_role(ADMIN))]
PlatformAdmin = Annotated[CurrentUser, Depends(with_role(PLATFORM_ADMIN))]
AnyAdmin = Annotated[CurrentUser, Depends(with_role(ADMIN, PLATFORM_ADMIN))]
