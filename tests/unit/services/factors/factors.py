"""Setting up second factors and using them, for the tests of accounts."""

import uuid
from datetime import date

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, update

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.authenticator import Authenticator
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import EmailDomain, IdentityProvider, LoginSession, Organization
from voice_report.services.factors import passkeys, second_factor
from voice_report.services.sessions import sessions
from voice_report.services.shared import dates, tokens
from voice_report.services.shared.identity import CurrentUser
from voice_report.services.sign_in import passkey_sign_in, signing_in


async def set_up(person: cast.Person) -> tuple[TOTP, list[str]]:
    """Give the person an authenticator app; return it, and the recovery codes. The code of now is used up."""
    user = await person.current()
    app = TOTP((await second_factor.begin(user, current_password=person.password)).secret)
    _, codes = await second_factor.confirm(user, app.at(clock.now()))
    await keep_cookie(person, user)
    return app, codes


async def keep_cookie(person: cast.Person, user: CurrentUser) -> None:
    """Let the person go on with the cookie that the tests know, where a factor that was set up gave a new one."""
    own = update(LoginSession).where(col(LoginSession.id) == user.session_id)
    await tables.run(own.values(token_hash=tokens.hashed(person.cookie)))


async def require_from(organization_id: uuid.UUID, day: date | None = None, **columns) -> None:
    """Let the organization require a second factor from a day on, by itself today. Other columns by keyword."""
    values = {"second_factor": "required", "second_factor_from": day or dates.today(), **columns}
    await tables.run(update(Organization).where(col(Organization.id) == organization_id).values(**values))


async def require_provider(organization_id: uuid.UUID, domain: str = "") -> None:
    """Let the organization require its identity provider, for the addresses of a domain too if it has proven one."""
    own = {"organization_id": organization_id, "client_secret": "", "secret_set_at": clock.now(), "usage": "required"}
    async with database.transaction() as session:
        session.add(IdentityProvider(kind="other", issuer="https://inloggen.example", client_id="ons", **own))
        if domain:
            proven = {"domain": domain, "token": "x", "proven_at": clock.now()}
            session.add(EmailDomain(organization_id=organization_id, **proven))


async def begin_setup(person: cast.Person, **how: str) -> str:
    """Give the right password where a second factor must be set up; return the token of the pending sign-in."""
    with pytest.raises(signing_in.SetupNeeded) as needed:
        await signing_in.log_in(person.email, person.password, **how)
    return needed.value.token


def wrong_code(app: TOTP) -> str:
    """Return six digits that are no code of the app around now."""
    near = {app.at(clock.now(), counter_offset=step) for step in range(-2, 3)}
    return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in near)


async def add_passkey(person: cast.Person, *, code: str = "", **kind) -> tuple[Authenticator, list[str]]:
    """Give the person a passkey; return its authenticator, and the recovery codes when it is the first factor.

    Who has an app gives a ``code``; ``kind`` are attributes of the authenticator.
    """
    user, authenticator = await person.current(), Authenticator(**kind)
    options = await passkeys.begin(user, current_password=person.password, code=code)
    _, codes = await passkeys.add(user, authenticator.make(options), "Telefoon")
    await keep_cookie(person, user)
    return authenticator, codes


async def touch(authenticator: Authenticator, **wrong) -> sessions.SignedIn:
    """Sign in with the passkey alone, in a browser of its own."""
    options, browser = await passkey_sign_in.options(None)
    return await passkey_sign_in.log_in(browser, authenticator.sign(options, **wrong))
