"""Cookies: of the session, and of what is pending. No script can read them."""

from fastapi import Response

from ....config import settings
from ....services.sessions import sessions


def set_session(response: Response, token: str) -> None:
    """Set the cookie of the session."""
    set_cookie(response, sessions.cookie_name(), token, sessions.ABSOLUTE.total_seconds())


def set_cookie(response: Response, name: str, value: str, seconds: float) -> None:
    """Set a cookie that no script can read and that other sites send only when a user follows a link to us."""
    response.set_cookie(
        name, value, max_age=int(seconds), path="/", secure=settings().is_https, httponly=True, samesite="lax"
    )


def drop_cookie(response: Response, name: str) -> None:
    """Delete a cookie that ``set_cookie`` set."""
    response.delete_cookie(name, path="/", secure=settings().is_https, httponly=True, samesite="lax")
