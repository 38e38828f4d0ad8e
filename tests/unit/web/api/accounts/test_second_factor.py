"""Signing in in two steps, and the routes of one's own second factor."""

import re
from datetime import date

import pytest
from pyotp.totp import TOTP

from tests.support import mailbox
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import add_passkey, require_from, set_up, wrong_code
from tests.unit.web.api.accounts.test_sessions import cookies, log_in
from voice_report import clock
from voice_report.services.sessions import devices, sessions
from voice_report.services.shared import step_up_reasons
from voice_report.services.sign_in import signing_in

SIGNING_IN = {
    "code": {
        "/api/auth/login", "/api/auth/login/code", "/api/auth/login/passkey", "/api/auth/login/passkey/options",
    },
    "setup": {
        "/api/auth/login", "/api/auth/login/setup/begin", "/api/auth/login/setup/confirm",
        "/api/auth/login/setup/passkey/options", "/api/auth/login/setup/passkey",
    },
}  # fmt: skip

CHALLENGE = re.compile(r'"challenge":"[^"]+"')  # another each time, for everybody


async def give_code(client, code: str):
    return await client.post("/api/auth/login/code", json={"code": code})


async def test_who_has_no_second_factor_sees_nothing_new(api, people) -> None:
    answer = await log_in(await api(), people.user)
    assert (answer.status_code, set(answer.json())) == (200, {"user"})
    assert set(cookies(answer)) == {"session", "device", "registered", "pending", "passkey"}
    assert 'pending=""' in cookies(answer)["pending"]


async def test_s38_the_password_is_half_the_way(api, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    client = await api()
    answer = await log_in(client, people.user)
    assert (answer.status_code, answer.json()["codeNeeded"], answer.json()["seconds"]) == (202, True, 300)
    given = cookies(answer)
    assert set(given) == {"pending"}
    attributes = {part.strip().lower() for part in given["pending"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", "max-age=300"} <= attributes
    assert people.user.email not in answer.text
    assert (await client.get("/api/auth/me")).status_code == 401

    refused = await give_code(client, wrong_code(app))
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_code")
    wall_clock.advance(seconds=30)
    done = await give_code(client, app.at(wall_clock.now))
    assert (done.status_code, done.json()["user"]["email"]) == (200, people.user.email)
    assert (await client.get("/api/auth/me")).status_code == 200
    assert not client.cookies.get(signing_in.cookie_name())
    [here] = [one for one in (await client.get("/api/account/devices")).json()["devices"] if one["current"]]
    assert here["level"] == "two_factor"

    former = client.cookies[sessions.cookie_name()]
    assert (await log_in(client, people.user)).status_code == 202
    assert (await client.get("/api/auth/me")).status_code == 200, "who is signed in stays so until the code was given"
    await give_code(client, codes[0])
    assert client.cookies[sessions.cookie_name()] != former
    client.cookies.set(sessions.cookie_name(), former)
    assert (await client.get("/api/auth/me")).status_code == 401


@pytest.mark.parametrize("planted", ["", "x" * 43, "a" * 4000])
async def test_s38_a_made_up_pending_sign_in_is_over(api, people, planted: str) -> None:
    await set_up(people.user)
    client = await api()
    client.cookies.set(signing_in.cookie_name(), planted)
    answer = await give_code(client, "123456")
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_expired")


@pytest.mark.parametrize("purpose", SIGNING_IN)
async def test_s38_s42_a_pending_sign_in_is_a_visitor_to_every_route(api, people, purpose: str) -> None:
    if purpose == "code":
        _, codes = await set_up(people.user)
        await add_passkey(people.user, code=codes[0])
    else:
        await require_from(people.organization_id)
    visitor, waiting = await api(), await api()
    assert (await log_in(waiting, people.user)).json()[f"{purpose}Needed"] is True
    token = waiting.cookies[signing_in.cookie_name()]
    for name in (sessions.cookie_name(), devices.cookie_name()):
        waiting.cookies.set(name, token)
    described = (await visitor.get("/api/openapi.json")).json()
    asked = 0
    for path, methods in described["paths"].items():
        for method in {*methods} if path not in SIGNING_IN[purpose] else ():
            url = path.replace("{", "").replace("}", "")
            answers = [await client.request(method, url, json={}) for client in (visitor, waiting)]
            assert answers[0].status_code == answers[1].status_code, (method, path)
            said = [CHALLENGE.sub("", answer.text) for answer in answers]
            assert answers[0].status_code >= 400 or said[0] == said[1], (method, path)
            asked += 1
    assert asked > 60
    if purpose == "code":
        assert (await give_code(waiting, "geen code")).json()["code"] == "wrong_code", "it is still good for its own"
        answers = [await client.post("/api/auth/login/passkey/options") for client in (visitor, waiting)]
        assert [answer.status_code for answer in answers] == [401, 200]
    else:
        assert (await waiting.post("/api/auth/login/setup/begin")).status_code == 200


async def test_s38_a_reset_and_a_mailed_link_do_not_pass_the_factor_by(api, people) -> None:
    _, codes = await set_up(people.user)
    own, elsewhere = await api(people.user), await api()
    fields = {"firstName": "Ursula", "lastName": "Verzorger", "email": "nieuw@zorg.example"}
    await own.put("/api/account", json={**fields, "currentPassword": PASSWORD})
    token = (await mailbox.newest("nieuw@zorg.example")).token()
    answer = await elsewhere.post("/api/auth/verify-email", json={"token": token, "password": PASSWORD})
    assert (answer.status_code, answer.json()["isSignedIn"]) == (200, False)
    assert not elsewhere.cookies

    await elsewhere.post("/api/auth/forgot-password", json={"email": "nieuw@zorg.example"})
    token = (await mailbox.newest("nieuw@zorg.example")).token()
    new = {"newPassword": "Een-ander-wachtwoord-2!", "confirmPassword": "Een-ander-wachtwoord-2!"}
    assert (await elsewhere.post("/api/auth/reset-password", json={"token": token, **new})).status_code == 200
    credentials = {"email": "nieuw@zorg.example", "password": "Een-ander-wachtwoord-2!"}
    assert (await elsewhere.post("/api/auth/login", json=credentials)).status_code == 202
    assert (await give_code(elsewhere, codes[0])).status_code == 200


async def test_an_app_is_set_up_and_turned_off(api, people, user) -> None:
    path, proof = "/api/account/second-factor", {"currentPassword": PASSWORD}
    nothing = {
        "setUpAt": None, "lastUsedAt": None, "recoveryCodesLeft": 0, "passkeys": 0, "stepUpNeeded": False,
        "isRequired": False, "byProvider": False, "wanted": "off", "wantedFrom": None,
    }  # fmt: skip
    assert (await user.get(path)).json() == nothing
    await require_from(people.organization_id, date(2036, 12, 1))
    assert (await user.get(path)).json() == nothing | {"wanted": "required", "wantedFrom": "2036-12-01"}
    refused = await user.post(f"{path}/begin", json={"currentPassword": "Verkeerd-wachtwoord-1!"})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_password")
    begun = (await user.post(f"{path}/begin", json=proof)).json()
    app = TOTP(begun["secret"])
    assert begun["secret"] in begun["uri"]
    assert (await user.get(path)).json()["setUpAt"] is None
    assert (await user.post(f"{path}/remove", json=proof)).status_code == 409
    confirmed = await user.post(f"{path}/confirm", json={"code": app.at(clock.now())})
    codes = confirmed.json()["recoveryCodes"]
    assert len(codes) == 10
    assert set(cookies(confirmed)) == {"session"}
    attributes = {part.strip().lower() for part in cookies(confirmed)["session"].split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/", "max-age=2592000"} <= attributes
    former = await api(people.user)
    assert (await former.get("/api/auth/me")).status_code == 401
    fresh = (await user.post(f"{path}/recovery-codes", json={**proof, "code": codes[0]})).json()["recoveryCodes"]
    assert not set(fresh) & set(codes)
    status = (await user.get(path)).json()
    assert (status["recoveryCodesLeft"], status["wanted"]) == (10, "off"), "who has one is asked for none"
    assert (await user.post(f"{path}/remove", json={**proof, "code": codes[1]})).json()["code"] == "wrong_code"
    assert (await user.post(f"{path}/remove", json={**proof, "code": fresh[0]})).json() == {"success": True}
    assert (await user.get(path)).json()["setUpAt"] is None


async def test_s28_no_secret_or_code_is_logged(api, people, caplog) -> None:
    app, codes = await set_up(people.user)
    client = await api()
    await log_in(client, people.user)
    for code in (wrong_code(app), codes[0]):
        await give_code(client, code)
    for private in (app.secret, codes[0], wrong_code(app), client.cookies[sessions.cookie_name()]):
        assert private not in caplog.text


async def test_s39_the_page_is_told_when_a_code_must_come_first(api, wall_clock, people) -> None:
    app, _ = await set_up(people.admin)
    client, path = await api(people.admin), "/api/account/second-factor"
    assert (await client.get("/api/logbook/export")).status_code == 200
    wall_clock.advance(minutes=10)
    assert (await client.get(path)).json()["stepUpNeeded"] is True
    for method, url, body in (
        ("GET", "/api/logbook/export", None),
        ("GET", "/api/billing/ledger/export", None),
        ("POST", "/api/admin/invitations", {"email": "nieuw@zorg.example", "role": "user"}),
        ("POST", "/api/create-checkout-session", {"packageId": "zzp"}),
    ):
        answer = await client.request(method, url, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "step_up_needed"), url
        assert answer.json()["reason"] in vars(step_up_reasons).values(), url
    assert (await client.post(f"{path}/step-up", json={"code": app.at(wall_clock.now)})).json() == {"success": True}
    assert (await client.get("/api/logbook/export")).status_code == 200
