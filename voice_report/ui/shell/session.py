"""The signed-in user: the session state for every page, and ``current_user`` for every handler.

The websocket edge replaces the browser's cookies with the hash of its session token (see ``edge``), so a page's state
never holds a secret. Everything about the user is read from the database at each call (security.md S06).
"""

import reflex as rx

from ...config import settings
from ...core import texts
from ...errors import NoOrganization, NotAllowed, NotSignedIn
from ...services.billing import checkout
from ...services.sessions import sessions
from ...services.shared import tokens
from ...services.shared.identity import ADMIN, NO_PLATFORM_RIGHTS, PASSWORD, PLATFORM_ADMIN, CurrentUser
from . import routes
from .access import AccessState
from .actions import action

#: The cookie that the edge passes to event handlers instead of the browser's cookies.
HASH_COOKIE = "session-hash"

NO_ADMIN_RIGHTS = "Je hebt geen admin rechten."


async def current_user(state: rx.State, *roles: str) -> CurrentUser:
    """Return the caller, read from the database now.

    Raises ``NotSignedIn``, ``NotAllowed`` when ``roles`` are given and the caller has none of them, and
    ``NoOrganization`` when they are organization roles and the caller has no organization.
    """
    user = await optional_user(state)
    if user is None:
        raise NotSignedIn
    if roles and user.role not in roles:
        if user.organization is None and PLATFORM_ADMIN not in roles:
            raise NoOrganization
        raise NotAllowed(NO_PLATFORM_RIGHTS if roles == (PLATFORM_ADMIN,) else NO_ADMIN_RIGHTS)
    return user


async def optional_user(state: rx.State) -> CurrentUser | None:
    """Return the caller, or ``None`` for a visitor."""
    token_hash = session_hash(state)
    return await sessions.resolve(token_hash) if token_hash else None


def session_hash(state: rx.State) -> str:
    """Return the session's hash from the connection's headers, or an empty string."""
    name, _, found = state.router.headers.cookie.partition("=")  # the edge lets no other cookie through
    return found if name == HASH_COOKIE else ""


class SessionState(AccessState):
    """The signed-in user as the header and the guards show them: display texts only, never used for authorization."""

    checked: bool = False
    signed_in: bool = False
    name: str = ""
    initials: str = ""
    email: str = ""
    role: str = ""
    user_key: str = ""
    has_organization: bool = False
    organization_name: str = ""
    has_credits: bool = False
    archive_off: bool = False
    copies_empty: bool = True
    credits_text: str = ""
    no_credits: bool = False
    can_buy: bool = False
    has_factor: bool = False
    offline_page: bool = False

    @action
    async def greet(self):
        """Fill the header: of a public page, and again after a change."""
        await self._load()

    @action
    async def require_user(self):
        return await self._guard(())

    @action
    async def require_admin(self):
        return await self._guard((ADMIN, PLATFORM_ADMIN))

    @action
    async def require_platform_admin(self):
        return await self._guard((PLATFORM_ADMIN,))

    @action
    async def leave_when_signed_in(self):
        """Guard the sign-in page: redirect signed-in users to their start page."""
        user = await self._load()
        if user is not None:
            return rx.redirect(routes.start_page(user.role), replace=True)

    async def _guard(self, roles: tuple[str, ...]):
        self.denied = ""
        user = await self._load()
        if user is None:
            self.checked = False
            return rx.redirect(routes.LOGIN, replace=True)
        if roles and user.role not in roles:
            self.denied = NO_PLATFORM_RIGHTS if roles == (PLATFORM_ADMIN,) else NO_ADMIN_RIGHTS

    async def _load(self) -> CurrentUser | None:
        user = await optional_user(self)
        self.checked = True
        self.signed_in = user is not None
        self.name = user.name if user else ""
        self.initials = (user.first_name[:1] + user.last_name[:1]).upper() if user else ""
        self.email = user.email if user else ""
        self.user_key = tokens.device_key(user.id) if user else ""
        self.role = user.role if user else ""
        organization = user.organization if user else None
        self.has_organization = organization is not None
        self.organization_name = organization.name if organization else ""
        self.copies_empty = user is None or user.copies_empty
        self.archive_off = organization is not None and not organization.can_save_to_archive
        self.has_credits = bool(organization and user and user.role != PLATFORM_ADMIN)
        self.credits_text = texts.credits_text(organization.current_credits) if organization else ""
        can_pay = user and (user.personal_credits or (organization and organization.current_credits))
        self.no_credits = self.has_credits and not can_pay
        self.can_buy = checkout.is_set_up()
        self.has_factor = user is not None and user.level != PASSWORD
        self.offline_page = self.has_organization and settings().offline_page == "on"
        return user


def begins() -> dict[str, rx.Var[str]]:
    """Return the attribute of a link or button that starts a recording at one press on the next page.

    ``islands/recorder/session/asked.js`` reads it. Without credits the recording step waits, and says so before the
    user talks.
    """
    return {"data-records": rx.cond(SessionState.no_credits, "", "true")}
