"""Single sign-on over HTTP: the cookies, where a browser goes on to, and who may call what (S44, S45)."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlmodel import update

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.authenticator import Authenticator
from tests.unit.services.factors.factors import add_passkey
from tests.unit.services.sso.provider import DOMAIN, connect, prove
from voice_report.db.models import IdentityProvider
from voice_report.services.sessions import sessions
from voice_report.services.sign_in import linking
from voice_report.services.sso import single_sign_on

SANNE = f"sanne@{DOMAIN}"
PATH = "/api/auth/single-sign-on"
SETTINGS = "/api/organization/identity-provider"


@pytest.fixture
async def connected(people, identity_provider, name_server):
    await connect(people.admin, identity_provider, name_server)
    return identity_provider


async def leave(client, email: str = SANNE) -> str:
    """Begin to sign in; return where the browser is sent."""
    answer = await client.post(f"{PATH}/begin", json={"email": email})
    assert answer.status_code == 200, answer.text
    return answer.json()["url"]


def _path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


async def test_there_and_back(api, people, connected) -> None:
    client = await api()
    found = await client.post(f"{PATH}/discover", json={"email": SANNE})
    assert found.json() == {"organization": "Zorggroep De Linde"}
    url = await leave(client)
    cookie = client.cookies[single_sign_on.cookie_name()]
    asked = dict(parse_qsl(urlsplit(url).query))
    assert asked["redirect_uri"] == "http://localhost:8000/api/auth/single-sign-on/callback"
    assert cookie not in url
    back = await client.get(_path(connected.sign_in(url)))
    assert (back.status_code, back.headers["location"]) == (303, "/dashboard")
    assert "no-store" in back.headers["cache-control"]
    assert single_sign_on.cookie_name() not in client.cookies
    me = (await client.get("/api/auth/me")).json()
    assert (me["email"], me["role"]) == (SANNE, "user")
    devices = (await client.get("/api/account/devices")).json()["devices"]
    assert [device["level"] for device in devices] == ["single_sign_on"]


async def test_the_cookie_on_the_way_is_hidden_from_scripts_and_other_sites(
    api, people, connected, monkeypatch
) -> None:
    client = await api()
    answer = await client.post(f"{PATH}/begin", json={"email": SANNE})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=600" in cookie


async def test_s44_login_csrf(api, people, connected) -> None:
    """An attacker's way back, opened in the victim's browser, signs nobody in; nor can another site begin one."""
    attacker, victim = await api(), await api()
    back = connected.sign_in(await leave(attacker))
    for cookies_of_their_own in (False, True):
        if cookies_of_their_own:
            await leave(victim)
        answer = await victim.get(_path(back))
        assert answer.headers["location"] == "/login?sso=sign_in_expired"
        assert sessions.cookie_name() not in victim.cookies
    foreign = await victim.post(f"{PATH}/begin", json={"email": SANNE}, headers={"Origin": "https://elders.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize("query", ["", "?state=x", "?state=x&code=y&iss=z", "?error=access_denied", "?state=%00"])
async def test_ways_back_that_are_none(query: str, api, people, connected) -> None:
    client = await api()
    await leave(client)
    answer = await client.get(f"{PATH}/callback{query}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?sso=sign_in_expired")


async def test_linking_over_http(api, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    client = await api()
    back = await client.get(_path(connected.sign_in(await leave(client))))
    assert back.headers["location"] == "/login?sso=link"
    assert (await client.get("/api/auth/me")).status_code == 401, "a pending link opens nothing"
    wrong = await client.post(f"{PATH}/link", json={"password": "Verkeerd-wachtwoord-1!"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_password")
    linked = await client.post(f"{PATH}/link", json={"password": sanne.password})
    assert linked.json()["user"]["id"] == str(sanne.id)
    assert linking.cookie_name() not in client.cookies


async def test_linking_by_passkey_over_http(api, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    phone, _ = await add_passkey(sanne)
    client = await api()
    assert (await client.post(f"{PATH}/link/passkey/options")).status_code == 401
    await client.get(_path(connected.sign_in(await leave(client))))
    options = (await client.post(f"{PATH}/link/passkey/options")).json()["options"]
    wrong = await client.post(f"{PATH}/link/passkey", json={"credential": Authenticator().sign(options)})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong_passkey")
    assert (await client.get("/api/auth/me")).status_code == 401
    options = (await client.post(f"{PATH}/link/passkey/options")).json()["options"]
    linked = await client.post(f"{PATH}/link/passkey", json={"credential": phone.sign(options)})
    assert linked.json()["user"]["id"] == str(sanne.id)
    assert linking.cookie_name() not in client.cookies
    assert (await client.get("/api/auth/me")).status_code == 200
    assert (await client.get("/api/auth/me")).status_code == 200


async def test_a_test_comes_back_to_the_settings(connected, admin) -> None:
    url = (await admin.post(f"{SETTINGS}/test")).json()["url"]
    back = await admin.get(_path(connected.sign_in(url)))
    assert back.headers["location"] == "/inloggen-beheer?sso=done"
    shown = (await admin.get(SETTINGS)).json()
    assert (shown["isTested"], shown["testedAs"]) == (True, SANNE)
    connected.claims = {"nonce": "another"}
    url = (await admin.post(f"{SETTINGS}/test")).json()["url"]
    back = await admin.get(_path(connected.sign_in(url)))
    assert back.headers["location"] == "/inloggen-beheer?sso=provider_rejected"


async def test_stepping_up_comes_back_to_its_window(api, people, connected) -> None:
    client = await api()
    await client.get(_path(connected.sign_in(await leave(client))))
    assert (await client.get("/api/account/second-factor")).json()["stepUpNeeded"]
    url = (await client.post(f"{PATH}/step-up")).json()["url"]
    back = await client.get(_path(connected.sign_in(url)))
    assert back.headers["location"] == "/bevestigd?sso=done"
    factor = (await client.get("/api/account/second-factor")).json()
    assert (factor["stepUpNeeded"], factor["byProvider"]) == (False, True)
    assert (await (await api(people.user)).post(f"{PATH}/step-up")).status_code == 404


async def test_a_providers_server_signs_out_without_an_origin(api, people, connected) -> None:
    client, server = await api(), await api()
    await client.get(_path(connected.sign_in(await leave(client))))
    del server.headers["Origin"]
    wrong = await server.post(f"{PATH}/back-channel-logout", data={"logout_token": "x"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "logout_refused")
    done = await server.post(
        f"{PATH}/back-channel-logout", data={"logout_token": connected.logout_token(sub="sub-1", sid="sid-1")}
    )
    assert done.status_code == 200
    assert (await client.get("/api/auth/me")).status_code == 401


async def test_signing_out_at_both_sides(api, people, connected) -> None:
    client = await api()
    await client.get(_path(connected.sign_in(await leave(client))))
    out = (await client.post("/api/auth/logout")).json()
    assert out["providerUrl"].startswith(f"{connected.issuer}/logout?")
    again = await api()
    await again.get(_path(connected.sign_in(await leave(again))))
    await (await api()).get(f"{PATH}/front-channel-logout", params={"iss": connected.issuer, "sid": "sid-1"})
    assert (await again.get("/api/auth/me")).status_code == 401


async def test_a_domain_that_shuts_members_out_is_given_up_after_a_question(
    api, people, connected, name_server
) -> None:
    there = await cast.make_user(people.organization_id, "Tom", email=f"tom@{DOMAIN}")
    await prove(people.admin, name_server, "tweede.example")
    await tables.run(update(IdentityProvider).values(usage="required"))
    admin = await api(people.admin)
    [first] = [one for one in (await admin.get(f"{SETTINGS}/domains")).json()["domains"] if one["domain"] == DOMAIN]
    path = f"{SETTINGS}/domains/{first['id']}"
    for refused in (await admin.delete(path), await admin.delete(path, params={"acceptsOutsiders": False})):
        assert (refused.status_code, refused.json()["code"]) == (409, "members_outside")
        assert there.email in refused.json()["message"]
    assert (await admin.delete(path, params={"acceptsOutsiders": True})).json() == {"success": True}
    assert len((await admin.get(f"{SETTINGS}/domains")).json()["domains"]) == 1


async def test_settings_over_http(api, people, identity_provider, name_server) -> None:
    visitor, user, admin = await api(), await api(people.user), await api(people.admin)
    for path in ("", "/domains"):
        assert (await visitor.get(f"{SETTINGS}{path}")).status_code == 401
        assert (await user.get(f"{SETTINGS}{path}")).status_code == 403
    first = (await admin.get(SETTINGS)).json()
    assert (first["version"], first["usage"], first["issuer"]) == (0, "off", "")
    wanted = {
        "kind": "other", "issuer": identity_provider.issuer, "clientId": "x", "clientSecret": "zeer-geheim",
        "usage": "recommended", "admitsMembers": True, "needsSecondStep": False, "version": 0,
    }  # fmt: skip
    saved = await admin.put(SETTINGS, json=wanted)
    assert saved.status_code == 200, saved.text
    assert "zeer-geheim" not in saved.text
    assert (await admin.put(SETTINGS, json=wanted)).status_code == 409
    refused = await admin.put(SETTINGS, json={**wanted, "version": 1, "usage": "required"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_tested")
    domain = (await admin.post(f"{SETTINGS}/domains", json={"domain": DOMAIN})).json()
    other = await api(people.other_admin)
    assert (await other.delete(f"{SETTINGS}/domains/{domain['id']}")).status_code == 404
    assert (await other.post(f"{SETTINGS}/domains/{domain['id']}/prove")).status_code == 404
    early = await admin.post(f"{SETTINGS}/domains/{domain['id']}/prove")
    assert (early.status_code, early.json()["code"]) == (422, "record_not_seen")
    name_server.records[DOMAIN] = [domain["record"]]
    assert (await admin.post(f"{SETTINGS}/domains/{domain['id']}/prove")).json()["provenAt"]
    assert (await admin.delete(f"{SETTINGS}/domains/{domain['id']}")).json() == {"success": True}
    assert (await admin.delete(SETTINGS)).json() == {"success": True}
    assert (await admin.delete(SETTINGS)).status_code == 404
