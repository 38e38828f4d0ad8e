"""The platform admin's routes."""

import re
import uuid

import pytest

from tests.support import people as cast
from voice_report.db import session as database
from voice_report.db.models import Organization
from voice_report.services.platform import members

ROUTES = [
    ("GET", "/stats"),
    ("GET", "/organizations"),
    ("POST", "/organizations"),
    ("GET", "/organizations/{organization}/users"),
    ("PUT", "/organizations/{organization}"),
    ("DELETE", "/organizations/{organization}"),
    ("POST", "/organizations/{organization}/credits"),
    ("POST", "/organizations/{organization}/cancel-subscription"),
    ("GET", "/egress"),
    ("GET", "/users"),
    ("POST", "/users"),
    ("PUT", "/users/{user}"),
    ("DELETE", "/users/{user}"),
]
GIFT = {"amount": 20, "reason": "Coulance, mail 20-11", "key": "een"}
NEW_USER = {"email": "nieuw@zorg.example", "password": cast.PASSWORD, "firstName": "Nina", "lastName": "Nieuw"}
SETTINGS = {"name": "Anders", "plan": "mkb", "maxUsers": 9, "saveReportsToArchive": True}


@pytest.fixture
async def admin(api, people):
    return await api(people.platform_admin)


async def organization(admin, organization_id) -> dict:
    found = (await admin.get("/api/admin/organizations", params={"limit": 100})).json()["organizations"]
    return next(one for one in found if one["id"] == str(organization_id))


async def user(admin, user_id) -> dict:
    found = (await admin.get("/api/admin/users", params={"limit": 100})).json()["users"]
    return next(one for one in found if one["id"] == str(user_id))


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_s01_only_a_platform_admin_is_answered(api, people, admin, method, path):
    path = "/api/admin" + path.format(organization=people.organization_id, user=people.user.id)
    body = {**NEW_USER, **SETTINGS, **GIFT, "organizationId": str(people.organization_id), "role": "admin"}
    assert (await (await api()).request(method, path, json=body)).status_code == 401
    for person in (people.outsider, people.user, people.admin):
        assert (await (await api(person)).request(method, path, json=body)).status_code == 403
    stats = (await admin.get("/api/admin/stats")).json()
    assert (stats["totalOrganizations"], stats["totalUsers"]) == (2, 5)


async def test_the_counts(admin, people):
    await cast.make_organization("Op proef", credits=0, plan="trial")
    assert (await admin.get("/api/admin/stats")).json() == {
        "totalOrganizations": 3,
        "organizationsByPlan": {"paid": 2, "trial": 1},
        "totalUsers": 5,
        "activeUsers": 5,
        "totalReports": 0,
        "usersByRole": {"platform_admin": 1, "admin": 2},
    }


async def test_an_organization_from_its_start_to_its_end(admin, people):
    made = await admin.post("/api/admin/organizations", json={"name": "Zuiderlicht", "plan": "small_team"})
    assert made.status_code == 201
    row = made.json()["organization"]
    assert set(row) == {
        "id", "name", "plan", "monthlyCredits", "currentCredits", "maxUsers", "saveReportsToArchive",
        "stripeSubscriptionId", "subscriptionStatus", "subscriptionCurrentPeriodEnd", "createdAt", "updatedAt",
        "version", "userCount", "users",
    }  # fmt: skip
    assert (row["monthlyCredits"], row["currentCredits"], row["userCount"], row["users"]) == (50, 50, 0, [])
    path = f"/api/admin/organizations/{row['id']}"
    changed = await admin.put(path, json={**SETTINGS, "monthlyCredits": -1, "currentCredits": -1})
    assert changed.json()["organization"] == {
        **row, **SETTINGS, "monthlyCredits": -1, "currentCredits": -1, "version": 2,
        "updatedAt": changed.json()["organization"]["updatedAt"],
    }  # fmt: skip
    assert (await admin.post(f"{path}/cancel-subscription")).status_code == 409
    assert (await admin.delete(path)).json() == {"success": True}
    for method in ("PUT", "DELETE"):
        gone = await admin.request(method, path, json=SETTINGS)
        assert (gone.status_code, gone.json()["error"]) == (404, "Organisatie niet gevonden")


async def test_credits_are_given_with_a_reason_and_once(admin, people):
    path = f"/api/admin/organizations/{people.organization_id}/credits"
    for _ in range(2):
        answer = await admin.post(path, json=GIFT)
        assert (answer.status_code, answer.json()["organization"]["currentCredits"]) == (200, 30)
    wrong = [
        ({"amount": 0}, 422, "Het aantal credits moet een getal van 1"),
        ({"amount": True}, 422, "Het aantal credits moet een getal van 1"),
        ({"amount": 10**30}, 422, "Het aantal credits moet een getal van 1"),
        ({"reason": " "}, 422, "Reden is verplicht"),
        ({"reason": None}, 422, "Reden is verplicht"),
        ({"reason": "x" * 900}, 422, "Reden mag maximaal 200 tekens hebben"),
        ({"amount": 21}, 409, "Deze sleutel is al gebruikt"),
    ]
    for change, status, sentence in wrong:
        answer = await admin.post(path, json={**GIFT, **change})
        assert (answer.status_code, answer.json()["error"][: len(sentence)]) == (status, sentence), change
    assert (await organization(admin, people.organization_id))["currentCredits"] == 30


async def test_stopping_a_subscription_says_that_there_are_no_payments_yet(admin, people):
    async with database.transaction() as session:
        row = await session.get_one(Organization, people.organization_id)
        row.stripe_subscription_id, row.subscription_status = "sub_1", "active"
    answer = await admin.post(f"/api/admin/organizations/{people.organization_id}/cancel-subscription")
    assert (answer.status_code, answer.json()["code"]) == (503, "payment_not_set_up")


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"name": " "}, 422, "Naam organisatie is verplicht"),
        ({"name": "x" * 300}, 422, "Naam organisatie mag maximaal 200 tekens hebben"),
        ({"plan": "pro"}, 422, 'Plan "pro" is niet geldig. Selecteer een staffel tier.'),
        ({"monthlyCredits": -2}, 422, "Maandelijkse credits moeten -1 (unlimited) of hoger zijn."),
        ({"monthlyCredits": "veel"}, 422, "Maandelijkse credits moeten -1 (unlimited) of hoger zijn."),
        ({"currentCredits": 1e9}, 422, "Huidige credits mogen hoogstens 1.000.000 zijn."),
        ({"currentCredits": 10**30}, 422, "Huidige credits mogen hoogstens 1.000.000 zijn."),
        ({"currentCredits": True}, 422, "Huidige credits moeten -1 (unlimited) of hoger zijn."),
        ({"maxUsers": 0}, 422, "Max. gebruikers moet een getal van 1 tot en met 100.000 zijn."),
        ({"maxUsers": "x"}, 422, "Max. gebruikers moet een getal van 1 tot en met 100.000 zijn."),
        ({"maxUsers": 1}, 409, "Zorggroep De Linde heeft 2 gebruikers; kies minstens 2"),
        ({"version": 99}, 409, "Deze organisatie is intussen door iemand anders gewijzigd."),
    ],
)
async def test_bad_input_changes_no_organization(admin, people, change, status, sentence):
    before = await organization(admin, people.organization_id)
    path = f"/api/admin/organizations/{people.organization_id}"
    answer = await admin.put(path, json={**SETTINGS, **change})
    assert (answer.status_code, answer.json()["error"][: len(sentence)]) == (status, sentence)
    assert await organization(admin, people.organization_id) == before


async def test_a_user_from_the_start_to_the_end(api, admin, people):
    made = await admin.post(
        "/api/admin/users",
        json={**NEW_USER, "organizationId": str(people.organization_id), "role": "admin", "personalMonthlyCredits": 20},
    )
    assert made.status_code == 201, made.text
    row = made.json()["user"]
    assert set(row) == {
        "id", "email", "firstName", "lastName", "role", "isActive", "isEmailVerified", "organizationId",
        "organizationName", "personalMonthlyCredits", "personalCurrentCredits", "lastLoginAt", "createdAt", "version",
    }  # fmt: skip
    assert (row["personalCurrentCredits"], row["organizationName"]) == (20, "Zorggroep De Linde")
    signing_in = {"email": NEW_USER["email"], "password": cast.PASSWORD}
    nina = await api()
    assert (await nina.post("/api/auth/login", json=signing_in)).status_code == 200

    path = f"/api/admin/users/{row['id']}"
    paused = (await admin.put(path, json={"isActive": False})).json()["user"]
    assert (paused["isActive"], paused["role"], paused["personalCurrentCredits"]) == (False, "admin", 20)
    assert (await nina.get("/api/auth/me")).status_code == 401, "S06: at once"
    there = str(people.other_organization_id)
    moved = {
        "isActive": True, "organizationId": there, "role": "user",
        "personalMonthlyCredits": None, "personalCurrentCredits": None,
    }  # fmt: skip
    changed = (await admin.put(path, json=moved)).json()["user"]
    assert {**changed, **moved} == changed
    assert (await admin.delete(path)).json() == {"success": True}
    assert (await nina.post("/api/auth/login", json=signing_in)).status_code == 401
    for method in ("PUT", "DELETE"):
        gone = await admin.request(method, path, json={"isActive": True})
        assert (gone.status_code, gone.json()["error"]) == (404, "Gebruiker niet gevonden")


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"email": "nee"}, 422, "Ongeldig e-mailadres"),
        ({"password": "kort"}, 422, "Wachtwoord moet minimaal 12 karakters zijn"),
        ({"firstName": ""}, 422, "Voornaam is verplicht"),
        ({"organizationId": None}, 422, "Organisatie is verplicht"),
        ({"organizationId": ""}, 422, "Organisatie is verplicht"),
        ({"organizationId": "x"}, 404, "Organisatie niet gevonden"),
        ({"role": "platform_admin"}, 422, "Onbekende rol"),
        ({"personalMonthlyCredits": "x"}, 422, "Maandelijkse persoonlijke credits moeten -1"),
        ({"personalCurrentCredits": True}, 422, "Huidige persoonlijke credits moeten -1"),
        ({"personalCurrentCredits": -2}, 422, "Huidige persoonlijke credits moeten -1"),
    ],
)
async def test_bad_input_makes_no_user(admin, people, change, status, sentence):
    body = {**NEW_USER, "organizationId": str(people.organization_id), **change}
    answer = await admin.post("/api/admin/users", json=body)
    assert (answer.status_code, answer.json()["error"][: len(sentence)]) == (status, sentence)
    assert (await admin.get("/api/admin/stats")).json()["totalUsers"] == 5


async def test_an_address_that_is_taken_is_a_conflict(admin, people):
    body = {**NEW_USER, "email": people.outsider.email, "organizationId": str(people.organization_id)}
    answer = await admin.post("/api/admin/users", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "Er bestaat al een account met dit e-mailadres.")


async def test_oneself_and_the_last_admin_stay(admin, people):
    own = await admin.delete(f"/api/admin/users/{people.platform_admin.id}")
    assert (own.status_code, own.json()["code"]) == (403, "own_account")
    last = await admin.put(f"/api/admin/users/{people.admin.id}", json={"role": "user"})
    assert (last.status_code, last.json()["code"]) == (409, "last_admin")
    assert (await user(admin, people.admin.id))["role"] == "admin"


async def test_the_lists_go_on_page_by_page(admin, people):
    for kind, total in (("organizations", 2), ("users", 5)):
        seen, after = [], None
        while True:
            params = {"limit": 1} | ({"after": after} if after else {})
            page = (await admin.get(f"/api/admin/{kind}", params=params)).json()
            seen += [one["id"] for one in page[kind]]
            after = page["next"]
            if after is None:
                break
        assert len(set(seen)) == len(seen) == total
        assert (await admin.get(f"/api/admin/{kind}", params={"after": "made-up"})).status_code == 422
        assert (await admin.get(f"/api/admin/{kind}", params={"limit": 0})).status_code == 422
    found = (await admin.get("/api/admin/users", params={"query": people.outsider.email})).json()["users"]
    assert [one["id"] for one in found] == [str(people.outsider.id)]


async def test_an_organization_is_listed_with_all_its_users(admin, people):
    for number in range(7):
        await cast.make_user(people.organization_id, "Persoon", f"Nummer{number}")
    row = await organization(admin, people.organization_id)
    assert (row["userCount"], len(row["users"])) == (9, 9)
    assert set(row["users"][0]) == {"id", "email", "role"}
    wanted = {"name": row["name"], "plan": "mkb", "maxUsers": 20, "saveReportsToArchive": False}
    changed = (await admin.put(f"/api/admin/organizations/{row['id']}", json=wanted)).json()["organization"]
    assert changed["users"] == row["users"]


async def test_a_page_of_organizations_ends_before_it_has_too_many_users(admin, people, monkeypatch):
    monkeypatch.setattr(members, "AT_ONCE", 3)
    big = await cast.make_organization("Grote zorg")
    for number in range(5):
        await cast.make_user(big, "Persoon", f"Nummer{number}")
    seen, after = [], None
    for _ in range(3):
        params = {"limit": 1000} | ({"after": after} if after else {})
        page = (await admin.get("/api/admin/organizations", params=params)).json()
        seen += [(one["name"], one["userCount"], len(one["users"])) for one in page["organizations"]]
        after = page["next"]
    assert seen == [("Grote zorg", 5, 3), ("Thuiszorg Het Anker", 2, 2), ("Zorggroep De Linde", 2, 2)]
    assert after is None


async def test_the_users_of_one_organization_go_on_page_by_page(admin, people, api):
    path = f"/api/admin/organizations/{people.organization_id}/users"
    first = (await admin.get(path, params={"limit": 1})).json()
    rest = (await admin.get(path, params={"limit": 1, "after": first["next"]})).json()
    assert [one["email"] for one in first["users"] + rest["users"]] == [people.admin.email, people.user.email]
    assert rest["next"] is None
    for bad, status in ((f"/api/admin/organizations/{uuid.uuid4()}/users", 404), (f"{path}?after=made-up", 422)):
        assert (await admin.get(bad)).status_code == status
    for who, status in ((None, 401), (people.outsider, 403), (people.admin, 403)):
        assert (await (await api(who)).get(path)).status_code == status


async def test_no_answer_has_a_secret_in_it(admin, people):
    for path in ("organizations", "users"):
        told = (await admin.get(f"/api/admin/{path}")).text.lower()
        assert not {"argon2", "password", "token"} & set(re.findall(r"[a-z0-9]+", told))


async def test_the_routes_and_their_failures_are_described(api):
    paths = (await (await api()).get("/api/openapi.json")).json()["paths"]
    for method, path in ROUTES:
        path = "/api/admin" + path.format(organization="{organization_id}", user="{user_id}")
        answers = set(paths[path][method.lower()]["responses"])
        assert {"401", "403"} <= answers, path
