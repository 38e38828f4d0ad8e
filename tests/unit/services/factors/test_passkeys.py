"""One's own passkeys: made, named and removed, and what a change needs (S37, S40)."""

import asyncio

import pytest
from sqlmodel import col, update

from tests.support import tables
from tests.support.fakes.authenticator import MAY_SYNC, SYNCED, USUAL, Authenticator, raw, text
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import add_passkey, begin_setup, require_from, set_up, touch, wrong_code
from tests.unit.services.factors.passkey_story import WrongPasskey, mailed, pending, stored
from voice_report.db.models import LoginSession, Organization, Passkey
from voice_report.errors import Conflict, Invalid, NotFound, NotSignedIn, StepUpNeeded
from voice_report.services.factors import one_time_codes, passkeys, second_factor
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import SINGLE_SIGN_ON, needs_step_up
from voice_report.services.sign_in import passkey_sign_in, setting_up, signing_in


async def test_a_passkey_is_made_and_opens_a_session_of_two_factors(db, wall_clock, people) -> None:
    other = await signing_in.log_in(people.user.email, PASSWORD)
    authenticator, codes = await add_passkey(people.user)
    assert len(codes) == 10
    assert "Telefoon" in await mailed(people.user)
    assert await db.run_reading(sessions.identify, other.token) is None, "it was opened without the factor"
    [key] = await db.run_reading(passkeys.listed, await people.user.current())
    assert (key.name, key.last_used_at, key.is_synced) == ("Telefoon", None, False)
    assert (await people.user.current()).level == "two_factor"
    wall_clock.advance(days=1)
    opened = await touch(authenticator)
    assert (opened.user.id, opened.user.level, opened.user.stepped_up_at) == (
        people.user.id, "two_factor", wall_clock.now,
    )  # fmt: skip
    kept = await stored(db)
    assert (kept.sign_count, kept.last_used_at, kept.transports) == (1, wall_clock.now, "internal,hybrid")


async def test_a_synced_passkey_does_not_count_and_says_so(db, people) -> None:
    authenticator, _ = await add_passkey(people.user, step=0)
    for flags in (USUAL | MAY_SYNC | SYNCED, USUAL | MAY_SYNC | SYNCED):
        await touch(authenticator, flags=flags)
    assert (await stored(db)).is_synced


async def test_s40_the_handle_of_a_person_is_random_and_stays(db, people) -> None:
    user = await people.user.current()
    first = await passkeys.begin(user, current_password=PASSWORD)
    again = await passkeys.begin(user, current_password=PASSWORD)
    assert first["user"]["id"] == again["user"]["id"] != text(people.user.email.encode())
    assert len(raw(first["user"]["id"])) == 32
    assert (first["rp"]["id"], first["attestation"], first["timeout"]) == ("localhost", "none", 300_000)
    assert first["challenge"] != again["challenge"]
    others = await passkeys.begin(await people.admin.current(), current_password=PASSWORD)
    assert others["user"]["id"] != first["user"]["id"]


async def test_s40_registering_takes_the_challenge_of_this_session_and_nobodys_credential(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    user, admin = await people.user.current(), await people.admin.current()
    options = await passkeys.begin(admin, current_password=PASSWORD)
    with pytest.raises(Invalid, match="niet gemaakt"):
        await passkeys.add(user, Authenticator().make(options), "Van een ander")
    with pytest.raises(Invalid, match="niet gemaakt"):  # it is the user's already
        await passkeys.add(admin, authenticator.make(options), "Dezelfde")
    signed = Authenticator().make(await passkey_sign_in.step_up_options(user) | options)
    await passkeys.add(admin, signed, "Eigen")
    with pytest.raises(Invalid, match="niet gemaakt"):
        await passkeys.add(admin, signed, "Nog eens")


async def test_s37_every_change_needs_the_password_and_a_step_up(db, wall_clock, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    wall_clock.advance(minutes=10)
    user = await people.user.current()
    [key] = await db.run_reading(passkeys.listed, user)

    async def change(user, **proof) -> None:
        await passkeys.begin(user, **proof)

    async def take_away(user, **proof) -> None:
        await passkeys.remove(user, key.id, **proof)

    for act in (change, take_away, second_factor.begin, second_factor.new_recovery_codes):
        code = {} if act in (change, take_away, second_factor.begin) else {"code": ""}
        with pytest.raises(Invalid, match="wachtwoord is onjuist"):
            await act(user, current_password="Verkeerd-wachtwoord-1!", **code)
        with pytest.raises(StepUpNeeded):
            await act(user, current_password=PASSWORD, **code)
    with pytest.raises(Invalid, match="Code is verplicht"):  # which would prolong itself
        await second_factor.step_up(user, " ")
    await passkey_sign_in.step_up(user, authenticator.sign(await passkey_sign_in.step_up_options(user)))
    await take_away(await people.user.current(), current_password=PASSWORD)
    assert (await people.user.current()).level == "password"
    assert (await signing_in.log_in(people.user.email, PASSWORD)).user.level == "password"
    with pytest.raises(WrongPasskey):
        await touch(authenticator)


async def test_s37_an_app_asks_for_its_code_before_the_first_passkey(db, wall_clock, people) -> None:
    app, _ = await set_up(people.user)
    wall_clock.advance(seconds=60)
    user = await people.user.current()
    for code, error in (("", Invalid), (wrong_code(app), one_time_codes.WrongCode)):
        with pytest.raises(error):
            await passkeys.begin(user, current_password=PASSWORD, code=code)
    options = await passkeys.begin(user, current_password=PASSWORD, code=app.at(wall_clock.now))
    authenticator = Authenticator()
    _, recovery_codes = await passkeys.add(user, authenticator.make(options), "Telefoon")
    assert recovery_codes == [], "there are recovery codes already"
    await second_factor.remove(user, current_password=PASSWORD, code="")
    assert "Inloggen kan nog met je toegangssleutel." in await mailed(people.user)
    left = await db.run_reading(second_factor.status, user)
    assert (left.set_up_at, left.recovery_codes_left, left.passkeys) == (None, 10, 1)
    assert (await touch(authenticator)).user.level == "two_factor"
    with pytest.raises(Conflict):
        await second_factor.remove(user, current_password=PASSWORD, code="")


async def test_passkeys_are_named_renamed_and_counted(db, people) -> None:
    await add_passkey(people.user)
    user, admin = await people.user.current(), await people.admin.current()
    async with db.transaction() as session:
        [key] = await passkeys.listed(session, user)
        await passkeys.rename(session, user, key.id, "  Tablet van Ursula ")
        assert [one.name for one in await passkeys.listed(session, user)] == ["Tablet van Ursula"]
    for someone, name, error in ((admin, "Gestolen", NotFound), (user, " ", Invalid), (user, "x" * 51, Invalid)):
        with pytest.raises(error):
            await db.run_in_transaction(passkeys.rename, someone, key.id, name)
    with pytest.raises(NotFound):
        await passkeys.remove(admin, key.id, current_password=PASSWORD)
    async with db.transaction() as session:
        for number in range(passkeys.MAX_KEYS - 2):
            session.add(Passkey(user_id=user.id, credential_id=f"A{number}", public_key="AQ", name="Sleutel"))
    twice = [await passkeys.begin(user, current_password=PASSWORD) for _ in range(2)]
    assert len(twice[0]["excludeCredentials"]) == passkeys.MAX_KEYS - 1
    done = await asyncio.gather(
        *(passkeys.add(user, Authenticator().make(options), "Erbij") for options in twice), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "tuple"]
    with pytest.raises(Conflict):
        await passkeys.begin(user, current_password=PASSWORD)


async def test_s40_who_must_have_a_factor_makes_a_passkey_in_the_middle_of_signing_in(db, people) -> None:
    await require_from(people.organization_id)
    token, other = await begin_setup(people.user), await begin_setup(people.admin)
    authenticator, options = Authenticator(), await setting_up.begin_passkey(token)
    with pytest.raises(Invalid, match="niet gemaakt"):
        await setting_up.add_passkey(other, authenticator.make(options))
    with pytest.raises(Invalid, match="niet gemaakt"):
        await setting_up.add_passkey(token, authenticator.make(options, origin="https://spraakrapport.voorbeeld"))
    made = authenticator.make(await setting_up.begin_passkey(token))
    done = await asyncio.gather(*(setting_up.add_passkey(token, made) for _ in range(3)), return_exceptions=True)
    [(opened, codes)] = [one for one in done if not isinstance(one, BaseException)]
    assert (opened.user.level, len(codes)) == ("two_factor", 10)
    assert sorted(type(one).__name__ for one in done) == ["NotSignedIn", "NotSignedIn", "tuple"]
    assert (await touch(authenticator)).user.id == people.user.id
    for over in (token, await pending(people.user)):  # a pending sign-in that waits for a factor makes none
        with pytest.raises(NotSignedIn):
            await setting_up.begin_passkey(over)
    with pytest.raises(Invalid, match="niet gemaakt"):  # another user's already
        await setting_up.add_passkey(other, authenticator.make(await setting_up.begin_passkey(other)))
    [key] = await db.run_reading(passkeys.listed, opened.user)
    with pytest.raises(Conflict):
        await passkeys.remove(opened.user, key.id, current_password=PASSWORD)


async def test_s37_the_word_of_a_provider_is_no_proof_for_a_change_of_factors(db, people) -> None:
    """Who took over the work account has the mailbox too, and with it a new password."""
    _, codes = await add_passkey(people.user)
    async with db.transaction() as session:
        of_user = update(LoginSession).where(col(LoginSession.user_id) == people.user.id)
        await session.execute(of_user.values(level=SINGLE_SIGN_ON))
        [key] = await passkeys.listed(session, await people.user.current())
    user, proof = await people.user.current(), {"current_password": PASSWORD}
    assert not needs_step_up(user)
    for act in (
        passkeys.begin(user, **proof),
        passkeys.remove(user, key.id, **proof),
        second_factor.begin(user, **proof),
    ):
        with pytest.raises(Invalid, match="werkaccount") as refusal:
            await act
        assert refusal.value.code == "code_required"
    await passkeys.remove(user, key.id, **proof, code=codes[0])


async def test_s43_another_passkey_too_ends_signing_in_without_a_code(db, people) -> None:
    _, codes = await add_passkey(people.user)
    await require_days(people)
    device = (await signing_in.finish(await pending(people.user), codes[0], remember=True)).device_token
    assert (await signing_in.log_in(people.user.email, PASSWORD, device_token=device)).user.id == people.user.id
    await add_passkey(people.user)
    with pytest.raises(signing_in.CodeNeeded):
        await signing_in.log_in(people.user.email, PASSWORD, device_token=device)


async def require_days(people) -> None:
    """Let the organization remember a device for a week."""
    of_organization = update(Organization).where(col(Organization.id) == people.organization_id)
    await tables.run(of_organization.values(remember_days=7))
