"""Cookies: of the session, and of what is pending. No script can read them."""

from typing import TypedDict

from fastapi import Request, Response

from ....config import settings
from ....services.sessions import devices, sessions


class BrowserTokens(TypedDict):
    """The cookies that a browser has already when a session is opened in it."""

    device_token: str | None
    old_token: str | None


def browser_tokens(request: Request) -> BrowserTokens:
    """Return the cookies of the browser's device and of its present session."""
    cookies = request.cookies
    return {"device_token": cookies.get(devices.cookie_name()), "old_token": cookies.get(sessions.cookie_name())}


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
