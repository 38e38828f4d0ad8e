"""Passkeys: bound to our address, to the person and to one question (S40), and telling nothing (S41)."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from sqlalchemy import Engine, event
from sqlmodel import col, select, update
from webauthn.authentication import verify_authentication_response

from tests import mailbox
from tests.fakes.authenticator import MAY_SYNC, ORIGIN, PRESENT, SYNCED, USUAL, VERIFIED, Authenticator, raw, text
from tests.people import PASSWORD
from tests.services.accounts.factors import (
    add_passkey,
    begin_setup,
    require_from,
    require_provider,
    set_up,
    touch,
    wrong_code,
)
from voice_report import database
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, NotSignedIn, StepUpNeeded
from voice_report.models import AuditLog, LoginSession, Organization, Passkey, User
from voice_report.services.accounts import (
    _assertions,
    _codes,
    passkey_sign_in,
    passkeys,
    second_factor,
    sessions,
    setting_up,
    signing_in,
)
from voice_report.services.shared.identity import SINGLE_SIGN_ON, needs_step_up

WrongPasskey = passkey_sign_in.WrongPasskey


async def pending(person) -> str:
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, PASSWORD)
    assert needed.value.by_passkey
    return needed.value.token


async def mailed(person) -> str:
    return "".join(mail.text for mail in await mailbox.delivered(person.email))


async def stored(db) -> Passkey:
    async with db.reading() as session:
        return (await session.exec(select(Passkey))).one()


async def reasons(db, action: str) -> list[str | None]:
    async with db.reading() as session:
        query = select(AuditLog.error_message).where(AuditLog.action == action).order_by(col(AuditLog.sequence))
        return list((await session.exec(query)).all())


async def test_a_passkey_is_made_and_opens_a_session_of_two_factors(db, wall_clock, people) -> None:
    other = await signing_in.log_in(people.user.email, PASSWORD)
    authenticator, codes = await add_passkey(people.user)
    assert len(codes) == 10
    assert "Telefoon" in await mailed(people.user)
    async with db.reading() as session:
        assert await sessions.identify(session, other.token) is None, "it was opened without the factor"
        [key] = await passkeys.listed(session, await people.user.current())
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


WRONG_SIGN_IN = {
    "origin": {"origin": "https://spraakrapport.voorbeeld"}, "another port": {"origin": "http://localhost:8001"},
    "the origin with more": {"origin": ORIGIN + ".kwaad.example"}, "https": {"origin": "https://localhost:8000"},
    "another site's frame": {"crossOrigin": True}, "made, not used": {"type": "webauthn.create"},
    "nobody verified": {"flags": PRESENT}, "nobody present": {"flags": VERIFIED},
    "copied without leave": {"flags": USUAL | SYNCED},
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG_SIGN_IN.values(), ids=WRONG_SIGN_IN.keys())
async def test_s40_what_was_signed_elsewhere_or_by_nobody_opens_nothing(db, people, wrong) -> None:
    authenticator, _ = await add_passkey(people.user)
    with pytest.raises(WrongPasskey):
        await touch(authenticator, **wrong)
    await touch(authenticator)


@pytest.mark.parametrize("wrong", WRONG_SIGN_IN.values(), ids=WRONG_SIGN_IN.keys())
async def test_s40_and_makes_no_passkey(db, people, wrong) -> None:
    user = await people.user.current()
    options = await passkeys.begin(user, current_password=PASSWORD)
    made: Any = {"type": "webauthn.get"} if "type" in wrong else wrong
    with pytest.raises(Invalid) as refusal:
        await passkeys.add(user, Authenticator().make(options, **made), "Telefoon")
    assert refusal.value.code == "passkey_not_made"
    async with db.reading() as session:
        assert (await session.exec(select(Passkey))).all() == []
    assert await reasons(db, "add passkey") == ["wrong passkey"]


async def test_s40_a_passkey_of_another_host_is_none_of_ours(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    authenticator.host = "spraakrapport.voorbeeld"
    with pytest.raises(WrongPasskey):
        await touch(authenticator)
    user = await people.admin.current()
    options = await passkeys.begin(user, current_password=PASSWORD)
    with pytest.raises(Invalid, match="niet gemaakt"):
        await passkeys.add(user, Authenticator(host="spraakrapport.voorbeeld").make(options), "Telefoon")


async def test_s40_a_challenge_is_good_once(db, people) -> None:
    authenticator, _ = await add_passkey(people.user, step=0)
    options, browser = await passkey_sign_in.options(None)
    response = authenticator.sign(options)
    await passkey_sign_in.log_in(browser, response)
    for again in (response, authenticator.sign(options)):
        with pytest.raises(WrongPasskey):
            await passkey_sign_in.log_in(browser, again)


async def test_s40_the_same_answer_many_times_at_once_opens_one_session(db, people) -> None:
    authenticator, _ = await add_passkey(people.user, step=0)
    options, browser = await passkey_sign_in.options(None)
    response = authenticator.sign(options)
    tries = (passkey_sign_in.log_in(browser, response) for _ in range(6))
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["SignedIn"] + ["WrongPasskey"] * 5


async def test_s40_a_challenge_is_over_after_five_minutes(db, wall_clock, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    options, browser = await passkey_sign_in.options(None)
    wall_clock.advance(minutes=5)
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.log_in(browser, authenticator.sign(options))
    async with db.transaction() as session:
        assert await signing_in.purge(session) == 1, "the one that nobody answered in time"
    _, browser = await passkey_sign_in.options(None)
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.log_in(browser, authenticator.sign({"challenge": "", "userVerification": "required"}))


async def test_s40_a_challenge_belongs_to_one_browser_and_one_purpose(db, people) -> None:
    authenticator, _ = await add_passkey(people.user, step=0)
    user, token = await people.user.current(), await pending(people.user)
    options, browser = await passkey_sign_in.options(None)
    _, elsewhere = await passkey_sign_in.options(None)
    of_step_up = await passkey_sign_in.step_up_options(user)
    of_second_step = await passkey_sign_in.pending_options(token)
    answered = [authenticator.sign(one) for one in (options, of_step_up, of_second_step)]
    for holder, response in (
        (elsewhere, answered[0]), ("", answered[0]), (None, answered[0]), (browser, answered[1]),
        (str(user.session_id), answered[1]), (token, answered[2]), (browser, answered[2]),
    ):  # fmt: skip
        with pytest.raises(WrongPasskey):
            await passkey_sign_in.log_in(holder, response)
    for response in (answered[0], answered[2]):
        with pytest.raises(WrongPasskey):
            await passkey_sign_in.step_up(user, response)
    for response in answered[:2]:
        with pytest.raises(WrongPasskey):
            await passkey_sign_in.finish(token, response)
    await passkey_sign_in.step_up(user, answered[1])
    await passkey_sign_in.finish(token, answered[2])
    await passkey_sign_in.log_in(browser, answered[0])


async def test_s40_one_persons_passkey_and_challenge_are_nothing_to_another(db, people) -> None:
    own, _ = await add_passkey(people.user, step=0)
    theirs, _ = await add_passkey(people.admin, step=0)
    user, admin = await people.user.current(), await people.admin.current()
    options = await passkey_sign_in.step_up_options(user)
    assert [one["id"] for one in options["allowCredentials"]] == [text(own.credential_id)]
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.step_up(user, theirs.sign(options))
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.step_up(admin, theirs.sign(await passkey_sign_in.step_up_options(user)))
    token = await pending(people.user)
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.finish(token, theirs.sign(await passkey_sign_in.pending_options(token)))
    own.handle, handle = theirs.handle, own.handle
    with pytest.raises(WrongPasskey):
        await touch(own)
    own.handle = ""
    with pytest.raises(WrongPasskey):
        await touch(own)
    own.handle = handle
    await touch(own)


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


async def test_s40_the_second_step_after_the_password(db, wall_clock, people) -> None:
    authenticator, codes = await add_passkey(people.user)
    token = await pending(people.user)
    opened = await passkey_sign_in.finish(token, authenticator.sign(await passkey_sign_in.pending_options(token)))
    assert opened.user.level == "two_factor"
    for over in (token, "x" * 43, None, ""):
        with pytest.raises(NotSignedIn):
            await passkey_sign_in.pending_options(over)
        with pytest.raises(NotSignedIn):
            await passkey_sign_in.finish(over, authenticator.sign({"challenge": "AA", "userVerification": "required"}))
    assert (await signing_in.finish(await pending(people.user), codes[0])).user.level == "two_factor"
    late = await pending(people.user)
    options = await passkey_sign_in.pending_options(late)
    wall_clock.advance(minutes=5)
    with pytest.raises(NotSignedIn):
        await passkey_sign_in.finish(late, authenticator.sign(options))


async def test_s40_the_step_up_counts_for_this_session_and_ten_minutes(db, wall_clock, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    wall_clock.advance(minutes=10)
    user = await people.user.current()
    assert needs_step_up(user)
    elsewhere = await touch(authenticator)
    assert needs_step_up(await people.user.current())
    await passkey_sign_in.step_up(user, authenticator.sign(await passkey_sign_in.step_up_options(user)))
    assert not needs_step_up(await people.user.current())
    assert not needs_step_up(elsewhere.user)
    with pytest.raises(Conflict):
        await passkey_sign_in.step_up_options(await people.admin.current())


async def test_s41_a_counter_that_does_not_go_up_is_refused_mailed_and_written_down(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    await touch(authenticator)
    await touch(authenticator)
    for counter in (0, -1 + 1, 1):  # the next signature says 1, 1 and 2: there were two already
        authenticator.counter = counter
        with pytest.raises(WrongPasskey) as refusal:
            await touch(authenticator)
        assert refusal.value.message == _assertions.WRONG
    assert (await mailed(people.user)).count("misschien gekopieerd") == 3
    assert await reasons(db, "use passkey") == ["passkey copied"] * 3
    authenticator.counter = 2
    await touch(authenticator)
    authenticator.counter, authenticator.step = 0, 0  # it counted before
    with pytest.raises(WrongPasskey):
        await touch(authenticator)


async def test_s41_a_wrong_signature_with_an_old_counter_is_no_copy(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    await touch(authenticator)
    stranger = Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle)
    with pytest.raises(WrongPasskey):
        await touch(stranger)
    assert await reasons(db, "use passkey") == []
    assert "gekopieerd" not in await mailed(people.user)


async def test_s41_an_unknown_passkey_is_refused_like_a_wrong_signature(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    removed, _ = await add_passkey(people.admin)
    admin = await people.admin.current()
    async with db.reading() as session:
        [key] = await passkeys.listed(session, admin)
    await passkeys.remove(admin, key.id, current_password=PASSWORD)
    assert "alleen je wachtwoord" in await mailed(people.admin)
    forged = Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle)
    told = set()
    for one in (forged, removed, Authenticator(handle=authenticator.handle), Authenticator()):
        with pytest.raises(WrongPasskey) as refusal:
            await touch(one)
        told.add((refusal.value.message, refusal.value.code, refusal.value.status))
    assert len(told) == 1
    assert (await reasons(db, "login")).count("wrong passkey") == 4


async def test_s41_the_same_work_is_done_for_a_known_and_an_unknown_passkey(db, people, monkeypatch) -> None:
    authenticator, _ = await add_passkey(people.user)
    forged = Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle)
    statements: list[str] = []
    keys: list[bool] = []
    verify = verify_authentication_response.verify_signature  # pyright: ignore[reportPrivateImportUsage]

    def verify_and_note(**given) -> None:
        keys.append(given["public_key"].public_numbers() == authenticator.key.public_key().public_numbers())
        verify(**given)

    def note(_connection, _cursor, statement: str, *_more) -> None:
        statements.append(statement)

    monkeypatch.setattr(verify_authentication_response, "verify_signature", verify_and_note)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        asked = []
        for one in (forged, Authenticator()):
            statements.clear()
            with pytest.raises(WrongPasskey):
                await touch(one)
            asked.append([*statements])
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert keys == [True, False], "a signature is verified in either case"
    assert asked[0] == asked[1]


async def test_s41_a_lock_after_wrong_passwords_does_not_shut_out_a_passkey(db, wall_clock, people) -> None:
    authenticator, codes = await add_passkey(people.user)
    for _ in range(signing_in.ATTEMPTS):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(people.user.email, "Verkeerd-wachtwoord-1!")
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, PASSWORD)
    opened = await touch(authenticator)
    token = await pending(people.user)
    for _ in range(_codes.ATTEMPTS + 1):
        with pytest.raises(_codes.WrongCode):
            await signing_in.finish(token, "000000")
    assert opened.user.id == people.user.id
    await passkey_sign_in.finish(token, authenticator.sign(await passkey_sign_in.pending_options(token)))
    with pytest.raises(_codes.WrongCode):
        await signing_in.finish(await pending(people.user), codes[0])


@pytest.mark.parametrize(
    ("state", "code"), [({"is_active": False}, "paused"), ({"is_email_verified": False}, "email_not_verified")]
)
async def test_s40_an_account_that_may_not_sign_in_may_not_by_passkey(db, people, state, code: str) -> None:
    authenticator, _ = await add_passkey(people.user)
    async with db.transaction() as session:
        await session.execute(update(User).where(col(User.id) == people.user.id).values(**state))
    with pytest.raises(NotAllowed) as refusal:
        await touch(authenticator)
    assert refusal.value.code == code
    assert (await reasons(db, "login"))[-1] == code
    with pytest.raises(WrongPasskey):  # who does not have the passkey is not told so
        await touch(Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle))


async def test_s37_every_change_needs_the_password_and_a_step_up(db, wall_clock, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    wall_clock.advance(minutes=10)
    user = await people.user.current()
    async with db.reading() as session:
        [key] = await passkeys.listed(session, user)

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
    for code, error in (("", Invalid), (wrong_code(app), _codes.WrongCode)):
        with pytest.raises(error):
            await passkeys.begin(user, current_password=PASSWORD, code=code)
    options = await passkeys.begin(user, current_password=PASSWORD, code=app.at(wall_clock.now))
    authenticator = Authenticator()
    assert await passkeys.add(user, authenticator.make(options), "Telefoon") == [], "there are recovery codes already"
    await second_factor.remove(user, current_password=PASSWORD, code="")
    assert "Inloggen kan nog met je toegangssleutel." in await mailed(people.user)
    async with db.reading() as session:
        left = await second_factor.status(session, user)
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
            async with db.transaction() as session:
                await passkeys.rename(session, someone, key.id, name)
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
    assert sorted(type(one).__name__ for one in done) == ["Conflict", "list"]
    with pytest.raises(Conflict):
        await passkeys.begin(user, current_password=PASSWORD)


async def test_s40_what_no_browser_sends_is_refused(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    admin = await people.admin.current()
    deep = b"\x81" * 5000 + b"\x00"
    x5c = {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"", "x5c": [b"certificate"]}}
    objects = [b"", b"\xff", deep, cbor2.dumps([]), cbor2.dumps({"fmt": deep, "authData": b""}), b"\x9b" + b"\xff" * 8,
               cbor2.dumps({"fmt": "none", "authData": 5, "attStmt": {}})]  # fmt: skip
    for wrong in objects:
        made = Authenticator().make(await passkeys.begin(admin, current_password=PASSWORD))
        made["response"]["attestationObject"] = text(wrong) or "A"
        with pytest.raises(Invalid, match="niet gemaakt"):
            await passkeys.add(admin, made, "Telefoon")
    for attestation in (x5c, {"fmt": "tpm"}, {"fmt": "android-safetynet"}, {"fmt": ["none"]}):
        options = await passkeys.begin(admin, current_password=PASSWORD)
        with pytest.raises(Invalid, match="niet gemaakt"):
            await passkeys.add(admin, Authenticator().make(options, attestation=attestation), "Telefoon")
    options = await passkeys.begin(admin, current_password=PASSWORD)
    with pytest.raises(Invalid, match="niet gemaakt"):
        await passkeys.add(admin, Authenticator(credential_id=b"x" * 1100).make(options), "Telefoon")
    for member in ("clientDataJSON", "authenticatorData", "signature"):
        for wrong in ("A", text(b"\xff\xfe"), text(deep), text(b"[" * 3000), text(json.dumps([]).encode())):
            options, browser = await passkey_sign_in.options(None)
            response = authenticator.sign(options)
            response["response"][member] = wrong
            with pytest.raises(WrongPasskey):
                await passkey_sign_in.log_in(browser, response)
    await touch(authenticator)


async def test_a_passkey_remembers_the_browser_and_ends_its_former_session(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    first = await touch(authenticator)
    options, browser = await passkey_sign_in.options(None)
    again = await passkey_sign_in.log_in(
        browser, authenticator.sign(options), device_token=first.device_token, old_token=first.token
    )
    assert again.device_token == first.device_token
    async with db.reading() as session:
        assert await sessions.identify(session, first.token) is None
        levels = (await session.exec(select(LoginSession.level).where(LoginSession.user_id == people.user.id))).all()
    assert set(levels) == {"two_factor"}
    assert timedelta(minutes=5) == passkey_sign_in.VALID


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
    with pytest.raises(Invalid, match="niet gemaakt"):  # somebody else's already
        await setting_up.add_passkey(other, authenticator.make(await setting_up.begin_passkey(other)))
    async with db.reading() as session:
        [key] = await passkeys.listed(session, opened.user)
    with pytest.raises(Conflict):
        await passkeys.remove(opened.user, key.id, current_password=PASSWORD)


async def test_s40_a_passkey_that_the_provider_replaced_is_used_up_and_written_down(db, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    await require_provider(people.organization_id)
    options, browser = await passkey_sign_in.options(None)
    answer = authenticator.sign(options)
    with pytest.raises(NotAllowed) as refusal:
        await passkey_sign_in.log_in(browser, answer)
    assert refusal.value.code == "single_sign_on_required"
    assert (await stored(db)).sign_count == authenticator.counter
    assert (await reasons(db, "login"))[-1] == "single_sign_on_required"
    with pytest.raises(WrongPasskey):
        await passkey_sign_in.log_in(browser, answer)


@pytest.mark.parametrize("by", ["passkey", "code"])
async def test_s45_a_pending_sign_in_ends_once_the_provider_is_required(db, people, by: str) -> None:
    """Before the factor is used: the recovery code is still there, and the refusal is in the trail."""
    authenticator, codes = await add_passkey(people.user)
    token = await pending(people.user)
    options = await passkey_sign_in.pending_options(token)
    await require_provider(people.organization_id)

    async def finish() -> None:
        if by == "code":
            await signing_in.finish(token, codes[0])
        else:
            await passkey_sign_in.finish(token, authenticator.sign(options))

    with pytest.raises(NotAllowed) as refusal:
        await finish()
    assert refusal.value.code == "single_sign_on_required"
    assert (await reasons(db, "login"))[-1] == "single_sign_on_required"
    async with db.reading() as session:
        assert await _codes.codes_left(session, people.user.id) == len(codes)
    with pytest.raises(NotSignedIn):
        await finish()


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
    async with database.transaction() as session:
        of_organization = update(Organization).where(col(Organization.id) == people.organization_id)
        await session.execute(of_organization.values(remember_days=7))
