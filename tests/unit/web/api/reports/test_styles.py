"""``/api/account/style`` and ``/api/organization/style``: each person's own choice, and the administrators' for all."""

import pytest

OWN, ORGANIZATION = "/api/account/style", "/api/organization/style"


async def seen(client) -> list:
    answer = (await client.get(OWN)).json()
    return [answer["style"], answer["own"], answer["organization"]]


@pytest.mark.parametrize(("method", "path"), [("GET", OWN), ("PUT", OWN), ("PUT", ORGANIZATION)])
async def test_without_a_session_there_is_nothing(api, people, method: str, path: str) -> None:
    assert (await (await api()).request(method, path, json={"style": "vrij"})).status_code == 401


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s01_only_the_administrator_chooses_for_the_organization(api, people, who: str) -> None:
    answer = await (await api(getattr(people, who))).put(ORGANIZATION, json={"style": "vrij"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_the_own_choice_goes_before_the_organizations(api, people, fake_provider) -> None:
    admin, user = await api(people.admin), await api(people.user)
    assert (await user.get(OWN)).json()["available"] == ["letterlijk", "netjes", "leesbaar", "vrij"]
    assert await seen(user) == ["leesbaar", None, None]
    assert (await admin.put(ORGANIZATION, json={"style": "letterlijk"})).json() == {"success": True}
    assert (await user.put(OWN, json={"style": "vrij"})).json() == {"success": True}
    assert (await seen(user), await seen(admin)) == (["vrij", "vrij", "letterlijk"], ["letterlijk", None, "letterlijk"])
    assert (await user.post("/api/structure", json={"transcript": "Mevrouw sliep goed."})).json()["style"] == "vrij"
    await user.put(OWN, json={"style": None})
    assert await seen(user) == ["letterlijk", None, "letterlijk"]
    for wrong in ({"style": "deftig"}, {}):
        assert (await user.put(OWN, json=wrong)).status_code == 422


async def test_without_a_language_model_it_is_tidied_and_the_choice_is_kept(user) -> None:
    await user.put(OWN, json={"style": "vrij"})
    assert (await user.get(OWN)).json() == {
        "style": "netjes", "available": ["letterlijk", "netjes"], "own": "vrij", "organization": None
    }  # fmt: skip
