"""POST /api/auth/login and logout, GET /api/auth/me, and the shape of every failure."""

import pytest

from tests.support import environment
from tests.support.described import told
from voice_report.db import probe
from voice_report.services.platform import readiness
from voice_report.services.sessions import sessions


async def log_in(client, person, **changes):
    return await client.post("/api/auth/login", json={"email": person.email, "password": person.password, **changes})


def cookies(answer) -> dict[str, str]:
    """Return the Set-Cookie headers by name."""
    return {line.split("=", 1)[0]: line for line in answer.headers.get_list("set-cookie")}


async def test_a_stranger_is_nobody(api) -> None:
    answer = await (await api()).get("/api/auth/me")
    assert answer.status_code == 401
    kept = {"error": "Log in om verder te gaan.", "message": "Log in om verder te gaan.", "code": "not_signed_in"}
    assert kept.items() <= answer.json().items()


async def test_me_tells_who_is_signed_in_in_the_fields_of_the_spec(api, people) -> None:
    answer = await (await api(people.user)).get("/api/auth/me")
    assert answer.status_code == 200
    body = answer.json()
    assert body["role"] == "user"
    assert (body["firstName"], body["lastName"]) == (people.user.first_name, people.user.last_name)
    assert body["organizationId"] == str(people.organization_id)
    assert body["organization"]["currentCredits"] == 10
    assert body["organization"]["canSaveToArchive"] is False
    assert {"plan", "monthlyCredits"} <= set(body["organization"])
    assert "password" not in answer.text.lower()


async def test_who_has_no_organization_has_none(api, people) -> None:
    body = (await (await api(people.platform_admin)).get("/api/auth/me")).json()
    assert body["role"] == "platform_admin"
    assert body["organizationId"] is None
    assert body["organization"] is None


async def test_a_long_password_is_just_wrong(api, people) -> None:
    for changes in ({"password": "x" * 1_000}, {"password": people.user.password + "x" * 900}):
        answer = await log_in(await api(), people.user, **changes)
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_credentials")


async def test_s09_a_password_that_nobody_can_have_is_refused_alike_for_everybody(api, people) -> None:
    answers = [
        await log_in(await api(), people.user, password="x" * 10_000),
        await log_in(await api(), people.user, email="niemand@zorg.example", password="x" * 10_000),
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert told(answers[0]) == told(answers[1])


async def test_signing_in_opens_a_session_and_signing_out_ends_it(api, people) -> None:
    client = await api()
    answer = await log_in(client, people.user)
    assert answer.status_code == 200
    assert answer.json()["user"]["email"] == people.user.email
    assert (await client.get("/api/auth/me")).status_code == 200
    stolen = client.cookies[sessions.cookie_name()]
    assert (await client.post("/api/auth/logout")).json() == {"success": True, "providerUrl": ""}
    assert (await client.get("/api/auth/me")).status_code == 401
    client.cookies.set(sessions.cookie_name(), stolen)
    assert (await client.get("/api/auth/me")).status_code == 401, "the session is gone, not just the cookie"


async def test_signing_out_twice_is_fine(api) -> None:
    client = await api()
    assert (await client.post("/api/auth/logout")).status_code == 200


async def test_s05_cookies_are_out_of_reach_of_scripts_and_other_sites(api, people) -> None:
    given = cookies(await log_in(await api(), people.user))
    for name in ("session", "device"):
        attributes = {part.strip().lower() for part in given[name].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        assert not any(part.startswith("domain") for part in attributes)


async def test_s05_over_https_cookies_belong_to_this_host_alone(api, people, monkeypatch) -> None:
    environment.use(monkeypatch, APP_URL="https://rapport.example")
    given = cookies(await log_in(await api(), people.user))
    for name in ("__Host-session", "__Host-device"):
        attributes = {part.strip().lower() for part in given[name].split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= attributes


async def test_s05_the_token_is_new_at_every_sign_in(api, people) -> None:
    client = await api()
    await log_in(client, people.user)
    first = client.cookies[sessions.cookie_name()]
    await log_in(client, people.user)
    assert client.cookies[sessions.cookie_name()] != first
    client.cookies.set(sessions.cookie_name(), first)
    assert (await client.get("/api/auth/me")).status_code == 401


@pytest.mark.parametrize("planted", ["x" * 43, "", "a" * 4000])
async def test_s05_a_planted_session_cookie_is_never_taken_over(api, people, planted: str) -> None:
    client = await api()
    answer = await client.post(
        "/api/auth/login",
        json={"email": people.user.email, "password": people.user.password},
        headers={"Cookie": f"session={planted}; device={planted}"},
    )
    assert planted == "" or f"session={planted};" not in str(answer.headers)


async def test_s09_wrong_password_and_unknown_account_get_the_same_answer(api, people) -> None:
    client = await api()
    known = await log_in(client, people.user, password="Verkeerd-wachtwoord-1!")
    unknown = await log_in(client, people.user, email="niemand@zorg.example")
    assert known.status_code == unknown.status_code == 401
    assert told(known) == told(unknown)
    assert not known.headers.get_list("set-cookie")
    assert known.json()["message"].startswith("Inloggen mislukt. Controleer je gegevens.")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"email": "geen-adres", "password": "x"}, "Ongeldig e-mailadres"),
        ({"password": "x"}, "Ongeldig e-mailadres"),
        ({"email": "a@zorg.example"}, "Wachtwoord is verplicht"),
        ({"email": "a@zorg.example", "password": ""}, "Wachtwoord is verplicht"),
        ({"email": ["a"], "password": {"b": 1}}, "Ongeldig e-mailadres"),
        ([], "Ongeldige invoer"),
    ],
)
async def test_bad_input_gets_its_sentence(api, body, sentence: str) -> None:
    answer = await (await api()).post("/api/auth/login", json=body)
    assert answer.status_code == 422
    told = answer.json()
    assert (told["error"], told["message"], told["detail"], told["code"]) == (sentence, sentence, sentence, "invalid")


async def test_what_is_no_json_gets_its_sentence(api) -> None:
    client = await api()
    answer = await client.post("/api/auth/login", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["message"]) == (422, "De aanvraag is geen geldige JSON.")


async def test_s08_too_many_failures_say_when_to_come_back(api, people) -> None:
    client = await api()
    for _ in range(20):
        answer = await log_in(client, people.user, password="Verkeerd-wachtwoord-1!")
        assert answer.status_code == 401
    answer = await log_in(client, people.user)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json()["code"] == "too_many"


async def test_an_unknown_call_is_answered_in_the_same_shape(api) -> None:
    client = await api()
    missing = await client.get("/api/bestaat-niet")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    for method in ("DELETE", "PATCH", "OPTIONS", "TRACE"):
        wrong_method = await client.request(method, "/api/auth/me")
        assert wrong_method.status_code in (404, 405)
        assert wrong_method.json()["error"] == wrong_method.json()["message"]


async def test_the_api_is_described_without_anything_from_elsewhere(api) -> None:
    client = await api()
    spec = (await client.get("/api/openapi.json")).json()
    assert {"/api/auth/login", "/api/auth/logout", "/api/auth/me"} <= set(spec["paths"])
    page = await client.get("/api/docs")
    assert page.status_code == 200
    assert "POST /api/auth/login" in page.text
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text


async def test_health_says_whether_there_is_a_process_and_whether_it_can_work(api, db, monkeypatch) -> None:
    monkeypatch.setattr(readiness, "_WITHIN", 60)  # ``test_readiness`` has the limits of the product
    monkeypatch.setattr(probe, "_ANSWERS_WITHIN", 60)
    client = await api()
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    ready = await client.get("/readyz")
    assert ready.json()["database"] is True
    assert "speech" in ready.json()


async def test_readyz_is_503_without_a_database(api, monkeypatch, tmp_path) -> None:
    client = await api()
    from voice_report.db import session

    await session.dispose()
    environment.use(monkeypatch, DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    answer = await client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] is False
    await session.dispose()
