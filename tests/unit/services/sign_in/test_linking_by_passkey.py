"""S45: who has a passkey links the work account with it, and each refusal to link is written down."""

import asyncio

import pytest
from sqlmodel import col, select, update

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.authenticator import Authenticator
from tests.unit.services.factors import factors
from tests.unit.services.sso.provider import SANNE, count, save, sign_in
from voice_report.db.models import AuditLog, LinkedIdentity, PasskeyChallenge, PendingLink, User
from voice_report.errors import DomainError, NotAllowed, NotSignedIn, TooMany
from voice_report.services.factors.one_time_codes import WrongCode
from voice_report.services.shared import rate_limits
from voice_report.services.shared.identity import SINGLE_SIGN_ON
from voice_report.services.sign_in import linking, passkey_sign_in

WrongPasskey = passkey_sign_in.WrongPasskey


@pytest.fixture
async def sanne(people, connected) -> cast.Person:
    return await cast.make_user(people.organization_id, "Sanne", email=SANNE)


async def begin(provider) -> str:
    result = await sign_in(provider)
    assert result.link_token is not None
    return result.link_token


async def reasons() -> list[tuple[str | None, bool]]:
    """Return what was written down about linking: the reason, and whether it names the person."""
    query = select(AuditLog).where(AuditLog.action == "link identity", col(AuditLog.success).is_(False))
    rows = await tables.rows(query.order_by(col(AuditLog.sequence)))
    return [(row.error_message, row.user_id is not None) for row in rows]


async def test_s45_a_passkey_alone_links(people, connected, sanne) -> None:
    phone, _ = await factors.add_passkey(sanne)
    token = await begin(connected)
    options = await linking.passkey_options(token)
    assert options["allowCredentials"] == [], "it says nothing about the account"
    signed_in = await linking.finish_by_passkey(token, phone.sign(options))
    assert (signed_in.user.id, signed_in.user.level) == (sanne.id, SINGLE_SIGN_ON)
    assert await count(PasskeyChallenge) == 0
    with pytest.raises(NotSignedIn):
        await linking.finish_by_passkey(token, phone.sign(options))
    again = await sign_in(connected)
    assert again.signed_in is not None
    assert again.signed_in.user.id == sanne.id


async def test_s45_no_other_passkey_links(people, connected, sanne) -> None:
    phone, _ = await factors.add_passkey(sanne)
    theirs, _ = await factors.add_passkey(people.user)
    token, other = await begin(connected), await begin(connected)
    alone, _ = await passkey_sign_in.options("x" * 43)
    for refused in (
        theirs.sign(await linking.passkey_options(token)),
        Authenticator().sign(await linking.passkey_options(token)),
        phone.sign(await linking.passkey_options(other)),
        phone.sign(alone),
    ):
        with pytest.raises(WrongPasskey, match="vul je wachtwoord in"):
            await linking.finish_by_passkey(token, refused)
    assert await reasons() == [("wrong passkey", True)] * 4
    assert await count(LinkedIdentity) == 0
    with pytest.raises(WrongPasskey):
        await linking.finish_by_passkey(token, theirs.sign(await linking.passkey_options(token)))
    assert await count(PendingLink) == 1, "five wrong ones end the linking"
    with pytest.raises(NotSignedIn):
        await linking.passkey_options(token)


async def test_s45_two_at_once_link_once(people, connected, sanne) -> None:
    phone, _ = await factors.add_passkey(sanne, step=0)
    token = await begin(connected)
    answers = [phone.sign(await linking.passkey_options(token)) for _ in range(2)]
    outcomes = await asyncio.gather(
        *(linking.finish_by_passkey(token, answer) for answer in answers), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["NotSignedIn", "SignedIn"]
    assert await count(LinkedIdentity) == 1


@pytest.mark.parametrize("by", ["password", "passkey"])
@pytest.mark.parametrize(
    ("column", "code"), [({"is_active": False}, "paused"), ({"is_email_verified": False}, "email_not_verified")]
)
async def test_s45_a_refused_linking_is_written_down(people, connected, sanne, by: str, column, code: str) -> None:
    token = await begin(connected)
    linked = linking.finish(token, sanne.password)
    if by == "passkey":
        linked.close()
        phone, _ = await factors.add_passkey(sanne)
        linked = linking.finish_by_passkey(token, phone.sign(await linking.passkey_options(token)))
    await tables.run(update(User).where(col(User.id) == sanne.id).values(**column))
    with pytest.raises(NotAllowed) as refused:
        await linked
    assert refused.value.code == code
    assert await reasons() == [(code, True)]
    assert await count(LinkedIdentity) == 0


async def test_s45_a_linking_whose_settings_changed_is_written_down(people, connected, sanne) -> None:
    token = await begin(connected)
    await save(people.admin, connected.issuer, usage="off")
    with pytest.raises(NotSignedIn):
        await linking.finish(token, sanne.password)
    assert await reasons() == [("sign_in_expired", True)]


async def test_s45_made_up_linkings_do_not_fill_the_trail(people, connected, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "single_sign_on", rate_limits.parse("3 per minute"))
    for number in range(10):
        with pytest.raises(DomainError):
            await linking.finish(f"made up {number}", "Een-wachtwoord-1!")
    assert await reasons() == [("sign_in_expired", False)] * 3


async def test_s40_an_answer_is_used_up_although_the_account_may_not_be_linked(people, connected, sanne) -> None:
    phone, _ = await factors.add_passkey(sanne)
    token = await begin(connected)
    answer = phone.sign(await linking.passkey_options(token))
    await _pause(sanne)
    with pytest.raises(NotAllowed):
        await linking.finish_by_passkey(token, answer)
    await _pause(sanne, is_active=True)
    with pytest.raises(WrongPasskey):
        await linking.finish_by_passkey(token, answer)
    assert await reasons() == [("paused", True), ("wrong passkey", True)]


async def test_s35_s37_a_code_is_used_up_although_the_account_may_not_be_linked(
    wall_clock, people, connected, sanne
) -> None:
    app, codes = await factors.set_up(sanne)
    wall_clock.advance(minutes=1)
    token = await begin(connected)
    for code in (app.at(wall_clock.now), codes[0]):
        await _pause(sanne)
        with pytest.raises(NotAllowed):
            await linking.finish(token, sanne.password, code)
        await _pause(sanne, is_active=True)
        with pytest.raises(WrongCode):
            await linking.finish(token, sanne.password, code)
    assert await count(LinkedIdentity) == 0


async def test_questions_for_a_passkey_are_limited(people, connected, sanne, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "passkey_options", rate_limits.parse("3 per minute"))
    token = await begin(connected)
    for _ in range(3):
        await linking.passkey_options(token)
    with pytest.raises(TooMany):
        await linking.passkey_options(token)


async def _pause(person: cast.Person, *, is_active: bool = False) -> None:
    await tables.run(update(User).where(col(User.id) == person.id).values(is_active=is_active))
