"""S45: whom a required identity provider would shut out is named before it is required, or a domain given up."""

from typing import Any

import pytest
from sqlmodel import col, update

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors import factors
from tests.unit.services.sso.provider import DOMAIN, SANNE, prove, save, sign_in, try_out
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import EmailDomain, IdentityProvider, User
from voice_report.errors import Conflict, NotFound
from voice_report.services.sso import email_domains, identity_provider, single_sign_on
from voice_report.services.sso.identity_provider import ProviderView


@pytest.fixture
async def ready(people, connected) -> cast.People:
    """Everything that 'required' needs; of the two members, one has an address outside the domain."""
    own = update(User).where(col(User.id) == people.user.id)
    await tables.run(own.values(email="ursula@elders.example"))
    await factors.set_up(people.admin)
    await try_out(people.admin, connected)
    return people


async def view(person: cast.Person) -> ProviderView:
    return await database.run_reading(identity_provider.view, await person.current())


async def require(people: cast.People, provider, **changed: Any) -> ProviderView:
    asked = {"client_secret": "", "usage": "required", "accepts_outsiders": False, **changed}
    return await save(people.admin, provider.issuer, **asked)


async def test_s45_who_would_be_shut_out_is_named_first(ready, connected) -> None:
    found = await view(ready.admin)
    assert (found.outsiders, found.outsiders_shown) == (1, ["Ursula Verzorger (ursula@elders.example)"])
    with pytest.raises(Conflict) as refused:
        await require(ready, connected)
    assert refused.value.code == "members_outside"
    assert refused.value.message == (
        "Deze collega heeft een adres buiten jullie domeinen en komt er dan niet meer in: "
        "Ursula Verzorger (ursula@elders.example)."
    )
    assert (await view(ready.admin)).usage == "recommended"
    assert (await ready.user.current()).id == ready.user.id, "nobody is signed out"
    assert (await require(ready, connected, accepts_outsiders=True)).usage == "required"
    assert (await require(ready, connected, admits_members=False)).usage == "required", "it is asked once"


async def test_s45_the_sentence_names_three_and_counts_the_rest(ready, connected) -> None:
    for name in ("Bea", "Cas", "Dirk", "Els"):
        await cast.make_user(ready.organization_id, name, "Aalders", email=f"{name.lower()}@elders.example")
    with pytest.raises(Conflict) as refused:
        await require(ready, connected)
    assert refused.value.message.startswith("5 collega's hebben een adres buiten jullie domeinen")
    assert refused.value.message.count("@elders.example") == 3
    assert refused.value.message.endswith("en nog 2.")


async def test_s45_who_gets_in_all_the_same_is_no_outsider(ready, connected, name_server) -> None:
    inside = await cast.make_user(ready.organization_id, "Sanne", email=f"sanne@{DOMAIN}")
    beside = await cast.make_user(ready.organization_id, "Tom", email=f"tom@sub.{DOMAIN}")
    paused = await cast.make_user(ready.organization_id, "Vera", email="vera@elders.example", is_active=False)
    await cast.make_user(ready.other_organization_id, "Wim", email="wim@elders.example")
    other = await cast.make_user(ready.organization_id, "Xander", email="xander@elders.example", role="admin")
    await factors.set_up(other)
    named = " ".join((await view(ready.admin)).outsiders_shown)
    assert beside.email in named, "a domain below is another one"
    for person in (inside, paused, other, ready.admin):
        assert person.email not in named
    assert (await view(ready.admin)).outsiders == 2
    await prove(ready.admin, name_server, f"sub.{DOMAIN}")
    await prove(ready.admin, name_server, "elders.example")
    assert (await view(ready.admin)).outsiders == 0
    assert (await require(ready, connected)).usage == "required"


async def linked(provider, email: str) -> None:
    """Link Sanne, who has this address from then on."""
    result = await sign_in(provider)
    assert result.signed_in is not None
    own = update(User).where(col(User.id) == result.signed_in.user.id)
    await tables.run(own.values(email=email))


async def close(domain: str) -> None:
    """Let the record of a domain be missing for too long."""
    long_ago = clock.now() - email_domains.GRACE
    row = update(EmailDomain).where(col(EmailDomain.domain) == domain)
    await tables.run(row.values(missing_since=long_ago, warned_at=long_ago, checked_at=clock.now()))


async def give_up(admin: cast.Person, domain: str, **changed: bool) -> None:
    user = await admin.current()
    async with database.transaction() as session:
        [found] = [one.id for one in await email_domains.list_all(session, user) if one.domain == domain]
        await email_domains.remove(session, user, found, **changed)


async def test_s45_who_is_linked_and_has_an_address_elsewhere_is_an_outsider(ready, connected) -> None:
    await linked(connected, "sanne@elders.example")
    assert (await view(ready.admin)).outsiders == 2
    with pytest.raises(Conflict) as refused:
        await require(ready, connected)
    assert "Sanne de Wit (sanne@elders.example)" in refused.value.message
    await require(ready, connected, accepts_outsiders=True)
    with pytest.raises(NotFound):  # nothing leads there
        await single_sign_on.begin("sanne@elders.example")


@pytest.mark.parametrize("usage", ["off", "recommended"])
async def test_s45_who_is_linked_is_no_outsider_when_the_record_of_their_domain_is_lost(
    ready, connected, name_server, usage: str
) -> None:
    await linked(connected, SANNE)
    there = await cast.make_user(ready.organization_id, "Uma", email=f"uma@{DOMAIN}")
    await prove(ready.admin, name_server, "elders.example")
    await close(DOMAIN)
    await save(ready.admin, connected.issuer, client_secret="", usage=usage)
    assert (await view(ready.admin)).outsiders_shown == [f"Uma Verzorger ({there.email})"]
    with pytest.raises(Conflict) as refused:
        await require(ready, connected)
    assert refused.value.message.startswith("Deze collega heeft")
    await tables.run(update(IdentityProvider).values(issuer="https://anders.example"))
    assert (await view(ready.admin)).outsiders == 2, "a link to another provider opens nothing"


async def test_s45_who_is_shut_out_is_named_before_a_domain_is_given_up(ready, connected, name_server) -> None:
    await linked(connected, "sanne@tweede.example")
    await cast.make_user(ready.organization_id, "Tom", email="tom@tweede.example")
    await cast.make_user(ready.organization_id, "Vera", email="vera@tweede.example", is_active=False)
    await cast.make_user(ready.other_organization_id, "Wim", email="wim@tweede.example")
    for domain in ("tweede.example", "derde.example", "vierde.example"):
        await prove(ready.admin, name_server, domain)
    await require(ready, connected, accepts_outsiders=True)  # Ursula, who is not named again
    await give_up(ready.admin, "derde.example")
    with pytest.raises(Conflict) as refused:
        await give_up(ready.admin, "tweede.example")
    assert refused.value.code == "members_outside"
    assert refused.value.message == (
        "2 collega's hebben een adres bij dit domein en komen er dan niet meer in: "
        "Tom Verzorger (tom@tweede.example), Sanne de Wit (sanne@tweede.example)."
    )
    await give_up(ready.admin, "tweede.example", accepts_outsiders=True)
    await close("vierde.example")
    await give_up(ready.admin, "vierde.example")
    with pytest.raises(Conflict, match="laatste bewezen domein"):
        await give_up(ready.admin, DOMAIN, accepts_outsiders=True)


async def test_nobody_is_named_for_a_domain_while_the_provider_is_not_required(ready, connected, name_server) -> None:
    await cast.make_user(ready.organization_id, "Tom", email=f"tom@{DOMAIN}")
    await give_up(ready.admin, DOMAIN)
    assert (await view(ready.admin)).outsiders == 2
