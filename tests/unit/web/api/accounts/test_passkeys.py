"""The routes of passkeys: making and using one, what is said to whom, and what is too much."""

from typing import Any

import pytest

from tests.support.fakes.authenticator import Authenticator, text
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import add_passkey
from tests.unit.web.api.accounts.test_sessions import cookies, log_in
from voice_report.services.factors import assertions
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import passkey_sign_in

ACCOUNT, SIGN_IN, SECOND_STEP = "/api/account/passkeys", "/api/auth/passkey", "/api/auth/login/passkey"


async def touch(client, authenticator: Authenticator, path: str = SIGN_IN, **wrong: Any):
    options = (await client.post(f"{path}/options")).json()["options"]
    return await client.post(path, json={"credential": authenticator.sign(options, **wrong)})


async def test_a_passkey_is_made_used_renamed_and_removed(api, people) -> None:
    client, elsewhere, authenticator = await api(people.user), await api(), Authenticator()
    assert (await client.get(ACCOUNT)).json() == {"passkeys": [], "signals": None, "next": None}
    refused = await client.post(f"{ACCOUNT}/options", json={"currentPassword": "Verkeerd-wachtwoord-1!"})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_password")
    options = (await client.post(f"{ACCOUNT}/options", json={"currentPassword": PASSWORD})).json()["options"]
    assert options["rp"] == {"id": "localhost", "name": "Spraakrapport"}
    added = await client.post(ACCOUNT, json={"credential": authenticator.make(options), "name": "Telefoon"})
    assert (added.status_code, len(added.json()["recoveryCodes"])) == (200, 10)
    assert set(cookies(added)) == {"session"}
    former = await api(people.user)
    assert (await former.get("/api/auth/me")).status_code == 401
    assert (await client.get("/api/account/second-factor")).json()["passkeys"] == 1

    done = await touch(elsewhere, authenticator)
    assert (done.status_code, done.json()["user"]["email"]) == (200, people.user.email)
    assert (await elsewhere.get("/api/auth/me")).status_code == 200
    assert not elsewhere.cookies.get(passkey_sign_in.cookie_name())

    [key] = (await client.get(ACCOUNT)).json()["passkeys"]
    assert key["lastUsedAt"]
    assert (await client.patch(f"{ACCOUNT}/{key['id']}", json={"name": "Tablet"})).json() == {"success": True}
    for path in (key["id"], "00000000-0000-4000-8000-000000000000", "geen-id"):
        other = await (await api(people.admin)).patch(f"{ACCOUNT}/{path}", json={"name": "Van mij"})
        assert (other.status_code, other.json()["message"]) == (404, "Toegangssleutel niet gevonden")
    assert [one["name"] for one in (await client.get(ACCOUNT)).json()["passkeys"]] == ["Tablet"]
    proof = {"currentPassword": PASSWORD}
    assert (await client.post(f"{ACCOUNT}/{key['id']}/remove", json=proof)).json() == {"success": True}
    refused = await touch(await api(), authenticator)
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_passkey")
    assert (await log_in(await api(), people.user)).status_code == 200, "the password alone is enough again"


async def test_the_browser_is_told_which_passkeys_count(api, people) -> None:
    first, _ = await add_passkey(people.user)
    await add_passkey(people.admin)
    client = await api(people.user)
    listed = (await client.get(ACCOUNT)).json()
    signals = {
        "rpId": "localhost", "userId": first.handle, "name": people.user.email, "displayName": people.user.name,
    }  # fmt: skip
    assert listed["signals"] == {**signals, "allAcceptedCredentialIds": [text(first.credential_id)]}
    proof, key = {"currentPassword": PASSWORD}, listed["passkeys"][0]
    await client.post(f"{ACCOUNT}/{key['id']}/remove", json=proof)
    assert (await client.get(ACCOUNT)).json()["signals"] == {**signals, "allAcceptedCredentialIds": []}


async def test_s40_the_cookie_of_a_challenge_is_no_ones_to_read_and_stays_over_tabs(api, people) -> None:
    client = await api()
    answer = await client.post(f"{SIGN_IN}/options")
    given = cookies(answer)
    attributes = {part.strip().lower() for part in given["passkey"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", "max-age=300"} <= attributes
    former = client.cookies[passkey_sign_in.cookie_name()]
    await client.post(f"{SIGN_IN}/options")
    assert client.cookies[passkey_sign_in.cookie_name()] == former, "another tab does not end what this one began"
    authenticator, _ = await add_passkey(people.user)
    options = answer.json()["options"]
    assert options["allowCredentials"] == [], "nothing about anybody"
    done = await client.post(SIGN_IN, json={"credential": authenticator.sign(options)})
    assert done.status_code == 200
    planted = await api()
    planted.cookies.set(passkey_sign_in.cookie_name(), "x" * 4000)
    assert (await touch(planted, authenticator)).status_code == 200, "a planted one is replaced"


async def test_s40_the_second_step_says_what_there_is(api, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    client = await api()
    answer = await log_in(client, people.user)
    assert (answer.status_code, answer.json()["byApp"], answer.json()["byPasskey"]) == (202, False, True)
    done = await touch(client, authenticator, SECOND_STEP)
    assert done.status_code == 200
    [here] = [one for one in (await client.get("/api/account/devices")).json()["devices"] if one["current"]]
    assert here["level"] == "two_factor"
    over = await touch_without_options(client, authenticator)
    assert (over.status_code, over.json()["code"]) == (401, "sign_in_expired")


async def touch_without_options(client, authenticator: Authenticator):
    signed = authenticator.sign({"challenge": "AAAA", "userVerification": "required"})
    return await client.post(SECOND_STEP, json={"credential": signed})


async def test_s39_a_passkey_is_given_again_where_a_code_would_do(api, wall_clock, people) -> None:
    authenticator, _ = await add_passkey(people.admin)
    client = await api(people.admin)
    wall_clock.advance(minutes=10)
    for method, path, body in (
        ("GET", "/api/logbook/export", None),
        ("POST", f"{ACCOUNT}/options", {"currentPassword": PASSWORD}),
        ("POST", "/api/account/second-factor/recovery-codes", {"currentPassword": PASSWORD}),
    ):
        answer = await client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "step_up_needed"), path
    refused = await touch(client, Authenticator(), f"{ACCOUNT}/step-up")
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_passkey")
    assert (await touch(client, authenticator, f"{ACCOUNT}/step-up")).json() == {"success": True}
    assert (await client.get("/api/logbook/export")).status_code == 200


async def test_s41_nobody_is_told_whether_an_account_exists(api, people) -> None:
    authenticator, _ = await add_passkey(people.user)
    known = {"credential_id": authenticator.credential_id, "handle": authenticator.handle}
    answers = [
        await touch(await api(), Authenticator(**known)),
        await touch(await api(), Authenticator()),
        await touch(await api(), Authenticator(handle=authenticator.handle)),
        await touch(await api(), authenticator, origin="https://spraakrapport.voorbeeld"),
        await api_without_cookie(api, authenticator),
    ]
    assert {(answer.status_code, answer.json()["message"]) for answer in answers} == {(422, assertions.WRONG)}
    codes = [answer.json()["code"] for answer in answers]
    assert codes == ["wrong_passkey", "unknown_passkey", "unknown_passkey", "wrong_passkey", "wrong_passkey"]
    assert not any(sessions.cookie_name() in cookies(answer) for answer in answers)


async def api_without_cookie(api, authenticator: Authenticator):
    options = (await (await api()).post(f"{SIGN_IN}/options")).json()["options"]
    return await (await api()).post(SIGN_IN, json={"credential": authenticator.sign(options)})


@pytest.mark.parametrize("signed_in", [True, False])
async def test_s40_too_much_is_refused_before_it_is_parsed(api, people, signed_in: bool) -> None:
    authenticator, _ = await add_passkey(people.user)
    client = await api(people.user if signed_in else None)
    path = ACCOUNT if signed_in else SIGN_IN
    options = {"challenge": "AAAA", "userVerification": "required"}
    members = ("clientDataJSON", "attestationObject" if signed_in else "authenticatorData")
    for member, size, status in [(one, 8001, 422) for one in members] + [(one, 5_000_000, 413) for one in members]:
        credential = authenticator.sign(options)
        credential["response"]["attestationObject"] = "AAAA"
        credential["response"][member] = "A" * size
        answer = await client.post(path, json={"credential": credential, "name": "Telefoon"})
        assert answer.status_code == status, (member, size)
    for id_ in ("\x00", "A" * 1401, "", "é", "A\n", ["A"], None, 5):
        credential = authenticator.sign(options) | {"id": id_}
        assert (await client.post(path, json={"credential": credential, "name": "x"})).status_code == 422
    binary = await client.post(path, content=b"\xa1\x00" * 100, headers={"Content-Type": "application/json"})
    assert binary.status_code == 422


async def test_s41_asking_is_limited_per_address_and_a_known_device_goes_on(api, people, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "passkey_address", rate_limits.parse("2 per 5 minutes"))
    authenticator, _ = await add_passkey(people.user)
    known = await api()
    assert (await touch(known, authenticator)).status_code == 200
    client = await api()
    assert (await touch(client, Authenticator())).status_code == 422
    answer = await touch(client, Authenticator())
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert int(answer.headers["retry-after"]) > 0
    assert (await touch(known, authenticator)).status_code == 200, "others cannot shut its owner out"
    monkeypatch.setitem(rate_limits.LIMITS, "passkey_options", rate_limits.parse("1 per 5 minutes"))
    assert [(await client.post(f"{SIGN_IN}/options")).status_code for _ in range(2)] == [200, 429]


async def test_s28_no_answer_of_an_authenticator_is_logged(api, people, caplog) -> None:
    authenticator, _ = await add_passkey(people.user)
    client = await api()
    options = (await client.post(f"{SIGN_IN}/options")).json()["options"]
    wrong = Authenticator().sign(options)
    right = authenticator.sign(options)
    for credential in (wrong, right):
        await client.post(SIGN_IN, json={"credential": credential})
    for private in (options["challenge"], right["response"]["signature"], wrong["id"], right["id"]):
        assert private not in caplog.text
