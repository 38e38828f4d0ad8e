"""Signing in with a passkey: bound to our address, the person and one challenge (S40), and telling nothing (S41)."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from sqlalchemy import Engine, event
from sqlmodel import col, select, update
from webauthn.authentication import verify_authentication_response

from tests.support import tables
from tests.support.fakes.authenticator import ORIGIN, PRESENT, SYNCED, USUAL, VERIFIED, Authenticator, text
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import add_passkey, require_provider, touch
from tests.unit.services.factors.passkey_story import WrongPasskey, mailed, pending, reasons, stored
from voice_report.db.models import LoginSession, Passkey, User
from voice_report.errors import Conflict, Invalid, NotAllowed, NotSignedIn
from voice_report.services.factors import assertions, one_time_codes, passkeys
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import needs_step_up
from voice_report.services.sign_in import passkey_sign_in, signing_in

WRONG_SIGN_IN = {
    "origin": {"origin": "https://spraakrapport.voorbeeld"}, "another port": {"origin": "http://localhost:8001"},
    "the origin with more": {"origin": ORIGIN + ".kwaad.example"}, "https": {"origin": "https://localhost:8000"},
    "another site's frame": {"crossOrigin": True}, "a page around it": {"topOrigin": "https://elders.example"},
    "made, not used": {"type": "webauthn.create"},
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
    assert await tables.rows(select(Passkey)) == []
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
    assert await db.run_in_transaction(signing_in.purge) == 1, "the one that nobody answered in time"
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
        assert refusal.value.message == assertions.WRONG
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
    [key] = await db.run_reading(passkeys.listed, admin)
    await passkeys.remove(admin, key.id, current_password=PASSWORD)
    assert "alleen je wachtwoord" in await mailed(people.admin)
    forged = Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle)
    told, codes = set(), []
    for one in (forged, removed, Authenticator(handle=authenticator.handle), Authenticator()):
        with pytest.raises(WrongPasskey) as refusal:
            await touch(one)
        told.add((refusal.value.message, refusal.value.status))
        codes.append(refusal.value.code)
    assert len(told) == 1
    assert codes == ["wrong_passkey", *["unknown_passkey"] * 3], "the browser forgets what is in no account"
    assert (await reasons(db, "login")).count("wrong passkey") == 4


async def test_s41_what_is_unknown_is_told_for_no_id_that_can_be_guessed_and_no_other_challenge(db, people) -> None:
    options, browser = await passkey_sign_in.options(None)
    _, another = await passkey_sign_in.options(None)
    guessed, removed = Authenticator(credential_id=b"0" * 15), Authenticator()
    for one, who in ((guessed, browser), (removed, another), (removed, None)):
        with pytest.raises(WrongPasskey) as refusal:
            await passkey_sign_in.log_in(who, one.sign(options))
        assert refusal.value.code == "wrong_passkey"
    await add_passkey(people.user)
    token = await pending(people.user)
    with pytest.raises(WrongPasskey) as refusal:
        await passkey_sign_in.finish(token, removed.sign(await passkey_sign_in.pending_options(token)))
    assert refusal.value.code == "wrong_passkey", "who is known already is asked for one of their own"


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
    for _ in range(one_time_codes.ATTEMPTS + 1):
        with pytest.raises(one_time_codes.WrongCode):
            await signing_in.finish(token, "000000")
    assert opened.user.id == people.user.id
    await passkey_sign_in.finish(token, authenticator.sign(await passkey_sign_in.pending_options(token)))
    with pytest.raises(one_time_codes.WrongCode):
        await signing_in.finish(await pending(people.user), codes[0])


@pytest.mark.parametrize(
    ("state", "code"), [({"is_active": False}, "paused"), ({"is_email_verified": False}, "email_not_verified")]
)
async def test_s40_an_account_that_may_not_sign_in_may_not_by_passkey(db, people, state, code: str) -> None:
    authenticator, _ = await add_passkey(people.user)
    await tables.run(update(User).where(col(User.id) == people.user.id).values(**state))
    with pytest.raises(NotAllowed) as refusal:
        await touch(authenticator)
    assert refusal.value.code == code
    assert (await reasons(db, "login"))[-1] == code
    with pytest.raises(WrongPasskey):  # who does not have the passkey is not told so
        await touch(Authenticator(credential_id=authenticator.credential_id, handle=authenticator.handle))


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
    assert await db.run_reading(sessions.identify, first.token) is None
    levels = await tables.rows(select(LoginSession.level).where(LoginSession.user_id == people.user.id))
    assert set(levels) == {"two_factor"}
    assert timedelta(minutes=5) == passkey_sign_in.VALID


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
    assert await db.run_reading(one_time_codes.codes_left, people.user.id) == len(codes)
    with pytest.raises(NotSignedIn):
        await finish()
