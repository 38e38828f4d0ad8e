"""The settings of an identity provider, the proof of domains, and what 'required' needs and does."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select, update

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors import factors
from tests.unit.services.sso.provider import DOMAIN, come_back, connect, prove, save, sign_in, try_out, wanted
from voice_report.db import session as database
from voice_report.db.models import AuditLog, EmailDomain, IdentityProvider, Organization, PendingSignIn, User
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, StepUpNeeded, Unavailable
from voice_report.integrations import dns
from voice_report.services.factors import second_factor
from voice_report.services.organizations import invitations, joining
from voice_report.services.sessions import sessions
from voice_report.services.sessions.single_sign_on_required import SingleSignOnRequired
from voice_report.services.shared import dates
from voice_report.services.sign_in import signing_in
from voice_report.services.sso import email_domains, single_sign_on
from voice_report.services.sso import identity_provider as provider_settings

WRONG = "Verkeerd-wachtwoord-1!"


async def _view(person: cast.Person) -> provider_settings.ProviderView:
    return await database.run_reading(provider_settings.view, await person.current())


async def _claim(person: cast.Person, domain: str) -> email_domains.DomainView:
    return await person.call(email_domains.add, domain)


async def test_members_see_and_change_nothing(people, identity_provider, name_server) -> None:
    with pytest.raises(NotAllowed):
        await _view(people.user)
    for person in (people.user, people.platform_admin):
        with pytest.raises(NotAllowed):
            await save(person, identity_provider.issuer)
        with pytest.raises(NotAllowed):
            await _claim(person, DOMAIN)


async def test_the_secret_is_encrypted_and_never_shown(people, identity_provider) -> None:
    saved = await save(people.admin, identity_provider.issuer, client_secret="zeer-geheim-1")
    stored = await tables.row(select(IdentityProvider.client_secret))
    assert "zeer-geheim" not in stored
    assert "zeer-geheim" not in repr(saved)
    assert saved.secret_set_at is not None


async def test_s45_the_secret_of_one_provider_is_not_sent_to_another(people, identity_provider) -> None:
    await save(people.admin, identity_provider.issuer)
    for changed in ({"issuer": "https://elders.example"}, {"client_id": "other"}):
        with pytest.raises(Invalid) as refusal:
            await save(people.admin, **{"issuer": identity_provider.issuer, "client_secret": "", **changed})
        assert refusal.value.code == "secret_required"
    kept = await save(people.admin, identity_provider.issuer, client_secret="", needs_second_step=True)
    assert kept.version == 2


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"issuer": "http://aanmelden.example"}, "issuer"),
        ({"issuer": "https://aanmelden.example/?x=1"}, "issuer"),
        ({"issuer": "aanmelden.example"}, "issuer"),
        ({"issuer": "https://login.microsoftonline.com/common/v2.0"}, "issuer"),
        ({"issuer": "https://login.microsoftonline.com/organizations/v2.0", "kind": "other"}, "issuer"),
        ({"issuer": "https://aanmelden.example/geen-tenant", "kind": "entra"}, "issuer"),
        ({"client_id": "  "}, "client_id"),
        ({"client_id": "a\nb"}, "invalid"),
        ({"client_secret": "a\x1bb"}, "invalid"),
        ({"usage": "always"}, "invalid"),
        ({"member_role": "platform_admin"}, "invalid"),
        ({"kind": "okta"}, "invalid"),
    ],
)
async def test_settings_that_are_none(changed: dict[str, Any], code: str, people) -> None:
    with pytest.raises(Invalid) as refusal:
        await save(people.admin, **{"issuer": "https://aanmelden.example", **changed})
    assert refusal.value.code == code


async def test_a_second_administrator_overwrites_nothing(people, identity_provider) -> None:
    await save(people.admin, identity_provider.issuer)
    async with database.transaction() as session:
        user = await people.admin.current()
        with pytest.raises(Conflict):
            await provider_settings.save(session, user, wanted(identity_provider.issuer), version=0)


async def test_every_act_is_written_down(people, identity_provider, name_server) -> None:
    await connect(people.admin, identity_provider, name_server)
    await save(people.admin, identity_provider.issuer, needs_second_step=False)
    await try_out(people.admin, identity_provider)
    await sign_in(identity_provider)
    await people.admin.call(provider_settings.remove)
    rows = await tables.rows(select(AuditLog.action, AuditLog.resource))
    assert {
        ("create", "email domain"),
        ("prove", "email domain"),
        ("create", "identity provider"),
        ("change", "identity provider"),
        ("test", "identity provider"),
        ("register", "user"),
        ("link identity", "user"),
        ("login", "session"),
        ("delete", "identity provider"),
    } <= set(rows)


async def test_removing_signs_out_who_came_in_by_it(people, identity_provider, name_server) -> None:
    await connect(people.admin, identity_provider, name_server)
    result = await sign_in(identity_provider)
    assert result.signed_in is not None
    await people.admin.call(provider_settings.remove)
    assert await database.run_reading(sessions.identify, result.signed_in.token) is None
    assert (await people.admin.current()).id == people.admin.id
    with pytest.raises(NotFound):
        await single_sign_on.begin(f"sanne@{DOMAIN}")


async def test_delicate_settings_need_a_recent_second_factor(
    wall_clock, people, identity_provider, name_server
) -> None:
    await connect(people.admin, identity_provider, name_server)
    await factors.set_up(people.admin)
    wall_clock.advance(minutes=11)
    user = await people.admin.current()
    with pytest.raises(StepUpNeeded):
        await save(people.admin, identity_provider.issuer)
    with pytest.raises(StepUpNeeded):
        await _claim(people.admin, "anders.example")
    with pytest.raises(StepUpNeeded):
        await email_domains.prove(user, user.id)
    with pytest.raises(StepUpNeeded):
        await single_sign_on.begin_test(user)
    async with database.transaction() as session:
        with pytest.raises(StepUpNeeded):
            await provider_settings.remove(session, user)
        with pytest.raises(StepUpNeeded):
            await email_domains.remove(session, user, user.id)


@pytest.mark.parametrize(
    "domain", ["gmail.com", "Hotmail.NL", "mail.ziggo.nl", "nl", "", "@", "a b.nl", "x@y.nl", "localhost",
               "[127.0.0.1]", "https://delinde.example", "x" * 300, "delinde..example", "-.example"],
)  # fmt: skip
async def test_domains_that_nobody_can_own(domain: str, people) -> None:
    with pytest.raises(Invalid):
        await _claim(people.admin, domain)


async def test_a_domain_is_proven_by_its_own_record(people, name_server) -> None:
    claimed = await _claim(people.admin, f" @{DOMAIN.upper()} ")
    assert (claimed.domain, claimed.proven_at) == (DOMAIN, None)
    user = await people.admin.current()
    for records in ([], ["spraakrapport=anders"], [f"x{claimed.record}"], [claimed.record.upper()]):
        name_server.records[DOMAIN] = records
        with pytest.raises(Invalid) as refusal:
            await email_domains.prove(user, claimed.id)
        assert refusal.value.code == "record_not_seen"
    name_server.records[DOMAIN] = ["v=spf1 -all", claimed.record]
    assert (await email_domains.prove(user, claimed.id)).proven_at is not None


async def test_s45_the_record_of_one_organization_proves_nothing_for_another(people, name_server) -> None:
    ours, theirs = await _claim(people.admin, DOMAIN), await _claim(people.other_admin, DOMAIN)
    assert ours.record != theirs.record
    name_server.records[DOMAIN] = [ours.record]
    with pytest.raises(Invalid):
        await email_domains.prove(await people.other_admin.current(), theirs.id)
    with pytest.raises(NotFound):
        await email_domains.prove(await people.other_admin.current(), ours.id)
    assert (await email_domains.prove(await people.admin.current(), ours.id)).proven_at is not None
    name_server.records[DOMAIN].append(theirs.record)
    with pytest.raises(Conflict):
        await email_domains.prove(await people.other_admin.current(), theirs.id)
    proven = await tables.rows(select(EmailDomain).where(col(EmailDomain.proven_at).is_not(None)))
    assert [one.organization_id for one in proven] == [people.organization_id]


async def test_no_answer_of_the_name_server(people, name_server, monkeypatch) -> None:
    claimed = await _claim(people.admin, DOMAIN)
    name_server.is_silent = True
    monkeypatch.setattr(dns, "TIMEOUT", 0.2)
    with pytest.raises(Unavailable):
        await email_domains.prove(await people.admin.current(), claimed.id)


async def _require(people: cast.People, provider, name_server) -> None:
    """Make signing in with the provider required, as an administrator with a second factor."""
    await connect(people.admin, provider, name_server)
    await factors.set_up(people.admin)
    await try_out(people.admin, provider)
    await save(people.admin, provider.issuer, client_secret="", usage="required")


async def test_required_needs_a_test_a_domain_and_somebody_who_gets_in(people, identity_provider, name_server) -> None:
    await save(people.admin, identity_provider.issuer)

    async def refused() -> str:
        with pytest.raises(Invalid) as refusal:
            await save(people.admin, identity_provider.issuer, client_secret="", usage="required")
        return refusal.value.code

    assert await refused() == "not_tested"
    await try_out(people.admin, identity_provider)
    assert (await _view(people.admin)).is_tested
    assert await refused() == "no_domain"
    await prove(people.admin, name_server)
    assert await refused() == "nobody_left"
    await factors.set_up(people.admin)
    saved = await save(people.admin, identity_provider.issuer, client_secret="", usage="required")
    assert (saved.usage, saved.always_in) == ("required", ["Anna Beheerder"])


async def test_other_settings_need_another_test(people, identity_provider, name_server) -> None:
    await _require(people, identity_provider, name_server)
    with pytest.raises(Invalid) as refusal:
        await save(people.admin, identity_provider.issuer, client_secret="anders", usage="required")
    assert refusal.value.code == "not_tested"
    changed = await save(people.admin, identity_provider.issuer, client_secret="anders", usage="recommended")
    assert (changed.is_tested, changed.tested_as) == (False, "")


async def test_a_test_that_fails_counts_for_nothing(people, identity_provider, name_server) -> None:
    await connect(people.admin, identity_provider, name_server)
    identity_provider.claims = {"aud": "another"}
    result = await try_out(people.admin, identity_provider)
    assert result.purpose == "test"
    assert result.refusal is not None
    assert not (await _view(people.admin)).is_tested


async def test_the_last_domain_stays_while_it_is_required(people, identity_provider, name_server) -> None:
    await _require(people, identity_provider, name_server)
    user = await people.admin.current()
    only = (await database.run_reading(email_domains.list_all, user))[0]
    with pytest.raises(Conflict):
        await database.run_in_transaction(email_domains.remove, user, only.id)
    other = await prove(people.admin, name_server, "tweede.example")
    await database.run_in_transaction(email_domains.remove, user, only.id)
    assert [one.domain for one in await database.run_reading(email_domains.list_all, user)] == [other.domain]


async def test_required_refuses_passwords_alike_for_all_of_the_domain(people, identity_provider, name_server) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=f"sanne@{DOMAIN}")
    await _require(people, identity_provider, name_server)
    answers = set()
    for email, password in (
        (sanne.email, sanne.password), (sanne.email, WRONG), (f"niemand@{DOMAIN}", sanne.password),
    ):  # fmt: skip
        with pytest.raises(NotAllowed) as refusal:
            await signing_in.log_in(email, password)
        answers.add((refusal.value.status, refusal.value.code, refusal.value.message))
    assert len(answers) == 1
    with pytest.raises(NotAllowed, match="werkaccount"):  # of the organization, with an address of another domain
        await signing_in.log_in(people.user.email, people.user.password)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, WRONG)
    signed_in = await signing_in.log_in(people.outsider.email, people.outsider.password)
    assert signed_in.user.id == people.outsider.id


async def test_required_leaves_the_administrator_with_a_second_factor_in(
    wall_clock, people, identity_provider, name_server
) -> None:
    own = update(User).where(col(User.id) == people.admin.id)
    await tables.run(own.values(email=f"anna@{DOMAIN}"))
    await connect(people.admin, identity_provider, name_server)
    app, _ = await factors.set_up(people.admin)
    await try_out(people.admin, identity_provider)
    await save(people.admin, identity_provider.issuer, client_secret="", usage="required")
    wall_clock.advance(timedelta(minutes=1))
    with pytest.raises(SingleSignOnRequired):
        await signing_in.log_in(f"anna@{DOMAIN}", WRONG)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(f"anna@{DOMAIN}", people.admin.password)
    signed_in = await signing_in.finish(needed.value.token, app.at(wall_clock.now))
    assert signed_in.user.id == people.admin.id
    plain = await cast.make_user(people.organization_id, "Piet", role="admin")
    with pytest.raises(NotAllowed, match="werkaccount"):
        await signing_in.log_in(plain.email, plain.password)


async def test_the_last_who_gets_in_without_the_provider_keeps_the_second_factor(
    wall_clock, people, identity_provider, name_server
) -> None:
    await connect(people.admin, identity_provider, name_server)
    app, _ = await factors.set_up(people.admin)
    await try_out(people.admin, identity_provider)
    await save(people.admin, identity_provider.issuer, client_secret="", usage="required")
    wall_clock.advance(minutes=1)
    user, proof = await people.admin.current(), {"current_password": people.admin.password}
    with pytest.raises(Conflict) as refusal:
        await second_factor.remove(user, **proof, code=app.at(wall_clock.now))
    assert refusal.value.code == "last_way_in"
    other = await cast.make_user(people.organization_id, "Piet", role="admin")
    await factors.set_up(other)
    wall_clock.advance(minutes=1)
    await second_factor.remove(user, **proof, code=app.at(wall_clock.now))
    assert (await _view(other)).always_in == ["Piet Verzorger"]


async def test_required_holds_for_who_is_invited(people, identity_provider, name_server, monkeypatch) -> None:
    await _require(people, identity_provider, name_server)
    with monkeypatch.context() as known:
        known.setattr(invitations.tokens, "new", lambda: "an-invitation-token")
        await people.admin.call(invitations.invite, f"tom@{DOMAIN}")
    with pytest.raises(SingleSignOnRequired):
        await joining.register(
            email=f"tom@{DOMAIN}", password=people.user.password, first_name="Tom", last_name="Wiersma",
            invitation_token="an-invitation-token",
        )  # fmt: skip
    redirect = await single_sign_on.begin(f"tom@{DOMAIN}", invitation_token="an-invitation-token")
    identity_provider.claims = {"email": f"tom@{DOMAIN}"}
    result = await come_back(redirect, identity_provider.sign_in(redirect.url))
    assert result.signed_in is not None


async def test_s45_who_is_refused_has_deleted_nothing(people, identity_provider, name_server, monkeypatch) -> None:
    tom = {"email": f"tom@{DOMAIN}", "password": "Een-lang-wachtwoord-1!", "first_name": "Tom", "last_name": "Wiersma"}
    await joining.register(**tom)
    await _require(people, identity_provider, name_server)
    with monkeypatch.context() as known:
        known.setattr(invitations.tokens, "new", lambda: "an-invitation-token")
        await people.admin.call(invitations.invite, tom["email"])
    async with database.transaction() as session:  # what is due too does not let them set up a factor
        await session.execute(update(Organization).values(second_factor="required", second_factor_from=dates.today()))
    with pytest.raises(SingleSignOnRequired):
        await joining.register(**tom, invitation_token="an-invitation-token")
    assert len(await tables.rows(select(User.id).where(User.email == tom["email"]))) == 1
    assert not await tables.rows(select(PendingSignIn.id))
    identity_provider.claims = {"email": tom["email"], "amr": ["mfa"]}
    redirect = await single_sign_on.begin(tom["email"], invitation_token="an-invitation-token")
    result = await come_back(redirect, identity_provider.sign_in(redirect.url))
    assert result.signed_in is not None


@pytest.mark.parametrize("changed", [{"usage": "off"}, {"issuer": "https://localhost:1"}, {"client_id": "another"}])
async def test_s45_another_provider_or_none_ends_what_the_former_opened(
    changed: dict[str, Any], people, identity_provider, name_server
) -> None:
    await connect(people.admin, identity_provider, name_server)
    opened = (await sign_in(identity_provider)).signed_in
    assert opened is not None

    async def is_live() -> bool:
        return await database.run_reading(sessions.identify, opened.token) is not None

    await save(people.admin, identity_provider.issuer, admits_members=False)
    assert await is_live()
    await save(people.admin, **{"issuer": identity_provider.issuer, **changed})
    assert not await is_live()
    assert (await people.user.current()).id == people.user.id


async def test_s45_required_ends_sessions_by_password(people, identity_provider, name_server) -> None:
    await connect(people.admin, identity_provider, name_server)
    result = await sign_in(identity_provider)
    assert result.signed_in is not None
    plain = await cast.make_user(people.organization_id, "Piet", role="admin")
    await factors.set_up(people.admin)
    await try_out(people.admin, identity_provider)
    await save(people.admin, identity_provider.issuer, client_secret="", usage="required")
    async with database.reading() as session:
        ended = (people.user.cookie, plain.cookie)
        assert [await sessions.identify(session, one) for one in ended] == [None, None]
        kept = (result.signed_in.token, people.admin.cookie, people.outsider.cookie)
        assert all([await sessions.identify(session, one) for one in kept])
