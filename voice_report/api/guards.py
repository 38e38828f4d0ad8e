"""Who is calling the API: dependencies for the routes."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request

from ..errors import NotAllowed, NotSignedIn
from ..services import auth, tokens
from ..services.identity import CurrentUser


async def signed_in(request: Request) -> CurrentUser:
    """Return the person whose session cookie came along, read from the database now. Raises ``NotSignedIn``.

    A call is an act of that person: pages make none by themselves, but for speech and words still to be saved.
    """
    raw_token = request.cookies.get(auth.cookie_name())
    user = await auth.resolve(tokens.hashed(raw_token), acts=True) if raw_token else None
    if user is None:
        raise NotSignedIn
    return user


Caller = Annotated[CurrentUser, Depends(signed_in)]


def with_role(*roles: str) -> Callable[..., Awaitable[CurrentUser]]:
    """Return a dependency that lets only these roles through. Raises ``NotSignedIn`` or ``NotAllowed``."""

    async def allowed(user: Caller) -> CurrentUser:
        if user.role not in roles:
            raise NotAllowed
        return user

    return allowed
