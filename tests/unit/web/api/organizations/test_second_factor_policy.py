"""What an organization asks of its members at signing in, over the API."""

import pytest
from pyotp.totp import TOTP

from tests.support import mailbox
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import require_from, set_up

PATH = "/api/organization/second-factor"


async def test_an_administrator_reads_and_changes_it(wall_clock, people, admin) -> None:
    nothing = {"choice": "off", "since": None, "rememberDays": 0, "version": 1}
    assert (await admin.get(PATH)).json() == nothing
    wanted = {"choice": "required", "since": "2026-04-01", "rememberDays": 14, "version": 1}
    assert (await admin.put(PATH, json=wanted)).json() == {**wanted, "version": 2}
    refused = await admin.put(PATH, json=wanted)
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_version")
    listed = (await admin.get(f"{PATH}/without?limit=1")).json()
    assert [one["lastName"] for one in listed["users"]] == ["Beheerder"]
    rest = (await admin.get(f"{PATH}/without", params={"after": listed["next"]})).json()
    assert [one["lastName"] for one in rest["users"]] == ["Verzorger"]
    assert (await admin.post(f"{PATH}/remind/{people.user.id}")).json() == {"reminded": 1}
    assert (await admin.post(f"{PATH}/remind")).json() == {"reminded": 1}
    assert (await admin.post(f"{PATH}/remind")).json()["code"] == "reminded"


@pytest.mark.parametrize(
    "wanted",
    [{}, {"choice": "x"}, {"choice": "off", "rememberDays": 31}, {"choice": "off", "since": "morgen"}],
)
async def test_what_cannot_be_is_refused(api, people, wanted: dict) -> None:
    answer = await (await api(people.admin)).put(PATH, json=wanted)
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("PUT", ""), ("GET", "/without"), ("POST", "/remind"), ("POST", "/remind/x")],
)
async def test_s42_others_are_refused(api, people, method: str, path: str) -> None:
    for who, status in ((None, 401), (people.user, 403), (people.platform_admin, 403)):
        answer = await (await api(who)).request(method, PATH + path, json={"choice": "off"})
        assert answer.status_code == status


async def test_s42_signing_in_leads_through_setting_up(api, wall_clock, people) -> None:
    await require_from(people.organization_id, remember_days=30)
    client = await api()
    answer = await client.post("/api/auth/login", json={"email": people.user.email, "password": PASSWORD})
    assert (answer.status_code, answer.json()["setupNeeded"], answer.json()["codeNeeded"]) == (202, True, False)
    assert answer.json()["seconds"] == 1800
    begun = (await client.post("/api/auth/login/setup/begin")).json()
    done = await client.post("/api/auth/login/setup/confirm", json={"code": TOTP(begun["secret"]).at(wall_clock.now)})
    assert (done.json()["user"]["email"], len(done.json()["recoveryCodes"])) == (people.user.email, 10)
    assert (await client.get("/api/account/second-factor")).json()["isRequired"] is True
    again = await client.post("/api/auth/login/setup/begin")
    assert (again.status_code, again.json()["code"]) == (401, "sign_in_expired")

    code = done.json()["recoveryCodes"][0]
    answer = await client.post("/api/auth/login", json={"email": people.user.email, "password": PASSWORD})
    assert answer.json()["rememberDays"] == 30
    await client.post("/api/auth/login/code", json={"code": code, "remember": True})
    answer = await client.post("/api/auth/login", json={"email": people.user.email, "password": PASSWORD})
    assert answer.status_code == 200
    [kept] = (await client.get("/api/account/remembered-devices")).json()["devices"]
    assert (await (await api(people.admin)).delete(f"/api/account/remembered-devices/{kept['id']}")).status_code == 401
    assert (await client.delete(f"/api/account/remembered-devices/{kept['id']}")).json() == {"success": True}
    assert (await client.delete(f"/api/account/remembered-devices/{kept['id']}")).status_code == 404


async def test_s42_an_invitation_is_accepted_by_setting_up(api, wall_clock, people, admin) -> None:
    await admin.post("/api/admin/invitations", json={"email": "nieuw@zorg.example", "role": "user"})
    token = (await mailbox.newest("nieuw@zorg.example")).token("invitation")
    await require_from(people.organization_id)
    client = await api()
    fields = {"email": "nieuw@zorg.example", "password": PASSWORD, "firstName": "Nora", "lastName": "Nieuw"}
    answer = await client.post("/api/auth/register", json={**fields, "invitationToken": token})
    assert (answer.status_code, answer.json()["setupNeeded"], answer.json()["user"]["role"]) == (201, True, None)
    assert (await client.get("/api/auth/me")).status_code == 401
    assert (await client.post("/api/auth/login/setup/begin")).status_code == 200


async def test_s43_a_reset_over_the_api(api, wall_clock, people) -> None:
    await set_up(people.admin)
    await set_up(people.user)
    wall_clock.advance(seconds=1)  # the mail about it is the older one
    path = f"/api/auth/users/{people.user.id}/reset-second-factor"
    for who, status in ((None, 401), (people.user, 403), (people.other_admin, 409), (people.platform_admin, 409)):
        assert (await (await api(who)).post(path)).status_code == status
    assert (await (await api(people.admin)).post(path)).json() == {"success": True}
    token = (await mailbox.newest(people.user.email)).token()
    client = await api()
    credentials = {"email": people.user.email, "password": PASSWORD}
    refused = await client.post("/api/auth/login", json=credentials)
    assert (refused.status_code, refused.json()["code"]) == (403, "factor_reset")
    answer = await client.post("/api/auth/login", json={**credentials, "resetToken": token})
    assert answer.json()["setupNeeded"] is True
