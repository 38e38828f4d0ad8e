"""An organization with an identity provider, and signing in with it: for the tests of single sign-on."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from sqlmodel import col, func, select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.dns_server import FakeNameServer
from tests.support.fakes.identity_provider import CLIENT_ID, CLIENT_SECRET, FakeIdentityProvider
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import AuditLog
from voice_report.services.sso import email_domains, identity_provider, single_sign_on
from voice_report.services.sso.single_sign_on import Browser, CallbackResult, ProviderRedirect

DOMAIN = "delinde.example"
SANNE = f"sanne@{DOMAIN}"


def wanted(issuer: str, **changed: Any) -> identity_provider.ProviderSettings:
    """Return the settings for a provider."""
    usual = identity_provider.ProviderSettings(
        kind="other",
        issuer=issuer,
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        usage="recommended",
        admits_members=True,
        member_role="user",
        needs_second_step=False,
        acr="",
        accepts_outsiders=True,
    )
    return replace(usual, **changed)


async def prove(admin: cast.Person, name_server: FakeNameServer, domain: str = DOMAIN) -> email_domains.DomainView:
    """Claim a domain, publish its record and prove it."""
    user = await admin.current()
    claimed = await database.run_in_transaction(email_domains.add, user, domain)
    name_server.records.setdefault(domain, []).append(claimed.record)
    return await email_domains.prove(user, claimed.id)


async def save(admin: cast.Person, issuer: str, **changed: Any) -> identity_provider.ProviderView:
    """Store the settings over the present ones."""
    user = await admin.current()
    async with database.transaction() as session:
        version = (await identity_provider.view(session, user)).version
        return await identity_provider.save(session, user, wanted(issuer, **changed), version=version)


async def connect(
    admin: cast.Person,
    provider: FakeIdentityProvider,
    name_server: FakeNameServer,
    domain: str = DOMAIN,
    **changed: Any,
) -> None:
    """Give the organization a proven domain and a provider."""
    await prove(admin, name_server, domain)
    await save(admin, provider.issuer, **changed)


async def try_out(admin: cast.Person, provider: FakeIdentityProvider) -> CallbackResult:
    """Test the connection as this administrator."""
    redirect = await single_sign_on.begin_test(await admin.current())
    return await come_back(redirect, provider.sign_in(redirect.url), session_token=admin.cookie)


async def sign_in(provider: FakeIdentityProvider, email: str = f"sanne@{DOMAIN}", **changed: str) -> CallbackResult:
    """Sign in from the login page; ``changed`` are parameters of the way back."""
    redirect = await single_sign_on.begin(email)
    return await come_back(redirect, provider.sign_in(redirect.url, **changed))


async def come_back(
    redirect: ProviderRedirect, url: str, *, cookie: str = "", session_token: str | None = None
) -> CallbackResult:
    """Do as the browser that is sent back, with its cookie or another one."""
    given = dict(parse_qsl(urlsplit(url).query))
    return await single_sign_on.handle_callback(
        given.get("state", ""),
        code=given.get("code", ""),
        issuer=given.get("iss", ""),
        error=given.get("error", ""),
        browser=Browser(cookie or redirect.cookie, session_token),
    )


def now() -> int:
    """Return the present time as tokens have it."""
    return int(clock.now().timestamp())


def refusal(result: CallbackResult) -> str:
    assert result.signed_in is None
    assert result.link_token is None
    assert result.refusal is not None
    assert result.refusal.code in single_sign_on.SENTENCES
    return result.refusal.code


async def count(table: Any, *where: Any) -> int:
    return await tables.row(select(func.count()).select_from(table).where(*where))


async def reason() -> str | None:
    query = select(AuditLog.error_message).where(AuditLog.action == "login")
    return await tables.first(query.order_by(col(AuditLog.created_at).desc()))
