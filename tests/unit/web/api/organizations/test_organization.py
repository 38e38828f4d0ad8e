"""`GET /api/organization`: the plan and the credits of who is signed in."""

from tests.support import people as cast


async def test_a_member_sees_the_plan_and_the_credits(api, people):
    answer = await (await api(people.user)).get("/api/organization")
    assert answer.status_code == 200
    assert answer.json() == {
        "id": str(people.organization_id),
        "name": "Zorggroep De Linde",
        "plan": "pro",
        "currentCredits": 10,
        "monthlyCredits": 0,
        "canSaveToArchive": False,
    }


async def test_s02_everyone_sees_their_own(api, people):
    answer = await (await api(people.outsider)).get("/api/organization")
    assert answer.json()["id"] == str(people.other_organization_id)


async def test_unlimited_is_shown_as_minus_one(api, db):
    organization_id = await cast.make_organization(credits=4, unlimited=True, plan="unlimited")
    told = (await (await api(await cast.make_user(organization_id))).get("/api/organization")).json()
    assert (told["currentCredits"], told["monthlyCredits"], told["plan"]) == (-1, -1, "unlimited")


async def test_without_a_session_or_an_organization_there_is_none(api, people):
    assert (await (await api()).get("/api/organization")).status_code == 401
    assert (await (await api(people.platform_admin)).get("/api/organization")).status_code == 403
