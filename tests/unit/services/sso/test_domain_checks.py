"""S45: a domain whose record stays away is told of, then admits nobody anew; an error is no answer."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.sso.provider import DOMAIN, count, prove, refusal, save, sign_in
from voice_report.db import session as database
from voice_report.db.models import AuditLog, EmailDomain, IdentityProvider, LoginSession, OutboxMail, User
from voice_report.errors import Invalid
from voice_report.integrations import dns
from voice_report.services.shared.identity import CurrentUser
from voice_report.services.sso import domain_checks, email_domains, identity_provider
from voice_report.services.sso.email_domains import DomainView

WARN, GRACE, DAY = email_domains.WARN_AFTER, email_domains.GRACE, domain_checks.EVERY
TOM = f"tom@{DOMAIN}"


async def pass_days(wall_clock, days: int) -> None:
    """Let days go by, with the daily look at the end of each."""
    for _ in range(days):
        wall_clock.advance(DAY)
        await domain_checks.look_at_due()


async def at_work(people: cast.People, wall_clock) -> CurrentUser:
    """Return the administrator, who went on working meanwhile."""
    lasts = {"last_seen_at": wall_clock.now, "expires_at": wall_clock.now + DAY}
    opened = update(LoginSession).where(col(LoginSession.user_id) == people.admin.id)
    await tables.run(opened.values(**lasts))
    return await people.admin.current()


async def domain(user: CurrentUser) -> DomainView:
    [found] = await database.run_reading(email_domains.list_all, user)
    return found


async def test_s45_each_domain_is_looked_at_once_a_day(wall_clock, people, connected, name_server) -> None:
    await prove(people.other_admin, name_server, "anker.example")
    await people.admin.call(email_domains.add, "nog-niet.example")
    assert await domain_checks.look_at_due() == 0, "proven just now"
    wall_clock.advance(DAY - timedelta(seconds=1))
    assert await domain_checks.look_at_due() == 0
    wall_clock.advance(seconds=1)
    looks = await asyncio.gather(*(domain_checks.look_at_due() for _ in range(3)))
    assert sum(looks) == 2, "each by one process, and not what was never proven"
    assert await domain_checks.look_at_due() == 0


async def test_s45_a_record_that_stays_away_is_mailed_once_and_then_admits_nobody(
    wall_clock, people, connected, name_server
) -> None:
    second = await cast.make_user(people.organization_id, "Piet", role="admin")
    await cast.make_user(people.organization_id, "Quinten", role="admin", is_active=False)
    known = await sign_in(connected)
    assert known.signed_in is not None
    before = await count(OutboxMail)
    record = name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, 1 + WARN.days - 1)
    assert await count(OutboxMail) == before, "not for what comes back within days"
    shown = await domain(await at_work(people, wall_clock))
    assert (shown.missing_since is not None, shown.closes_at, shown.is_closed) == (True, None, False)
    await pass_days(wall_clock, 1)
    for admin in (people.admin, second):
        mail = await mailbox.newest(admin.email)
        assert mail.subject == f"De TXT-regel van {DOMAIN} is weg"
    await pass_days(wall_clock, GRACE.days - 1)
    assert await count(OutboxMail, OutboxMail.subject == f"De TXT-regel van {DOMAIN} is weg") == 2, "once"
    assert await count(AuditLog, AuditLog.action == "miss") == 1

    connected.claims = {"sub": "sub-2", "email": TOM}
    assert (await sign_in(connected, TOM)).signed_in is not None, "until the day that the mail names"
    await pass_days(wall_clock, 1)
    connected.claims = {"sub": "sub-3", "email": f"uma@{DOMAIN}"}
    assert refusal(await sign_in(connected)) == "domain_lost"
    there = await cast.make_user(people.organization_id, "Uma", email=f"uma@{DOMAIN}")
    assert refusal(await sign_in(connected)) == "domain_lost", "nor an account that was there"
    connected.claims = {}
    again = await sign_in(connected)
    assert again.signed_in is not None
    assert again.signed_in.user.id == known.signed_in.user.id, "who is linked goes on"
    user = await at_work(people, wall_clock)
    shown = await domain(user)
    assert (shown.is_closed, shown.missing_since is not None) == (True, True)
    view = await database.run_reading(identity_provider.view, user)
    assert f"Uma Verzorger ({there.email})" in view.outsiders_shown, "whom 'required' would shut out"

    name_server.records[DOMAIN] = record
    await pass_days(wall_clock, 1)
    shown = await domain(user)
    assert (shown.is_closed, shown.missing_since, shown.closes_at) == (False, None, None)
    assert await count(AuditLog, AuditLog.action == "find") == 1
    connected.claims = {"sub": "sub-3", "email": f"vera@{DOMAIN}"}
    assert (await sign_in(connected)).signed_in is not None


async def test_s45_no_answer_is_not_a_missing_record(wall_clock, people, connected, name_server, monkeypatch) -> None:
    monkeypatch.setattr(dns, "TIMEOUT", 0.05)
    name_server.is_silent = True
    for _ in range(WARN.days + GRACE.days + 5):
        await pass_days(wall_clock, 1)
    row = await tables.row(select(EmailDomain))
    assert (row.missing_since, row.warned_at) == (None, None)
    assert (await sign_in(connected)).signed_in is not None
    assert await domain_checks.look_at_due() == 0, "it is left alone for an hour"
    name_server.is_silent = False
    monkeypatch.setattr(dns, "TIMEOUT", 10)  # an answer may take a while on a busy machine
    assert await domain_checks.look_at_due() == 0
    wall_clock.advance(domain_checks.LEASE)
    assert await domain_checks.look_at_due() == 1


async def with_silent_domains(people: cast.People, wall_clock, name_server, monkeypatch, silent: int) -> None:
    """Let the name servers of so many domains never answer; each is due before the one that answers."""
    for number in range(silent):
        await prove(people.other_admin, name_server, f"stil-{number}.example")
    ask = dns.txt

    async def ask_some(name: str) -> list[str]:
        if name.startswith("stil-"):
            raise dns.LookupFailed(name)
        return await ask(name)

    monkeypatch.setattr(dns, "txt", ask_some)
    theirs = update(EmailDomain).where(col(EmailDomain.domain).startswith("stil-"))
    await tables.run(theirs.values(checked_at=wall_clock.now - timedelta(hours=1)))
    wall_clock.advance(DAY)


async def test_s45_domains_that_never_answer_hold_up_nobody(
    wall_clock, people, connected, name_server, monkeypatch
) -> None:
    await with_silent_domains(people, wall_clock, name_server, monkeypatch, 5)
    answered = 0
    for _ in range(24):
        answered += await domain_checks.look_at_due()
        wall_clock.advance(domain_checks.LEASE)
    assert answered == 1
    wall_clock.advance(DAY)
    assert await domain_checks.look_at_due() == 1, "and again the next day"


async def test_s45_a_round_that_ends_at_silence_holds_no_domain_that_it_did_not_ask(
    wall_clock, people, connected, name_server, monkeypatch
) -> None:
    await with_silent_domains(people, wall_clock, name_server, monkeypatch, 6)
    assert await domain_checks.look_at_due() == 0
    assert await count(EmailDomain, col(EmailDomain.claimed_until).is_not(None)) == 5


async def test_s45_silence_after_a_missing_record_closes_nothing(
    wall_clock, people, connected, name_server, monkeypatch
) -> None:
    """Missing on one day, and no answer for a month: nobody saw it missing for long, and nobody was told."""
    name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, 1)
    name_server.is_silent = True
    with monkeypatch.context() as patience:
        patience.setattr(dns, "TIMEOUT", 0.05)
        await pass_days(wall_clock, 30)
    assert (await sign_in(connected)).signed_in is not None
    name_server.is_silent = False
    await pass_days(wall_clock, 1)
    connected.claims = {"sub": "sub-2", "email": TOM}
    assert (await sign_in(connected, TOM)).signed_in is not None, "the mail comes first"
    assert (await mailbox.newest(people.admin.email)).subject == f"De TXT-regel van {DOMAIN} is weg"


async def test_s45_a_record_that_comes_and_goes_begins_anew(wall_clock, people, connected, name_server) -> None:
    record = name_server.records[DOMAIN]
    for _ in range(8):
        name_server.records[DOMAIN] = []
        await pass_days(wall_clock, WARN.days)
        name_server.records[DOMAIN] = record
        await pass_days(wall_clock, 1)
    assert await count(AuditLog, AuditLog.action == "miss") == 0


async def test_an_administrator_looks_by_hand(wall_clock, people, connected, name_server) -> None:
    record = name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, 1 + WARN.days)
    user = await at_work(people, wall_clock)
    shown = await domain(user)
    assert (shown.is_closed, shown.closes_at) == (False, wall_clock.now + GRACE)
    with pytest.raises(Invalid) as refused:
        await email_domains.prove(user, shown.id)
    assert refused.value.code == "record_not_seen"
    name_server.records[DOMAIN] = record
    assert (await email_domains.prove(user, shown.id)).missing_since is None


async def test_a_domain_given_up_while_it_was_asked_changes_nothing(
    wall_clock, people, connected, name_server, monkeypatch
) -> None:
    ask = dns.txt

    async def ask_and_give_up(name: str) -> list[str]:
        await tables.run(update(EmailDomain).values(proven_at=None))
        return await ask(name)

    name_server.records.pop(DOMAIN)
    wall_clock.advance(DAY)
    monkeypatch.setattr(dns, "txt", ask_and_give_up)
    assert await domain_checks.look_at_due() == 0
    assert await tables.row(select(EmailDomain.missing_since)) is None


async def test_nobody_is_mailed_while_no_provider_is_used(wall_clock, people, connected, name_server) -> None:
    await tables.run(update(IdentityProvider).values(usage="off"))
    before = await count(OutboxMail)
    name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, (WARN + GRACE).days)
    assert await count(OutboxMail) == before
    await at_work(people, wall_clock)
    await save(people.admin, connected.issuer, client_secret="")
    assert (await sign_in(connected)).signed_in is not None, "nobody was told"
    await pass_days(wall_clock, 1)
    assert (await mailbox.newest(people.admin.email)).subject == f"De TXT-regel van {DOMAIN} is weg"


async def test_s45_a_domain_that_was_lost_while_no_provider_was_used_admits_nobody(
    wall_clock, people, connected, name_server
) -> None:
    """Nobody was mailed of it; nobody was linked either, so nobody loses what worked the day before."""
    known = await sign_in(connected)
    assert known.signed_in is not None
    await save(people.admin, connected.issuer, client_secret="", usage="off")
    record = name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, 1 + (WARN + GRACE).days)
    user = await at_work(people, wall_clock)
    assert not (await domain(user)).is_closed
    await save(people.admin, connected.issuer, client_secret="")
    shown = await domain(user)
    assert (shown.is_closed, shown.closes_at) == (True, wall_clock.now)
    assert await count(AuditLog, AuditLog.action == "miss") == 1
    connected.claims = {"sub": "sub-2", "email": TOM}
    assert refusal(await sign_in(connected)) == "domain_lost"
    connected.claims = {}
    assert (await sign_in(connected)).signed_in is not None, "who is linked goes on"
    before = await count(OutboxMail)
    await pass_days(wall_clock, 1)
    assert (await count(OutboxMail), (await domain(user)).is_closed) == (before, True)
    name_server.records[DOMAIN] = record
    await pass_days(wall_clock, 1)
    assert not (await domain(user)).is_closed
    assert await count(AuditLog, AuditLog.action == "find") == 1
    connected.claims = {"sub": "sub-2", "email": TOM}
    assert (await sign_in(connected, TOM)).signed_in is not None


async def test_nobody_is_mailed_of_another_organization(wall_clock, people, connected, name_server) -> None:
    name_server.records.pop(DOMAIN)
    await pass_days(wall_clock, 1 + WARN.days)
    mailed = set(await tables.rows(select(OutboxMail.recipient)))
    admins = set(await tables.rows(select(User.email).where(User.role == "admin")))
    assert mailed & admins == {people.admin.email}
